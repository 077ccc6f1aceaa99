import { describe, expect, it } from 'vitest';
import {
  countLateHours,
  findDueSlots,
  findLatestRun,
  findNextDue,
  type Scheduled,
} from '../../src/feeds/schedule.ts';

const at = (text: string) => Date.parse(text);
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
const minutes = (ms: number) => iso(ms)?.slice(0, 16);

const inBerlin = (cron: string) => ({ cron, timezone: 'Europe/Berlin' });
const feed = (since: string, rest: Partial<Scheduled> = {}): Scheduled => ({
  ...inBerlin('0 9 * * *'),
  kind: 'leads',
  channel: 'C0LEADS',
  since: at(since),
  ...rest,
});

/** The times for which a bot opens slots that looks once a minute, each as it is found, in UTC. */
function opened(cron: string, timezone: string, from: string, to: string): (string | undefined)[] {
  const feeds = [feed(from, { cron, timezone })];
  const spans = new Map();
  const found: (string | undefined)[] = [];
  for (let now = at(from); now < at(to); now += 60_000) {
    for (const { dueAt } of findDueSlots(feeds, now, now + 60_000, spans)) {
      expect(dueAt).toBe(now + 60_000);
      found.push(minutes(dueAt));
    }
  }
  return found;
}

describe('a fixed time, when the clocks change', () => {
  it.each([
    ['Europe/Berlin', '30 2 * * *', ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30']],
    ['Europe/Berlin', '0 9 * * *', ['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00']],
    ['Europe/Berlin', '30 2,14 * * 0', ['2026-03-29T01:00', '2026-03-29T12:30']],
    ['Africa/Cairo', '0 0 * * *', ['2026-04-22T22:00', '2026-04-23T22:00', '2026-04-24T21:00']],
    ['Africa/Cairo', '30 0 * * *', ['2026-04-22T22:30', '2026-04-23T22:00', '2026-04-24T21:30']],
    ['America/Santiago', '0 0 * * *', ['2026-09-05T04:00', '2026-09-06T04:00', '2026-09-07T03:00']],
    ['Australia/Lord_Howe', '15 2 * * *', ['2026-10-02T15:45', '2026-10-03T15:30', '2026-10-04T15:15']],
    ['America/New_York', '30 2 * * *', ['2026-03-07T07:30', '2026-03-08T07:00', '2026-03-09T06:30']],
  ])('in the hour that is left out in %s, %s runs right after it', (timezone, cron, [...runs]) => {
    expect(opened(cron, timezone, `${runs[0]?.slice(0, 10)}T00:30Z`, `${runs.at(-1)}Z`)).toEqual(runs);
  });

  it.each([
    ['Europe/Berlin', '30 2 * * *', ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']],
    ['Europe/Berlin', '30 2,14 * * 0', ['2026-10-25T00:30', '2026-10-25T13:30']],
    ['Africa/Cairo', '30 23 * * *', ['2026-10-28T20:30', '2026-10-29T20:30', '2026-10-30T21:30']],
    ['America/Santiago', '30 23 * * *', ['2026-04-04T02:30', '2026-04-05T02:30', '2026-04-06T03:30']],
    ['Australia/Lord_Howe', '45 1 * * *', ['2026-04-03T14:45', '2026-04-04T14:45', '2026-04-05T15:15']],
    ['America/New_York', '30 1 * * *', ['2026-10-31T05:30', '2026-11-01T05:30', '2026-11-02T06:30']],
    ['Asia/Kathmandu', '0 9 * * *', ['2026-10-24T03:15', '2026-10-25T03:15']],
  ])('in the hour that comes twice in %s, %s runs once', (timezone, cron, [...runs]) => {
    expect(opened(cron, timezone, `${runs[0]?.slice(0, 10)}T00:00Z`, `${runs.at(-1)}Z`)).toEqual(runs);
  });
});

describe('what follows the clock, when the clocks change', () => {
  it.each([
    ['every hour stays every hour', 'Europe/Berlin', '0 * * * *', '2026-03-28T23:30Z', 4],
    ['every hour stays every hour', 'Europe/Berlin', '0 * * * *', '2026-10-24T23:30Z', 4],
    ['every half hour stays it', 'Australia/Lord_Howe', '*/30 * * * *', '2026-10-03T14:45Z', 8],
    ['every half hour stays it', 'Australia/Lord_Howe', '*/30 * * * *', '2026-04-04T14:45Z', 8],
    ['every two hours leaves 2:00 out', 'Europe/Berlin', '0 */2 * * *', '2026-03-28T23:30Z', 1],
    ['every two hours has 2:00 twice', 'Europe/Berlin', '0 */2 * * *', '2026-10-24T23:30Z', 3],
  ])('%s, in %s: %s from %s on', (_, timezone, cron, from, runs) => {
    const to = iso(at(from) + 4 * 3_600_000) ?? '';
    expect(opened(cron, timezone, from, to)).toHaveLength(runs);
  });
});

describe('rules of days', () => {
  it.each([
    ['29 February', '0 9 29 2 *', '2025-01-01', ['2028-02-29', '2032-02-29']],
    ['the 31st', '0 9 31 * *', '2026-01-01', ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31']],
    ['the last day', '0 9 L * *', '2028-01-01', ['2028-01-31', '2028-02-29', '2028-03-31']],
    ['the 13th and Fridays', '0 9 13 * 5', '2026-10-12', ['2026-10-13', '2026-10-16', '2026-10-23']],
    ['a 13th that is a Friday', '0 9 13 * +5', '2026-01-01', ['2026-02-13', '2026-03-13', '2026-11-13']],
    ['first Mondays', '0 9 * * 1#1', '2026-01-01', ['2026-01-05', '2026-02-02', '2026-03-02']],
    ['weekdays', '0 9 * * 1-5', '2026-11-19', ['2026-11-19', '2026-11-20', '2026-11-23']],
  ])('%s', (_, cron, from, [...days]) => {
    const kathmandu = { cron, timezone: 'Asia/Kathmandu', kind: 'leads' as const, since: 0 };
    let [run, back] = [at(from), [] as (number | undefined)[]];
    for (const day of days) {
      run = findNextDue(kathmandu, run) ?? Number.NaN;
      expect(iso(run)).toBe(`${day}T03:15:00.000Z`);
      back = [findLatestRun(kathmandu, run), ...back];
    }
    expect(back.map((ms) => iso(ms)?.slice(0, 10))).toEqual(days.toReversed());
  });
});

describe('what is due', () => {
  it('is due from its second on, and no moment before', () => {
    const nine = at('2026-11-20T08:00:00Z');
    const seen = (now: number) => minutes(findDueSlots([feed('2026-11-01')], undefined, now)[0]?.dueAt ?? 0);
    expect([nine - 500, nine - 1].map(seen)).toEqual(['2026-11-19T08:00', '2026-11-19T08:00']);
    expect([nine, nine + 1, nine + 59_999].map(seen)).toEqual(Array(3).fill('2026-11-20T08:00'));
  });

  it('after an outage of three days is the latest run only', () => {
    const [lastTick, now] = [at('2026-11-17T12:00:00Z'), at('2026-11-20T12:00:00Z')];
    const due = findDueSlots([feed('2026-11-01')], lastTick, now);
    expect(due.map(({ dueAt }) => minutes(dueAt))).toEqual(['2026-11-20T08:00']);
    expect(findDueSlots([feed('2026-11-01')], undefined, now)).toEqual(due);
  });

  it('is nothing that was due at the last look already', () => {
    const nine = at('2026-11-20T08:00:00Z');
    expect(findDueSlots([feed('2026-11-01')], nine - 1, nine)).toHaveLength(1);
    expect(findDueSlots([feed('2026-11-01')], nine, nine + 60_000)).toEqual([]);
  });

  it('is nothing that lies before a feed was first seen, or at that moment', () => {
    const now = at('2026-11-20T12:00:00Z');
    expect(findDueSlots([feed('2026-11-20T08:00:00Z')], undefined, now)).toEqual([]);
    expect(findDueSlots([feed('2026-11-20T09:00:00Z')], undefined, now)).toEqual([]);
    expect(findDueSlots([feed('2026-11-20T07:59:59Z')], undefined, now)).toHaveLength(1);
  });

  it('is nothing while the clock stands still, and nothing new after it jumped back', () => {
    const [spans, since] = [new Map(), '2026-11-20T06:00:00Z'];
    const look = (last: string, now: string) =>
      findDueSlots([feed(since)], at(`2026-11-20T${last}Z`), at(`2026-11-20T${now}Z`), spans);
    const [slot] = look('07:59', '08:00');
    expect(look('08:00', '08:00')).toEqual([]);
    expect(look('08:00', '07:30')).toEqual([]);
    expect(look('07:30', '07:31')).toEqual([]);
    expect(look('07:59', '08:02')).toEqual([slot]);
  });

  it('is said for each feed by itself, in their order', () => {
    const feeds = [
      { ...feed('2026-11-01', { cron: '0 12 * * *' }), name: 'noon' },
      { ...feed('2026-11-01'), name: 'nine' },
      { ...feed('2026-11-01', { timezone: 'America/New_York' }), name: 'nine over there' },
      { ...feed('2026-11-21'), name: 'new' },
    ];
    const due = findDueSlots(feeds, undefined, at('2026-11-20T08:30:00Z'));
    expect(due.map((slot) => [slot.feed.name, minutes(slot.dueAt)])).toEqual([
      ['noon', '2026-11-19T11:00'],
      ['nine', '2026-11-20T08:00'],
      ['nine over there', '2026-11-19T14:00'],
    ]);
  });
});

describe('lateness', () => {
  it.each([
    [0, undefined],
    [59, undefined],
    [60, 1],
    [119, 1],
    [3 * 24 * 60, 72],
    [-90, undefined],
  ])('%d minutes late is said as %s hours', (late, hours) => {
    const due = at('2026-11-20T08:00:00Z');
    expect(countLateHours(due, due + late * 60_000)).toBe(hours);
  });
});

it('comes at the times of each of its patterns', () => {
  const cron = '0 9 * * * | 30 13 * * *';
  expect(opened(cron, 'Europe/Berlin', '2026-11-19T05:00Z', '2026-11-20T11:00Z')).toEqual([
    '2026-11-19T08:00',
    '2026-11-19T12:30',
    '2026-11-20T08:00',
  ]);
  expect(iso(findNextDue(feed('2026-11-01', { cron }), at('2026-11-20T09:00Z')))).toBe(
    '2026-11-20T12:30:00.000Z',
  );
});
