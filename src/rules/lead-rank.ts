/**
 * Orders a team's open leads by how likely the team is to answer them, once its decisions
 * say enough; until then the API's order stands.
 */
import type { WhyRanked } from '../decision.ts';
import { placeKey } from './lead-filter.ts';
import {
  type LeadDecision,
  learnTaste,
  type Memory,
  type Rankable,
  type Worded,
  withWords,
} from './lead-taste.ts';
import { meanOf } from './score-window.ts';

/** `decided`: the number of leads from the same place that the team decided on; missing if the lead has no place. */
export type RankedLead<L> = { lead: L; why: WhyRanked; decided?: number | undefined };

/** Below this the API's order stands. */
export const ENOUGH_DECISIONS = 50;

/** Older decisions would weigh a quarter at most, so they aren't read. */
export const MOST_DECISIONS = 500;

/** A team that only answers or only dismisses tells nothing about its taste. */
const ENOUGH_OF_A_KIND = 5;

/** The latest decisions (at most half) test the prediction, in steps, each predicted from the ones before. */
const MOST_PREDICTED = 200;
const STEP = 25;

/** Candidate half-lives, in decisions: days' or months' worth. The one that predicts better weighs more. */
const HALF_AFTER = [60, 240];

/**
 * `leads` in the API's order, which breaks ties and stands (undefined) while the decisions say too little. `left`:
 * shown and left alone.
 */
export function rankLeads<L extends Rankable & { wasLeft?: boolean | undefined }>(
  leads: readonly L[],
  decisions: readonly LeadDecision[],
  left: readonly LeftLead[],
  now: number,
): RankedLead<L>[] | undefined {
  if (!isEnough(decisions)) return undefined;
  const newest = latestFirst(decisions).map(withWords);
  const leftAlone = latestFirst(left).map(withWords);
  const predicted = predict(newest, leftAlone);
  const memories = weighMemories(predicted);
  const chanceOf = ({ chances }: Predicted) =>
    memories.reduce((sum, { share }, i) => sum + share * (chances[i] ?? 0), 0);
  const keeps = oddsKept(
    predicted.map((one) => ({ chance: toShare(chanceOf(one)), isLeft: one.outcome === 'left' })),
  );
  // The fewer odds a lead keeps once left alone, the more it counts as dismissed.
  const dismissed = keeps < 1 ? leftAlone.map((one) => ({ ...one, answered: false, counts: 1 - keeps })) : [];
  const taste = learnTaste([...newest, ...dismissed], memories);
  const counts = Map.groupBy(newest, ({ place = '' }) => placeKey(place));
  return leads
    .map((lead) => {
      const { chance, why } = taste(withWords(lead), now);
      return { lead, why, chance: lead.wasLeft ? chance + Math.log(keeps) : chance };
    })
    .toSorted((a, b) => b.chance - a.chance)
    .map(({ lead, why }) => {
      const key = placeKey(lead.place ?? '');
      return { lead, why, ...(key !== '' && { decided: counts.get(key)?.length ?? 0 }) };
    });
}

function latestFirst<One extends { at: number }>(list: readonly One[]): One[] {
  return list.toSorted((a, b) => b.at - a.at).slice(0, MOST_DECISIONS);
}

function isEnough(decisions: readonly LeadDecision[]): boolean {
  const answered = decisions.filter((one) => one.answered).length;
  const fewer = Math.min(answered, decisions.length - answered);
  return decisions.length >= ENOUGH_DECISIONS && fewer >= ENOUGH_OF_A_KIND;
}

/** What became of a lead, and the log odds of an answer that each memory would have predicted. */
type Predicted = { outcome: 'answered' | 'dismissed' | 'left'; chances: readonly number[] };

/** Predicts the latest decisions (`newest` first), and the leads left alone between them, from the decisions before. */
function predict(
  newest: readonly Worded<LeadDecision>[],
  left: readonly Worded<LeftLead>[],
): readonly Predicted[] {
  const many = Math.min(MOST_PREDICTED, Math.floor(newest.length / 2));
  const starts = Array.from({ length: Math.ceil(many / STEP) }, (_, i) => i * STEP);
  return starts.flatMap((start) => {
    const end = Math.min(start + STEP, many);
    const before = newest.slice(end);
    const from = newest[end - 1]?.at ?? 0;
    const until = newest[start - 1]?.at ?? Number.POSITIVE_INFINITY;
    const tastes = HALF_AFTER.map((halfAfter) => learnTaste(before, [{ halfAfter, share: 1 }]));
    const withChances = (one: Worded<LeftLead>, outcome: Predicted['outcome']) => ({
      outcome,
      chances: tastes.map((taste) => taste(one, one.at).chance),
    });
    return [
      ...newest.slice(start, end).map((one) => withChances(one, one.answered ? 'answered' : 'dismissed')),
      ...left.filter(({ at }) => at >= from && at < until).map((one) => withChances(one, 'left')),
    ];
  });
}

/** Weighs each memory by how likely it made the latest decisions. */
function weighMemories(predicted: readonly Predicted[]): Memory[] {
  const likely = HALF_AFTER.map((_, i) =>
    predicted.reduce((sum, { outcome, chances }) => {
      if (outcome === 'left') return sum;
      const share = toShare(outcome === 'answered' ? (chances[i] ?? 0) : -(chances[i] ?? 0));
      return sum + Math.log(Math.max(share, Number.MIN_VALUE));
    }, 0),
  );
  const best = Math.max(...likely);
  const all = likely.reduce((sum, one) => sum + Math.exp(one - best), 0);
  return HALF_AFTER.map((halfAfter, i) => ({
    halfAfter,
    share: Math.exp((likely[i] ?? 0) - best) / all,
  }));
}

function toShare(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** A lead shown to the team at `at` (epoch ms), and not answered or dismissed for at least a day. */
export type LeftLead = Rankable & { at: number };

/** People act on the day they see a lead; one shown since then isn't left alone yet. */
export const LEFT_AFTER_DAYS = 1;

/** People overlook leads they would like, so a lead keeps at least this share of its odds. */
const LEAST_KEPT = 0.3;

/** Weight of an imagined past without any difference, in squares of chances. */
const DOUBT = 2;

/**
 * The share of its odds that a lead keeps once left alone, by a line fitted through predicted chances against being
 * left.
 */
export function oddsKept(shown: readonly { chance: number; isLeft: boolean }[]): number {
  const chance = meanOf(shown.map((one) => one.chance));
  const share = meanOf(shown.map(({ isLeft }) => Number(isLeft)));
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
