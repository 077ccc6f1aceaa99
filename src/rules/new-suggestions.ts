/** Decides which segment suggestions of a poll are news: open ones that the channel was not told of. */
import type { ProjectRef, SegmentPrompt, Silence, SuggestionNews } from '../decision.ts';
import type { SegmentPromptMapping, SegmentSuggestion } from '../visibility/contract.ts';
import { projectRef } from './project-ref.ts';
import { silence } from './silence.ts';

/** A suggestion with its prompts; these are missing where they could not be read. */
export type SuggestionSnapshot = {
  suggestion: SegmentSuggestion;
  prompts?: readonly SegmentPromptMapping[] | undefined;
};

/** Values of `status` are not documented; these are taken for an end, every other one for open. */
const ENDED = new Set(['accepted', 'dismissed', 'rejected']);

/** Silent for one of: no_suggestions, none_open, no_new_suggestions. In the API's order. */
export function decideSuggestions(
  snapshot: readonly SuggestionSnapshot[],
  memory: { known: ReadonlySet<string> },
  feed: { project: ProjectRef },
): SuggestionNews[] | Silence {
  if (snapshot.length === 0) return silence('no_suggestions');
  const open = snapshot.filter(({ suggestion }) => isOpen(suggestion));
  if (open.length === 0) return silence('none_open');
  const met = new Set(memory.known);
  const fresh = open.filter(({ suggestion: { id } }) => !met.has(id) && met.add(id));
  if (fresh.length === 0) return silence('no_new_suggestions');
  return fresh.map((one) => suggestionNews(one, feed.project));
}

/** Whether a suggestion still waits for somebody, as far as the API says. */
export function isOpen(suggestion: SegmentSuggestion): boolean {
  const { accepted_at, dismissed_at, status } = suggestion;
  return !accepted_at && !dismissed_at && !ENDED.has(status.toLowerCase());
}

/** A suggestion of the API as decisions and messages speak of it. */
export function suggestionNews(
  { suggestion: { id, name, description }, prompts }: SuggestionSnapshot,
  project: ProjectRef,
): SuggestionNews {
  return {
    kind: 'segment_suggestion',
    v: 1,
    project: projectRef(project),
    suggestion: { id, name, description: description ?? undefined },
    prompts: prompts && segmentPrompts(prompts),
  };
}

/** The API's mapping as decisions keep it. */
export function segmentPrompts(mapped: readonly SegmentPromptMapping[]): SegmentPrompt[] {
  return mapped.map(({ prompt_id, prompt, applies }) => ({ id: prompt_id, text: prompt, applies }));
}
