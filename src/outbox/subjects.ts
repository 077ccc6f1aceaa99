/** What posts speak of, as keys: whatever changes the thing, edits every post with its subject. */
import type { MuteProposal } from '../decision.ts';
import { placeKey } from '../rules/lead-filter.ts';

export function suggestionSubject(projectId: string, suggestionId: string): string {
  return `suggestion:${projectId}:${suggestionId}`;
}

/** What is told of one trouble, wherever: all of it is edited when the trouble is over. */
export function troubleSubject(cause: string, since: number): string {
  return `trouble:${cause}@${since}`;
}

/** What is told of a paused feed: all of it is edited when the feed is resumed. */
export function pauseSubject(subscription: string, pausedAt: number): string {
  return `pause:${subscription}@${pausedAt}`;
}

/** What is told of muting a place in a feed: each round of asking and answering is a thing of its own. */
export function muteSubject({
  subscription,
  place,
  round,
}: Pick<MuteProposal, 'subscription' | 'place' | 'round'>): string {
  return `mute:${subscription}:${placeKey(place)}@${round}`;
}
