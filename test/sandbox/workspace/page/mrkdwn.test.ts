import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawMrkdwn, drawPlain, drawTextObject } from '../../../../src/sandbox/workspace/page/mrkdwn.ts';
import { runs } from '../../../support/runs.ts';
import { NOW } from './fake-workspace.ts';
import { READER } from './reader.ts';

const drawn = (text: string) => String(drawMrkdwn(text, READER));

describe('mrkdwn', () => {
  test.each([
    ['*bold*', '<b>bold</b>'],
    ['_soft_ and ~gone~', '<i>soft</i> and <s>gone</s>'],
    ['*bold with _soft_ inside*', '<b>bold with <i>soft</i> inside</b>'],
    ['`*as it is*`', '<code>*as it is*</code>'],
    ['a\nb', 'a<br>b'],
    ['AT&amp;T &lt;3', 'AT&amp;T &lt;3'],
    ['_snake_case_', '<i>snake_case</i>'],
  ])('formats %j', (text, html) => {
    expect(drawn(text)).toBe(html);
  });

  test.each([
    ['a mark inside a word', 'snake_case_name and 2*3*4'],
    ['a mark beside a space', '* not bold *'],
    ['a mark that a zero-width space disarms', '\u200B*\u200Btitle\u200B*\u200B'],
    ['a mark without an end', '*never closed'],
  ])('leaves %s as text', (_, text) => {
    expect(drawn(text)).toBe(text);
  });

  test('draws fences as they are, on their own lines', () => {
    expect(drawn('before\n```\n*a*\n  b\n```\nafter')).toBe('before<pre>*a*\n  b</pre>after');
  });

  test('draws neighbouring quoted lines as one quote', () => {
    expect(drawn('&gt; one\n> *two*\nthree')).toBe('<blockquote>one<br><b>two</b></blockquote>three');
  });

  test('opens links in a new tab, with decoded addresses and labels', () => {
    expect(drawn('<https://a.example/?b=1&amp;c=2|Tom &amp; Jerry>')).toBe(
      '<a href="https://a.example/?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">Tom &amp; Jerry</a>',
    );
  });

  test('shows only the label of an unsafe address', () => {
    expect(drawn('<javascript:alert(1)|click>')).toBe('click');
  });

  test('names people and channels, highlights the reader, and shows unknown ids', () => {
    expect(drawn('<@UBEN> <@UANA|old name> <@UNOBODY>')).toBe(
      '<span class="mention">@Ben</span> <span class="mention mine">@Ana</span> <span class="mention">@UNOBODY</span>',
    );
    expect(drawn('<#C0LEADS>')).toContain('>#acme-leads</a>');
    expect(drawn('<#C0GONE|x>')).toBe('<span class="mention">#C0GONE</span>');
  });

  test.each(['here', 'channel', 'everyone'])('highlights <!%s>', (range) => {
    expect(drawn(`<!${range}>`)).toBe(`<mark class="ping">@${range}</mark>`);
  });

  test('an escaped ping, mention or link stays text', () => {
    expect(drawn('&lt;!channel&gt; &lt;@UANA&gt;')).toBe('&lt;!channel&gt; &lt;@UANA&gt;');
  });

  test('writes dates in the workspace’s timezone, or their fallback', () => {
    const at = Math.floor(NOW / 1000);
    expect(drawn(`<!date^${at}^{time}|x>`)).toBe('<time>09:12</time>');
    expect(drawn('<!date^soon^{time}|later>')).toBe('<time>later</time>');
  });

  test('is read aloud with names and times, without markup', () => {
    const at = Math.floor(NOW / 1000);
    const said = drawPlain(`*<@UBEN>* has it since <!date^${at}^{time}|x> &lt;3`, READER);
    expect(String(said)).toBe('@Ben has it since 09:12 &lt;3');
  });

  test('plain text is decoded once and never formatted', () => {
    const text = drawTextObject({ type: 'plain_text', text: '*a* &amp;lt; <@UANA>' }, READER);
    expect(String(text)).toBe('*a* &amp;lt; &lt;@UANA&gt;');
  });
});

describe('whatever the text', () => {
  const MARKS = [
    '<',
    '>',
    '"',
    "'",
    '&',
    '&lt;',
    '|',
    '*',
    '_',
    '~',
    '`',
    '```',
    '\n',
    '&gt; ',
    '<!date^1^{time}|',
    '<@',
  ];
  const HOSTILE = [
    '<script>',
    'javascript:',
    '<https://a.example|',
    '[x](',
    'https://a"onclick=',
    '](',
    '| a |',
    '# ',
  ];
  const text = fc
    .array(fc.oneof(fc.constantFrom(...MARKS, ...HOSTILE), fc.string({ maxLength: 6 })), { maxLength: 40 })
    .map((parts) => parts.join(''));

  /** Removes the page's own tags; what's left must have no markup. */
  const withoutOurTags = (html: string) =>
    html
      .replace(
        /<\/?(b|i|s|code|pre|blockquote|time|p|ul|ol|li|h4|table|thead|tbody|tr|td|div|span|mark|a)>/g,
        '',
      )
      .replace(/<(br|hr)>/g, '')
      .replace(/<(span|mark) class="(mention|mention mine|ping)">/g, '')
      .replace(/<div class="(rich|table)"( tabindex="0" role="group" aria-label="Table")?>/g, '')
      .replace(/<th scope="col">|<\/th>/g, '')
      .replace(/<a class="mention" href="\/c\/[^"<>]*" data-go>/g, '')
      .replace(/<a href="(https?|mailto):[^"<>]*" target="_blank" rel="noopener noreferrer">/g, '');

  test.each([
    ['mrkdwn', (value: string) => drawMrkdwn(value, READER)],
    ['plain_text', (value: string) => drawTextObject({ type: 'plain_text', text: value }, READER)],
  ])('%s never lets markup out', (_, draw) => {
    fc.assert(
      fc.property(text, (value) => {
        const rest = withoutOurTags(String(draw(value)));
        expect(rest).not.toMatch(/[<>"']/);
        expect(rest.replace(/&(lt|gt|amp|quot|#39);/g, '')).not.toContain('&');
      }),
      { seed: 20261120, numRuns: runs(300) },
    );
  });
});
