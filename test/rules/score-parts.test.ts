/**
 * Projects of which the API gives scores by engine, or by engine and region, and none of the whole: the mean of them
 * stands for it.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideAlerts, isWorthMessage } from '../../src/rules/alert-decide.ts';
import { findAlertFigures } from '../../src/rules/alert-figures.ts';
import { buildAlertHistory } from '../../src/rules/alert-history.ts';
import { buildScoreOverview } from '../../src/rules/score-history.ts';
import { buildScoreSeries, dateOf } from '../../src/rules/score-series.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import { runs } from '../support/runs.ts';
import { ACME, DAY, dailyScore, daysAgo, FRIDAY } from './cast.ts';
import { noise } from './score-days.ts';

const TODAY = daysAgo(-1);
const ENGINES = ['ChatGPT', 'Gemini', 'Claude', 'Copilot', 'Perplexity'];
const REGIONS = Array.from({ length: 10 }, (_, i) => `Region ${i}`);

const days = (figures: readonly number[], given: Partial<DailyScore>) =>
  figures.map((score, i) => dailyScore({ date: daysAgo(figures.length - 1 - i), score, ...given }));

const byEngine = (length: number) =>
  ENGINES.map((engine, i) => ({ engine, figures: noise(i, length, 40 + i) }));

const byBoth = (seed: number, length: number, sigma: number) =>
  ENGINES.flatMap((engine, e) =>
    REGIONS.map((region, r) => ({
      engine,
      region,
      figures: noise(seed * 1_000 + 20 * e + r, length, 50, sigma),
    })),
  );

const today = (now: number) => new Date(now - DAY).toISOString().slice(0, 10);

const rowsOf = (parts: readonly ({ figures: readonly number[] } & Partial<DailyScore>)[]) =>
  parts.flatMap(({ figures, ...given }) => days(figures, given));

function openedToday(rows: readonly DailyScore[], metric = 'score') {
  const feed = { project: ACME, minChange: 5, timezone: 'Europe/Berlin' };
  const decided = decideAlerts({ rows }, feed, [], FRIDAY);
  const events = 'kind' in decided ? [] : decided;
  const opened = events.filter((state) => state.type === 'change').filter((one) => one.metric === metric);
  const series = buildScoreSeries(rows, TODAY);
  return opened.map((alert) => ({
    alert,
    told: findAlertFigures(alert, { rows, series, minChange: 5, promptChanges: [] }),
  }));
}

const meanOn = (parts: readonly { figures: readonly number[] }[], day: number) =>
  Number((parts.reduce((sum, { figures }) => sum + (figures[day] ?? 0), 0) / parts.length).toFixed(6));

const fall = (figures: readonly number[], points: number) => [
  ...figures.slice(0, -1),
  (figures.at(-1) ?? 0) - points,
];

describe('scores by engine alone', () => {
  const fallen = byEngine(60).map(({ engine, figures }) => ({
    engine,
    figures: engine === 'Gemini' ? fall(figures, 20) : figures,
  }));

  test('bring the alert of the engine that moved, and it says that there is none of the whole', () => {
    const [{ alert, told } = expect.fail('no alert')] = openedToday(rowsOf(fallen));
    expect(alert.lead.scope).toMatchObject({ engine: { name: 'Gemini' } });
    expect(told).toMatchObject({
      noWhole: true,
      by: undefined,
      engines: [{ engine: 'Gemini' }, {}, {}, {}, {}],
    });
  });

  test('beside one of the whole say no such thing', () => {
    const whole = days(fall(noise(30, 60), 20), {});
    const [before = 0, now = 0] = whole.slice(-2).map(({ score }) => score);
    const [{ told } = expect.fail('no alert')] = openedToday([...whole, ...rowsOf(fallen)]);
    expect(told.noWhole).toBeUndefined();
    // The whole is there to compare with, whichever of them leads.
    expect(told.whole).toMatchObject({ score: now, change: now - before });
  });

  test('are what an overview shows, with their mean as the whole', () => {
    const parts = byEngine(3);
    const { days, score } = buildScoreOverview(rowsOf(parts), 'Europe/Berlin', FRIDAY);
    expect(score?.meanOf).toBe('engine');
    expect(days.map(({ score }) => score)).toEqual([0, 1, 2].map((day) => meanOn(parts, day)));
  });

  test('that fall together, none of them by much, are an alert of the whole that is said to be our own mean', () => {
    const parts = byEngine(60).map(({ engine, figures }) => ({ engine, figures: fall(figures, 7) }));
    const [{ alert, told } = expect.fail('no alert')] = openedToday(rowsOf(parts));
    expect(alert.lead.scope).toEqual({ engine: undefined, region: undefined });
    expect(told).toMatchObject({ noWhole: true, score: meanOn(parts, 59) });
  });

  test('of a single engine have no whole beside them', () => {
    const [one] = byEngine(3);
    const { days, score } = buildScoreOverview(rowsOf(one ? [one] : []), 'Europe/Berlin', FRIDAY);
    expect([days, score]).toEqual([[], undefined]);
  });

  test('beside a figure of the whole that is no score bring no mean', () => {
    const rank = Array.from({ length: 3 }, (_, ago) => dailyScore({ date: daysAgo(ago), averageRank: 2 }));
    const { days } = buildScoreOverview([...rank, ...rowsOf(byEngine(3))], 'Europe/Berlin', FRIDAY);
    expect(days).toEqual([]);
  });
});

describe('scores by engine and region alone', () => {
  const parts = byBoth(1, 60, 2);
  const at = parts.findIndex(({ engine, region }) => engine === 'Claude' && region === 'Region 3');

  test('bring the alert of the one that moved most, and what moved with it in the same alert', () => {
    const fallen = parts.map((part, i) => {
      const points = i === at ? 30 : part.engine === 'Claude' ? 20 : 0;
      return { ...part, figures: fall(part.figures, points) };
    });
    const opened = openedToday(rowsOf(fallen));
    expect(opened).toHaveLength(1);
    const [{ alert, told } = expect.fail('no alert')] = opened;
    expect(alert.lead.scope).toMatchObject({ engine: { name: 'Claude' }, region: { name: 'Region 3' } });
    expect(alert.moved).toHaveLength(REGIONS.length - 1);
    expect(told).toMatchObject({ noWhole: true, by: 'engine and region' });
    expect(told.engines[0]?.engine).toBe('Claude, Region 3');
  });

  test('of nothing but noise bring hardly more alerts than one score of the whole', () => {
    const alerts = [1, 2, 3, 4].flatMap((seed) =>
      buildAlertHistory('acme', buildScoreSeries(rowsOf(byBoth(seed, 180, 5)), TODAY), 5).alerts.filter(
        isWorthMessage,
      ),
    );
    // Eight quarters of fifty series: one a quarter at most.
    expect(alerts.length).toBeLessThanOrEqual(8);
  });
});

describe('the mean of parts', () => {
  const whole = (rows: readonly DailyScore[]) =>
    buildScoreSeries(rows, TODAY).find(({ key }) => key === 'score:*:*')?.points ?? [];
  const on = (ago: number, engine: string, score: number, answers?: number) =>
    dailyScore({ date: daysAgo(ago), engine, score, answers });

  test('counts each by its answers', () => {
    expect(whole([on(0, 'Gemini', 80, 30), on(0, 'Claude', 40, 10)])).toMatchObject([
      { value: 70, answers: 40 },
    ]);
  });

  test('counts all alike where a day is without answers, so that counting makes no step', () => {
    const rows = [
      on(1, 'Gemini', 80, 30),
      on(1, 'Claude', 40, 10),
      on(0, 'Gemini', 80, 30),
      on(0, 'Claude', 40),
    ];
    expect(whole(rows).map(({ value, answers }) => [value, answers])).toEqual([
      [60, undefined],
      [60, undefined],
    ]);
  });

  test('is none on a day without most of them, until they stay away', () => {
    const days = Array.from({ length: 20 }, (_, i) => 19 - i);
    const rows = days.flatMap((ago) => [
      on(ago, 'Gemini', 80),
      ...(ago >= 10 ? [on(ago, 'Claude', 40), on(ago, 'Copilot', 30)] : []),
    ]);
    const given = new Set(whole(rows).map(({ day }) => dateOf(day)));
    expect(days.filter((ago) => !given.has(daysAgo(ago)))).toEqual([9, 8, 7, 6, 5, 4]);
  });

  test('is of the parts that the API gives now', () => {
    const rows = [20, 19, 18].flatMap((ago) => [on(ago, 'Gemini', 80), on(ago, 'Claude', 40)]);
    const now = [2, 1, 0].flatMap((ago) =>
      ['Germany', 'France'].map((region) => dailyScore({ date: daysAgo(ago), region, score: 50 })),
    );
    expect(whole([...rows, ...now]).map(({ value }) => value)).toEqual([50, 50, 50]);
  });

  test.each([
    ['engines', ['engine']],
    ['engines in regions', ['engine', 'region']],
    ['regions', ['region']],
  ] as const)('of %s that never move is no alert and no notice, whichever come and go', (_, names) => {
    const answers = fc.constantFrom(undefined, 30);
    const part = fc.record({
      level: fc.integer({ min: 5, max: 95 }),
      answers,
      gaps: fc.array(fc.record({ from: fc.nat(59), days: fc.integer({ min: 1, max: 60 }) }), {
        maxLength: 3,
      }),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 6 }), (world) => {
        const rows = world.flatMap(({ level, answers, gaps }, i) => {
          const of = Object.fromEntries(names.map((name, at) => [name, `${name} ${at === 0 ? i >> 1 : i}`]));
          const scope = names.length === 1 ? { [names[0]]: `${names[0]} ${i}` } : of;
          return Array.from({ length: 60 }, (_, day) => day)
            .filter((day) => !gaps.some(({ from, days }) => day >= from && day < from + days))
            .map((day) => dailyScore({ date: daysAgo(59 - day), score: level, answers, ...scope }));
        });
        const feed = { project: ACME, minChange: 5, timezone: 'Europe/Berlin' };
        for (const now of [10, 5, 2, 1, 0].map((ago) => FRIDAY - ago * DAY)) {
          const decided = decideAlerts(
            { rows: rows.filter(({ date = '' }) => date <= today(now)) },
            feed,
            [],
            now,
          );
          const events = 'kind' in decided ? [] : decided;
          expect(events.filter(({ type }) => type === 'change' || type === 'not_comparable')).toEqual([]);
        }
      }),
      { seed: 7, numRuns: runs(20, 600) },
    );
  });

  test('is not compared with a day of other parts', () => {
    const rows = [
      on(1, 'Gemini', 80),
      on(1, 'Claude', 40),
      on(1, 'Copilot', 30),
      on(0, 'Gemini', 80),
      on(0, 'Claude', 40),
    ];
    const overview = buildScoreOverview(rows, 'Europe/Berlin', FRIDAY);
    expect(overview.days.map(({ score }) => score)).toEqual([50, 60]);
    expect(overview.score?.measured).toMatchObject([{ of: 'engines', went: ['Copilot'] }]);
  });
});

describe('a score of the whole that the API gives up', () => {
  const whole = (until: number) =>
    noise(30, 20).map((score, i) => dailyScore({ date: daysAgo(19 - i + until), score }));
  const seriesWith = (until: number) =>
    buildScoreOverview([...whole(until), ...rowsOf(byEngine(20))], 'Europe/Berlin', FRIDAY).days;

  test('is not shown as the latest one for ever', () => {
    expect(seriesWith(3)).toEqual([]);
  });

  test('is shown while it may only be late', () => {
    expect(seriesWith(2)).toHaveLength(20);
  });
});
