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
export const TOLD_WITHIN = 30;

const Series = z.looseObject({
  name: z.string(),
  values: z.array(z.number()),
  annotations: z.record(z.string(), z.array(z.number().int())),
});
const Published = z.looseObject({ mean: z.record(z.string(), z.number()) });

type PublishedRow = {
  series: string;
  points: number;
  f1: number;
  'no alerts': number;
  shifts: string;
};

/** A series, and the change points that each of its annotators saw. */
export type AnnotatedSeries = { name: string; values: number[]; people: number[][] };

/** In the order of their names; undefined where the folder is absent. */
export async function annotatedSeries(folder: string): Promise<AnnotatedSeries[] | undefined> {
  return (await filesOf(folder))?.flatMap((json) => {
    const series = Series.safeParse(json);
    if (!series.success) return [];
    const { name, values, annotations } = series.data;
    return [{ name, values, people: Object.values(annotations) }];
  });
}

async function filesOf(folder: string): Promise<unknown[] | undefined> {
  if (!existsSync(folder)) return undefined;
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
  return Promise.all(
    files.map(async (file): Promise<unknown> => JSON.parse(await readFile(path.join(folder, file), 'utf8'))),
  );
}

/** Undefined where the folder is absent. `published`: the mean F1 of the methods that others measured. */
export async function published(folder: string) {
  const series = await annotatedSeries(folder);
  if (!series) return undefined;
  const delays: number[] = [];
  const rows: PublishedRow[] = [];
  const means = (await filesOf(folder))?.map((json) => Published.safeParse(json));
  const others = means?.find(({ success }) => success)?.data?.mean ?? {};
  for (const { name, values, people } of series) {
    const points = values.map((value, day) => ({ day, value }));
    const shifts = detectionsOf(points, { minChange: 0 }).filter(
      ({ kind, index, changeAt }) => kind === 'shift' && index - changeAt <= TOLD_WITHIN,
    );
    delays.push(...shifts.map(({ index, changeAt }) => index - changeAt));
    const found = shifts.map(({ changeAt }) => changeAt);
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
