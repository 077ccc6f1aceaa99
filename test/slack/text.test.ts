import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpUrl, shorten } from '../../src/messages/lengths.ts';
import { bold, channel, code, flexible, join, link, say, type Text, user } from '../../src/messages/text.ts';
import { clock, moment } from '../../src/messages/times.ts';
import { fallbackText, mrkdwn, plain, rich, textFor } from '../../src/slack/text.ts';
import { anyCharacter } from '../support/arbitraries.ts';
import { runs } from '../support/runs.ts';

/** A zero-width space, which keeps a mark from formatting. */
const Z = '\u200B';
const EVIL = '<!channel> <http://evil|x> *b* &amp;';

describe('a hostile title', () => {
  it('is shown as it is in mrkdwn, where it pings nobody, links nothing and formats nothing', () => {
    const shown = `&lt;!channel&gt; &lt;http://evil|x&gt; ${Z}*${Z}b${Z}*${Z} &amp;amp;`;
    expect(mrkdwn(say`${EVIL}`)).toBe(shown);
    // Slack would take its asterisks for the ends of the bold, and show ours.
    expect(mrkdwn(say`Your token ${bold(EVIL)} is ready`)).toBe(`Your token ${shown} is ready`);
    expect(mrkdwn(bold('<!channel>'))).toBe('*&lt;!channel&gt;*');
  });

  it('is shown as it is in plain text, in the fallback and as the label of a link', () => {
    const shown = '&lt;!channel&gt; &lt;http://evil|x&gt; *b* &amp;amp;';
    expect(plain(`Lead: ${EVIL}`).text).toBe(`Lead: ${shown}`);
    expect(fallbackText(say`Lead: ${EVIL}`)).toBe(`Lead: ${shown}`);
    expect(fallbackText(bold(link('https://forum.example/1', EVIL)))).toBe(shown);
    expect(mrkdwn(link('https://forum.example/1', EVIL))).toBe(
      `<https://forum.example/1|${mrkdwn(say`${EVIL}`)}>`,
    );
  });

  it('is heard with plain spaces between number and unit', () => {
    expect(fallbackText(say`9 h old`)).toBe('9 h old');
  });

  it('is left alone in rich text, where Slack parses nothing', () => {
    expect(rich(EVIL)).toBe(EVIL);
  });

  it('joined with our own words is escaped, and they are not', () => {
    expect(mrkdwn(join([bold('best'), '', undefined, false, '<!here>'], ' · '))).toBe(
      '*best* · &lt;!here&gt;',
    );
  });

  it('leaves nothing of its marks where it can be typed as it stands', () => {
    expect(mrkdwn(code('`<!here>` *b*'))).toBe('`’&lt;!here&gt;’ *b*`');
    expect(fallbackText(code('a <b>'))).toBe('a &lt;b&gt;');
  });
});

describe('in mrkdwn', () => {
  it.each([
    ['snake_case and 2*3', 'snake_case and 2*3'],
    ['9 h, 15 min and 70 % of 3 days', '9\u00A0h, 15\u00A0min and 70\u00A0% of 3 days'],
    ['cron "0 9 * * 1-5", for example', 'cron "0 9 * * 1-5", for example'],
    ['_all_ ~of~ `it`', `${Z}_${Z}all${Z}_${Z} ${Z}~${Z}of${Z}~${Z} ${Z}\`${Z}it${Z}\`${Z}`],
    ['```code```', `${Z}\`\`\`${Z}code${Z}\`\`\`${Z}`],
    ['> quoted', `${Z}&gt; quoted`],
    ['>>> all of it', `${Z}&gt;&gt;&gt; all of it`],
    ['a > b', 'a &gt; b'],
    ['two\n\n> lines\twith gaps', 'two &gt; lines with gaps'],
    ['nul\u0000 and bell\u0007', 'nul and bell'],
  ])('%j becomes %j', (text, shown) => {
    expect(mrkdwn(say`${text}`)).toBe(shown);
    expect(mrkdwn(flexible(text))).toBe(shown);
  });

  it('numbers and our own formatting pass', () => {
    expect(mrkdwn(say`${bold('3')} for ${7} ${bold(say`of ${code('us')}`)}`)).toBe('*3* for 7 *of `us`*');
  });

  it('nothing is made bold where there is nothing', () => {
    expect(mrkdwn(say`a${bold(' ')}b`)).toBe('ab');
  });
});

describe('marks that turn the reading direction', () => {
  it.each(['\u202E', '\u202D', '\u2066', '\u2069', '\u200F'])('such as %j never get through', (mark) => {
    const text = `invoice${mark}fdp.exe`;
    const shown = [
      mrkdwn(say`${text}`),
      plain(text).text,
      fallbackText(say`${text}`),
      rich(text),
      shorten(text, 99),
    ];
    expect(shown).toEqual(Array(5).fill('invoicefdp.exe'));
  });
});

describe('a link', () => {
  it.each([
    ['https://forum.example/t/1?a=1&b=2#c', '<https://forum.example/t/1?a=1&amp;b=2#c|here>'],
    ['http://forum.example', '<http://forum.example/|here>'],
    ['https://forum.example/a|b', '<https://forum.example/a%7Cb|here>'],
    ['https://forum.example/?q=<!channel>', '<https://forum.example/?q=%3C!channel%3E|here>'],
    ['https://forum.example/\n> *x*', '<https://forum.example/%3E%20*x*|here>'],
    ['https://bücher.example/', '<https://xn--bcher-kva.example/|here>'],
    ['javascript:alert(1)', 'here'],
    ['data:text/html,x', 'here'],
    ['mailto:ana@example.com', 'here'],
    ['slack://open', 'here'],
    ['https://paypal.com@evil.example/', 'here'],
    ['//forum.example/1', 'here'],
    ['/t/1', 'here'],
    ['', 'here'],
    [null, 'here'],
    [undefined, 'here'],
  ])('to %j is written %j', (url, written) => {
    expect(mrkdwn(link(url, 'here'))).toBe(written);
  });

  it('is made only of an address that may be linked', () => {
    expect([httpUrl('https://x.example'), httpUrl('ftp://x.example'), httpUrl('x.example')]).toEqual([
      'https://x.example/',
      undefined,
      undefined,
    ]);
  });
});

describe('a mention', () => {
  it('names people and channels by id, and shows anything else as text', () => {
    const mentions = [
      user('U0ANA'),
      user('W0ANA'),
      channel('C0LEADS'),
      user('!channel'),
      user('someone (3febef)'),
      channel('C1> <!here'),
    ];
    expect(mentions.map((text) => mrkdwn(text))).toEqual(mentions.map((text) => fallbackText(text)));
    expect(mentions.map((text) => mrkdwn(text))).toEqual([
      '<@U0ANA>',
      '<@W0ANA>',
      '<#C0LEADS>',
      '!channel',
      'someone',
      'C1&gt; &lt;!here',
    ]);
  });
});

describe('a time', () => {
  it('is seen and heard by every reader in their own timezone', () => {
    expect(mrkdwn(clock(1_764_000_000_999))).toBe('<!date^1764000000^{time}|16:00 UTC>');
    expect(fallbackText(moment(1_764_000_000_999))).toBe(
      '<!date^1764000000^{date_short} at {time}|Mon 24 Nov, 16:00 UTC>',
    );
  });

  it('is as long as it reads, and never cut in half', () => {
    const since = say`Since ${clock(1_764_000_000_999)}`;
    expect(fallbackText(since, 15)).toMatch(/^Since <!date.*16:00 UTC>$/);
    expect(fallbackText(since, 14)).toBe('Since…');
  });

  it('is in the given timezone in a terminal, which also reads names where they are known', () => {
    const write = textFor({ timezone: 'Europe/Berlin', names: new Map([['U0ANA', 'Ana']]) });
    const spans = say`${user('U0ANA')} in ${channel('C0ACME')} <now>: ${clock(1_764_000_000_999)}`;
    expect(write(spans)).toBe('Ana in #C0ACME <now>: 17:00 Europe/Berlin');
    expect(write(moment(1_764_000_000_999))).toBe('Mon 24 Nov, 17:00 Europe/Berlin');
  });
});

describe('shortened text', () => {
  it.each([
    ['fits', 4, 'fits'],
    ['too long', 5, 'too…'],
    ['too long', 4, 'too…'],
    ['two  words', 9, 'two words'],
    ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 12, '👨‍👩‍👧‍👦…'],
    ['👨‍👩‍👧‍👦 family', 5, '…'],
    ['e\u0301e\u0301', 3, 'e\u0301…'],
    ['🇩🇪🇫🇷', 6, '🇩🇪…'],
    ['', 3, ''],
  ])('of %j in %d characters is %j', (text, max, short) => {
    expect(shorten(text, max)).toBe(short);
  });

  it('is counted as Slack counts it, and cut no shorter than it must be', () => {
    expect(plain('&'.repeat(100), 21).text).toBe(`${'&amp;'.repeat(4)}…`);
    const cut = fallbackText(say`${'R&D & more, '.repeat(20)}`, 60);
    expect(cut.length).toBeGreaterThan(50);
    expect(mrkdwn(say`${'R&D *now*, '.repeat(20)}`, 60).length).toBeGreaterThan(45);
    expect(plain('R&D', 7)).toEqual({ type: 'plain_text', text: 'R&amp;D', emoji: false });
  });

  it.each([
    ['a word', say`Leads of ${'Acme & Sons'} today`, 20, 'Leads of Acme &amp;…'],
    ['what is bold', say`A ${bold('very long title')} here`, 14, 'A *very long…*'],
    [
      'a link, which becomes words',
      say`See ${link('https://x.example', 'the thread')} now`,
      12,
      'See the thr…',
    ],
    ['a mention, which goes', say`Taken by ${user('U0ANARUIZ')} just now`, 14, 'Taken by…'],
    ['a line', say`One\ntwo three four`, 10, 'One\ntwo…'],
    ['behind an ellipsis', say`${'Ends with …'} ${bold('more and more')}`, 13, 'Ends with …'],
  ])('of several pieces is cut inside %s, with one ellipsis', (_, text, max, short) => {
    expect(mrkdwn(text, max)).toBe(short);
  });

  it('gives way where it is longest, and keeps the spaces around what stands beside it', () => {
    const line = join([flexible('Try '), bold('Acme'), flexible(' because it works'.repeat(9))], '');
    expect(mrkdwn(line, 40)).toBe('Try *Acme* because it works because it…');
  });

  it('gives way first where it is flexible', () => {
    const line = say`4 new leads. Best: “${flexible('Which *CRM*?'.repeat(9))}”, r/devops.`;
    expect(mrkdwn(line, 60)).toMatch(/^4 new leads\. Best: “Which .*…”, r\/devops\.$/);
    expect(fallbackText(line, 60)).toMatch(/^4 new leads\. Best: “Which .*…”, r\/devops\.$/);
  });
});

describe('of any text at all', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 80 }),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc
      .array(
        fc.constantFrom(
          '<',
          '>',
          '&',
          '|',
          '*',
          '!',
          '@U0ANA',
          '<!here>',
          '&lt;',
          '\n',
          '\u202E',
          'https://x.y',
          '👨‍👩‍👧‍👦',
          ' a ',
        ),
      )
      .map((pieces) => pieces.join('')),
  );
  const holds = (property: (text: string) => void) =>
    fc.assert(fc.property(text, property), { seed: 13, numRuns: runs(250) });
  /** No bracket, no control character, and no ampersand that is not one of the three entities. */
  const safe = /^(?:[^<>&\p{Cc}]|&(?:amp|lt|gt);)*$/u;

  it('no bracket, no bare ampersand and no second line is left', () => {
    holds((outside) => {
      for (const shown of [
        mrkdwn(say`${outside}`),
        mrkdwn(join([outside, outside], ' ')),
        mrkdwn(link('no address', outside)),
        mrkdwn(flexible(outside)),
        mrkdwn(code(outside)),
        mrkdwn(say`${bold(outside)} ${outside}`, 20),
        plain(outside).text,
        plain(outside, 20).text,
        fallbackText(say`${outside}`),
        fallbackText(say`${bold(outside)} ${outside}`, 20),
      ]) {
        expect(shown).toMatch(safe);
      }
    });
  });

  it('a link has exactly its own two brackets, and one bar before its label', () => {
    holds((outside) => {
      const shown = mrkdwn(link(`https://forum.example/${outside}`, outside));
      expect(shown).toMatch(/^<https:\/\/forum\.example\/[^<>|]*\|[^<>]*>$/);
    });
  });

  it('what people read is the text itself, without what could mislead them', () => {
    holds((outside) => {
      const read = fallbackText(link(undefined, outside))
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&');
      expect(read).toBe(rich(outside));
    });
  });

  it('a length that is asked for is kept, entities counted, and nothing is cut into halves', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 90 }), (outside, max) => {
        const pieces: Text = say`${outside} ${bold(outside)} ${user('U0ANA')} ${link('https://x.example', outside)}`;
        const escaped = [plain(outside, max).text, fallbackText(say`${outside}`, max)];
        for (const short of escaped) expect(short).toMatch(safe);
        for (const short of [
          ...escaped,
          shorten(outside, max),
          mrkdwn(say`${outside}`, max),
          mrkdwn(pieces, max),
          mrkdwn(say`${flexible(outside)}, ${outside}`, max),
          fallbackText(pieces, max),
        ])
          expect(short.length).toBeLessThanOrEqual(max);
        const ours = /<https:\/\/x\.example\/\|[^<>]*>|<@U0ANA>/g;
        expect(mrkdwn(pieces, max).replace(ours, '')).toMatch(safe);
        const kept = shorten(outside, max).replace(/…$/, '');
        expect(rich(outside).startsWith(kept)).toBe(true);
        if (outside.isWellFormed()) expect(shorten(outside, max).isWellFormed()).toBe(true);
      }),
      { seed: 17, numRuns: runs(250) },
    );
  });
});
