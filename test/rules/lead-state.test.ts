import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LeadState } from '../../src/decision.ts';
import { decideMove, type LeadAct, reminderAt, snoozeDays, snoozeUntil } from '../../src/rules/lead-state.ts';
import { DAY, FRIDAY, HOUR } from './cast.ts';

const ANA = 'U0ANA';
const BEN = 'U0BEN';
const CY = 'U0CY';
const SINCE = FRIDAY - HOUR;

const STATES: Record<LeadState['state'], LeadState> = {
  new: { state: 'new' },
  claimed: { state: 'claimed', by: ANA, since: SINCE },
  replied: { state: 'replied', by: ANA, since: SINCE, replyUrl: 'https://forum.example/1#r' },
  dismissed: { state: 'dismissed', by: ANA, since: SINCE, dismissReason: 'Off topic' },
  snoozed: { state: 'snoozed', by: ANA, since: SINCE, until: FRIDAY + DAY },
};

const ACTS: Record<LeadAct['kind'], LeadAct> = {
  claim: { kind: 'claim' },
  assign: { kind: 'assign', to: CY },
  release: { kind: 'release' },
  reply: { kind: 'reply', url: 'https://forum.example/1#r' },
  dismiss: { kind: 'dismiss', reason: 'Off topic' },
  snooze: { kind: 'snooze', until: FRIDAY + 3 * DAY },
  reopen: { kind: 'reopen' },
  outcome: { kind: 'outcome', outcome: 'helpful' },
  undo: { kind: 'undo' },
};

type Row = [from: keyof typeof STATES, act: keyof typeof ACTS, comesTo: LeadState['state'] | undefined];

/** Every act in every state: the state that it comes to, or undefined if it is refused. */
const OF_ANA: Row[] = [
  ['new', 'assign', 'claimed'],
  ['new', 'claim', 'claimed'],
  ['new', 'release', undefined],
  ['new', 'reply', 'replied'],
  ['new', 'dismiss', 'dismissed'],
  ['new', 'snooze', 'snoozed'],
  ['new', 'reopen', undefined],
  ['new', 'outcome', undefined],
  ['new', 'undo', undefined],
  ['claimed', 'assign', 'claimed'],
  ['claimed', 'claim', undefined],
  ['claimed', 'release', 'new'],
  ['claimed', 'reply', 'replied'],
  ['claimed', 'dismiss', 'dismissed'],
  ['claimed', 'snooze', 'snoozed'],
  ['claimed', 'reopen', undefined],
  ['claimed', 'outcome', undefined],
  ['claimed', 'undo', undefined],
  ['replied', 'assign', undefined],
  ['replied', 'claim', undefined],
  ['replied', 'release', undefined],
  ['replied', 'reply', undefined],
  ['replied', 'dismiss', undefined],
  ['replied', 'snooze', undefined],
  ['replied', 'reopen', 'new'],
  ['replied', 'outcome', 'replied'],
  ['replied', 'undo', undefined],
  ['dismissed', 'assign', undefined],
  ['dismissed', 'claim', undefined],
  ['dismissed', 'release', undefined],
  ['dismissed', 'reply', undefined],
  ['dismissed', 'dismiss', undefined],
  ['dismissed', 'snooze', undefined],
  ['dismissed', 'reopen', 'new'],
  ['dismissed', 'outcome', undefined],
  ['dismissed', 'undo', 'new'],
  ['snoozed', 'assign', 'claimed'],
  ['snoozed', 'claim', 'claimed'],
  ['snoozed', 'release', undefined],
  ['snoozed', 'reply', 'replied'],
  ['snoozed', 'dismiss', 'dismissed'],
  ['snoozed', 'snooze', 'snoozed'],
  ['snoozed', 'reopen', 'new'],
  ['snoozed', 'outcome', undefined],
  ['snoozed', 'undo', 'new'],
];

/** Where the lead is claimed, and not by whoever acts. */
const OF_BEN: Row[] = [
  ['claimed', 'claim', undefined],
  ['claimed', 'assign', undefined],
  ['claimed', 'release', 'new'],
  ['claimed', 'reply', 'replied'],
  ['claimed', 'dismiss', undefined],
  ['claimed', 'snooze', undefined],
];

test('the table holds every act in every state', () => {
  const all = Object.keys(STATES).flatMap((from) => Object.keys(ACTS).map((act) => `${from} ${act}`));
  expect(OF_ANA.map(([from, act]) => `${from} ${act}`).sort()).toEqual(all.sort());
});

describe.each([
  ['its claimer', ANA, OF_ANA],
  ['somebody else', BEN, OF_BEN],
] as const)('by %s', (_, person, rows) => {
  test.each(rows)('a lead that is %s: %s comes to %s', (from, act, comesTo) => {
    expect(decideMove(STATES[from], ACTS[act], person, FRIDAY)?.state).toBe(comesTo);
  });
});

test('whoever assigned a lead can assign it to somebody else, but neither dismiss nor snooze it', () => {
  const assigned = { ...STATES.claimed, assignedBy: BEN };
  expect(decideMove(assigned, ACTS.assign, BEN, FRIDAY)).toMatchObject({ by: CY, assignedBy: BEN });
  expect(decideMove(assigned, ACTS.dismiss, BEN, FRIDAY)).toBeUndefined();
  expect(decideMove(assigned, ACTS.snooze, BEN, FRIDAY)).toBeUndefined();
  expect(decideMove(assigned, { kind: 'assign', to: ANA }, BEN, FRIDAY)).toBeUndefined();
});

test('an undo brings back what was before one’s own dismissal or snooze, and no colleague’s', () => {
  const dismissed = decideMove(STATES.claimed, ACTS.dismiss, ANA, FRIDAY) ?? expect.fail('refused');
  expect(decideMove(dismissed, ACTS.undo, ANA, FRIDAY + 1)).toEqual(STATES.claimed);
  expect(decideMove(dismissed, ACTS.undo, BEN, FRIDAY + 1)).toBeUndefined();
  expect(decideMove(dismissed, { kind: 'undo', since: FRIDAY - 1 }, ANA, FRIDAY + 1)).toBeUndefined();
});

describe('what a change leaves', () => {
  test.each([
    ['who replied, with the link', 'claimed', 'reply', { by: BEN, replyUrl: 'https://forum.example/1#r' }],
    ['why it was dismissed', 'new', 'dismiss', { by: BEN, dismissReason: 'Off topic' }],
    ['until when it is snoozed', 'new', 'snooze', { by: BEN, until: FRIDAY + 3 * DAY }],
    [
      'the reply and who made it beside the outcome',
      'replied',
      'outcome',
      { ...STATES.replied, outcome: 'helpful' },
    ],
  ] as const)('is %s', (_, from, act, state) => {
    expect(decideMove(STATES[from], ACTS[act], BEN, FRIDAY)).toMatchObject(state);
  });

  test('is nothing of what was before, once it is open again', () => {
    const released = decideMove(STATES.snoozed, { kind: 'reopen' }, BEN, FRIDAY);
    expect(released).toEqual({ state: 'new', by: BEN, since: FRIDAY });
  });
});

describe('a snooze', () => {
  test('cannot end in the past', () => {
    const move = decideMove(STATES.new, { kind: 'snooze', until: FRIDAY }, ANA, FRIDAY);
    expect(move).toBeUndefined();
  });

  test('ends by itself on its day, and no sooner', () => {
    const wake = (now: number) => decideMove(STATES.snoozed, { kind: 'reopen' }, undefined, now);
    expect(wake(FRIDAY)).toBeUndefined();
    expect(wake(FRIDAY + DAY)).toMatchObject({ state: 'new' });
  });

  test.each(['new', 'claimed', 'replied', 'dismissed'] as const)(
    'has nothing to end for a lead that is %s',
    (state) => {
      expect(decideMove(STATES[state], { kind: 'reopen' }, undefined, FRIDAY + 9 * DAY)).toBeUndefined();
    },
  );
});

test('however people click, whoever is named did the last thing that was allowed', () => {
  const click = fc.record({
    act: fc.constantFrom(...Object.values(ACTS)),
    by: fc.constantFrom(ANA, BEN, 'U0CY'),
  });
  fc.assert(
    fc.property(fc.array(click), (clicks) => {
      let state: LeadState = { state: 'new' };
      clicks.forEach(({ act, by }, i) => {
        const move = decideMove(state, act, by, FRIDAY + i);
        if (!move) return;
        state = move;
        // An outcome is said of somebody's reply, and an undo brings back what somebody did before.
        const holder = act.kind === 'assign' ? act.to : by;
        if (act.kind !== 'outcome' && act.kind !== 'undo')
          expect(state).toMatchObject({ by: holder, since: FRIDAY + i });
      });
    }),
    { seed: 5 },
  );
});

const BERLIN = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);

describe('the days offered for a snooze', () => {
  test.each([
    ['on a Friday', BERLIN, '2026-11-20T22:30:00Z', ['2026-11-21', '2026-11-23']],
    ['after midnight there', BERLIN, '2026-11-20T23:30:00Z', ['2026-11-22', '2026-11-23']],
    ['on a Sunday, whose tomorrow is Monday', BERLIN, '2026-11-22T17:00:00Z', ['2026-11-23', '2026-11-30']],
    ['on a Monday', BERLIN, '2026-11-23T08:00:00Z', ['2026-11-24', '2026-11-30']],
    ['in New York', 'America/New_York', '2026-11-23T03:00:00Z', ['2026-11-23', '2026-11-30']],
  ])('are tomorrow and a Monday after it: %s', (_, timezone, now, days) => {
    const { tomorrow, nextWeek } = snoozeDays(at(now), timezone);
    expect([tomorrow, nextWeek]).toEqual(days);
  });
});

describe('a snooze until', () => {
  test.each([
    ['a date', '2026-12-01', BERLIN, '2026-11-30T23:00:00Z'],
    ['the day after clocks go back', '2026-10-26', BERLIN, '2026-10-25T23:00:00Z'],
    ['the day clocks go forward', '2026-03-29', BERLIN, '2026-03-28T23:00:00Z'],
    [
      'the day clocks skip its first hour, in Santiago',
      '2026-09-06',
      'America/Santiago',
      '2026-09-06T04:00:00Z',
    ],
    ['the day clocks skip its first hour, in Cairo', '2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00Z'],
    ['a date in New York', '2026-11-21', 'America/New_York', '2026-11-21T05:00:00Z'],
  ])('%s ends as that day begins there', (_, day, timezone, ends) => {
    expect(snoozeUntil(day, timezone)).toBe(at(ends));
  });

  test.each(['', '2026-02-30', 'soon'])('no day that is in the calendar, “%s”, has no end', (day) => {
    expect(snoozeUntil(day, BERLIN)).toBeUndefined();
  });
});

describe('somebody who claimed', () => {
  test.each([
    ['on Thursday is reminded on Friday', '2026-11-19T08:14:00Z', '2026-11-20T08:14:00Z'],
    ['on Friday is reminded on Monday', '2026-11-20T08:14:00Z', '2026-11-23T08:14:00Z'],
    ['on Saturday is reminded on Tuesday', '2026-11-21T08:14:00Z', '2026-11-24T08:14:00Z'],
    ['on Sunday is reminded on Tuesday', '2026-11-22T08:14:00Z', '2026-11-24T08:14:00Z'],
    [
      'before clocks go back is reminded at the same time there',
      '2026-10-23T07:14:00Z',
      '2026-10-26T08:14:00Z',
    ],
    [
      'on the day clocks go back is reminded at the same time there',
      '2026-10-25T15:00:00Z',
      '2026-10-27T15:00:00Z',
    ],
    [
      'on the day clocks go forward is reminded at the same time there',
      '2026-03-29T14:00:00Z',
      '2026-03-31T14:00:00Z',
    ],
    [
      'to the millisecond is reminded to the millisecond',
      '2026-10-25T15:00:00.123Z',
      '2026-10-27T15:00:00.123Z',
    ],
  ])('%s', (_, claimed, reminded) => {
    expect(reminderAt(at(claimed), BERLIN)).toBe(at(reminded));
  });

  test('at a time that the clock leaves out that day is reminded as long after the gap', () => {
    // Clocks in Cairo go from 23:59 on Thursday to 1:00 on Friday.
    expect(reminderAt(at('2026-04-22T22:30:00Z'), 'Africa/Cairo')).toBe(at('2026-04-23T22:30:00Z'));
  });
});
