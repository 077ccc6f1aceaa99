/** A slope, a season or a slow wave is no step: whether a line explains some days better, be it straight or bent once. */

/**
 * `figures` of days in a row, the last `since` of them on the other side of the step. A bent line has a number more to fit
 * with than a step, and what it bridges is no step: a step that is one explains more all the same.
 */
export function isBend(figures: readonly number[], since: number): boolean {
  const days = figures.length;
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / days;
  const middle = (days - 1) / 2;
  const ofDays = (days * (days * days - 1)) / 12;
  const slope = figures.reduce((sum, figure, i) => sum + (i - middle) * figure, 0) / ofDays;
  const after = figures.slice(-since).reduce((sum, figure) => sum + figure - mean, 0);
  // In squares: what is explained of the squared distances from the mean.
  const byStep = (after * after * days) / (since * (days - since));
  const byLine = slope * slope * ofDays;
  let [rest, product] = [0, 0];
  // Bent ever earlier: the days after the bend rise by one more each time, so the product grows by their sum.
  for (let bent = 1; bent < days; bent += 1) {
    const i = days - bent;
    rest += (figures[i] ?? mean) - mean - slope * (i - middle);
    product += rest;
    const rise = (bent * (bent + 1)) / 2;
    const square = (rise * (2 * bent + 1)) / 3;
    const alike = (i - 1 - middle) * rise + square;
    const own = square - (rise * rise) / days - (alike * alike) / ofDays;
    const byBend = own > 1e-9 * square ? (product * product) / own : 0;
    if (byLine + byBend > byStep) return true;
  }
  return false;
}
