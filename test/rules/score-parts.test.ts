/** Projects of which the API gives scores by engine, or by engine and region, and none of the whole. */
import { describe, expect, test } from 'vitest';
import { decideAlerts } from '../../src/rules/alert-decide.ts';
import { alertFigures } from '../../src/rules/alert-figures.ts';
import { alertHistory } from '../../src/rules/alert-history.ts';
import { isWorthMessage } from '../../src/rules/alert-tell.ts';
import { scoreOverview } from '../../src/rules/score-history.ts';
import { scoreSeries } from '../../src/rules/score-series.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import { ACME, dailyScore, daysAgo, FRIDAY } from './cast.ts';
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

const rowsOf = (parts: readonly ({ figures: readonly number[] } & Partial<DailyScore>)[]) =>
  parts.flatMap(({ figures, ...given }) => days(figures, given));

function openedToday(rows: readonly DailyScore[], metric = 'score') {
  const feed = { project: ACME, minChange: 5, timezone: 'Europe/Berlin' };
  const decided = decideAlerts({ rows }, feed, [], FRIDAY);
  const events = 'kind' in decided ? [] : decided.events;
  const opened = events.flatMap(({ kind, state }) =>
    kind === 'opened' && state.type === 'change' && state.metric === metric ? [state] : [],
  );
  const series = scoreSeries(rows, TODAY);
  return opened.map((alert) => ({
    alert,
    told: alertFigures(alert, { rows, series, minChange: 5, promptChanges: [] }),
  }));
}

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
    const [{ told } = expect.fail('no alert')] = openedToday([...whole, ...rowsOf(fallen)]);
    expect(told.noWhole).toBeUndefined();
  });

  test('are what an overview shows, without any figure of the whole', () => {
    const { series, engines, by } = scoreOverview(rowsOf(byEngine(3)), 'Europe/Berlin', FRIDAY);
    expect([series, by]).toEqual([[], undefined]);
    expect(engines.map(({ engine }) => engine)).toEqual(ENGINES);
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
      alertHistory('acme', scoreSeries(rowsOf(byBoth(seed, 180, 5)), TODAY), 5).alerts.filter(isWorthMessage),
    );
    // Eight quarters of fifty series: one a quarter at most.
    expect(alerts.length).toBeLessThanOrEqual(8);
  });

  test('are what an overview shows', () => {
    const { series, engines, by } = scoreOverview(rowsOf(parts), 'Europe/Berlin', FRIDAY);
    expect([series, by, engines.length]).toEqual([[], 'engine and region', 50]);
    expect(engines[0]).toMatchObject({ engine: 'ChatGPT, Region 0' });
  });
});

describe('a score of the whole that the API gives up', () => {
  const whole = (until: number) =>
    noise(30, 20).map((score, i) => dailyScore({ date: daysAgo(19 - i + until), score }));
  const seriesWith = (until: number) =>
    scoreOverview([...whole(until), ...rowsOf(byEngine(20))], 'Europe/Berlin', FRIDAY).series;

  test('is not shown as the latest one for ever', () => {
    expect(seriesWith(3)).toEqual([]);
  });

  test('is shown while it may only be late', () => {
    expect(seriesWith(2)).toHaveLength(20);
  });
});
