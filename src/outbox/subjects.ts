/** What a post speaks of, as a key: whatever changes the thing, edits every post with its subject. */
import type { Decision } from '../decision.ts';
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
    case 'score_alert':
      return decision.key;
    case 'segment_suggestion':
      return suggestionSubject(decision.project.id, decision.suggestion.id);
    case 'feed_missed':
    case 'api_trouble':
      return troubleSubject(decision.cause, decision.since);
    case 'post_missed':
      return `missed:${decision.delivery}`;
    case 'feed_paused':
    case 'digest_held':
      return pauseSubject(decision.subscription, decision.at);
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

/** The keys of all things in a decision that people speak of by handle, with the handle's letter. */
export function handleKeys(decision: Decision): { letter: HandleLetter; keys: string[] } | undefined {
  switch (decision.kind) {
    case 'lead_digest':
      return { letter: 'L', keys: decision.leads.map((lead) => lead.key) };
    case 'score_alert':
      return { letter: 'A', keys: [decision.key] };
    case 'segment_suggestion':
      return { letter: 'S', keys: [decision.suggestion.id] };
    default:
      return undefined;
  }
}
