/** Compares like with like where other things are measured than before: only what was measured at both times. */
import type { MeasuredChange, SharedFigures } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { computeMeanOn, type PromptFigures } from './alert-explanation.ts';
import type { Figures } from './score-history.ts';
import { buildScoreSeries, dateOf } from './score-series.ts';

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
