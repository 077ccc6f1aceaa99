/** Proposes to mute a place whose leads people keep dismissing. People decide. */

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

/** Dismissal reasons that concern the place, not one thread alone. */
const OF_A_PLACE: readonly string[] = ['off_topic', 'cannot_post'];

/** Of the last LOOKED_AT leads of a place, at least FEWEST and LEAST_SHARE must be dismissed. */
const LOOKED_AT = 10;
const FEWEST = 5;
const LEAST_SHARE = 0.75;

/** The days for which a proposal lists what the mute would have removed. */
const TOLD_DAYS = 30;

/** How long a place is left alone after "Not now" or an undone mute. */
const LEFT_ALONE_DAYS = 30;

/** How far back proposals need stories, epoch ms. */
export function muteHistoryStart(now: number): number {
  return now - TOLD_DAYS * DAY_MS;
}

/**
 * The proposal with the most evidence, if any. `stories`: leads that this feed has shown since `muteHistoryStart`. No
 * place is proposed while it is muted, or if somebody acted on one of its last leads.
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
    const evidence = gatherEvidence(group.filter(({ shownAt }) => shownAt >= round));
    if (!evidence) return [];
    const repliedTo = group.filter(({ repliedAt }) => repliedAt !== undefined).length;
    const removes = { leads: group.map(toLead), repliedTo, shown: stories.length };
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

/** The dismissals among the last leads and their reason; undefined if there are too few. */
function gatherEvidence(
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

/** A proposal is stored as made, since people decide on what it names. */
function toLead({ key, title, url, place, score, postedAt }: LeadStory): DigestLead {
  return { key, title, url, place, score, postedAt };
}
