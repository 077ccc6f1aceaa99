/** What it says of a lead that its team was shown it and left it alone: of one team much, of another nothing, by what it did so far. */
import type { Rankable } from './lead-taste.ts';

/** Shown to the team at `at` (epoch ms), and neither answered nor dismissed: for a day at least. */
export type LeftLead = Rankable & { at: number };

/** Whoever acts on a lead does so on the day that they see it; one shown since then is not left yet. */
export const LEFT_AFTER_DAYS = 1;

/** People miss what they would like: however plain a team's past, so much of the odds is kept. */
const LEAST_KEPT = 0.3;

/** As if so much had been seen that shows no difference, in the squares of chances. */
const DOUBT = 2;

/**
 * The share of its odds of an answer that a lead keeps once it was left: how much rarer the team leaves what it would answer
 * than what it would not. That is a straight line through what it was shown lately, `chance` (of an answer, by what it decided
 * before) on one axis and left or not on the other: what it would never answer is at one end, what it surely would at the other.
 */
export function oddsKept(shown: readonly { chance: number; isLeft: boolean }[]): number {
  const mean = (figures: readonly number[]) => figures.reduce((sum, one) => sum + one, 0) / figures.length;
  const chance = mean(shown.map((one) => one.chance));
  const share = mean(shown.map(({ isLeft }) => Number(isLeft)));
  let together = 0;
  let spread = DOUBT;
  for (const one of shown) {
    together += (one.chance - chance) * (Number(one.isLeft) - share);
    spread += (one.chance - chance) ** 2;
  }
  const slope = together / spread;
  const ofOthers = share - slope * chance;
  return slope < 0 ? Math.max(LEAST_KEPT, (ofOthers + slope) / ofOthers) : 1;
}
