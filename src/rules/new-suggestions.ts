/** Decides which segment suggestions of a poll are news: open ones that the channel was not told of. */

import {
  type ProjectRef,
  projectRef,
  type SegmentPrompt,
  type Silence,
  type SuggestionNews,
  type SuggestionState,
  silence,
} from '../decision.ts';
import type { Listing } from '../visibility/assumed.ts';
import type { SegmentPromptMapping, SegmentSuggestion } from '../visibility/contract.ts';

/** A suggestion with its prompts; these are missing where they could not be read. */
export type SuggestionSnapshot = {
  suggestion: SegmentSuggestion;
  prompts?: Listing<SegmentPromptMapping> | undefined;
};

/** How the API says that a suggestion ended, whoever ended it; `at` epoch ms, where it says when. */
export type SuggestionEnd = { status: 'accepted' | 'dismissed'; at?: number | undefined };

/** Values of `status` are not documented; these are taken for an end, every other one for open. */
const ENDED: Readonly<Record<string, SuggestionEnd['status']>> = {
  accepted: 'accepted',
  approved: 'accepted',
  dismissed: 'dismissed',
  rejected: 'dismissed',
  declined: 'dismissed',
};

/** Silent for one of: no_suggestions, none_open, no_new_suggestions. In the API's order. */
export function decideSuggestions(
  snapshot: readonly SuggestionSnapshot[],
  memory: { known: ReadonlySet<string> },
  feed: { project: ProjectRef },
): SuggestionNews[] | Silence {
  if (snapshot.length === 0) return silence('no_suggestions');
  const all = snapshot.map(({ suggestion }) => suggestion);
  if (!all.some(isOpen)) return silence('none_open');
  const fresh = new Set(newSuggestions(all, memory.known));
  if (fresh.size === 0) return silence('no_new_suggestions');
  return snapshot
    .filter(({ suggestion }) => fresh.has(suggestion))
    .map((one) => suggestionNews(one, feed.project));
}

/** The open ones whose id is not known, each id once, in the API's order. */
export function newSuggestions(
  all: readonly SegmentSuggestion[],
  known: ReadonlySet<string>,
): SegmentSuggestion[] {
  const met = new Set(known);
  return all.filter((one) => isOpen(one) && !met.has(one.id) && met.add(one.id));
}

/**
 * The ends that those who know the suggestion were not told of. `known`: ids that the channel was told of; `states`: how
 * those stand that somebody decided on, or that ended before. What is listed no more may be anything, and is left out.
 */
export function newEnds(
  all: readonly SegmentSuggestion[],
  { known, states }: { known: ReadonlySet<string>; states: ReadonlyMap<string, SuggestionState> },
): (SuggestionEnd & { id: string })[] {
  return all.flatMap((suggestion) => {
    const { id } = suggestion;
    const [end, state] = [endOf(suggestion), states.get(id)];
    if (!end || (!state && !known.has(id))) return [];
    const isTold = state?.status === end.status && (state.by === undefined || state.written === 'confirmed');
    return isTold ? [] : [{ id, ...end }];
  });
}

/** Whether a suggestion still waits for somebody, as far as the API says. */
export function isOpen(suggestion: SegmentSuggestion): boolean {
  return endOf(suggestion) === undefined;
}

/** Undefined while it is open. Where its status says nothing, the later of the two times does. */
export function endOf({ status, accepted_at, dismissed_at }: SegmentSuggestion): SuggestionEnd | undefined {
  const times = { accepted: accepted_at, dismissed: dismissed_at };
  const isDismissed = dismissed_at && !(accepted_at && Date.parse(accepted_at) > Date.parse(dismissed_at));
  const byTime = isDismissed ? 'dismissed' : accepted_at ? 'accepted' : undefined;
  const name = status.toLowerCase();
  const end = Object.hasOwn(ENDED, name) ? ENDED[name] : byTime;
  if (!end) return undefined;
  const at = Date.parse(times[end] ?? '');
  return { status: end, ...(Number.isFinite(at) && { at }) };
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
    // Counts are told of them: a part of the list is as good as none.
    prompts: prompts && !prompts.rest ? segmentPrompts(prompts) : undefined,
  };
}

/** The API's mapping as decisions keep it. */
export function segmentPrompts(mapped: readonly SegmentPromptMapping[]): SegmentPrompt[] {
  return mapped.map(({ prompt_id, prompt, applies }) => ({ id: prompt_id, text: prompt, applies }));
}
