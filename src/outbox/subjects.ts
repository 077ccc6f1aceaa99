/** Subjects: keys of what posts are about. A change of the thing edits every post with its subject. */
import type { MuteProposal } from '../decision.ts';
import { placeKey } from '../rules/lead-filter.ts';

export function suggestionSubject(projectId: string, suggestionId: string): string {
  return `suggestion:${projectId}:${suggestionId}`;
}

/** All posts about one trouble, which are edited when it is over. */
export function troubleSubject(cause: string, since: number): string {
  return `trouble:${cause}@${since}`;
}

/** All posts about one pause, which are edited when the feed is resumed. */
export function pauseSubject(subscription: string, pausedAt: number): string {
  return `pause:${subscription}@${pausedAt}`;
}

/** A proposal to mute a place in a feed; each round is a subject of its own. */
export function muteSubject({
  subscription,
  place,
  round,
}: Pick<MuteProposal, 'subscription' | 'place' | 'round'>): string {
  return `mute:${subscription}:${placeKey(place)}@${round}`;
}
