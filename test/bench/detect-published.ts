/**
 * Detection on real series that people annotated: the Turing Change Point Dataset (van den Burg and Williams 2020), with
 * their score: F1 at a margin of five points, index 0 a change point, recall the mean over the annotators.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { detectionsOf } from '../../src/rules/score-detector.ts';
import { medianOf } from '../../src/rules/score-window.ts';

const MARGIN = 5;

/** A shift that is told later than this after it began does not count. */
const TOLD_WITHIN = 30;

const Series = z.looseObject({
  name: z.string(),
  values: z.array(z.number()),
  annotations: z.record(z.string(), z.array(z.number().int())),
});
const Published = z.looseObject({ mean: z.record(z.string(), z.number()) });

export type PublishedRow = {
  series: string;
  points: number;
  f1: number;
  'no alerts': number;
  shifts: string;
};

/** Undefined where the folder is absent. `published`: the mean F1 of the methods that others measured. */
export async function published(folder: string) {
  if (!existsSync(folder)) return undefined;
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
  const delays: number[] = [];
  const rows: PublishedRow[] = [];
  let others: Record<string, number> = {};
  for (const file of files) {
    const json: unknown = JSON.parse(await readFile(path.join(folder, file), 'utf8'));
    const means = Published.safeParse(json);
    if (means.success) others = means.data.mean;
    const series = Series.safeParse(json);
    if (!series.success) continue;
    const { name, values, annotations } = series.data;
    const points = values.map((value, day) => ({ day, value }));
    const shifts = detectionsOf(points, { minChange: 0 }).filter(
      ({ kind, index, changeAt }) => kind === 'shift' && index - changeAt <= TOLD_WITHIN,
    );
    delays.push(...shifts.map(({ index, changeAt }) => index - changeAt));
    const found = shifts.map(({ changeAt }) => changeAt);
    const people = Object.values(annotations);
    rows.push({
      series: name,
      points: values.length,
      f1: f1(found, people),
      'no alerts': f1([], people),
      shifts: found.join(' '),
    });
  }
  const mean = (of: (row: PublishedRow) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  return {
    rows,
    f1: mean((row) => row.f1),
    noAlerts: mean((row) => row['no alerts']),
    medianDelay: medianOf(delays),
    others,
  };
}

/** `found` and each annotator's change points as indices; index 0 is one of each. */
export function f1(found: readonly number[], annotators: readonly (readonly number[])[]): number {
  const ours = withStart(found);
  const theirs = annotators.map(withStart);
  const everyone = withStart(theirs.flat());
  const precision = matches(everyone, ours) / ours.length;
  const recall =
    theirs.reduce((sum, one) => sum + matches(one, ours) / one.length, 0) / Math.max(1, theirs.length);
  return (2 * precision * recall) / (precision + recall);
}

/** How many of the true points have one of the found near them, each found one for one at most. */
function matches(truth: readonly number[], found: readonly number[]): number {
  const left = new Set(found);
  return truth.filter((point) => {
    const near = [...left].filter((one) => Math.abs(one - point) <= MARGIN);
    const [nearest] = near.toSorted((a, b) => Math.abs(a - point) - Math.abs(b - point));
    return nearest !== undefined && left.delete(nearest);
  }).length;
}

function withStart(points: readonly number[]): number[] {
  return [...new Set([0, ...points])].toSorted((a, b) => a - b);
}
