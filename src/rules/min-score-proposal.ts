/** Proposes a higher minimum score for a leads feed, learned from the leads that nobody uses. People decide. */
import type { MinScoreProposal } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { ClaimedStory } from './recap.ts';

/** The month that a proposal speaks of. */
const TOLD_MS = 30 * DAY_MS;

/** Somebody may still take a younger lead: it may have come on a Friday evening. */
const SETTLED_MS = 3 * DAY_MS;

/** About one a week; fewer aren't worth a decision. */
const FEWEST_HIDDEN = 4;

/** A single answer doesn't tell where a team draws its line. */
const FEWEST_USED = 3;

/** `from`: the feed's current minimum; `decidedAt`: when people last changed it or said "Not now" (epoch ms). */
export type ScoringFeed = { feed: string; from?: number | undefined; decidedAt?: number | undefined };

/** How far back proposals need stories, epoch ms: leads shown the month before may be answered in the last month. */
export function minScoreHistoryStart(now: number): number {
  return now - 2 * TOLD_MS;
}

/**
 * The lowest minimum that would have hidden at least half of the unused leads of the last month, and none that anybody
 * claimed, answered or snoozed. `stories` since `minScoreHistoryStart`, with the scores when shown; `used`: scores of
 * leads taken without a post. Undefined if there is none or too little evidence.
 */
export function proposeMinScore(
  stories: readonly ClaimedStory[],
  used: readonly number[],
  { feed, from, decidedAt = 0 }: ScoringFeed,
  now: number,
): MinScoreProposal | undefined {
  const month = now - TOLD_MS;
  const taken = stories.filter((story) => isUsedSince(story, month));
  const kept = [...taken.flatMap(({ score }) => score ?? []), ...used];
  const since = Math.max(month, decidedAt);
  const unused = stories
    .filter((story) => story.shownAt >= since && !isUsed(story) && isSettled(story, now))
    .filter(({ score }) => score === undefined || from === undefined || score >= from);
  const scores = unused.flatMap(({ score }) => score ?? []).toSorted((a, b) => a - b);
  if (kept.length < FEWEST_USED || isTwoScales([...scores, ...kept])) return undefined;
  const fewest = Math.max(FEWEST_HIDDEN, Math.ceil(unused.length / 2));
  for (let hidden = fewest; hidden <= scores.length; hidden += 1) {
    const [last = 0, next = Number.POSITIVE_INFINITY] = scores.slice(hidden - 1, hidden + 1);
    const score = roundBetween(last, Math.min(next, ...kept));
    if (score === undefined || (from !== undefined && score <= from)) continue;
    return { feed, from, score, hides: hidden, of: unused.length };
  }
  return undefined;
}

/** A snoozed lead counts: somebody means to come back to it. */
function isUsed({ state, claims = [], claimedAt, repliedAt }: ClaimedStory): boolean {
  return (
    claims.length > 0 ||
    claimedAt !== undefined ||
    repliedAt !== undefined ||
    state === 'claimed' ||
    state === 'replied' ||
    state === 'snoozed'
  );
}

function isUsedSince(story: ClaimedStory, since: number): boolean {
  const { shownAt, claims = [], claimedAt, repliedAt } = story;
  const times = [shownAt, claimedAt ?? 0, repliedAt ?? 0, ...claims.map(({ at }) => at)];
  return isUsed(story) && Math.max(...times) >= since;
}

function isSettled({ state, shownAt }: ClaimedStory, now: number): boolean {
  return state === 'dismissed' || now - shownAt >= SETTLED_MS;
}

/** If the API switched between 0–1 and 0–100, a month's scores can't be compared. */
function isTwoScales(scores: readonly number[]): boolean {
  return scores.some((score) => score > 0 && score < 1) && scores.some((score) => score > 10);
}

/** The roundest figure above `low` and up to `high`, with three digits at most, as people would type it. */
function roundBetween(low: number, high: number): number | undefined {
  for (const [decimals, step] of [1, 0.1, 0.01, 0.001].entries()) {
    if (step < 1 && Math.abs(low) / step >= 1_000) return undefined;
    const above = Number(((Math.floor(low / step + 1e-9) + 1) * step).toFixed(decimals));
    if (above > low && above <= high) return above;
  }
  return undefined;
}
