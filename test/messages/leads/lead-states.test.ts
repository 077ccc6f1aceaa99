import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DigestLead, LeadDigest, LeadStanding } from '../../../src/decision.ts';
import { leadReminderMessage } from '../../../src/messages/leads/claims.ts';
import { leadCard, leadLine } from '../../../src/messages/leads/lead-row.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { anyUrl } from '../../support/arbitraries.ts';
import { runs } from '../../support/runs.ts';
import { ACME, DIGEST, FRIDAY, STANDING } from '../cast.ts';
import { everyStanding, leadsOf, standingOf } from '../every-lead.ts';
import { buttonsOf, clocksRead, drawn, expectWithinLimits, seen, wordsOf } from '../reading.ts';

const HOUR = 3_600_000;
const NINE_FOURTEEN = FRIDAY + 14 * 60_000;
const TIME = /<!date\^\d+\^\{time\}\|[^>]*>/g;

/** The fourth lead is one line; all have handles. */
const LEADS: DigestLead[] = [
  ...DIGEST.leads,
  { key: 'id:4', title: 'Build or buy?', url: 'https://forum.example/4', place: 'r/devops', score: 79 },
];
const HANDLES = { ...STANDING.handles, 'id:4': 'L415' };

const MOMENT = /<!date\^1795075200\^\{date_short\} at \{time\}\|[^>]*>/g;
const readable = (words: string) => seen(words).replace(TIME, '09:14').replace(MOMENT, 'Nov 19 at 09:00');
const verbsIn = (block: unknown) =>
  [...JSON.stringify(block ?? {}).matchAll(/\\"verb\\":\\"(\w+)\\"/g)].map(([, verb]) => verb);

/** What one lead’s blocks say in a given state, and what they offer. */
function drawnAs(key: string, standing: LeadStanding, handle: string) {
  const { blocks, text } = render(
    { ...DIGEST, leads: LEADS },
    { ...STANDING, handles: HANDLES, leads: { [key]: standing } },
  );
  const at = blocks.findIndex((block) => wordsOf([block]).some((words) => words.endsWith(handle)));
  const of = (block: unknown) => wordsOf([block]).map(readable);
  const isLine = blocks[at]?.type === 'section';
  const own = isLine ? blocks.slice(at, at + 1) : blocks.slice(at - 1, at + 2);
  return {
    words: own.flatMap(of),
    verbs: own.flatMap(verbsIn),
    buttons: buttonsOf(own),
    text: clocksRead(text)
      .split('\n')
      .find((line) => line.endsWith(handle)),
  };
}

const second = (standing: LeadStanding) => drawnAs('id:2', standing, 'L398');
const fourth = (standing: LeadStanding) => drawnAs('id:4', standing, 'L415');

test.each(['replied', 'dismissed', 'snoozed'] as const)(
  'a %s lead is still known by its title, which links to its thread',
  (state) => {
    const title = 'How do you keep cloud cost per team visible without a spreadsheet?';
    const lead = { key: 'id:9', url: 'https://forum.example/9', title };
    const standing = { ...STANDING, leads: { [lead.key]: { state, by: 'U0ANA' } } };
    const { blocks } = render({ ...DIGEST, leads: [lead] }, standing);
    expect(wordsOf(blocks).join()).toContain(`<${lead.url}|${title}>`);
  },
);

describe('a lead with buttons shows its state', () => {
  test('open: buttons, dismiss reasons and a menu', () => {
    const { words, verbs, buttons } = second({ state: 'new', by: 'U0ANA', since: NINE_FOURTEEN });
    expect(words).toEqual([
      '*84 · Best CRM for a team of five?*\nMatches topic “pricing”.',
      'Hacker News · 1 d · open again since 09:14 · L398',
    ]);
    expect(buttons).toEqual(['I’ll reply', 'Assign…']);
    expect([...new Set(verbs)]).toEqual(['dismiss', 'tomorrow', 'snooze', 'why']);
  });

  test('claimed: by whom, since when, and what can be done', () => {
    const { words, verbs, buttons, text } = second({ state: 'claimed', by: 'U0ANA', since: NINE_FOURTEEN });
    expect(words).toEqual([
      '✋ *84 · Best CRM for a team of five?*\n*Claimed by <@U0ANA>, 09:14.*\nMatches topic “pricing”.',
      'Hacker News · 1 d · L398',
    ]);
    expect(buttons).toEqual(['Replied…', 'Hand over…']);
    expect(verbs).toEqual(['release', 'dismiss', 'why']);
    expect(text).toContain('Claimed by <@U0ANA>, 08:14 UTC');
  });

  test('assigned: by whom', () => {
    const { words } = second({ state: 'claimed', by: 'U0ANA', assignedBy: 'U0BEN', since: NINE_FOURTEEN });
    expect(words[0]).toContain('*Assigned to <@U0ANA> by <@U0BEN>, 09:14.*');
  });

  test('claimed or replied to on another day: with the day', () => {
    const since = FRIDAY - 24 * HOUR;
    expect(second({ state: 'claimed', by: 'U0ANA', since }).words[0]).toContain(', Nov 19 at 09:00');
    expect(second({ state: 'replied', by: 'U0ANA', since }).words[0]).toContain(', Nov 19 at 09:00');
  });

  test('claimed by someone the reader may not know: no name', () => {
    expect(second({ state: 'claimed', since: NINE_FOURTEEN }).words[0]).toContain(
      '*Claimed by a colleague, 09:14.*',
    );
  });

  test('shared by two projects: names the other', () => {
    expect(second({ state: 'new', alsoOf: ['Tidewater'] }).words[1]).toBe(
      'Hacker News · 1 d · also for Tidewater · L398',
    );
  });

  test('finished: one line', () => {
    expect(second({ state: 'replied', by: 'U0ANA', since: NINE_FOURTEEN }).words).toEqual([
      '✅ Best CRM for a team of five? · Answered by <@U0ANA>, 09:14 · L398',
    ]);
  });
});

describe('a lead in a line shows its state', () => {
  test.each<[string, LeadStanding, string, string[]]>([
    [
      'open',
      { state: 'new' },
      '*79* Build or buy? · r/devops · L415',
      ['claim', 'assign', 'dismiss', 'snooze', 'why'],
    ],
    [
      'claimed',
      { state: 'claimed', by: 'U0ANA', since: NINE_FOURTEEN },
      '✋ *79* Build or buy? · r/devops · Claimed by <@U0ANA>, 09:14 · L415',
      ['replied', 'assign', 'release', 'dismiss', 'why'],
    ],
    [
      'assigned',
      { state: 'claimed', by: 'U0ANA', assignedBy: 'U0BEN', since: NINE_FOURTEEN },
      '✋ *79* Build or buy? · r/devops · Assigned to <@U0ANA> by <@U0BEN>, 09:14 · L415',
      ['replied', 'assign', 'release', 'dismiss', 'why'],
    ],
    [
      'replied',
      { state: 'replied', by: 'U0ANA', since: NINE_FOURTEEN, replyUrl: 'https://forum.example/2#9' },
      '✅ Build or buy? · Answered by <@U0ANA>, 09:14 · reply · L415',
      ['helpful', 'removed', 'reopen', 'why'],
    ],
    [
      'replied, with an outcome',
      { state: 'replied', by: 'U0ANA', since: NINE_FOURTEEN, outcome: 'helpful' },
      '✅ Build or buy? · Answered by <@U0ANA>, 09:14 · helpful · L415',
      ['helpful', 'removed', 'reopen', 'why'],
    ],
    [
      'dismissed',
      { state: 'dismissed', by: 'U0ANA', since: NINE_FOURTEEN, dismissReason: 'off_topic' },
      'Build or buy? · Dismissed by <@U0ANA>, 09:14 · Off topic · L415',
      ['reopen', 'why'],
    ],
    [
      'dismissed in someone’s own words',
      { state: 'dismissed', by: 'U0ANA', since: NINE_FOURTEEN, dismissReason: 'a *friend* of ours' },
      'Build or buy? · Dismissed by <@U0ANA>, 09:14 · a *friend* of ours · L415',
      ['reopen', 'why'],
    ],
    [
      'snoozed',
      { state: 'snoozed', by: 'U0ANA', since: NINE_FOURTEEN, until: FRIDAY + 72 * HOUR },
      'Build or buy? · Snoozed by <@U0ANA> until Mon 23 Nov · L415',
      ['reopen', 'snooze', 'dismiss', 'why'],
    ],
  ])('%s', (_, standing, line, verbs) => {
    const drawn = fourth(standing);
    expect(drawn.words.map(clocksRead)).toEqual([line]);
    expect(drawn.verbs).toEqual(verbs);
  });
});

test('no menu value is too long for Slack, whatever list it is in', () => {
  const standings = Object.values(everyStanding('Off topic', 'https://forum.example/1'));
  for (const [standing, of] of standings.flatMap((one) =>
    ['', 'w'.repeat(500)].map((of) => [one, of] as const),
  )) {
    const leads = leadsOf('CRM?', 'https://forum.example/1', 20);
    const rows = {
      project: ACME,
      at: FRIDAY,
      timezone: 'Europe/Berlin',
      mayAct: true,
      list: { of, page: 99 },
    };
    const page = {
      parts: [
        {
          kind: 'rows' as const,
          rows: leads.flatMap((lead) => {
            const all = { ...rows, standing: standingOf(leads, standing) };
            return [leadCard(lead, all), leadLine(lead, all)];
          }),
        },
      ],
    };
    const values = JSON.stringify(drawn(page)).matchAll(/"value":"((?:[^"\\]|\\.)*)"/g);
    for (const [, value = ''] of values) expect(JSON.parse(`"${value}"`).length).toBeLessThanOrEqual(150);
  }
});

test.each([
  [84, 81, 'up 3 since Tue 17 Nov'],
  [0.91, 0.945, 'down 0.035 since Tue 17 Nov'],
])('a score of %d that was %d shows how it moved', (score, previousScore, words) => {
  const tuesday = FRIDAY - 3 * 24 * HOUR;
  const lead = { key: 'id:2', title: 'CRM?', score, previousScore, scoreSince: tuesday };
  const [, , , facts = ''] = wordsOf(render({ ...DIGEST, leads: [lead] }, STANDING).blocks);
  expect(clocksRead(facts)).toContain(words);
});

test.each([
  [91, 0.91],
  [0.72, 72],
])('a score of %d that was %d changed scale, and did not move', (score, previousScore) => {
  const lead = { key: 'id:2', title: 'CRM?', score, previousScore, scoreSince: FRIDAY - 72 * HOUR };
  const words = wordsOf(render({ ...DIGEST, leads: [lead] }, STANDING).blocks);
  expect(words[2]).toContain(`*${score} ·`);
  expect(words.join()).not.toMatch(/ (up|down) /);
});

describe('leads still waiting', () => {
  const [first, back, ...others] = DIGEST.leads.map((lead) => ({ ...lead, firstSeenAt: FRIDAY - 72 * HOUR }));
  const digest = {
    ...DIGEST,
    leads: first ? [first] : [],
    stillOpen: back ? [back] : [],
    more: others,
  };

  test('have their own block, with the day they were first seen', () => {
    const { blocks, text } = render(digest, STANDING);
    const [heading, row] = wordsOf(blocks).slice(4);
    expect(heading).toMatch(/^\*Still waiting\* · .*shown once more$/m);
    expect(clocksRead(row ?? '')).toMatch(/^\*84\* .* · Hacker News · 1 d · first seen Tue 17 Nov · L398$/);
    expect(text).toMatch(/^Acme: 1 new lead\. Best: 91, /);
    const lines = text.split('\n');
    expect(lines[lines.findIndex((line) => line.startsWith('Still waiting')) + 1]).toMatch(
      /^84 Best CRM .* · L398$/,
    );
  });

  test.each([
    ['new', 10],
    ['dismissed', 9],
  ] as const)('are all counted, however few are shown again: one is %s', (state, open) => {
    const taken = { ...STANDING, leads: { [back?.key ?? '']: { state } } };
    const { blocks } = render({ ...digest, open: 9 }, taken);
    expect(buttonsOf(blocks)[0]).toBe(`${open} open`);
    // Any other count would contradict it sooner or later.
    expect(wordsOf(blocks).join('\n')).not.toMatch(/\d (earlier|still|open)/);
  });

  test('are counted even if none is shown again', () => {
    const { blocks } = render({ ...digest, leads: [], stillOpen: [], leftOut: [], open: 6 }, STANDING);
    expect(wordsOf(blocks)[0]).toBe('*Acme · no new leads*');
    expect(buttonsOf(blocks)).toContain('6 open');
  });

  test('can be all there is', () => {
    const { blocks, text } = render({ ...digest, leads: [], leftOut: [] }, STANDING);
    expect(wordsOf(blocks)[0]).toBe('*Acme · no new leads*');
    expect(text).toMatch(/^Acme: no new leads. Best: 84, /);
  });
});

/** How many leads a message shows: each row ends with a handle. */
const shownIn = (blocks: readonly unknown[]) =>
  new Set(wordsOf(blocks).flatMap((words) => words.match(/\bL1000\d\d$/gm) ?? [])).size;

/** How many it shows while all are open. */
const shownOpen = (digest: LeadDigest, leads: readonly DigestLead[]) =>
  shownIn(render(digest, standingOf(leads, { state: 'new' })).blocks);

describe('fifty leads with the longest titles', () => {
  const title = 'Why does & cost <so> *much*? '.repeat(20);
  const leads = leadsOf(title, `https://forum.example/${'a'.repeat(570)}`, 50);
  const digest = { ...DIGEST, leads, unshown: 0 };
  const open = standingOf(leads, { state: 'new' });
  const shown = shownOpen(digest, leads);

  test('stay within Slack’s limits, with a button for the rest', () => {
    const message = render(digest, open);
    expectWithinLimits(message);
    expect(shownIn(message.blocks)).toBe(shown);
    expect(buttonsOf(message.blocks)).toContain('50 open');
  });
});

describe.each([
  ['short', 'CRM?'],
  ['long', 'Why does it cost so much? '.repeat(9)],
])('no row appears or disappears as states change: %s titles', (_, title) => {
  const reply = `https://forum.example/${'r'.repeat(128)}`;
  const leads = leadsOf(title, 'https://forum.example/1', 40);
  const digest = { ...DIGEST, leads: leads.slice(0, 35), stillOpen: leads.slice(35), unshown: 0 };
  test.each(Object.entries(everyStanding('Off topic', reply)))('when all of it is %s', (_state, standing) => {
    const { blocks } = render(digest, standingOf(leads, standing));
    expect(shownIn(blocks)).toBe(shownOpen(digest, leads));
  });
});

test('about twenty ordinary leads fit, and no more are drawn', () => {
  const leads = leadsOf('How do you alert on cost spikes?', 'https://forum.example/1', 30).map((lead) => ({
    ...lead,
    place: 'r/devops',
    reason: 'Asks for what your prompt covers.',
    citedBy: undefined,
    firstSeenAt: undefined,
    previousScore: undefined,
  }));
  expect(shownOpen({ ...DIGEST, leads }, leads)).toBeGreaterThanOrEqual(18);
  expect(shownOpen({ ...DIGEST, leads }, leads)).toBeLessThanOrEqual(20);
});

test('as many leads are shown in any state as while all are open, whatever their text', () => {
  const title = fc.string({ unit: fc.constantFrom('a', '&', '*', ' ', 'é', '👩‍👩‍👧'), maxLength: 200 });
  fc.assert(
    fc.property(title, fc.integer({ min: 1, max: 50 }), anyUrl, (text, many, url) => {
      const leads = leadsOf(text, url, many);
      const digest = { ...DIGEST, leads, unshown: 0 };
      for (const standing of Object.values(everyStanding(text, url))) {
        const { blocks } = render(digest, standingOf(leads, standing));
        expect(shownIn(blocks)).toBe(shownOpen(digest, leads));
      }
    }),
    { seed: 31, numRuns: runs(10, 250) },
  );
});

test('whoever assigned a lead that is declined can take it or assign it again, until somebody has it', () => {
  const [lead = { key: '' }] = DIGEST.leads;
  const ended = {
    kind: 'claim_ended',
    v: 1,
    project: ACME,
    lead,
    by: 'U0BEN',
    how: 'decline',
    at: FRIDAY,
  } as const;
  const told = (standing: LeadStanding) => render(ended, { ...STANDING, leads: { 'id:1': standing } }).blocks;
  expect(buttonsOf(told({ state: 'new' }))).toEqual(['I’ll reply', 'Assign…']);
  const taken = told({ state: 'claimed', by: 'U0ANA', since: NINE_FOURTEEN });
  expect(buttonsOf(taken)).toEqual([]);
  expect(wordsOf(taken).join()).toContain('Claimed by <@U0ANA>');
  expect(wordsOf(taken).join()).not.toContain('open again');
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
    drawn(leadReminderMessage(reminder, { ...STANDING, ...(standing && { leads: { 'id:1': standing } }) }));

  test('says what was claimed and when, with buttons', () => {
    const { blocks } = draw();
    expect(wordsOf(blocks).map(readable)).toEqual([
      '*Did you reply?*',
      'How do you alert on Kubernetes cost spikes?\nYou claimed it on Nov 19 at 09:00.',
      'Acme · L412',
    ]);
    expect(buttonsOf(blocks)).toEqual(['Replied…', 'Hand over…', 'Release', 'Snooze…']);
  });

  test('has no buttons once there is a reply or the lead is someone else’s', () => {
    for (const state of ['replied', 'claimed'] as const) {
      const { blocks } = draw({ state, by: 'U0BEN', since: FRIDAY });
      expect(buttonsOf(blocks)).toEqual([]);
      expect(wordsOf(blocks)[1]).toMatch(/\n(Answered|Claimed) by <@U0BEN>, <!date/);
    }
  });

  test('says if the lead is open again', () => {
    const [, state] = wordsOf(draw({ state: 'new', by: 'U0ANA', since: FRIDAY }).blocks);
    expect(state).toContain('Open again');
  });

  test('of several leads is one message, where what is done stands without buttons', () => {
    const also = [{ ...reminder, lead: { key: 'id:2', title: 'Best CRM?' }, claimedAt: FRIDAY - 23 * HOUR }];
    const leads = { 'id:1': { state: 'replied' as const, by: 'U0ANA', since: FRIDAY } };
    const drawnWith = (standing: typeof STANDING) =>
      drawn(leadReminderMessage({ ...reminder, also }, standing));
    expect(wordsOf(drawnWith(STANDING).blocks)[0]).toContain('Did you reply?');
    const { blocks, text } = drawnWith({ ...STANDING, leads });
    expect(buttonsOf(blocks)).toEqual(['Replied…', 'Hand over…', 'Release', 'Snooze…']);
    expect(text).toMatch(/Answered by .*Best CRM\?.*You claimed it/s);
  });

  test('says who assigned it', () => {
    const assigned = leadReminderMessage({ ...reminder, assignedBy: 'U0BEN' }, STANDING);
    expect(wordsOf(drawn(assigned).blocks).map(readable)[1]).toMatch(
      /\n<@U0BEN> assigned it to you on Nov 19 at 09:00\.$/,
    );
    expect(drawn(assigned).text).not.toContain('claimed');
  });
});
