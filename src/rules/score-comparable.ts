/**
 * Keeps the whole's figure comparable when the measured set changes: adding or removing an engine or region moves the
 * mean though nothing became more or less visible. Like a price index whose basket changes, the new set is linked to
 * the old one.
 */
import { type MeasuredChange, namePart, type SharedFigures } from '../decision.ts';
import { meanShared } from './measured-changes.ts';
import type { Point } from './score-detector.ts';
import { dateOf, type ScoreSeries } from './score-series.ts';
import { medianOf } from './score-window.ts';

/** A part's usual figure is the median of this many days; a set seen within them isn't new. */
const USUAL_DAYS = 28;

/** What came or went. `shared`: the mean of the parts with a figure on both days; missing if there are none. */
export type SetChange = MeasuredChange & { shared?: SharedFigures | undefined };

/** `value`: what the first set would have shown, the API's figure plus `link`. `changes`: on a new set's first day. */
export type ComparablePoint = Point & { link: number; changes?: readonly SetChange[] };

/** Series of one metric by engine, or by region. */
type Parts = readonly ScoreSeries[];

/** Links the points of a whole, the mean of these sets of parts. Each point depends on its past alone. */
export function makeComparable(
  points: readonly Point[],
  dimensions: readonly Parts[],
  prompts: readonly SetChange[] = [],
): ComparablePoint[] {
  const baskets = dimensions.filter((parts) => parts.length > 0).map(createBasket);
  let link = 0;
  let before: Point | undefined;
  return points.map((point) => {
    const previous = before;
    before = point;
    const changes: SetChange[] = [];
    for (const basket of baskets) {
      const step = basket.next(point.day);
      if (!step) continue;
      link += step.link;
      if (step.isNew && previous) changes.push(step.change);
    }
    const prompt = prompts.find(({ day }) => day === dateOf(point.day));
    if (prompt && previous) {
      const { before: from = 0, after: to = 0 } = prompt.shared ?? {};
      link += to - from - (point.value - previous.value);
      changes.push(prompt);
    }
    return { ...point, value: point.value + link, link, ...(changes.length > 0 && { changes }) };
  });
}

/** Walks through the days of a whole and reports when its set of parts changes. */
function createBasket(parts: Parts) {
  const of = parts.some(({ scope }) => scope.engine) ? 'engines' : 'regions';
  const all = parts.map(({ points, scope }) => ({
    name: namePart(scope),
    byDay: new Map(points.map((point) => [point.day, point])),
    figures: [] as number[],
    answers: 1,
  }));
  type Part = (typeof all)[number];
  const seen = new Map<string, number>();
  let measured: readonly Part[] = [];
  let measuredOn = 0;
  let signature = '';

  return {
    next(day: number) {
      const now = all.filter(({ byDay }) => byDay.has(day));
      // Without any part's figure nobody knows what was measured.
      if (now.length === 0) return undefined;
      const [earlier, earlierDay] = [measured, measuredOn];
      const differs = now.length !== earlier.length || now.some((part) => !earlier.includes(part));
      const link = differs && earlier.length > 0 ? linkOf(earlier, now, day) : 0;
      if (differs) signature = now.map((part) => all.indexOf(part)).join();
      const lastSeen = seen.get(signature) ?? Number.NEGATIVE_INFINITY;
      seen.set(signature, day);
      [measured, measuredOn] = [now, day];
      for (const part of now) learn(part, day);
      if (!differs || earlier.length === 0) return undefined;
      const both = now.filter((part) => earlier.includes(part));
      const change: SetChange = {
        day: dateOf(day),
        of,
        came: now.filter((part) => !earlier.includes(part)).map(({ name }) => name),
        went: earlier.filter((part) => !now.includes(part)).map(({ name }) => name),
        shared: meanShared(
          of,
          both.map(({ byDay }) => ({ before: byDay.get(earlierDay)?.value, after: byDay.get(day)?.value })),
        ),
      };
      return { link, isNew: lastSeen < day - USUAL_DAYS, change };
    },
  };

  function learn(part: Part, day: number): void {
    const point = part.byDay.get(day);
    if (!point) return;
    part.figures.push(point.value);
    part.answers = point.answers ?? 1;
  }

  /** How far the old set is usually above the new one. A part without a past counts with today's figure. */
  function linkOf(earlier: readonly Part[], now: readonly Part[], day: number): number {
    const usually = ({ figures, byDay }: Part) =>
      figures.length > 0 ? medianOf(figures.slice(-USUAL_DAYS)) : (byDay.get(day)?.value ?? 0);
    const weight = (part: Part) =>
      part.figures.length > 0 ? part.answers : (part.byDay.get(day)?.answers ?? 1);
    const mean = (set: readonly Part[]) => {
      const total = set.reduce((sum, part) => sum + weight(part), 0);
      return set.reduce((sum, part) => sum + weight(part) * usually(part), 0) / total;
    };
    return mean(earlier) - mean(now);
  }
}
