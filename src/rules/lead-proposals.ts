/** Proposes to mute a place whose leads are always dismissed, and a minimum score below which none is used. */
import type { LeadStory, MinScoreProposal, MuteProposal, MuteState, ProjectRef } from '../decision.ts';
import { leadFacts, projectRef, splitRemark } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { placeKey } from './lead-place.ts';

/** How the channel answered the latest proposal for a place; `at` epoch ms. */
export type MuteAnswer = { place: string; state: MuteState['state']; at: number };

type ProposingFeed = { project: ProjectRef; subscription: string };

/** Dismissal reasons that concern the place, not one thread alone. */
const OF_A_PLACE: readonly string[] = ['off_topic', 'cannot_post'];

/** Of the last LOOKED_AT leads of a place, at least FEWEST and LEAST_SHARE must be dismissed. */
const LOOKED_AT = 10;
const FEWEST = 5;
const LEAST_SHARE = 0.75;

const TOLD_MS = 30 * DAY_MS;

const LEFT_ALONE_MS = 30 * DAY_MS;

/** How far back proposals need stories, epoch ms. */
export function muteHistoryStart(now: number): number {
  return now - TOLD_MS;
}

/** The proposal with the most evidence; none for a place that is muted, or whose last leads somebody acted on. */
export function decideMuteProposal(
  stories: readonly LeadStory[],
  answers: readonly MuteAnswer[],
  feed: ProposingFeed,
  now: number,
): MuteProposal | undefined {
  const newestFirst = stories.toSorted((a, b) => b.shownAt - a.shownAt);
  const places = Map.groupBy(newestFirst, ({ place }) => placeKey(place ?? ''));
  const proposals = [...places].flatMap(([key, group]): MuteProposal[] => {
    const place = group[0]?.place;
    const answer = answers.find((one) => placeKey(one.place) === key);
    const isLeftAlone = answer && (answer.state === 'muted' || now - answer.at < LEFT_ALONE_MS);
    if (place === undefined || isLeftAlone) return [];
    const round = answer?.at ?? 0;
    const evidence = gatherEvidence(group.filter(({ shownAt }) => shownAt >= round));
    if (!evidence) return [];
    const repliedTo = group.filter(({ repliedAt }) => repliedAt !== undefined).length;
    const removes = { leads: group.map(leadFacts), repliedTo, shown: stories.length };
    const { project, subscription } = feed;
    const named = { kind: 'mute_proposal', v: 1, project: projectRef(project), subscription } as const;
    return [{ ...named, at: now, place, round, ...evidence, removes }];
  });
  return proposals.toSorted((a, b) => b.dismissed - a.dismissed)[0];
}

function gatherEvidence(newestFirst: readonly LeadStory[]) {
  const last = newestFirst.slice(0, LOOKED_AT);
  if (last.some(({ state: { state } }) => state === 'claimed' || state === 'replied')) return undefined;
  const counts = OF_A_PLACE.map((reason) => ({
    reason,
    dismissed: last.filter(
      ({ state: { state, dismissReason = '' } }) =>
        state === 'dismissed' && splitRemark(dismissReason).chosen === reason,
    ).length,
    of: last.length,
  }));
  return counts.find(({ dismissed }) => dismissed >= FEWEST && dismissed >= LEAST_SHARE * last.length);
}

/** Somebody may still take a younger lead: it may have come on a Friday evening. */
const SETTLED_MS = 3 * DAY_MS;

/** About one a week; fewer aren't worth a decision. */
const FEWEST_HIDDEN = 4;

/** With fewer answers, the line that a team draws would lie elsewhere each week. */
const FEWEST_USED = 6;

/** `from`: the feed's current minimum; `decidedAt`: when people last changed it or said "Not now" (epoch ms). */
export type ScoringFeed = { feed: string; from?: number | undefined; decidedAt?: number | undefined };

/** How far back proposals need stories, epoch ms: leads shown the month before may be answered in the last month. */
export function minScoreHistoryStart(now: number): number {
  return now - 2 * TOLD_MS;
}

/** The lowest minimum that hides half of last month's unused leads and no used one. `used`: taken without a post. */
export function proposeMinScore(
  stories: readonly LeadStory[],
  used: readonly number[],
  { feed, from, decidedAt = 0 }: ScoringFeed,
  now: number,
): MinScoreProposal | undefined {
  const month = now - TOLD_MS;
  const taken = stories.filter((story) => isUsedSince(story, month));
  const kept = [...taken.flatMap(({ score }) => score ?? []), ...used];
  const since = Math.max(month, decidedAt);
  const unused = stories
    .filter(
      (story) =>
        story.shownAt >= since &&
        !isUsed(story) &&
        (story.state.state === 'dismissed' || now - story.shownAt >= SETTLED_MS),
    )
    .filter(({ score }) => score === undefined || from === undefined || score >= from);
  const scores = unused.flatMap(({ score }) => score ?? []).toSorted((a, b) => a - b);
  // If the API switched between 0–1 and 0–100, a month's scores can't be compared.
  const all = [...scores, ...kept];
  const areTwoScales = all.some((score) => score > 0 && score < 1) && all.some((score) => score > 10);
  if (kept.length < FEWEST_USED || areTwoScales) return undefined;
  const fewest = Math.max(FEWEST_HIDDEN, Math.ceil(unused.length / 2));
  for (let hidden = fewest; hidden <= scores.length; hidden += 1) {
    const [last = 0, next = Number.POSITIVE_INFINITY] = scores.slice(hidden - 1, hidden + 1);
    const score = roundBetween(last, Math.min(next, ...kept));
    if (score === undefined || (from !== undefined && score <= from)) continue;
    return { feed, from, score, hides: hidden, of: unused.length, days: daysKnown(stories, since, now) };
  }
  return undefined;
}

/** The span of the evidence: a new bot knows only a few days, and a changed minimum restarts it. */
function daysKnown(stories: readonly LeadStory[], since: number, now: number): number {
  const first = Math.min(...stories.map(({ shownAt }) => shownAt));
  return Math.max(1, Math.round((now - Math.max(since, first)) / DAY_MS));
}

/** A snoozed lead counts: somebody means to come back to it. */
function isUsed({ state: { state }, claims = [], repliedAt }: LeadStory): boolean {
  return claims.length > 0 || repliedAt !== undefined || (state !== 'new' && state !== 'dismissed');
}

function isUsedSince(story: LeadStory, since: number): boolean {
  const { shownAt, claims = [], repliedAt = 0 } = story;
  const times = [shownAt, repliedAt, ...claims.map(({ at }) => at)];
  return isUsed(story) && Math.max(...times) >= since;
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
