/**
 * How a figure went between two days: only the API's own figures, a change only between days that measure the same, and
 * noise as the alerts know it.
 */
import { describe, expect, test } from 'vitest';
import type { ChangeAlert } from '../../src/decision.ts';
import { listAlertDays } from '../../src/rules/alert-figures.ts';
import { buildAlertHistory, judgeByRange } from '../../src/rules/alert-history.ts';
import { carryRange } from '../../src/rules/alert-life.ts';
import {
  buildScoreCourse,
  type CourseSource,
  findLatestFigure,
  findScopes,
  listCourseParts,
  makeCourseSource,
} from '../../src/rules/score-course.ts';
import { findDaysAlike, findEarlierMove, findLastMove, findRecovery } from '../../src/rules/score-moves.ts';
import { buildScoreSeries } from '../../src/rules/score-series.ts';
import { livingAlert } from '../messages/every-alert.ts';
import { dailyScore, daysAgo } from './cast.ts';

const TODAY = '2026-11-20';

/** Scores of the last days, the latest (Thu 19 Nov) last; they sway by a point around their level. */
function swaying(scores: readonly number[], of: { engine?: string } = {}) {
  return scores.map((score, i) =>
    dailyScore({ date: daysAgo(scores.length - 1 - i), score: score + (i % 2 === 0 ? 0.5 : -0.5), ...of }),
  );
}
const level = (days: number, score: number) => Array.from({ length: days }, () => score);

const of = (rows: CourseSource['rows'], moved: CourseSource['moved'] = []): CourseSource =>
  makeCourseSource({ rows, today: TODAY, minChange: 5, moved });

describe('a course', () => {
  const rows = swaying([...level(30, 60), 40]);

  test('of no days is that of the latest day with the day before it', () => {
    const course = buildScoreCourse('score', {}, {}, of(rows));
    expect(course).toMatchObject({ now: { date: daysAgo(0) }, before: { date: daysAgo(1) } });
    expect(course?.change).toBeCloseTo(-19, 5);
    expect(course?.noise).not.toBe('normal');
  });

  test('of days is from the first to the last of them that has a figure', () => {
    const course = buildScoreCourse('score', {}, { from: daysAgo(9), to: daysAgo(1) }, of(rows));
    expect(course).toMatchObject({
      before: { date: daysAgo(9) },
      now: { date: daysAgo(1) },
      noise: 'normal',
      level: 'normal',
    });
  });

  test('of a day without a figure is none, though others have one', () => {
    const today = of([...rows, dailyScore({ date: TODAY, score: 12 })]);
    expect(buildScoreCourse('score', {}, { from: TODAY, to: TODAY }, today)).toBeUndefined();
    expect(findLatestFigure('score', {}, today)?.date).toBe(daysAgo(0));
  });

  test('has no change and no verdict where the two days measure different things', () => {
    const moved = [{ day: daysAgo(0), of: 'prompts' as const, came: ['helm'], went: [] }];
    const course = buildScoreCourse('score', {}, {}, of(rows, moved));
    expect(course).toMatchObject({ measured: moved, now: { date: daysAgo(0) } });
    expect(course?.change).toBeUndefined();
    expect(course?.noise).toBeUndefined();
  });

  test('has no verdict while too few days are known', () => {
    const course = buildScoreCourse('score', {}, {}, of(swaying([60, 61, 40])));
    expect(course).toMatchObject({ now: { value: 40.5 } });
    expect(course?.level).toBeUndefined();
    expect(course?.usual).toBeUndefined();
  });

  test('of an engine is that engine’s, by its name in any case', () => {
    const both = of([...rows, ...swaying(level(31, 20), { engine: 'Gemini' })]);
    const gemini = buildScoreCourse('score', { engine: { id: 'gemini', name: 'gemini' } }, {}, both);
    expect(gemini?.now.value).toBe(20.5);
    expect(findScopes('score', 'engine', {}, both).map(({ engine }) => engine?.name)).toEqual(['Gemini']);
    expect(buildScoreCourse('score', { engine: { id: 'x', name: 'Claude' } }, {}, both)).toBeUndefined();
  });

  test('of a share never expects more than all answers or less than none', () => {
    const rates = [...level(20, 0.98), ...level(10, 0.9)].map((mentionRate, i) =>
      dailyScore({ date: daysAgo(29 - i), mentionRate: mentionRate + (i % 3) * 0.01 }),
    );
    const { usual } = buildScoreCourse('mentionRate', {}, {}, of(rates)) ?? expect.fail('there is no course');
    expect(usual?.high).toBeLessThanOrEqual(1);
    expect(usual?.low).toBeGreaterThanOrEqual(0);
  });
});

describe('the change that somebody means who names no days', () => {
  const fall = [...level(30, 60), ...level(4, 40)];

  test('is the fall, from the day before it until now', () => {
    expect(findLastMove('score', {}, of(swaying(fall)))).toEqual({ from: daysAgo(4), to: daysAgo(0) });
  });

  test('ends for whoever asks why on the day that it was found, whose causes are known', () => {
    const why = findLastMove('score', {}, of(swaying(fall)), 'worse', true);
    expect(why).toEqual({ from: daysAgo(4), to: daysAgo(3) });
  });

  test('is still the fall where it was undone since: until a day on which it stood', () => {
    const undone = findLastMove('score', {}, of(swaying([...fall, ...level(3, 60)])));
    expect(undone?.from).toBe(daysAgo(7));
    expect(undone?.to && undone.to < daysAgo(2)).toBe(true);
  });

  test('is one of three weeks ago if they ask why, not if they ask whether', () => {
    const past = of(swaying([...fall, ...level(25, 60)]));
    const from = daysAgo(29);
    expect(findLastMove('score', {}, past, undefined, true)).toMatchObject({ from });
    expect(findLastMove('score', {}, past, 'worse')).toMatchObject({ from });
    expect(findLastMove('score', {}, past)?.from).not.toBe(from);
  });

  test('is over where it was undone, though another that is no alarm came later', () => {
    const [rise, undone] = [
      [49.17, 50.5, 49.5, 50.33],
      [45.5, 46.83, 47, 46.83],
    ];
    const before = [44.5, 44.67, 43.17, 45, 43.83, 44.67, 43.83, 44.5, 43.67, 42.83, 42, 45.17];
    const scores = [...before, ...before, ...before, ...rise, ...undone, 45.83, 50.2, 50.1, 50];
    const rows = scores.map((score, i) => dailyScore({ date: daysAgo(scores.length - 1 - i), score }));
    expect(findLastMove('score', {}, of(rows), 'better')?.to).toBe(daysAgo(11));
  });

  test.each([0, 1, 2, 3, 4])(
    'ends before something else is measured, here %i days before the last',
    (ago) => {
      const moved = [{ day: daysAgo(ago), of: 'prompts' as const, came: ['helm'], went: [] }];
      const source = of(swaying([...fall, 40, 40]), moved);
      const move = findLastMove('score', {}, source);
      expect(move).toMatchObject({ from: daysAgo(6) });
      const course = move && buildScoreCourse('score', {}, move, source);
      expect(course).toMatchObject({ measured: [] });
      expect(course?.change).toBeLessThan(-10);
    },
  );

  test('is for whoever asks of a rise what undid the fall, from its lowest day', () => {
    const undone = of(swaying([...fall, 47, ...level(3, 60)]));
    expect(findLastMove('score', {}, undone, 'better')).toEqual({ from: daysAgo(4), to: daysAgo(0) });
    expect(findLastMove('score', {}, of(swaying(fall)), 'better')?.from).toBe(daysAgo(4));
  });

  test('is the way back for whoever asks of a rise, though a prompt tracked meanwhile keeps the score low', () => {
    const moved = [{ day: daysAgo(5), of: 'prompts' as const, came: ['helm'], went: [] }];
    const back = [...level(30, 60), 52, 52, 49, 50.2, 51.4, 52.6, 53.8, 55];
    const rise = findLastMove('score', {}, of(swaying(back), moved), 'better');
    expect(rise).toEqual({ from: daysAgo(5), to: daysAgo(0) });
  });

  test.each([
    ['', [52, 52.5, 53.6, 54.7, 55.6, 56.4, 56.8, 57]],
    [', which lowered the score', [50, 50.5, 52, 53.2, 54.4, 55.4, 56.2, 56.8]],
  ])(
    'is for whoever asks of a rise what undid the fall, though a prompt was tracked meanwhile%s',
    (_, after) => {
      const moved = [{ day: daysAgo(7), of: 'prompts' as const, came: ['helm'], went: [] }];
      const undone = of(swaying([...level(30, 60), ...level(4, 52), ...after]), moved);
      const rise = findLastMove('score', {}, undone, 'better');
      const alike = rise && findDaysAlike('score', {}, rise, undone, 'better');
      const course = alike && buildScoreCourse('score', {}, alike, undone);
      expect(course).toMatchObject({ now: { date: daysAgo(0) }, measured: [] });
      expect(course?.change).toBeGreaterThan(3);
    },
  );

  test('is that from the last usual day where the latest is out of its range, though no alarm was raised', () => {
    const rows = of(swaying([...level(30, 60), 57.5]));
    expect(buildScoreCourse('score', {}, {}, rows)?.level).not.toBe('normal');
    expect(findLastMove('score', {}, rows)).toEqual({ from: daysAgo(1), to: daysAgo(0) });
    expect(findLastMove('score', {}, rows, 'better')).toBeUndefined();
  });

  test('has one before it, which is neither the same fall nor a rise', () => {
    const twice = of(swaying([...level(30, 60), ...level(8, 40), ...level(8, 60), ...level(3, 40)]));
    expect(findLastMove('score', {}, twice)?.from).toBe(daysAgo(3));
    const earlier = (way: 'worse' | 'better', back: number) =>
      findEarlierMove('score', {}, twice, { way, back });
    expect(earlier('worse', 1)?.from).toBe(daysAgo(19));
    expect(earlier('worse', 2)).toBeUndefined();
  });

  test('is found up to a month back by whoever asks of a fall, and two weeks by others', () => {
    const long = of(swaying([...fall, ...level(20, 60)]));
    expect(findLastMove('score', {}, long, 'worse')?.from).toBe(daysAgo(24));
    expect(findLastMove('score', {}, long)).toBeUndefined();
    expect(findRecovery('score', {}, long)).toMatchObject({ level: 'normal', before: { date: daysAgo(24) } });
  });

  test('is none where nothing moved beyond noise', () => {
    expect(findLastMove('score', {}, of(swaying(level(34, 60))))).toBeUndefined();
  });
});

test('what is usual never leaves the scale, and is not told of a few answers', () => {
  const rows = Array.from({ length: 30 }, (_, i) =>
    dailyScore({ date: daysAgo(29 - i), score: i % 2 === 0 ? 100 : 60, answers: 20 }),
  );
  const usual = buildScoreCourse('score', {}, {}, of(rows))?.usual;
  expect(usual?.high).toBe(100);
  expect(usual?.low).toBeGreaterThan(0);
  const thin = rows.map((row) => ({ ...row, answers: 3 }));
  const course = buildScoreCourse('score', {}, {}, of(thin));
  expect(course?.isThin).toBe(true);
  expect([course?.usual, course?.level]).toEqual([undefined, undefined]);
  const fallen = thin.map((row, i) => ({ ...row, score: i > 24 ? 5 : 90 }));
  const days = { from: daysAgo(6), to: daysAgo(0) };
  expect(buildScoreCourse('score', {}, days, of(fallen))?.noise).not.toBe('normal');
  expect(buildScoreCourse('score', {}, days, of(fallen))?.noise).toBeDefined();
});

test.each([
  ['sentiment', -1, 1, (i: number) => (i % 2 === 0 ? 0.95 : 0.6), -0.9],
  ['mentionRate', 0, 100, (i: number) => (i % 2 === 0 ? 99 : 80), 20],
] as const)('nor does that of %s, in a chart and in an alert', (metric, least, most, level, fallen) => {
  const figures = [
    ...Array.from({ length: 40 }, (_, i) => level(i)),
    ...Array.from({ length: 4 }, () => fallen),
  ];
  const rows = figures.map((value, i) =>
    dailyScore({ date: daysAgo(figures.length - 1 - i), score: undefined, [metric]: value, answers: 200 }),
  );
  const source = of(rows);
  const course = buildScoreCourse(metric, {}, {}, source);
  const { alerts } = buildAlertHistory('acme', source.series(), 5);
  const ranges = [
    course?.usual,
    ...(course?.days ?? []).map(({ usual }) => usual),
    ...alerts.map(({ usual }) => usual),
  ];
  const known = ranges.filter((range) => range !== undefined);
  expect([course?.isOfAlert, alerts.length > 0]).toEqual([true, true]);
  expect(known.filter(({ low, high }) => low < least || high > most)).toEqual([]);
});

test('a figure is no farther outside a range because that ends with the scale', () => {
  const whole = { low: 93, high: 105 };
  const cut = carryRange({ low: 92, high: 104 }, 1, 0, [0, 100]);
  expect(cut).toMatchObject({ low: 93, high: 100 });
  expect(judgeByRange(88, cut)).toEqual(judgeByRange(88, whole));
  expect(judgeByRange(88, whole).level).toBe('outside normal');
});

test('a part that fell days ago is not “as usual” because it stands there since', () => {
  const rows = [
    ...swaying([...level(30, 60), ...level(6, 50)]),
    ...swaying([...level(30, 60), ...level(6, 40)], { engine: 'Gemini' }),
    ...swaying(level(36, 60), { engine: 'Claude' }),
  ];
  const course = buildScoreCourse('score', {}, { from: daysAgo(6), to: daysAgo(0) }, of(rows));
  const parts = course && listCourseParts(course, of(rows));
  expect(parts?.engines).toMatchObject([
    { engine: 'Gemini', normal: false },
    { engine: 'Claude', normal: true },
  ]);
  expect(parts?.explanation?.parts[0]?.of).toEqual([{ kind: 'engine', name: 'Gemini' }]);
});

test('nor is one that stands outside its usual range because it barely moved since the day asked for', () => {
  const fallen = [...level(30, 60), ...level(4, 40)];
  const rows = [
    ...swaying(fallen.map((score) => (score + 60) / 2)),
    ...swaying(fallen, { engine: 'Gemini' }),
    ...swaying(level(34, 60), { engine: 'Claude' }),
  ];
  const days = { from: daysAgo(2), to: daysAgo(0) };
  const course = buildScoreCourse('score', {}, days, of(rows));
  expect(course?.noise).toBe('normal');
  expect(course && listCourseParts(course, of(rows))?.engines).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ engine: 'Gemini', normal: false }),
      expect.objectContaining({ engine: 'Claude', normal: true }),
    ]),
  );
});

test('the parts of a change name the prompts that moved most with it', () => {
  const rows = swaying([...level(30, 60), 40]);
  const course = buildScoreCourse('score', {}, {}, of(rows));
  const prompt = (text: string, last: number) => ({
    id: text,
    text,
    rows: swaying([...level(30, 60), last]),
  });
  const prompts = [prompt('helm', 50), prompt('k8s cost', 10), prompt('argo', 62)];
  const parts = course && listCourseParts(course, of(rows), prompts);
  expect(parts?.worst?.map(({ text }) => text)).toEqual(['k8s cost', 'helm']);
});

describe('a recovery', () => {
  const fallen = (...after: number[]) => of(swaying([...level(30, 60), ...after]));
  const openAlert = (usual: ChangeAlert['usual']) => {
    const change = { openedOn: daysAgo(2), day: daysAgo(0), usual };
    const alert = livingAlert(change);
    return { ...alert, lead: { ...alert.lead, scope: {}, changedOn: daysAgo(2) } };
  };

  test('gives the latest figure beside the range from before the fall, and for how many days', () => {
    const still = findRecovery('score', {}, fallen(40, 40, 40));
    expect(still).toMatchObject({ now: { date: daysAgo(0) }, side: 'below', days: 3, since: daysAgo(2) });
    expect(still?.level).not.toBe('normal');
    const over = findRecovery('score', {}, fallen(40, 40, 60, 60));
    expect(over).toMatchObject({ level: 'normal', days: 2, since: daysAgo(1) });
    expect(over?.side).toBeUndefined();
    expect(over?.furthest.value).toBeLessThan(41);
  });

  test('keeps the old range though the new level has become usual', () => {
    const recovery = findRecovery('score', {}, fallen(...level(12, 40)));
    expect(recovery).toMatchObject({ side: 'below', days: 12 });
  });

  test('is judged by the range of the open alert, and unknown if nothing moved', () => {
    const usual = { low: 30, high: 45 };
    const told = { ...fallen(40, 40), told: [openAlert(usual)] };
    expect(findRecovery('score', {}, told)).toMatchObject({ usual, level: 'normal' });
    expect(findRecovery('score', {}, fallen(60))).toBeUndefined();
  });

  test('of a rise that undid a fall is that of the fall, however long ago it was', () => {
    const recovery = findRecovery('score', {}, fallen(40, 40, 40, 40, ...level(13, 60)));
    expect(recovery).toMatchObject({ level: 'normal', days: 13, before: { date: daysAgo(17) } });
    expect(recovery?.side).toBeUndefined();
  });

  test('is judged by what is usual by now, once other prompts are measured', () => {
    const moved = [{ day: daysAgo(9), of: 'prompts' as const, came: ['helm'], went: [] }];
    const source = { ...fallen(40, 40, ...level(10, 60)), moved };
    const course = buildScoreCourse('score', {}, {}, source);
    expect(findRecovery('score', {}, source)).toMatchObject({
      measured: moved,
      usual: course?.usual,
      level: course?.level,
    });
  });

  test('and an alert’s range is the usual one while it is open, told or not, for every answer', () => {
    const [before, source] = [fallen(), fallen(40, 40, 40)];
    const course = buildScoreCourse('score', {}, {}, source);
    expect(course).toMatchObject({ isOfAlert: true, level: 'well outside normal' });
    // The usual range of the day on which it opened, which is from the days before.
    const { alerts } = buildAlertHistory('acme', buildScoreSeries(source.rows, TODAY), source.minChange);
    expect(alerts).toMatchObject([{ status: 'open', usual: course?.usual, sureness: course?.level }]);
    expect(findRecovery('score', {}, source)).toMatchObject({ usual: course?.usual, level: course?.level });
    expect(buildScoreCourse('score', {}, {}, before)?.isOfAlert).toBeUndefined();
    const usual = { low: 57, high: 63 };
    const told = { ...source, told: [openAlert(usual)] };
    expect(buildScoreCourse('score', {}, {}, told)).toMatchObject({ usual, level: 'well outside normal' });
  });

  test('and of its engines the usual range is that from before it, too', () => {
    const gemini = { engine: { id: 'gemini', name: 'Gemini' } };
    const fell = [...level(30, 60), ...level(12, 40)];
    const rows = [...swaying(fell), ...swaying(fell, { engine: 'Gemini' })];
    const open = openAlert({ low: 57, high: 63 });
    const told = { ...open, openedOn: daysAgo(10), lead: { ...open.lead, changedOn: daysAgo(11) } };
    expect(buildScoreCourse('score', gemini, {}, of(rows))).toMatchObject({ level: 'normal' });
    const source = { ...of(rows), told: [told] };
    expect(buildScoreCourse('score', gemini, {}, source)).toMatchObject({ level: 'well outside normal' });
  });

  test('and of an engine still on its way back is that from before its fall, after the alert too', () => {
    const usually = level(10, 0).flatMap(() => [57, 63, 60]);
    const way = [36, 35, 36, 38, 37, 41, 43, 46, 48, 49, 47];
    const gemini = { engine: { id: 'Gemini', name: 'Gemini' } };
    const rows = (days: number) => [
      ...swaying([...level(30, 60), ...[50, 50, ...level(9, 60)].slice(0, days)]),
      ...swaying([...usually, ...way.slice(0, days)], { engine: 'Gemini' }),
    ];
    const courseAfter = (days: number) => buildScoreCourse('score', gemini, {}, of(rows(days)));
    for (const days of [1, 3, 5, 7, 9, 11]) {
      const course = courseAfter(days);
      expect(course?.usual?.low).toBeGreaterThan(50);
      expect(course?.level).not.toBe('normal');
    }
    expect(courseAfter(way.length)?.isOfAlert).toBeUndefined();
  });

  test('and is carried over to the engines measured by now, as the alert itself is', () => {
    const gemini = [...level(30, 60), 40, 40, 60, 60];
    const chatgpt = level(34, 60);
    const copilot = level(2, 36);
    const mean = gemini.map((score, i) => {
      const added = copilot[i - 32];
      return added === undefined ? (score + 60) / 2 : (score + 60 + added) / 3;
    });
    const rows = [
      ...swaying(mean),
      ...swaying(gemini, { engine: 'Gemini' }),
      ...swaying(chatgpt, { engine: 'ChatGPT' }),
      ...swaying(copilot, { engine: 'Copilot' }),
    ];
    const source = of(rows);
    const { alerts } = buildAlertHistory('acme', buildScoreSeries(rows, TODAY), source.minChange);
    const told = alerts.filter(({ metric }) => metric === 'score');
    expect(told).toMatchObject([{ status: 'recovered', day: daysAgo(0) }]);
    const answers = { ...source, told };
    const course = buildScoreCourse('score', {}, {}, answers);
    // The whole is at 52, as it would be if Copilot had always been there.
    expect(course).toMatchObject({ level: 'normal', usual: told[0]?.usualNow });
    expect(course?.usual?.low).toBeLessThan(52);
    // So is the chart of the alert, day by day.
    const charted = told.flatMap((alert) =>
      listAlertDays(alert, { ...source, series: source.series(), promptChanges: [] }),
    );
    expect(charted.at(-1)?.usual).toEqual(told[0]?.usualNow);
    expect(charted.filter(({ usual }) => usual)).toHaveLength(2);
    expect(findRecovery('score', {}, answers)).toMatchObject({ level: 'normal', days: 2, since: daysAgo(1) });
  });

  test('an alert that a channel was told is over is over for answers', () => {
    const source = fallen(40, 40, 40);
    const over = { ...openAlert({ low: 57, high: 63 }), status: 'recovered' as const, day: daysAgo(1) };
    expect(buildScoreCourse('score', {}, {}, { ...source, told: [over] })?.isOfAlert).toBeUndefined();
  });

  test('a day of an alert keeps the range that was told of it, however the alert ended', () => {
    const usual = { low: 57, high: 63 };
    const usualOn = (status: ChangeAlert['status'], day: string) => {
      const told = [{ ...openAlert(usual), status, day: daysAgo(0) }];
      return buildScoreCourse('score', {}, { to: day }, { ...fallen(40, 40, 40), told })?.usual;
    };
    expect(usualOn('recovered', daysAgo(1))).toEqual(usual);
    expect(usualOn('recovered', daysAgo(0))).toEqual(usual);
    expect(usualOn('new_normal', daysAgo(1))).toEqual(usual);
    expect(usualOn('new_normal', daysAgo(0))).not.toEqual(usual);
    expect(usualOn('corrected', daysAgo(1))).not.toEqual(usual);
  });
});
