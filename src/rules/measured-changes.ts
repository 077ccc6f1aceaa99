/**
 * Engines, regions and prompts that came or went between two days: scores across that aren't comparable, only the mean of
 * what was measured at both times is.
 */
import type { MeasuredChange, Scope, SharedFigures } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { computeMeanOn, type PromptFigures } from './alert-explanation.ts';
import { daysBefore } from './calendar.ts';
import { findMeasuredFrom } from './prompt-changes.ts';
import { buildScoreSeries, dateOf, type Figures } from './score-series.ts';

/** A set of names that somebody chose here; `was`: the set before, if the audit has it; `at` epoch ms. */
export type SetWrite = {
  of: 'engines' | 'regions';
  at: number;
  names: readonly string[];
  was?: readonly string[] | undefined;
};

/** The days from which other engines or regions are measured, according to what people set here. */
export function findSetChanges(writes: readonly SetWrite[], timezone: string): MeasuredChange[] {
  const inOrder = writes.toSorted((a, b) => a.at - b.at);
  const byDay = Map.groupBy(inOrder, ({ of, at }) => `${findMeasuredFrom(at, timezone)} ${of}`);
  return [...byDay.values()].flatMap((ofDay): MeasuredChange[] => {
    const [first, last] = [ofDay[0], ofDay.at(-1)];
    if (!first || !last) return [];
    const { of } = first;
    const day = findMeasuredFrom(first.at, timezone);
    const before = first.was ?? inOrder.findLast((one) => one.of === of && one.at < first.at)?.names;
    if (!before) return [{ day, of, came: [], went: [] }];
    const came = last.names.filter((name) => !before.includes(name));
    const went = before.filter((name) => !last.names.includes(name));
    return came.length + went.length > 0 ? [{ day, of, came, went }] : [];
  });
}

/**
 * Oldest first. `known`: changes from findPromptChanges and findSetChanges. Where the scores of both days have figures
 * by engine or region, those tell which were measured and override `known`.
 */
export function findMeasuredChanges(
  scores: readonly DailyScore[],
  known: readonly MeasuredChange[],
  from: string,
  to: string,
): MeasuredChange[] {
  const within = known.filter(({ day }) => day > from && day <= to);
  const parts = (['engines', 'regions'] as const).flatMap((of) => {
    const isShown = [from, to].every((date) => findPartsOn(scores, of, date).size > 0);
    const set = within.filter((one) => one.of === of);
    return (isShown ? diffParts(scores, of, from, to) : sumChanges(set)) ?? [];
  });
  const prompts = within.filter(({ of }) => of === 'prompts');
  return [...prompts, ...parts].toSorted((a, b) => a.day.localeCompare(b.day));
}

/** Whether figures of this scope depend on the change: an engine's don't depend on what other engines there are. */
export function affects({ of }: MeasuredChange, { engine, region }: Scope): boolean {
  return of === 'prompts' || (of === 'engines' ? !engine : !region);
}

/** Changes of one kind as one; undefined if they cancel out. */
function sumChanges(changes: readonly MeasuredChange[]): MeasuredChange | undefined {
  const last = changes.toSorted((a, b) => a.day.localeCompare(b.day)).at(-1);
  if (!last || changes.length === 1) return last;
  // Nobody knows what some of these sets replaced.
  if (changes.some(({ came, went }) => came.length + went.length === 0))
    return { ...last, came: [], went: [] };
  const [came, went] = [new Set<string>(), new Set<string>()];
  for (const change of changes) {
    for (const name of change.came) if (!went.delete(name)) came.add(name);
    for (const name of change.went) if (!came.delete(name)) went.add(name);
  }
  return came.size + went.size > 0 ? { ...last, came: [...came], went: [...went] } : undefined;
}

/** Undefined if both days have the same engines or regions. */
function diffParts(
  scores: readonly DailyScore[],
  of: 'engines' | 'regions',
  from: string,
  to: string,
): MeasuredChange | undefined {
  const [before, now] = [findPartsOn(scores, of, from), findPartsOn(scores, of, to)];
  const came = findNamesMissing(before, now);
  const went = findNamesMissing(now, before);
  if (came.length + went.length === 0) return undefined;
  let day = to;
  for (let earlier = daysBefore(day, 1); earlier > from; earlier = daysBefore(earlier, 1)) {
    const then = findPartsOn(scores, of, earlier);
    if (then.size === 0) continue;
    if (findNamesMissing(now, then).length + findNamesMissing(then, now).length > 0) break;
    day = earlier;
  }
  return { day, of, came, went };
}

/** Names by id of the engines or regions with a figure that day: their own, else by engine and region. */
function findPartsOn(
  scores: readonly DailyScore[],
  of: 'engines' | 'regions',
  date: string,
): ReadonlyMap<string, string> {
  const ofDay = scores.filter((row) => row.date === date && row.score !== undefined);
  const isWithin = ofDay.every((row) => engineOf(row) !== undefined && regionOf(row) !== undefined);
  return new Map(
    ofDay.flatMap((row): [string, string][] => {
      const [engine, region] = [engineOf(row), regionOf(row)];
      const [part, other] = of === 'engines' ? [engine, region] : [region, engine];
      if (part === undefined || (other !== undefined && !isWithin)) return [];
      return [[part, (of === 'engines' ? row.engine : row.region) ?? part]];
    }),
  );
}

function engineOf({ engine, engineId }: DailyScore): string | undefined {
  return engineId ?? engine;
}

function regionOf({ region, regionId }: DailyScore): string | undefined {
  return regionId ?? region;
}

function findNamesMissing(other: ReadonlyMap<string, string>, parts: ReadonlyMap<string, string>): string[] {
  return [...parts].flatMap(([id, name]) => (other.has(id) ? [] : name));
}

/** `prompts`: those of each prompt, if all could be read; `end`: the day after the last. */
type PartsRead = { rows: readonly DailyScore[]; prompts: readonly PromptFigures[]; end: string };

/** The figure of any part before and now, read as the whole's is. */
export type ReadAt = (figures: Figures) => { before: number | undefined; after: number | undefined };

/** The means before and after `measured` of the parts that have both; undefined if the figures don't tell. */
export function findShared(
  measured: readonly MeasuredChange[],
  read: PartsRead,
  readAt: ReadAt,
): SharedFigures | undefined {
  const [change] = measured;
  const both = listParts(measured, read).flatMap((figures) => {
    const { before, after } = readAt(figures);
    return before === undefined || after === undefined ? [] : [{ before, after }];
  });
  if (!change || both.length === 0) return undefined;
  const mean = (at: 'before' | 'after') => both.reduce((sum, one) => sum + one[at], 0) / both.length;
  return { of: change.of, parts: both.length, before: mean('before'), after: mean('after') };
}

/** Each part's figures, of the only kind that changed; none if several did, or prompts were reworded. */
function listParts(measured: readonly MeasuredChange[], { rows, prompts, end }: PartsRead): Figures[] {
  const kinds = new Set(measured.map(({ of }) => of));
  const [kind] = kinds;
  if (kinds.size !== 1 || measured.some(({ reworded }) => reworded)) return [];
  if (kind === 'prompts')
    return prompts.map((prompt) => {
      const days = new Set(prompt.rows.flatMap(({ date }) => date ?? []));
      return new Map(
        [...days].flatMap((day) => {
          const score = computeMeanOn(day, prompt);
          return score === undefined ? [] : [[day, score] as const];
        }),
      );
    });
  const [part, other] =
    kind === 'engines' ? (['engine', 'region'] as const) : (['region', 'engine'] as const);
  return buildScoreSeries(rows, end)
    .filter(({ metric, scope }) => metric === 'score' && scope[part] && !scope[other])
    .map(({ points }) => new Map(points.map(({ day, value }) => [dateOf(day), value])));
}
