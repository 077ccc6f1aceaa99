import { describe, expect, test } from 'vitest';
import type { NotComparable } from '../../src/decision.ts';
import { isSameAlert } from '../../src/rules/alert-decide.ts';
import { buildAlertHistory } from '../../src/rules/alert-history.ts';
import { proposeThreshold, whatIf } from '../../src/rules/alert-ledger.ts';
import { findPromptChangeOn, listToldPromptChanges } from '../../src/rules/prompt-links.ts';
import { buildScoreSeries, type ScoreSeries } from '../../src/rules/score-series.ts';
import { ACME, dailyScore, daysAgo } from './cast.ts';
import { noise } from './score-days.ts';

const calm = (seed: number, days: number) => noise(seed, days, 60, 0.7);

/** Three small bumps of some 7 points, and one of 20. */
const BUMPS = [
  ...calm(1, 40),
  ...[53, 53, ...calm(2, 8)],
  ...[67, 67, ...calm(3, 8)],
  ...[53, 53, ...calm(4, 8)],
  ...[40, 40, ...calm(5, 8)],
];

function series(figures: readonly number[]): ScoreSeries[] {
  const rows = figures.map((score, i) => dailyScore({ date: daysAgo(figures.length - 1 - i), score }));
  return buildScoreSeries(rows, daysAgo(-1));
}

const days = ({ alerts }: NonNullable<ReturnType<typeof whatIf>>) =>
  alerts.map(({ alert }) => alert.openedOn);

describe('trying another threshold on the past', () => {
  test('brings every alert that it would have brought, with what it opened with', () => {
    const would = whatIf({ project: ACME, minChange: 5 }, series(BUMPS), 365);
    expect(would?.alerts).toHaveLength(4);
    const [first] = would?.alerts ?? [];
    expect(first?.score).toBe(53);
    // The day before, as its message compares.
    expect(first?.previousScore).toBe(BUMPS[39]);
    expect([would?.from, would?.to]).toEqual([daysAgo(BUMPS.length - 1), daysAgo(0)]);
  });

  test('with a larger one only what is larger', () => {
    expect(
      whatIf({ project: ACME, minChange: 10 }, series(BUMPS), 365)?.alerts.map(({ score }) => score),
    ).toEqual([40]);
  });

  test('looks only at the days that were asked for', () => {
    const would = whatIf({ project: ACME, minChange: 5 }, series(BUMPS), 15);
    expect(would?.from).toBe(daysAgo(14));
    expect(would && days(would)).toEqual([daysAgo(9)]);
  });

  test('tells what leads it in the end: the whole project after one of its engines', () => {
    const days = (figures: number[], engine?: string) =>
      figures.map((score, i) =>
        dailyScore({ date: daysAgo(figures.length - 1 - i), score, engine, engineId: engine }),
      );
    const rows = [...days([...calm(6, 40), 60, 45]), ...days([...calm(7, 40), 30, 30], 'Gemini')];
    const [past] =
      whatIf({ project: ACME, minChange: 5 }, buildScoreSeries(rows, daysAgo(-1)), 365)?.alerts ?? [];
    const alert = { lead: { scope: {} } };
    expect(past).toMatchObject({ day: daysAgo(0), score: 45, previousScore: 60, alert });
  });

  test('brings none where a channel was told that other prompts moved it', () => {
    const shared = { of: 'prompts' as const, parts: 9, before: 60, after: 60 };
    const promptChanges = [{ day: daysAgo(3), of: 'prompts' as const, came: ['hard'], went: [], shared }];
    const lowered = series([...calm(8, 40), ...calm(9, 4).map((score) => score - 10)]);
    const alerts = (told: typeof promptChanges) =>
      whatIf({ project: ACME, minChange: 5, promptChanges: told }, lowered, 90)?.alerts;
    expect([alerts([])?.length, alerts(promptChanges)?.length]).toEqual([1, 0]);
  });

  test('without any figure there is nothing to try', () => {
    expect(whatIf({ project: ACME, minChange: 5 }, [], 90)).toBeUndefined();
  });
});

describe('a better threshold', () => {
  const all = series(BUMPS);
  const judged = (notUseful: readonly number[]) =>
    buildAlertHistory(ACME.id, all, 5)
      .alerts.toReversed()
      .map((alert, i) => ({ alert, notUseful: notUseful[i] ?? 0 }));
  const propose = (...notUseful: number[]) =>
    proposeThreshold(judged(notUseful), all, { project: ACME, minChange: 5 });

  test('spares what people found of no use, and says what would still come', () => {
    expect(propose(0, 1, 2, 1)).toEqual({
      minChange: 8,
      notUseful: 3,
      of: 4,
      others: 1,
      from: daysAgo(BUMPS.length - 1),
      to: daysAgo(0),
    });
  });

  test('is not looked for while two of four were of no use', () => {
    expect(propose(0, 1, 1, 0)).toBeUndefined();
  });

  test('replays the past a few times, however far away it is', () => {
    let reads = 0;
    const counted = all.map((one) => ({
      ...one,
      get points() {
        reads += 1;
        return one.points;
      },
    }));
    whatIf({ project: ACME, minChange: 5 }, counted, 365);
    const once = reads;
    const found = proposeThreshold(judged([1, 1, 1, 1]), counted, { project: ACME, minChange: 5 });
    expect(found?.minChange).toBeGreaterThan(15);
    expect(reads - once).toBeLessThan(9 * once);
  });

  test('is found even where the largest would bring back what it leaves out', () => {
    const levels = [40, 26, 39, 48, 65, 59, 70, 75];
    const lasting = [10, 9, 7, 10, 7, 3, 11, 8];
    const steps = levels.flatMap((level, i) => noise(160 + i, lasting[i] ?? 1, level, 0.7));
    const stairs = series([...noise(16, 30, 60, 0.7), ...steps]);
    const alerts = buildAlertHistory(ACME.id, stairs, 5).alerts.slice(-4);
    const told = alerts.map((alert) => ({ alert, notUseful: 1 })).toReversed();
    const found = proposeThreshold(told, stairs, { project: ACME, minChange: 5 });
    const left = buildAlertHistory(ACME.id, stairs, found?.minChange ?? 5).alerts;
    const comesBack = (all: typeof left) =>
      told.filter(({ alert }) => all.some((one) => isSameAlert(one, alert)));
    expect(comesBack(left)).toEqual([]);
    expect(comesBack(buildAlertHistory(ACME.id, stairs, 25).alerts)).not.toEqual([]);
  });

  test('is none where only a threshold beyond reason would do', () => {
    const small = proposeThreshold(judged([1, 1, 1, 0]), all, { project: ACME, minChange: 1 });
    expect(small).toBeUndefined();
  });
});

describe('prompts that came or went', () => {
  const prompt = (text: string, ...scores: (number | undefined)[]) => ({
    id: text,
    text,
    rows: scores.map((score, i) => dailyScore({ date: daysAgo(1 - i), score })),
  });

  test('are named, with the mean of those of both days', () => {
    const change = findPromptChangeOn(daysAgo(0), [
      prompt('old', 60, 62),
      prompt('older', 40, 42),
      prompt('new', undefined, 0),
      prompt('gone', 90, undefined),
    ]);
    expect(change).toEqual({
      day: daysAgo(0),
      of: 'prompts',
      came: ['new'],
      went: ['gone'],
      shared: { of: 'prompts', before: 50, after: 52, parts: 2, steps: { 'score:*:*': 2 } },
    });
  });

  test('are none where the same ones are there, or no figures are', () => {
    expect(findPromptChangeOn(daysAgo(0), [prompt('old', 60, 62)])).toBeUndefined();
    expect(findPromptChangeOn(daysAgo(0), [prompt('old', undefined, 62)])).toBeUndefined();
    expect(findPromptChangeOn(daysAgo(0), [])).toBeUndefined();
  });

  test('are remembered by what the channel was told', () => {
    const about: Omit<NotComparable, 'measured'> = {
      type: 'not_comparable',
      key: 'k',
      metric: 'score',
      day: daysAgo(3),
      previousDay: daysAgo(4),
      value: 1,
      previousValue: 2,
    };
    const change = (of: 'prompts' | 'engines') => ({ of, day: daysAgo(3), came: ['new'], went: [] });
    const notice = (of: 'prompts' | 'engines') => ({
      news: {
        ...({ kind: 'score_notice', v: 1, project: ACME, key: 'k' } as const),
        about: { ...about, measured: [change(of)] },
      },
    });
    expect(listToldPromptChanges([notice('prompts'), notice('engines')])).toEqual([change('prompts')]);
  });
});
