/**
 * Whether some days are a step, and not their own scatter, a slope, a season or a slow wave: a step alone, or one beside a
 * line, must be certain by what it leaves unexplained, and explain more than a line that bends does.
 */

/**
 * `figures` of days in a row, the last `since` of them after the step. `least` standard errors, squared, must it be; where
 * noise `isKnown`, the scatter of these few days need not tell.
 */
export function isStep(figures: readonly number[], since: number, least: number, isKnown: boolean): boolean {
  const days = figures.length;
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / days;
  const middle = (days - 1) / 2;
  const time = (days * (days * days - 1)) / 12;
  const slope = figures.reduce((sum, figure, i) => sum + (i - middle) * figure, 0) / time;
  const jump = figures.slice(-since).reduce((sum, figure) => sum + figure - mean, 0);
  const [halves, along] = [(since * (days - since)) / days, (since * (days - since)) / 2];
  // All of it squared distances: from the mean, and what of them is explained.
  const all = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0);
  const byLine = slope * slope * time;
  const alone = jump ** 2 / halves;
  const beside = (jump - slope * along) ** 2 / (halves - along ** 2 / time);
  const byBend = byLine + byBestBend(figures.map((figure, i) => figure - mean - slope * (i - middle)));
  const isSure = (step: number, rest: number, numbers: number) =>
    standardErrors(step, rest, days - numbers) >= least;
  return (
    (alone >= byBend && (isKnown || isSure(alone, all - alone, 2))) ||
    (byLine + beside >= byBend && isSure(beside, all - byLine - beside, 3))
  );
}

/** What a bend somewhere adds to a line, from which these figures are so far away. */
function byBestBend(away: readonly number[]): number {
  const days = away.length;
  const [middle, time] = [(days - 1) / 2, (days * (days * days - 1)) / 12];
  let [best, rest, product] = [0, 0, 0];
  // Bent ever earlier, the line rises by one more on each day after: so the product grows by the sum of those.
  for (let after = 1; after < days - 1; after += 1) {
    rest += away[days - after] ?? 0;
    product += rest;
    const rise = (after * (after + 1)) / 2;
    const square = (rise * (2 * after + 1)) / 3;
    const along = (days - after - 1 - middle) * rise + square;
    best = Math.max(best, product ** 2 / (square - rise ** 2 / days - along ** 2 / time));
  }
  return best;
}

/** Student's t, squared, made as rare as the normal distribution has it (Wallace 1959). */
function standardErrors(step: number, rest: number, free: number): number {
  const t = (free * step) / Math.max(0, rest);
  return free * Math.log1p(t / free) * ((8 * free + 1) / (8 * free + 3)) ** 2;
}
