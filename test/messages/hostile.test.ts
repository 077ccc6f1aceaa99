import { describe, expect, test } from 'vitest';
import { everyMessage, everyModal } from './every-message.ts';
import { OURS_ALONE } from './every-service.ts';
import { expectHarmless, seen, wordsOf } from './reading.ts';

const TITLE = '<!channel> <http://evil|x> *b* &amp;';

/** Shortened texts end in an ellipsis: how much of the title must be readable at least. */
const START = '<!channel> <http://evil|x> *b*';

describe(`a text of a forum reads "${TITLE}"`, () => {
  const messages = everyMessage(TITLE, 'https://forum.example/1', 3);
  test.each(Object.keys(messages).filter((name) => !OURS_ALONE.includes(name)))(
    'harmless and readable in: %s',
    (name) => {
      const message = messages[name];
      const words = [...wordsOf(message?.blocks ?? []), ...wordsOf(message?.plainBlocks ?? [])];
      // A quote is marked by us.
      for (const text of words) expectHarmless(text.replace(/^> /gm, ''));
      expect(words.map(seen).join('\n')).toContain(START);
      expect(message?.text).toContain('&lt;!channel&gt; &lt;http://evil|x&gt; *b*');
      expectHarmless(message?.text ?? '');
    },
  );

  const modals = everyModal(TITLE, 3);
  test.each(Object.keys(modals))('harmless in the modal: %s', (name) => {
    for (const text of wordsOf(modals[name]?.blocks ?? [])) expectHarmless(text);
  });

  test('its marks cannot format, and its &amp; stays what was written', () => {
    const row = wordsOf(messages.digest?.blocks ?? [])[2] ?? '';
    expect(row).toContain('\u200B*\u200Bb\u200B*\u200B');
    expect(seen(row)).toContain(TITLE);
  });
});

test.each([
  ['a line of its own cannot be smuggled in', 'Nice\n*Acme* · all fine\r\nreally', 'Nice'],
  ['a title cannot turn the reading direction of what follows', 'abc\u202Edef\u2066', 'abcdef'],
  ['a quote mark at its start does not quote its line', '> urgent', '> urgent'],
])('%s', (_, title, readable) => {
  const rows =
    wordsOf(everyMessage(title, 'https://forum.example/1', 1).digest?.blocks ?? [])[2]?.split('\n') ?? [];
  expect(rows).toHaveLength(2);
  expect(rows.map(seen).join()).toContain(readable);
  expect(rows.join()).not.toMatch(/[\u202E\u2066]/);
  expect(rows[1]).not.toMatch(/^(>|&gt;)/);
});

test('an address cannot leave its link', () => {
  const url = 'https://forum.example/a|b>c<!here>"';
  const row = wordsOf(everyMessage('CRM?', url, 1).digest?.blocks ?? [])[2] ?? '';
  expectHarmless(row);
  expect(row.split('\n')[0]).toBe('*0 · <https://forum.example/a%7Cb%3Ec%3C!here%3E%22|CRM?>*');
});
