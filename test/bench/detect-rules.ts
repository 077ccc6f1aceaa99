/**
 * What detection is measured against: an oracle that knows the truth behind the scores, and the rules people use. Each
 * gives a day one number, and alarms where that is at least its threshold.
 */
import { medianOf as median } from '../../src/rules/score-window.ts';
import type { SimulatedDay } from './detect-scores.ts';

/** `usual` is the threshold people use; the oracle has none but what its false alerts allow. */
export type Rule = {
  name: string;
  usual: number | undefined;
  strength(days: readonly SimulatedDay[], today: number, minChange: number): number;
};

/** The oracle looks at the mean of the last days, of so many at most. */
const LONGEST = 14;

export const ORACLE: Rule = {
  name: 'oracle',
  usual: undefined,
  /** The best that can be done with baseline and noise known: how many standard errors the last days are away from it. */
  strength(days, today, minChange) {
    let [away, variance, strongest] = [0, 0, 0];
    for (let length = 1; length <= Math.min(LONGEST, today + 1); length += 1) {
      const day = days[today + 1 - length];
      if (!day) break;
      away += day.value - day.quiet;
      variance += day.sigma ** 2;
      if (Math.abs(away) / length >= minChange) {
        strongest = Math.max(strongest, Math.abs(away) / Math.sqrt(variance));
      }
    }
    return strongest;
  },
};

export const RULES: readonly Rule[] = [
  {
    name: '10 % day over day',
    usual: 0.1,
    strength: (days, today) => share(valueAt(days, today), valueAt(days, today - 1)),
  },
  {
    name: '3 sigma of 28 days',
    usual: 3,
    strength(days, today) {
      const before = valuesBefore(days, today, 28);
      if (before.length < 8) return 0;
      const mean = meanOf(before);
      const variance = before.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (before.length - 1);
      return ratio(valueAt(days, today) - mean, Math.sqrt(variance));
    },
  },
  {
    name: 'median/MAD z 3',
    usual: 3,
    strength(days, today) {
      const before = valuesBefore(days, today, 28);
      if (before.length < 8) return 0;
      const middle = median(before);
      const mad = median(before.map((value) => Math.abs(value - middle)));
      return ratio(valueAt(days, today) - middle, 1.4826 * mad);
    },
  },
  {
    name: '150 %/50 % of 7 days',
    usual: 0.5,
    strength: (days, today) =>
      today < 7 ? 0 : share(valueAt(days, today), meanOf(valuesBefore(days, today, 7))),
  },
];

const share = (value: number, base: number) => ratio(value - base, base);
const ratio = (away: number, unit: number) => (unit > 0 ? Math.abs(away) / unit : 0);
const valueAt = (days: readonly SimulatedDay[], index: number) => days[index]?.value ?? 0;
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function valuesBefore(days: readonly SimulatedDay[], today: number, length: number): number[] {
  return days.slice(Math.max(0, today - length), today).map(({ value }) => value);
}
