/** Round numbers for an axis: few, evenly spaced, around all values. */

/** Ascending ticks; the first is at or below `min`, the last at or above `max`. About `count` of them. */
export function niceTicks(min: number, max: number, count = 4): number[] {
  const span = max - min || Math.abs(max) || 1;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(min / step);
  const last = Math.max(Math.ceil(max / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

// Making a format costs far more than using it.
const LABEL = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** "1,200", "0.25", and a real minus sign. */
export function tickLabel(value: number): string {
  return LABEL.format(value).replace('-', '−');
}

/** Values that are read side by side, "59.0" beside "57.1": with as many decimals as one of them has, three at most. */
export function valueLabels(values: readonly number[]): (value: number) => string {
  const needed = values.map((value) => String(Number(value.toFixed(3))).split('.')[1]?.length ?? 0);
  const decimals = Math.max(0, ...needed);
  const written = new Intl.NumberFormat('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return (value) => written.format(value).replace('-', '−');
}
