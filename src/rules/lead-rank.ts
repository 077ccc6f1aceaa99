/**
 * The order of a team's open leads: those that it would answer come first, once its decisions say enough.
 * Until then the API's order stands.
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
import { type LeftLead, oddsKept } from './left-alone.ts';

/** `decided`: on how many leads of its place the team decided; missing where no place is given. */
export type RankedLead<L> = { lead: L; why: WhyRanked; decided?: number | undefined };

/** With fewer decisions the API's order stands. */
export const ENOUGH_DECISIONS = 50;

/** Older ones would weigh a quarter at most, and are not read. */
export const MOST_DECISIONS = 500;

/** A team that never dismisses, or never answers, says nothing of its taste. */
const ENOUGH_OF_A_KIND = 5;

/** Its latest decisions show what is foreseen: half of them, so many at most, by steps of a few, each by what was decided before it. */
const MOST_FORESEEN = 200;
const STEP = 25;

/** For how many decisions a team may remember: days, or months. Whichever memory foresees better has the greater say. */
const HALF_AFTER = [60, 240];

/**
 * All of `leads` (open ones of one project, in the API's order), likeliest to be answered first; of equals the API's order stands.
 * `left` is what the team was shown and left alone. Undefined where the API's order stands for all. `now` epoch ms.
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
  const foreseen = foresee(newest, leftAlone);
  const memories = memoriesOf(foreseen);
  const chanceOf = ({ chances }: Foreseen) =>
    memories.reduce((sum, { share }, i) => sum + share * (chances[i] ?? 0), 0);
  const keeps = oddsKept(
    foreseen.map((one) => ({ chance: asShare(chanceOf(one)), isLeft: one.outcome === 'left' })),
  );
  // The less it keeps of its odds, the more it counts as if it were dismissed.
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

/** What became of a lead, and what each memory would have said of it before: log odds of an answer. */
type Foreseen = { outcome: 'answered' | 'dismissed' | 'left'; chances: readonly number[] };

/** Of decisions, the newest first, the latest ones, and what was left alone between them. */
function foresee(
  newest: readonly Worded<LeadDecision>[],
  left: readonly Worded<LeftLead>[],
): readonly Foreseen[] {
  const many = Math.min(MOST_FORESEEN, Math.floor(newest.length / 2));
  const starts = Array.from({ length: Math.ceil(many / STEP) }, (_, i) => i * STEP);
  return starts.flatMap((start) => {
    const end = Math.min(start + STEP, many);
    const before = newest.slice(end);
    const from = newest[end - 1]?.at ?? 0;
    const until = newest[start - 1]?.at ?? Number.POSITIVE_INFINITY;
    const tastes = HALF_AFTER.map((halfAfter) => learnTaste(before, [{ halfAfter, share: 1 }]));
    const seen = (one: Worded<LeftLead>, outcome: Foreseen['outcome']) => ({
      outcome,
      chances: tastes.map((taste) => taste(one, one.at).chance),
    });
    return [
      ...newest.slice(start, end).map((one) => seen(one, one.answered ? 'answered' : 'dismissed')),
      ...left.filter(({ at }) => at >= from && at < until).map((one) => seen(one, 'left')),
    ];
  });
}

/** Each memory’s share: how likely by it the latest decisions were. */
function memoriesOf(foreseen: readonly Foreseen[]): Memory[] {
  const likely = HALF_AFTER.map((_, i) =>
    foreseen.reduce((sum, { outcome, chances }) => {
      if (outcome === 'left') return sum;
      const share = asShare(outcome === 'answered' ? (chances[i] ?? 0) : -(chances[i] ?? 0));
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

function asShare(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
