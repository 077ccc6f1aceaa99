import { describe, expect, test } from 'vitest';
import { decideScoreChange } from '../../src/rules/score-change.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import { ACME, dailyScore, daysAgo, FRIDAY } from './cast.ts';

const feed = { project: ACME, minChange: 5, timezone: 'Europe/Berlin' };
type Figure = number | undefined;

/** The project's score day by day, ending with Thu 19 Nov. */
function whole(...figures: Figure[]): DailyScore[] {
  return figures.map((score, i) => dailyScore({ date: daysAgo(figures.length - 1 - i), score }));
}

/** An engine's score on Wed 18 and Thu 19 Nov. */
function engine(name: string, ...figures: Figure[]): DailyScore[] {
  return whole(...figures).map((row) => ({ ...row, engine: name, engineId: `id-${name}` }));
}

/** Four quiet weeks around 61. */
const quiet = Array.from({ length: 28 }, (_, i) => (i % 2 === 0 ? 62.2 : 59.8));

function decide(scores: DailyScore[], settings = {}, now = FRIDAY) {
  return decideScoreChange(scores, { ...feed, ...settings }, now);
}

function alert(...args: Parameters<typeof decide>) {
  const decision = decide(...args);
  if (decision.kind === 'silence') throw new Error(`silent: ${decision.reason}`);
  return decision;
}

describe('it speaks', () => {
  test('of a fall between the last two complete days, and names the days', () => {
    expect(alert(whole(61.4, 53.2))).toMatchObject({
      kind: 'score_alert',
      key: `score:${ACME.id}:2026-11-19`,
      day: '2026-11-19',
      previousDay: '2026-11-18',
      score: 53.2,
      previousScore: 61.4,
    });
  });

  test.each([
    ['a rise', [53.2, 61.4]],
    ['a fall to zero, which is a figure', [6, 0]],
    ['a change of exactly min_change, whatever decimals make of it', [61.4, 66.4]],
  ])('of %s', (_, figures) => {
    expect(decide(whole(...figures)).kind).toBe('score_alert');
  });

  test('across a day without data, against the day that has some', () => {
    expect(alert(whole(61, undefined, 53))).toMatchObject({ previousDay: daysAgo(2) });
  });

  test('of days in any order, and of a repeated day by its last row', () => {
    const [wednesday, thursday] = whole(61, 53) as [DailyScore, DailyScore];
    const corrected = [thursday, { ...wednesday, score: 70 }, wednesday, { ...thursday, score: undefined }];
    expect(alert(corrected)).toMatchObject({ previousScore: 61, score: 53 });
  });
});

describe('it is silent', () => {
  test.each([
    ['no_scores', []],
    ['no_scores', whole(undefined, undefined)],
    ['only_engine_scores', engine('Gemini', 61, 40)],
    ['no_complete_day', [dailyScore({ date: '2026-11-20', score: 50 })]],
    ['no_complete_day', [dailyScore({ date: '2026-11-19', score: 50, complete: false })]],
    ['no_complete_day', [dailyScore({ date: '2026-02-30', score: 50 }), dailyScore({ score: 50 })]],
    ['no_previous_day', whole(undefined, 50)],
    ['below_min_change', whole(61, 56.1)],
    ['stale', whole(61, 50, undefined, undefined)],
  ])('%s', (reason, scores) => {
    expect(decide(scores)).toEqual({ kind: 'silence', reason });
  });

  test('about a day that is not over where the feed lives', () => {
    const justAfterMidnightInBerlin = Date.parse('2026-11-19T23:30:00Z');
    const scores = whole(61, 53);
    expect(decide(scores, {}, justAfterMidnightInBerlin).kind).toBe('score_alert');
    expect(decide(scores, { timezone: 'UTC' }, justAfterMidnightInBerlin).kind).toBe('silence');
  });

  test('a day that is two days old is still news', () => {
    expect(decide(whole(61, 50, undefined)).kind).toBe('score_alert');
  });
});

describe('a change of the measured set is no change of the score', () => {
  test('an engine that was added and pulls the score down is no alarm', () => {
    const scores = [...whole(61, 50), ...engine('ChatGPT', 61, 61), ...engine('Gemini', undefined, 39)];
    expect(decide(scores)).toEqual({ kind: 'silence', reason: 'measured_set_changed' });
  });

  test('an engine that fell silent is no alarm either', () => {
    const scores = [...whole(61, 50), ...engine('ChatGPT', 50, 50), ...engine('Gemini', 72, undefined)];
    expect(decide(scores)).toEqual({ kind: 'silence', reason: 'measured_set_changed' });
  });

  test('a fall that the engines of both days show too is one', () => {
    const scores = [...whole(61, 50), ...engine('ChatGPT', 61, 51), ...engine('Claude', 61, undefined)];
    expect(alert(scores).engines).toEqual([
      { engine: 'ChatGPT', score: 51, change: -10, normal: false },
      { engine: 'Claude', score: undefined, normal: false },
    ]);
  });
});

describe('what is usual', () => {
  test.each([
    [53.2, 'well outside normal'],
    [55.2, 'outside normal'],
    [56.5, 'at the edge of normal'],
  ])('a fall to %d after quiet weeks is %s', (score, sureness) => {
    const decision = alert(whole(...quiet, score), { minChange: 3 });
    expect(decision.sureness).toBe(sureness);
    expect(decision.usual?.low).toBeGreaterThan(score);
  });

  test('a jump that this score makes all the time is within the usual range, and says no phrase', () => {
    const restless = Array.from({ length: 28 }, (_, i) => (i % 2 === 0 ? 50 : 60));
    const decision = alert(whole(...restless, 50));
    expect(decision).toMatchObject({ sureness: undefined, usual: { low: expect.any(Number) } });
  });

  test('one wild day among quiet weeks does not widen the range', () => {
    const [, ...rest] = quiet;
    expect(alert(whole(5, ...rest, 53)).usual?.low).toBeGreaterThan(55);
  });

  test('fewer than eight earlier days say nothing', () => {
    expect(alert(whole(...quiet.slice(0, 7), 50))).toMatchObject({ usual: undefined, sureness: undefined });
    expect(alert(whole(...quiet.slice(0, 8), 50)).usual).toBeDefined();
  });

  test('a score that never moved has a range all the same', () => {
    const flat = alert(whole(...Array<number>(28).fill(0), 6));
    expect(flat.usual).toEqual({ low: -2, high: 2 });
    expect(flat.sureness).toBe('well outside normal');
  });
});

test('engines are named by how much they moved, and as normal where they did nothing unusual', () => {
  const scores = [
    ...whole(...quiet, 53.2),
    ...engine('Perplexity', ...quiet, 61.3),
    ...engine('Gemini', ...quiet, 47),
    ...engine('Claude', undefined, undefined),
  ];
  expect(alert(scores).engines.map(({ engine, normal }) => [engine, normal])).toEqual([
    ['Gemini', false],
    ['Perplexity', true],
    ['Claude', false],
  ]);
});

describe('the days of the chart', () => {
  test('are the last twenty, oldest first, null where there is no figure', () => {
    const { series } = alert(whole(...quiet, undefined, 50));
    expect(series).toHaveLength(20);
    expect(series.slice(-3).map(({ score }) => score)).toEqual([quiet.at(-1), null, 50]);
    expect(series.at(-1)?.date).toBe('2026-11-19');
  });

  test('begin with the first day that has a figure', () => {
    expect(alert(whole(61, undefined, 50)).series.map(({ score }) => score)).toEqual([61, null, 50]);
  });
});
