/** Learns from dismissals: proposes to mute a place whose leads people keep dismissing. People decide. */

import {
  type DigestLead,
  type LeadStory,
  type MuteProposal,
  type MuteState,
  type ProjectRef,
  projectRef,
} from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { placeKey } from './lead-filter.ts';

/** How the channel answered the latest proposal for a place; `at` epoch ms. */
export type MuteAnswer = { place: string; state: MuteState['state']; at: number };

export type ProposingFeed = { project: ProjectRef; subscription: string };

/** Reasons that say something of the place, and not of one thread alone. */
const OF_A_PLACE: readonly string[] = ['off_topic', 'cannot_post'];

/** The last so many leads of a place are looked at … */
const LOOKED_AT = 10;
/** … and fewer dismissals than this, or a smaller share of them, are no evidence. */
const FEWEST = 5;
const LEAST_SHARE = 0.75;

/** So far back a proposal tells what it would have removed. */
const TOLD_DAYS = 30;

/** After "Not now", or after an undone mute, a place is left alone for so long. */
const LEFT_ALONE_DAYS = 30;

/** So far back proposals need stories; epoch ms. */
export function muteHistoryStart(now: number): number {
  return now - TOLD_DAYS * DAY_MS;
}

/**
 * At most one proposal, the one with the most evidence. `stories` of the leads that this feed has shown since
 * `muteHistoryStart`. A place is not proposed while it is muted, nor where somebody acted on one of its last leads.
 */
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
    if (place === undefined || isLeftAlone(answer, now)) return [];
    const round = answer?.at ?? 0;
    const evidence = evidenceOf(group.filter(({ shownAt }) => shownAt >= round));
    if (!evidence) return [];
    const repliedTo = group.filter(({ repliedAt }) => repliedAt !== undefined).length;
    const removes = { leads: group.map(asLead), repliedTo, shown: stories.length };
    const { project, subscription } = feed;
    const named = { kind: 'mute_proposal', v: 1, project: projectRef(project), subscription } as const;
    return [{ ...named, at: now, place, round, ...evidence, removes }];
  });
  return proposals.toSorted((a, b) => b.dismissed - a.dismissed)[0];
}

function isLeftAlone(answer: MuteAnswer | undefined, now: number): boolean {
  if (!answer) return false;
  return answer.state === 'muted' || now - answer.at < LEFT_ALONE_DAYS * DAY_MS;
}

/** Of the last leads, newest first: how many were dismissed for which reason; undefined if that is too little. */
function evidenceOf(
  newestFirst: readonly LeadStory[],
): Pick<MuteProposal, 'reason' | 'dismissed' | 'of'> | undefined {
  const last = newestFirst.slice(0, LOOKED_AT);
  if (last.some(({ state }) => state === 'claimed' || state === 'replied')) return undefined;
  const counts = OF_A_PLACE.map((reason) => ({
    reason,
    dismissed: last.filter(({ state, dismissedAs }) => state === 'dismissed' && dismissedAs === reason)
      .length,
    of: last.length,
  }));
  return counts.find(({ dismissed }) => dismissed >= FEWEST && dismissed >= LEAST_SHARE * last.length);
}

/** A proposal is kept as it was made: what it names is what people decided on. */
function asLead({ key, title, url, place, score, postedAt }: LeadStory): DigestLead {
  return { key, title, url, place, score, postedAt };
}
