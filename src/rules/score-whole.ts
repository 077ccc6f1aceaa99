/** Where an API gives scores of parts alone, by engine or by region or by both: the mean of them stands for the whole. */
import type { PartsBy, Scope } from '../decision.ts';
import type { Point } from './score-detector.ts';
import { partsShown } from './score-rows.ts';

/** A part counts as one of now while its last figure is so many days older than the latest of all at most. */
const LATE_DAYS = 3;

/** A part is waited for on so many days; then what is there without it is all that there is. */
const MISSED_DAYS = 7;

/** A day with no more than this share of its parts says little of the whole. */
const MOST = 0.5;

/** Sums carry dust in digits that no API gives. */
const DECIMALS = 6;

/** The figures of one part, a point for each day, in order. */
type Part = { scope: Scope; points: readonly Point[] };

/** Which kind of parts the mean is made of: of those that the API gives now. */
export function kindForMean(all: readonly Part[]): PartsBy | undefined {
  const last = Math.max(...all.map(({ points }) => points.at(-1)?.day ?? Number.NEGATIVE_INFINITY));
  const ofNow = all.filter(
    ({ points }) => (points.at(-1)?.day ?? Number.NEGATIVE_INFINITY) > last - LATE_DAYS,
  );
  const { by, parts } = partsShown(ofNow);
  return parts.length > 0 ? by : undefined;
}

/**
 * For each day the mean of the parts of one kind that have a figure of it. By their numbers of answers where those are
 * always known: counted on some days only, they would move the mean though no part moves. What other parts make of it
 * is told apart as for an API's own whole (comparablePoints).
 */
export function meanOfParts(parts: readonly Part[]): Point[] {
  const byDay = Map.groupBy(
    parts.flatMap((part) => part.points.map((point) => ({ part, ...point }))),
    ({ day }) => day,
  );
  const isCounted = isCountedAlways(parts);
  const seen = new Map<Part, number>();
  return [...byDay]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([day, there]): Point[] => {
      for (const { part } of there) seen.set(part, day);
      const expected = [...seen.values()].filter((last) => last > day - MISSED_DAYS).length;
      if (there.length <= MOST * expected) return [];
      const answers = there.reduce((sum, one) => sum + (one.answers ?? 0), 0);
      const weight = (one: Point) => (isCounted ? (one.answers ?? 0) / answers : 1 / there.length);
      const value = there.reduce((sum, one) => sum + weight(one) * one.value, 0);
      return [{ day, value: Number(value.toFixed(DECIMALS)), answers: isCounted ? answers : undefined }];
    });
}

/** The parts as they weigh in their mean. */
export function asWeighed<One extends Part>(parts: readonly One[]): One[] {
  if (isCountedAlways(parts)) return [...parts];
  return parts.map((part) => ({
    ...part,
    points: part.points.map((point) => ({ ...point, answers: undefined })),
  }));
}

function isCountedAlways(parts: readonly Part[]): boolean {
  return parts.every(({ points }) => points.every(({ answers = 0 }) => answers > 0));
}
