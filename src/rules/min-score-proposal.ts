/** Learns from what nobody uses: proposes a higher minimum score for a leads feed. People decide. */
import type { MinScoreProposal } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { ClaimedStory } from './recap.ts';

/** The month that a proposal speaks of. */
const TOLD_MS = 30 * DAY_MS;

/** Until then somebody may still take a lead: it may have come on a Friday evening. */
const SETTLED_MS = 3 * DAY_MS;

/** About one a week. For less nobody needs to decide anything. */
const FEWEST_HIDDEN = 4;

/** One answer says where one lead was, and not where a team draws its line. */
const FEWEST_USED = 3;

/** `from` is the feed's minimum as it is; `decidedAt` when people last changed it or said "Not now" (epoch ms). */
export type ScoringFeed = { feed: string; from?: number | undefined; decidedAt?: number | undefined };

/** So far back proposals need stories, epoch ms: what was shown in the month before the last may be answered in that. */
export function minScoreHistoryStart(now: number): number {
  return now - 2 * TOLD_MS;
}

/**
 * The lowest minimum that would have hidden at least half of what nobody used in the last month, and nothing that anybody
 * claimed, answered or snoozed in it. `stories` since `minScoreHistoryStart`, each with the score under which it was shown; `used`
 * are scores of leads that people took without a post. Undefined where there is none, or too little to go by.
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

/** Whoever snoozes a lead means to come back to it. */
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

/** Of an API that went from 0–1 to 0–100, or back, scores of a month can't be compared. */
function isTwoScales(scores: readonly number[]): boolean {
  return scores.some((score) => score > 0 && score < 1) && scores.some((score) => score > 10);
}

/** The roundest figure above `low` and up to `high`, of at most three digits: as people write it, and read it back. */
function roundBetween(low: number, high: number): number | undefined {
  for (const [decimals, step] of [1, 0.1, 0.01, 0.001].entries()) {
    if (step < 1 && Math.abs(low) / step >= 1_000) return undefined;
    const above = Number(((Math.floor(low / step + 1e-9) + 1) * step).toFixed(decimals));
    if (above > low && above <= high) return above;
  }
  return undefined;
}
