/** Shares and rates as people read them. The API's scale is not documented: 0.34 and 34 are both met. */
import { figure } from './figures.ts';

/** "34 %" of 0.34, where none of the values beside it is above 1; otherwise the figure as it came. */
export function shareOf(values: readonly (number | undefined | null)[]): (value: number) => string {
  const isFraction = values.every((value) => value === undefined || value === null || Math.abs(value) <= 1);
  return (value) => (isFraction ? `${figure(Math.round(value * 1000) / 10)} %` : figure(value));
}
