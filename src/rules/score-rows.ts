/** Reads the rows of daily scores that can be trusted: complete days without contradicting rows. */
import type { Metric, PartsBy, Scope } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { isDay } from './calendar.ts';

/** The watched figures of a daily score, the most telling first. */
export const METRICS: readonly Metric[] = ['score', 'mentionRate', 'averageRank', 'sentiment'];

/** A row of a complete day. */
export type ScoreRow = DailyScore & { date: string };

/** Identifies a row's engine and region; '' for the whole project. */
export function toPartKey({ engine, engineId, region, regionId }: DailyScore): string {
  const [ofEngine, ofRegion] = [engineId ?? engine, regionId ?? region];
  if (ofEngine === undefined && ofRegion === undefined) return '';
  return `${encodeURIComponent(ofEngine ?? '')}/${encodeURIComponent(ofRegion ?? '')}`;
}

/** All figures of a row. */
export const FIGURES = [...METRICS, 'answers'] as const;

/**
 * One row for each complete day and part. If rows give different values for a figure, that day of that part is left out
 * and its rows count as `contradicted`. Rows that complement each other are merged.
 */
export function dropRepeatedScores(
  rows: readonly DailyScore[],
  today: string,
): { rows: ScoreRow[]; repeated: number; contradicted: number } {
  const isComplete = completeDays(today);
  const byPart = new Map<string, Map<string, ScoreRow | 'unclear'>>();
  let [repeated, contradicted] = [0, 0];
  for (const row of rows) {
    if (!isComplete(row) || METRICS.every((metric) => row[metric] === undefined)) continue;
    const part = toPartKey(row);
    const days = byPart.get(part) ?? new Map<string, ScoreRow | 'unclear'>();
    byPart.set(part, days);
    const known = days.get(row.date);
    if (known === undefined) days.set(row.date, row);
    else if (known === 'unclear') contradicted += 1;
    else if (FIGURES.some((figure) => differ(known[figure], row[figure]))) {
      contradicted += 2;
      days.set(row.date, 'unclear');
    } else {
      if (FIGURES.every((figure) => known[figure] === row[figure])) repeated += 1;
      days.set(row.date, mergeRows(known, row));
    }
  }
  const clear = [...byPart.values()].flatMap((days) => [...days.values()].filter((one) => one !== 'unclear'));
  return { rows: clear, repeated, contradicted };
}

function differ(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

function mergeRows(one: ScoreRow, other: ScoreRow): ScoreRow {
  const figures = FIGURES.map((figure) => [figure, one[figure] ?? other[figure]]);
  return { ...one, ...Object.fromEntries(figures) };
}

/** Days before `today` (the feed's timezone) are complete unless the API says otherwise. Cached: dates recur. */
function completeDays(today: string): (row: DailyScore) => row is ScoreRow {
  const days = new Map<string, boolean>();
  return (row): row is ScoreRow => {
    const { date, complete } = row;
    if (date === undefined || complete === false) return false;
    const known = days.get(date);
    if (known !== undefined) return known;
    const isComplete = date < today && isDay(date);
    days.set(date, isComplete);
    return isComplete;
  };
}

/** The parts to show: engines if there are any, else pairs, else regions. Empty if only the whole has figures. */
export function chooseParts<One extends { scope: Scope }>(
  all: readonly One[],
): { by: PartsBy; parts: One[] } {
  for (const by of ['engine', 'engine and region', 'region'] as const) {
    const parts = all.filter(({ scope }) => kindOfParts(scope) === by);
    if (parts.length > 0) return { by, parts };
  }
  return { by: 'engine', parts: [] };
}

/** Undefined for the whole. */
export function kindOfParts({ engine, region }: Scope): PartsBy | undefined {
  if (engine) return region ? 'engine and region' : 'engine';
  return region && 'region';
}

/** Whether the scope is the whole project: all engines and regions. */
export function isWhole({ engine, region }: Scope): boolean {
  return engine === undefined && region === undefined;
}

/** "Gemini", "Germany", "Gemini, Germany" */
export function namePart({ engine, region }: Scope): string {
  return [engine, region].flatMap((part) => part?.name ?? []).join(', ');
}

/** Counts of odd rows; a missing count means none. */
export type OddScores = {
  /** Without a day, or with one that isn't in the calendar. */
  withoutDay?: number;
  /** Of days in the future. */
  toCome?: number;
  withoutFigure?: number;
  /** Same day and figures as another row. */
  repeated?: number;
  /** Same day as another row but different figures: neither counts. */
  contradicted?: number;
  /** Stored by earlier polls on another scale than the API's current one: dropped. */
  otherScale?: number;
};

/** `today` is in the feed's timezone. Undefined if nothing is odd. */
export function findOddScores(rows: readonly DailyScore[], today: string): OddScores | undefined {
  const { repeated, contradicted } = dropRepeatedScores(rows, today);
  const odd = { withoutDay: 0, toCome: 0, withoutFigure: 0, repeated, contradicted };
  for (const row of rows) {
    if (row.date === undefined || !isDay(row.date)) odd.withoutDay += 1;
    else if (row.date > today) odd.toCome += 1;
    else if (METRICS.every((metric) => row[metric] === undefined)) odd.withoutFigure += 1;
  }
  const some = Object.entries(odd).filter(([, count]) => count > 0);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
}
