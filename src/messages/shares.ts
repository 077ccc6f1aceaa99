/** Shares and rates as people read them. The API's scale is not documented: 0.34 and 34 are both met. */
import { type Scale, scaleOf, sideBySide } from './figures.ts';

/**
 * "34 %" of 0.34, where none of the values beside it is above 1, and of 34; "34.0 %" beside "27.5 %". `times`: how many per
 * cent a figure of 1 is, where more is known of it than these values say.
 */
export function shareOf(
  values: readonly (number | undefined | null)[],
  times = perCent(values),
): (value: number) => string {
  const rounded = (value: number) => Math.round(value * times * 10) / 10;
  const say = sideBySide(values.flatMap((value) => (value == null ? [] : rounded(value))));
  return (value) => `${say(rounded(value))} %`;
}

/** Shares that are read side by side, as scaleOf has other figures: "78.3 %"; a change is in percentage points, "−6.6". */
export function shareScale(values: readonly number[], times = perCent(values)): Scale {
  const scale = scaleOf(values.map((value) => value * times));
  return {
    level: (value) => `${scale.level(value * times)} %`,
    change: (from, to) => scale.change(from * times, to * times) / times,
    signed: (change) => scale.signed(change * times),
    size: (change) => scale.size(change * times),
  };
}

/** How many per cent such a figure of 1 is. */
export function perCent(values: readonly (number | undefined | null)[]): number {
  return values.every((value) => value === undefined || value === null || Math.abs(value) <= 1) ? 100 : 1;
}
