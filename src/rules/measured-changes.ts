/** What came and went between two days of a project's scores: a change between them is then no plain change. */
import type { MeasuredChange } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { daysBefore } from './calendar.ts';

/** `prompts`: what is known of them (promptsMoved); which engines and regions were measured is read of the scores. */
export function measuredBetween(
  scores: readonly DailyScore[],
  prompts: readonly MeasuredChange[],
  from: string,
  to: string,
): MeasuredChange[] {
  const parts = (['engines', 'regions'] as const).flatMap((of) => partsMoved(scores, of, from, to) ?? []);
  return [...prompts.filter(({ day }) => day > from && day <= to), ...parts];
}

/** Undefined where both days have the same ones, or nobody knows those of one. */
function partsMoved(
  scores: readonly DailyScore[],
  of: 'engines' | 'regions',
  from: string,
  to: string,
): MeasuredChange | undefined {
  const [before, now] = [partsOn(scores, of, from), partsOn(scores, of, to)];
  if (before.size === 0 || now.size === 0) return undefined;
  const came = named(now, before);
  const went = named(before, now);
  if (came.length + went.length === 0) return undefined;
  let day = to;
  for (let earlier = daysBefore(day, 1); earlier > from; earlier = daysBefore(earlier, 1)) {
    const then = partsOn(scores, of, earlier);
    if (then.size === 0) continue;
    if (named(then, now).length + named(now, then).length > 0) break;
    day = earlier;
  }
  return { day, of, came, went };
}

/** Names by id, of those that have a figure of the day. */
function partsOn(
  scores: readonly DailyScore[],
  of: 'engines' | 'regions',
  date: string,
): ReadonlyMap<string, string> {
  return new Map(
    scores.flatMap((row): [string, string][] => {
      if (row.date !== date || row.score === undefined) return [];
      const [engine, region] = [row.engineId ?? row.engine, row.regionId ?? row.region];
      const [part, other] = of === 'engines' ? [engine, region] : [region, engine];
      if (part === undefined || other !== undefined) return [];
      return [[part, (of === 'engines' ? row.engine : row.region) ?? part]];
    }),
  );
}

/** The names of those that the other day has not. */
function named(parts: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...parts].flatMap(([id, name]) => (other.has(id) ? [] : name));
}
