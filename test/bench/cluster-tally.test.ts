import { describe, expect, it } from 'vitest';
import { type Asked, answersOf, type Life, slotsOf, writesOf } from './cluster-tally.ts';

const MINUTE = 60_000;
/** PostgreSQL was dead around the tenth minute. */
const OUTAGE = { from: 10 * MINUTE - 10_000, until: 10 * MINUTE + 10_000 };
const LIVES: readonly Life[] = [
  { id: 0, endedAt: Infinity },
  { id: 1, end: 'killed', endedAt: 100_000 },
  { id: 2, end: 'stopped', endedAt: 100_000 },
];
const about = { lives: LIVES, outage: OUTAGE };

/** Asked and acknowledged one second before process 1 was killed. */
const asked = (id: string, given: Partial<Asked> = {}): Asked => ({
  id,
  click: id,
  life: 1,
  sentAt: 99_000,
  acknowledgedAt: 99_010,
  ...given,
});

describe('the judge of answers', () => {
  const judged = (one: Asked, answered: string[] = []) => answersOf([one], new Set(answered), about);

  it('excuses what a process was asked shortly before it was killed, and nothing before that', () => {
    expect(judged(asked('a'))).toMatchObject({ unansweredKilled: 1, faults: [] });
    const early = judged(asked('a', { sentAt: 50_000, acknowledgedAt: 50_010 }));
    expect(early).toMatchObject({ unansweredOtherwise: 1, faults: [expect.stringContaining('a')] });
  });

  it('excuses nothing that was acknowledged by a process that was asked to end, or that lives', () => {
    expect(judged(asked('a', { life: 2 }))).toMatchObject({ unansweredStopped: 1, answered: 0 });
    expect(judged(asked('a', { life: 0 }))).toMatchObject({ unansweredOtherwise: 1 });
    expect(judged(asked('a', { life: 0 }), ['a'])).toMatchObject({ answered: 1, faults: [] });
  });

  it('counts apart what came while PostgreSQL was dead', () => {
    const during = asked('a', { life: 0, sentAt: OUTAGE.from + 1, acknowledgedAt: OUTAGE.from + 2 });
    expect(judged(during)).toMatchObject({ unansweredStoreless: 1, faults: [] });
  });

  it('wants no answer to what was never acknowledged', () => {
    expect(judged(asked('a', { life: 0, acknowledgedAt: undefined }))).toMatchObject({
      acknowledged: 0,
      faults: [],
    });
  });
});

describe('the judge of writes', () => {
  const write = { id: 'p1', prompt: 'best crm' };
  const judged = (life: number, written: (typeof write)[], state?: string, promptId: string | null = null) =>
    writesOf(
      [asked('a', { prompt: 'best crm', life })],
      written,
      state === undefined ? [] : [{ request: 'a', subject: 'best crm', state, promptId }],
      about,
    );

  it('has nothing to say of what the audit says truly', () => {
    expect(judged(0, [write], 'done', 'p1').faults).toEqual([]);
    expect(judged(0, [], 'failed').faults).toEqual([]);
    for (const written of [[], [write]]) expect(judged(0, written, 'unclear').faults).toEqual([]);
  });

  it('finds what the audit says untruly, or not at all', () => {
    expect(judged(0, [write], 'failed')).toMatchObject({ untrue: 1 });
    expect(judged(0, [], 'done', 'p1')).toMatchObject({ untrue: 1 });
    expect(judged(0, [write], 'done', 'p2')).toMatchObject({ untrue: 1 });
    expect(judged(0, [write])).toMatchObject({ unaudited: 1 });
    expect(judged(0, [write, { ...write, id: 'p2' }], 'done', 'p1')).toMatchObject({ doubledWrites: 1 });
  });

  it('lets a row say nothing only where the process was killed', () => {
    expect(judged(1, [write], 'begun')).toMatchObject({ open: 1, forgotten: 0 });
    expect(judged(0, [write], 'begun')).toMatchObject({ open: 1, forgotten: 1 });
  });
});

describe('the judge of slots', () => {
  const feeds = [{ id: 'f', since: 8 * MINUTE + 1 }];
  const slot = (minute: number, state: string) => ({ subscription: 'f', dueAt: minute * MINUTE, state });
  const judged = (...slots: ReturnType<typeof slot>[]) => slotsOf(feeds, slots, 11 * MINUTE + 5, about);

  it('counts every minute since the feed is known, to the last', () => {
    const all = judged(slot(9, 'done'), slot(10, 'done'), slot(11, 'done'));
    expect(all).toEqual({ due: 3, done: 3, gaveWay: 0, skipped: 0, missed: 0, faults: [] });
  });

  it('lets one give way to a later one, and one be skipped while there was no store', () => {
    expect(judged(slot(9, 'expired'), slot(11, 'done'))).toMatchObject({ gaveWay: 1, skipped: 1, missed: 0 });
  });

  it('finds what was never opened, what still waits and what gave way to nothing', () => {
    expect(judged(slot(10, 'done'), slot(11, 'done'))).toMatchObject({ missed: 1 });
    expect(judged(slot(9, 'done'), slot(10, 'done'), slot(11, 'due'))).toMatchObject({ missed: 1 });
    expect(judged(slot(9, 'done'), slot(10, 'done'), slot(11, 'expired'))).toMatchObject({ missed: 1 });
  });
});
