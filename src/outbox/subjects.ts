/** What a post speaks of, as a key: whatever changes the thing, edits every post with its subject. */
import { hash } from 'node:crypto';
import type { Decision, MuteProposal } from '../decision.ts';
import { placeKey } from '../rules/place-key.ts';
import type { LeadPart } from '../store/announced.ts';
import type { HandleLetter } from '../store/handles.ts';

export function suggestionSubject(projectId: string, suggestionId: string): string {
  return `suggestion:${projectId}:${suggestionId}`;
}

/**
 * The subject of a decision. A digest speaks of itself; alerts and suggestions of something that has a handle and
 * may change later.
 */
export function subjectOf(decision: Decision): string {
  switch (decision.kind) {
    case 'lead_digest':
      return `digest:${decision.project.id}:${decision.at}`;
    case 'lead_reminder':
      return `reminder:${decision.project.id}:${decision.lead.key}@${decision.claimedAt}`;
    case 'claim_ended':
      return `claim_ended:${decision.project.id}:${decision.lead.key}@${decision.at}`;
    case 'score_alert':
    case 'score_notice':
      return decision.key;
    case 'graver_alert':
      return `graver:${decision.key}`;
    case 'segment_suggestion':
      return suggestionSubject(decision.project.id, decision.suggestion.id);
    case 'feed_missed':
    case 'api_trouble':
      return troubleSubject(decision.cause, decision.since);
    case 'post_missed':
      return `missed:${decision.delivery}`;
    case 'owners_line':
      return `owners_line:${decision.at}`;
    case 'events_limited':
      return 'events_limited';
    case 'feed_paused':
    case 'digest_held':
      return pauseSubject(decision.subscription, decision.at);
    case 'filtered_out':
      return `filtered_out:${decision.subscription}:${hash('sha256', decision.filters)}`;
    case 'mute_proposal':
      return muteSubject(decision);
    case 'recap':
      return `recap:${decision.subscription}:${decision.to}`;
  }
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

/** The leads that a post shows, each in its part: a change of any of them edits the post. */
export function leadsShown(decision: Decision): { key: string; part: LeadPart }[] {
  switch (decision.kind) {
    case 'lead_digest':
      return [
        ...decision.leads.map(({ key }) => ({ key, part: 'new' as const })),
        ...(decision.stillOpen ?? []).map(({ key }) => ({ key, part: 'still_open' as const })),
      ];
    case 'lead_reminder':
      return [{ key: decision.lead.key, part: 'reminder' }];
    default:
      return [];
  }
}

/** The keys of all things in a decision that people speak of by handle, with the handle's letter. */
export function handleKeys(decision: Decision): { letter: HandleLetter; keys: string[] } | undefined {
  switch (decision.kind) {
    case 'lead_digest':
    case 'lead_reminder':
      return { letter: 'L', keys: leadsShown(decision).map(({ key }) => key) };
    case 'claim_ended':
      return { letter: 'L', keys: [decision.lead.key] };
    case 'score_alert':
    case 'graver_alert':
      return { letter: 'A', keys: [decision.key] };
    case 'segment_suggestion':
      return { letter: 'S', keys: [decision.suggestion.id] };
    default:
      return undefined;
  }
}
