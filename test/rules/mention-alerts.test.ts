import { expect, it, test } from 'vitest';
import type { MentionAlert, RivalFigures, ScoreAlert, ToneFigures } from '../../src/decision.ts';
import { daysBefore } from '../../src/rules/calendar.ts';
import {
  decideMentionAlerts,
  findRivalTurns,
  findToneTurns,
  foldIntoScoreAlerts,
  freeParts,
} from '../../src/rules/mention-alerts.ts';
import type { NamedDay } from '../../src/rules/named-days.ts';
import { computeUpperTail } from '../../src/rules/score-window.ts';
import { ALERT, livingAlert } from '../messages/cast.ts';
import { daysAgo } from './cast.ts';

const passedBy = (rival: string): MentionAlert => ({
  kind: 'mention_alert',
  v: 1,
  project: { id: 'p', name: 'Acme' },
  key: `rival:p:${rival.toLowerCase()}`,
  status: 'open',
  about: {
    type: 'rival',
    rival,
    since: '2026-11-20',
    until: '2026-11-10',
    figures: { day: '2026-11-22', own: 10, rival: 20, of: 60 },
  },
});

const naming = (name: string) =>
  ({ key: 'score:p', explanation: { gained: { name, before: 1, after: 9 } } }) as unknown as ScoreAlert;

const heads = (alerts: readonly MentionAlert[]) => alerts.map(({ key, toldIn }) => toldIn ?? key);

it('of several rivals that pass on one day one message tells, or a score alert the one that it names', () => {
  const opened = ['Globex', 'Hooli', 'Umbra'].map(passedBy);
  expect(heads(foldIntoScoreAlerts(opened, []))).toEqual(Array(3).fill('rival:p:globex'));
  expect(heads(foldIntoScoreAlerts(opened, [naming('globex')]))).toEqual([
    'score:p',
    'rival:p:hooli',
    'rival:p:hooli',
  ]);
});

it('of several alerts left without the one whose message tells them one message tells, unless they end soon', () => {
  const part = (rival: string, now?: RivalFigures): MentionAlert => {
    const alert = passedBy(rival);
    return { ...alert, toldIn: 'over', about: { ...alert.about, now } as MentionAlert['about'] };
  };
  const ahead = (own: number, rival: number) => ({ day: '2026-11-24', own, rival, of: 60 });
  const score = { ...ALERT, key: 'rate', alert: livingAlert({ metric: 'mentionRate' }), toldIn: 'over' };
  const rivals = [part('Globex', ahead(10, 20)), part('Hooli', ahead(20, 10)), part('Umbra')];
  expect(freeParts([...rivals, score]).map(({ key, toldIn }) => [key, toldIn])).toEqual([
    ['rate', undefined],
    ['rival:p:globex', 'rate'],
    ['rival:p:umbra', 'rate'],
  ]);
  expect(freeParts([...rivals, score, { ...ALERT, key: 'over' }])).toEqual([]);
});

it('an alert about a rival whose points the API no longer gives ends after four weeks', () => {
  const days = Array.from({ length: 60 }, (_, ago) => daysAgo(ago)).toReversed();
  const named = days.map((day, i): NamedDay => {
    const points = { own: i < 20 ? 60 : 50, rivals: [{ name: 'Globex', score: 55 }] };
    return {
      day,
      ranked: 40,
      own: 20,
      rivals: [{ name: 'Globex', first: 20 }],
      points: i < 24 ? points : undefined,
    };
  });
  const on = (today: number, told: readonly MentionAlert[]) => {
    const feed = { project: { id: 'p', name: 'Acme' }, minChange: 5, today: days[today] ?? '', breaks: [] };
    return decideMentionAlerts(named.slice(0, today), told, feed);
  };
  const { opened } = on(24, []);
  expect(opened).toMatchObject([{ status: 'open', about: { rival: 'Globex' } }]);
  expect(on(50, opened).changed).toEqual([]);
  expect(on(51, opened).changed).toMatchObject([{ key: opened[0]?.key, status: 'stays' }]);
});

it('a channel that hears of it later has the figures of the same day in its headline, and the latest below', () => {
  const all = Array.from({ length: 12 }, (_, ago) => daysAgo(11 - ago));
  const named = all.map((day, i): NamedDay => {
    const tone = { of: 90, negative: i < 9 ? 5 : 60 };
    return { day, ranked: 240, own: i < 7 ? 120 : 50, rivals: [{ name: 'Globex', first: 70 + i }], tone };
  });
  const on = (today: number) => {
    const feed = { project: { id: 'p', name: 'Acme' }, minChange: 5, today: all[today] ?? '', breaks: [] };
    return decideMentionAlerts(named.slice(0, today), [], feed).opened.map(({ about }) => about);
  };
  const [first, later] = [on(10), on(11)];
  expect(first).toMatchObject([{ figures: { day: all[9], rival: 79 } }, { figures: { day: all[9] } }]);
  expect(later.map(({ figures }) => figures)).toEqual(first.map(({ figures }) => figures));
  expect(later).toMatchObject([{ now: { day: all[10], rival: 80 } }, { now: { day: all[10] } }]);
});

const FIRST = '2026-11-01';
const date = (day: number) => daysBefore(FIRST, -day);

/** [own, rival] of each day, of 240 answers. */
const counted = (...days: [own: number, rival: number][]): RivalFigures[] =>
  days.map(([own, rival], day) => ({ day: date(day), own, rival, of: 240 }));
const scored = (...days: [own: number, rival: number][]): RivalFigures[] =>
  days.map(([own, rival], day) => ({ day: date(day), own, rival }));
const times = (many: number, own: number, rival: number) =>
  Array.from({ length: many }, (): [number, number] => [own, rival]);
const turns = (days: readonly RivalFigures[], breaks: readonly string[] = []) =>
  findRivalTurns(days, { least: 5, breaks }).map(({ kind, day }) => `${kind} ${day}`);

test('is told on the third day in a row, with the days around it', () => {
  const days = counted(...times(4, 80, 50), ...times(2, 50, 80));
  expect(turns(days)).toEqual([]);
  expect(
    findRivalTurns([...days, { day: date(6), own: 50, rival: 80, of: 240 }], { least: 5, breaks: [] }),
  ).toEqual([{ kind: 'open', day: date(6), since: date(4), until: date(3) }]);
});

test('one day behind begins the row anew', () => {
  const days = counted(...times(4, 80, 50), [50, 80], [50, 80], [60, 59], [50, 80], [50, 80]);
  expect(turns(days)).toEqual([]);
  expect(turns(days.concat({ day: date(9), own: 50, rival: 80, of: 240 }))).toEqual([`open ${date(9)}`]);
});

test('a rival that always was ahead passes nobody', () => {
  expect(turns(counted(...times(20, 40, 80)))).toEqual([]);
});

test('nor does one that was behind for two days only, or leads by no more than chance', () => {
  expect(turns(counted(...times(2, 80, 50), ...times(5, 50, 80)))).toEqual([]);
  expect(turns(counted(...times(4, 80, 50), ...times(3, 60, 66)))).toEqual([]);
  expect(turns(counted(...times(4, 8, 3), ...times(3, 3, 8)))).toEqual([]);
});

test('a small lead that lasts is no chance after all', () => {
  expect(turns(counted(...times(4, 80, 50), ...times(20, 60, 70)))).toHaveLength(1);
});

test('it ends after three days ahead, however narrowly; four weeks make it no news', () => {
  const passed = [...times(4, 80, 50), ...times(3, 50, 80)];
  expect(turns(counted(...passed, ...times(2, 61, 60)))).toEqual([`open ${date(6)}`]);
  expect(turns(counted(...passed, ...times(3, 61, 60)))).toEqual([`open ${date(6)}`, `over ${date(9)}`]);
  expect(turns(counted(...passed, ...times(40, 50, 80)))).toEqual([`open ${date(6)}`, `stays ${date(34)}`]);
});

test('days without answers are passed over; a day that nobody knows is not', () => {
  const days = counted(...times(4, 80, 50), ...times(4, 50, 80));
  const empty = days.map((one, i) => (i === 5 ? { ...one, own: 0, rival: 0, of: 0 } : one));
  expect(turns(empty)).toEqual([`open ${date(7)}`]);
  expect(turns(days.filter((_, i) => i !== 5))).toEqual([]);
});

test('where something else is measured from a day on, nothing before is compared with what is since', () => {
  const days = counted(...times(4, 80, 50), ...times(5, 50, 80));
  expect(turns(days, [date(4)])).toEqual([]);
  expect(turns(days, [date(1)])).toEqual([`open ${date(6)}`]);
});

test('points count where they moved by the smallest change of the feed', () => {
  expect(turns(scored(...times(4, 60, 58), ...times(3, 57, 61)))).toEqual([`open ${date(6)}`]);
  expect(turns(scored(...times(4, 60, 58), ...times(3, 59, 60)))).toEqual([]);
});

const days = (...negative: number[]): ToneFigures[] =>
  negative.map((many, day) => ({ day: date(day), negative: many, of: many < 0 ? 0 : 94 }));
const toneTurns = (figures: readonly ToneFigures[], breaks: readonly string[] = []) =>
  findToneTurns(figures, { breaks }).map(({ kind, day }) => `${kind} ${day}`);
const WEEK = [6, 5, 8, 3, 6, 10, 4];

test('a day far beyond a week of its own days is told, with what is usual', () => {
  const [rise] = findToneTurns(days(...WEEK, 24), { breaks: [] });
  expect(rise).toMatchObject({ kind: 'open', day: date(7) });
  expect(rise?.usual).toBeCloseTo(42 / 658, 2);
});

test('nothing is told while fewer days are known, or of days that these explain', () => {
  expect(toneTurns(days(...WEEK.slice(1), 24))).toEqual([]);
  expect(toneTurns(days(...WEEK, 14))).toEqual([]);
  expect(toneTurns(days(2, 20, 3, 22, 4, 25, 1, 24))).toEqual([]);
});

test('nor of few mentions, where none was negative before', () => {
  expect(toneTurns(days(0, 0, 0, 0, 0, 0, 0, 4))).toEqual([]);
  expect(toneTurns(days(0, 0, 0, 0, 0, 0, 0, 6))).toEqual([`open ${date(7)}`]);
});

test('it is over after three usual days, and what stays for four weeks is no news', () => {
  expect(toneTurns(days(...WEEK, 24, 5, 6))).toEqual([`open ${date(7)}`]);
  expect(toneTurns(days(...WEEK, 24, 5, 6, 20, 4, 6, 7))).toEqual([`open ${date(7)}`, `over ${date(13)}`]);
  const long = Array.from({ length: 40 }, () => 24);
  expect(toneTurns(days(...WEEK, ...long))).toEqual([`open ${date(7)}`, `stays ${date(35)}`]);
});

test('what is usual is learned anew where something else is measured', () => {
  expect(toneTurns(days(...WEEK, 24), [date(3)])).toEqual([]);
});

test('days without a mention say nothing', () => {
  expect(toneTurns(days(...WEEK.slice(1), -1, 24))).toEqual([]);
});

test('the chance of so many or more is that of a binomial', () => {
  expect(computeUpperTail(0, 10, 0.3)).toBeCloseTo(1);
  expect(computeUpperTail(2, 3, 0.5)).toBeCloseTo(0.5);
  expect(computeUpperTail(10, 10, 0.5)).toBeCloseTo(2 ** -10);
});
