import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LeadDigest, LeadStanding } from '../../src/decision.ts';
import { leadMoreMessage } from '../../src/messages/answers/lead-more.ts';
import { shownInDigest } from '../../src/messages/posts/lead-digest.ts';
import { leadReminderMessage } from '../../src/messages/posts/lead-reminder.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import { ACME, DIGEST, FRIDAY, STANDING } from './cast.ts';
import { everyStanding, leadsOf, standingOf } from './every-lead.ts';
import { buttonsOf, expectWithinLimits, seen, wordsOf } from './reading.ts';

const HOUR = 3_600_000;
const NINE_FOURTEEN = FRIDAY + 14 * 60_000;
const TIME = /<!date\^\d+\^\{time\}\|[^>]*>/g;

/** The second lead of the digest, when it stands so: its row, and what its menu offers. */
function second(standing: LeadStanding, changes: Partial<LeadDigest> = {}) {
  const leads = { 'id:2': standing };
  const { blocks, text } = render({ ...DIGEST, ...changes }, { ...STANDING, leads });
  return {
    row: seen(wordsOf(blocks)[2] ?? '').replace(TIME, '09:14'),
    menu: [...JSON.stringify(blocks[2]).matchAll(/"value":"(\w+) L398/g)].map(([, verb]) => verb),
    text: text.split('\n')[2],
  };
}

describe('a row says how its lead stands', () => {
  test('claimed: by whom and when, with all that its claimer can do', () => {
    const { row, menu, text } = second({ state: 'claimed', by: 'U0ANA', since: NINE_FOURTEEN });
    expect(row).toBe(
      '*2.* Best CRM for a team of five?\nHacker News · 1 d old · score 84 · new · L398\n' +
        'Matches topic “pricing”.  *Claimed by <@U0ANA>, 09:14*',
    );
    expect(menu).toEqual(['replied', 'release', 'snooze', 'dismiss', 'why']);
    expect(text).toMatch(/, score 84, claimed, L398$/);
  });

  test('claimed on another day: with the day', () => {
    const { row } = second({ state: 'claimed', by: 'U0ANA', since: FRIDAY - 24 * HOUR });
    expect(row).toContain('Claimed by <@U0ANA>, Thu 09:14');
  });

  test('snoozed until another year: with the year', () => {
    const { row } = second({ state: 'snoozed', by: 'U0ANA', until: Date.UTC(2030, 0, 1, 9) });
    expect(row).toContain('until Tue 1 Jan 2030');
  });

  test.each<[string, LeadStanding, string, string[]]>([
    [
      'replied',
      { state: 'replied', by: 'U0ANA', since: NINE_FOURTEEN, replyUrl: 'https://forum.example/2#9' },
      '*2.* Best CRM for a team of five? · Replied by <@U0ANA>, 09:14 · reply · L398',
      ['helpful', 'removed', 'reopen', 'why'],
    ],
    [
      'replied, with what came of it',
      { state: 'replied', by: 'U0ANA', since: NINE_FOURTEEN, outcome: 'helpful' },
      '*2.* Best CRM for a team of five? · Replied by <@U0ANA>, 09:14 · helpful · L398',
      ['helpful', 'removed', 'reopen', 'why'],
    ],
    [
      'dismissed',
      { state: 'dismissed', by: 'U0ANA', since: NINE_FOURTEEN, dismissReason: 'off_topic' },
      '*2.* Best CRM for a team of five? · Dismissed by <@U0ANA>, 09:14 · Off topic · L398',
      ['reopen', 'why'],
    ],
    [
      'dismissed in somebody’s own words',
      { state: 'dismissed', by: 'U0ANA', since: NINE_FOURTEEN, dismissReason: 'a *friend* of ours' },
      '*2.* Best CRM for a team of five? · Dismissed by <@U0ANA>, 09:14 · a *friend* of ours · L398',
      ['reopen', 'why'],
    ],
    [
      'snoozed',
      { state: 'snoozed', by: 'U0ANA', since: NINE_FOURTEEN, until: FRIDAY + 72 * HOUR },
      '*2.* Best CRM for a team of five? · Snoozed by <@U0ANA> until Mon · L398',
      ['reopen', 'snooze', 'dismiss', 'why'],
    ],
  ])('%s: in one line', (_, standing, line, menu) => {
    const drawn = second(standing);
    expect(drawn.row).toBe(line);
    expect(drawn.menu).toEqual(menu);
  });

  test('nobody is named to people who are not beside them', () => {
    expect(second({ state: 'claimed', since: NINE_FOURTEEN }).row).toContain(
      '*Claimed by a colleague, 09:14*',
    );
  });

  test('open again: as it was', () => {
    const { row, menu } = second({ state: 'new', by: 'U0ANA', since: NINE_FOURTEEN });
    expect(row).toMatch(/Matches topic “pricing”\.$/);
    expect(menu).toEqual([]);
  });

  test('of two projects: with both names', () => {
    expect(second({ state: 'new', alsoOf: ['Tidewater'] }).row).toContain('new · also Tidewater · L398');
  });
});

test.each([
  [84, 81, 'score 84, up 3 since Tue'],
  [0.91, 0.945, 'score 0.91, down 0.035 since Tue'],
])('a score of %d that was %d says how it moved', (score, previousScore, words) => {
  const tuesday = FRIDAY - 3 * 24 * HOUR;
  const lead = { key: 'id:2', title: 'CRM?', score, previousScore, scoreSince: tuesday };
  expect(wordsOf(render({ ...DIGEST, leads: [lead] }, STANDING).blocks)[1]).toContain(words);
});

test.each([
  [91, 0.91],
  [0.72, 72],
])('a score of %d that was %d is on another scale, and did not move', (score, previousScore) => {
  const lead = { key: 'id:2', title: 'CRM?', score, previousScore, scoreSince: FRIDAY - 72 * HOUR };
  const [, row = ''] = wordsOf(render({ ...DIGEST, leads: [lead] }, STANDING).blocks);
  expect(row).toContain(`score ${score} ·`);
  expect(row).not.toMatch(/ (up|down) /);
});

describe('what is still open', () => {
  const [first, back, ...others] = DIGEST.leads.map((lead) => ({ ...lead, firstSeenAt: FRIDAY - 72 * HOUR }));
  const digest = {
    ...DIGEST,
    leads: first ? [first] : [],
    stillOpen: back ? [back] : [],
    open: 1,
    more: others,
  };

  test('stands in its own block, numbered on, with the day it was first seen', () => {
    const words = wordsOf(render(digest, STANDING).blocks);
    expect(words[0]).toContain('*1 new*, 1 still open');
    expect(words[2]).toMatch(/^Still open\n\*2\.\* /);
    expect(words[2]).toContain('score 84 · first seen Tue · L398');
    expect(render(digest, STANDING).text).toMatch(/^Acme: 1 new lead, 1 still open\. Best: 91, /);
  });

  test('stands below a line of its own for those who listen, in the same order', () => {
    const [, first, heading, second] = render(digest, STANDING).text.split('\n');
    expect([first, heading, second]).toEqual([
      expect.stringMatching(/^1\. How do you .*, L412$/),
      'Still open:',
      '2. Best CRM for a team of five? · Hacker News, 1 day old, score 84, first seen Tue, L398',
    ]);
  });

  test('is counted whole, however few of it come back', () => {
    const { blocks, text } = render({ ...digest, open: 9 }, STANDING);
    const words = wordsOf(blocks);
    expect(words[0]).toContain('*1 new*, 9 still open');
    expect(words[2]).toMatch(/^Still open, 1 of 9\n\*2\.\* /);
    expect(text).toMatch(/^Acme: 1 new lead, 9 still open\. Best: 91, /);
    expect(text.split('\n')).toContain('Still open, 1 of 9:');
  });

  test('is told where nothing of it comes back', () => {
    const { blocks, text } = render(
      { ...digest, leads: [], stillOpen: [], more: [], leftOut: [], open: 6 },
      STANDING,
    );
    expect(wordsOf(blocks)[0]).toContain('no new leads, 6 shown before and still open');
    expect(text).toMatch(/^Acme: no new leads, 6 shown before and still open\.\n/);
  });

  test('was not counted in a digest of an earlier version: it says what comes back, not how much there was', () => {
    const { blocks, text } = render({ ...digest, open: undefined }, STANDING);
    expect(wordsOf(blocks)[0]).toContain('*1 new* · ');
    expect(wordsOf(blocks)[2]).toMatch(/^Still open\n/);
    expect(text).toMatch(/^Acme: 1 new lead\. Best: 91, /);
  });

  test('can be all there is', () => {
    const { blocks, text } = render({ ...digest, leads: [], more: [], leftOut: [] }, STANDING);
    expect(wordsOf(blocks)[0]).toBe(
      '*Acme leads* · Fri 20 Nov · no new leads, 1 still open · 31 in all, average score 58',
    );
    expect(text).toMatch(/^Acme: no new leads, 1 still open: 84, /);
  });

  test('what the digest has no room for is behind its button', () => {
    const { blocks } = render({ ...digest, unshown: 1 }, STANDING);
    expect(buttonsOf(blocks)).toContain('Show 1 more');
    const page = leadMoreMessage({ digest, from: 2, ts: '1.2', mayAct: true }, STANDING);
    expect(wordsOf(page.blocks)).toMatchObject([
      'Acme leads of Fri 20 Nov, 3 to 3 of 3',
      expect.stringContaining('*3.* <https://forum.example/saas/3|Leaving Globex, what next?>'),
    ]);
  });
});

describe('fifty leads with the longest titles', () => {
  const title = 'Why does & cost <so> *much*? '.repeat(20);
  const leads = leadsOf(title, `https://forum.example/${'a'.repeat(570)}`, 50);
  const digest = { ...DIGEST, leads, unshown: 0 };

  test('are within the limits of Slack, and those without room are behind the button', () => {
    const message = render(digest, standingOf(leads, { state: 'new' }));
    expectWithinLimits(message);
    const shown = shownInDigest(digest);
    expect(buttonsOf(message.blocks)).toContain(`Show 15 of ${50 - shown} more`);
  });

  test('whoever may do nothing with leads reads them without their buttons', () => {
    const page = (mayAct: boolean) =>
      leadMoreMessage(
        { digest, from: shownInDigest(digest), ts: '1.2', mayAct },
        standingOf(leads, { state: 'new' }),
      );
    expect(buttonsOf(page(true).blocks)).toContain('I’ll reply');
    expect(buttonsOf(page(false).blocks)).toEqual([expect.stringMatching(/^Show \d+ of \d+ more$/)]);
    expect(page(false).text).toBe(page(true).text);
  });

  test('every one of them is on one of the pages', () => {
    const numbers: string[] = [];
    for (let from = shownInDigest(digest); from < 50; from = shownInDigest(digest) + numbers.length) {
      const page = leadMoreMessage(
        { digest, from, ts: '1.2', mayAct: true },
        standingOf(leads, { state: 'new' }),
      );
      expectWithinLimits(page);
      numbers.push(...wordsOf(page.blocks).flatMap((words) => words.match(/^\*(\d+)\.\*/)?.[1] ?? []));
    }
    expect(numbers).toEqual(
      Array.from({ length: numbers.length }, (_, i) => `${shownInDigest(digest) + i + 1}`),
    );
    expect(shownInDigest(digest) + numbers.length).toBe(50);
  });
});

describe.each([
  ['short', 'CRM?'],
  ['long', 'Why does it cost so much? '.repeat(9)],
])('the list never jumps: %s titles', (_, title) => {
  const reply = `https://forum.example/${'r'.repeat(128)}`;
  const leads = leadsOf(title, 'https://forum.example/1', 40);
  const digest = { ...DIGEST, leads: leads.slice(0, 35), stillOpen: leads.slice(35), unshown: 0 };
  test.each(Object.entries(everyStanding('Off topic', reply)))('when all of it is %s', (_state, standing) => {
    const { blocks } = render(digest, standingOf(leads, standing));
    const rows = wordsOf(blocks).filter((words) => /(^|\n)\*\d+\.\*/.test(words));
    expect(rows).toHaveLength(shownInDigest(digest));
  });
});

test('as many leads are shown while all are open as in any other state, however much room there is', () => {
  const title = fc.string({ unit: fc.constantFrom('a', '&', '*', ' ', 'é', '👩‍👩‍👧'), maxLength: 200 });
  fc.assert(
    fc.property(title, fc.integer({ min: 1, max: 50 }), fc.webUrl(), (text, many, url) => {
      const leads = leadsOf(text, url, many);
      const digest = { ...DIGEST, leads, unshown: 0 };
      const { blocks } = render(digest, standingOf(leads, { state: 'new' }));
      const rows = wordsOf(blocks).filter((words) => /(^|\n)\*\d+\.\*/.test(words));
      expect(rows).toHaveLength(shownInDigest(digest));
    }),
    { seed: 31, numRuns: 300 },
  );
});

describe('a reminder', () => {
  const [lead = { key: '' }] = DIGEST.leads;
  const reminder = {
    kind: 'lead_reminder',
    v: 1,
    project: ACME,
    lead,
    person: 'U0ANA',
    claimedAt: FRIDAY - 24 * HOUR,
    timezone: 'Europe/Berlin',
  } as const;
  const draw = (standing?: LeadStanding) =>
    leadReminderMessage(reminder, { ...STANDING, ...(standing && { leads: { 'id:1': standing } }) });

  test('says what was claimed when, and what can be done', () => {
    const { blocks } = draw();
    expect(seen(wordsOf(blocks)[0] ?? '').replace(TIME, '09:00')).toBe(
      '*Acme* · How do you alert on Kubernetes cost spikes? · L412\n' +
        'You claimed it on Thu 19 Nov, 09:00. No reply is noted yet.',
    );
    expect(buttonsOf(blocks)).toEqual(['Replied…', 'Release', 'Snooze…']);
  });

  test('has nothing more to ask once there is a reply, or the lead is somebody else’s', () => {
    for (const state of ['replied', 'claimed'] as const) {
      const { blocks } = draw({ state, by: 'U0BEN', since: FRIDAY });
      expect(buttonsOf(blocks)).toEqual([]);
      expect(wordsOf(blocks)[0]).toMatch(/\n(Replied|Claimed) by <@U0BEN>, Fri /);
    }
  });

  test('says so when the lead is open again', () => {
    expect(wordsOf(draw({ state: 'new', by: 'U0ANA', since: FRIDAY }).blocks)[0]).toMatch(
      /\nIt is open again\.$/,
    );
  });
});
