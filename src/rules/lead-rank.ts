/**
 * The order of a team's open leads: those that it would answer come first, once its decisions say enough and foresee its latest ones
 * better than the API's scores do. Until then the API's order stands.
 */
import type { WhyRanked } from '../decision.ts';
import { placeKey } from './lead-filter.ts';
import { type LeadDecision, type Rankable, tasteOf, type Worded, withWords } from './lead-taste.ts';

/** `decided`: on how many leads of its place the team decided; missing where no place is given. */
export type RankedLead<L> = { lead: L; why: WhyRanked; decided?: number | undefined };

/** With fewer decisions the API's order stands. */
export const ENOUGH_DECISIONS = 50;

/** Older ones weigh next to nothing, and need not be read. */
export const MOST_DECISIONS = 500;

/** A team that never dismisses, or never answers, says nothing of its taste. */
const ENOUGH_OF_A_KIND = 5;

/** The share of the latest decisions that the others have to foresee, and how many at most. */
const FORESEEN_SHARE = 0.3;
const MOST_FORESEEN = 60;

/**
 * All of `leads` (open ones of one project, in the API's order), likeliest to be answered first; of equals the API's order stands.
 * Undefined where the API's order stands for all. `now` epoch ms.
 */
export function rankLeads<L extends Rankable>(
  leads: readonly L[],
  decisions: readonly LeadDecision[],
  now: number,
): RankedLead<L>[] | undefined {
  if (!isEnough(decisions)) return undefined;
  const newest = decisions
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST_DECISIONS)
    .map(withWords);
  if (!isForesighted(newest)) return undefined;
  const taste = tasteOf(newest);
  const counts = Map.groupBy(newest, ({ place = '' }) => placeKey(place));
  return leads
    .map((lead) => ({ lead, ...taste(withWords(lead), now) }))
    .toSorted((a, b) => b.chance - a.chance)
    .map(({ lead, why }) => {
      const key = placeKey(lead.place ?? '');
      return { lead, why, ...(key !== '' && { decided: counts.get(key)?.length ?? 0 }) };
    });
}

function isEnough(decisions: readonly LeadDecision[]): boolean {
  const answered = decisions.filter((one) => one.answered).length;
  const fewer = Math.min(answered, decisions.length - answered);
  return decisions.length >= ENOUGH_DECISIONS && fewer >= ENOUGH_OF_A_KIND;
}

/** Whether what was decided before tells the latest decisions apart better than the API's scores do. */
function isForesighted(newest: readonly Worded<LeadDecision>[]): boolean {
  const many = Math.min(MOST_FORESEEN, Math.floor(newest.length * FORESEEN_SHARE));
  const latest = newest.slice(0, many);
  const taste = tasteOf(newest.slice(many));
  const byTaste = toldApart(latest, (one) => taste(one, one.at).chance);
  return byTaste > toldApart(latest, ({ score = Number.NEGATIVE_INFINITY }) => score);
}

/** How often an answered lead has the higher figure of it and a dismissed one; equals count half, and so does nothing to compare. */
function toldApart<One extends LeadDecision>(
  decisions: readonly One[],
  figureOf: (one: One) => number,
): number {
  const [yes, no] = [true, false].map((kind) =>
    decisions.filter(({ answered }) => answered === kind).map(figureOf),
  ) as [number[], number[]];
  if (yes.length === 0 || no.length === 0) return 0.5;
  const wins = yes.flatMap((a) => no.map((b) => (a === b ? 0.5 : Number(a > b))));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}
