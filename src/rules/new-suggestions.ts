/** Decides which segment suggestions of a poll are news, open ones that the channel doesn't know, and ranks advice. */
import type { ProjectRef, SegmentPrompt, Silence, SuggestionNews, SuggestionState } from '../decision.ts';
import { projectRef, silence } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { Listing } from '../visibility/assumed.ts';
import type { SegmentPromptMapping, SegmentSuggestion } from '../visibility/contract.ts';
import { entryOf } from '../words/nearest.ts';

/** `prompts` is missing if they couldn't be read. */
export type SuggestionSnapshot = {
  suggestion: SegmentSuggestion;
  prompts?: Listing<SegmentPromptMapping> | undefined;
};

/** How a suggestion ended according to the API; `at` epoch ms, if it says when. */
export type SuggestionEnd = { status: 'accepted' | 'dismissed'; at?: number | undefined };

/** Values of `status` aren't documented: these count as an end, all others as open. */
const ENDED: Readonly<Record<string, SuggestionEnd['status']>> = {
  accepted: 'accepted',
  approved: 'accepted',
  dismissed: 'dismissed',
  rejected: 'dismissed',
  declined: 'dismissed',
};

/** In the API's order. Silent: no_suggestions, none_open, no_new_suggestions. */
export function decideSuggestions(
  snapshot: readonly SuggestionSnapshot[],
  memory: { known: ReadonlySet<string> },
  feed: { project: ProjectRef },
): SuggestionNews[] | Silence {
  if (snapshot.length === 0) return silence('no_suggestions');
  const all = snapshot.map(({ suggestion }) => suggestion);
  if (!all.some(isOpen)) return silence('none_open');
  const fresh = new Set(findNewSuggestions(all, memory.known));
  if (fresh.size === 0) return silence('no_new_suggestions');
  return snapshot
    .filter(({ suggestion }) => fresh.has(suggestion))
    .map((one) => toSuggestionNews(one, feed.project));
}

/** The open ones with an unknown id, each id once, in the API's order. */
export function findNewSuggestions(all: readonly SegmentSuggestion[], known: ReadonlySet<string>) {
  const met = new Set(known);
  return all.filter((one) => isOpen(one) && !met.has(one.id) && met.add(one.id));
}

/** Ends not told yet to people who know the suggestion. Nobody knows how one that is no longer listed ended. */
export function findNewEnds(
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

/** Decided here a day ago or longer, and still open in the API: a call that was cut off, or that the API ignored. */
export function findWithoutEffect(
  all: readonly SegmentSuggestion[],
  states: ReadonlyMap<string, SuggestionState>,
  now: number,
): string[] {
  const isOld = ({ at = now }: SuggestionState) => now - at >= DAY_MS;
  return all.filter(isOpen).flatMap(({ id }) => {
    const state = states.get(id);
    return state?.written === 'waiting' && isOld(state) ? id : [];
  });
}

export function isOpen(suggestion: SegmentSuggestion): boolean {
  return endOf(suggestion) === undefined;
}

/** Undefined while it is open. An unknown status leaves it to the later of the two times. */
export function endOf({ status, accepted_at, dismissed_at }: SegmentSuggestion): SuggestionEnd | undefined {
  const times = { accepted: accepted_at, dismissed: dismissed_at };
  const isDismissed = dismissed_at && !(accepted_at && Date.parse(accepted_at) > Date.parse(dismissed_at));
  const byTime = isDismissed ? 'dismissed' : accepted_at ? 'accepted' : undefined;
  const name = status.toLowerCase();
  const end = entryOf(ENDED, name) ?? byTime;
  if (!end) return undefined;
  const at = Date.parse(times[end] ?? '');
  return { status: end, ...(Number.isFinite(at) && { at }) };
}

/** Turns the API's suggestion into a decision. */
export function toSuggestionNews(
  { suggestion: { id, name, description }, prompts }: SuggestionSnapshot,
  project: ProjectRef,
): SuggestionNews {
  return {
    kind: 'segment_suggestion',
    v: 1,
    project: projectRef(project),
    suggestion: { id, name, description: description ?? undefined },
    // Messages show counts, so an incomplete list is as good as none.
    prompts: prompts && !prompts.rest ? listSegmentPrompts(prompts) : undefined,
  };
}

export function listSegmentPrompts(mapped: readonly SegmentPromptMapping[]): SegmentPrompt[] {
  return mapped.map(({ prompt_id, prompt, applies }) => ({ id: prompt_id, text: prompt, applies }));
}

/** Words for priorities and impacts, none of which is documented; the very first and last before those they contain. */
const PRIORITIES: readonly (readonly [rank: number, RegExp])[] = [
  [0, /\b(?:critical|urgent|immediate|blocker|essential|highest|(?:very|extremely) high|top|p0)\b/],
  [4, /\b(?:lowest|very low|trivial|minimal|negligible|optional|nice to have|p4)\b/],
  [1, /\b(?:high|important|major|strong|significant|large|big|p1)\b/],
  [2, /\b(?:medium|mid|moderate|normal|average|standard|p2)\b/],
  [3, /\b(?:low|minor|small|weak|p3)\b/],
];
const WITHOUT_PRIORITY = 5;

/** Most important first, those without a priority last. It is the API's order where a priority can't be understood. */
export function sortByPriority<T extends { priority?: string | undefined }>(all: readonly T[]): readonly T[] {
  const ranked = all.map((one) => ({ one, rank: rankOf(one.priority) }));
  if (ranked.some(({ rank }) => rank === undefined)) return all;
  return ranked.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).map(({ one }) => one);
}

function rankOf(priority: string | undefined): number | undefined {
  if (priority === undefined) return WITHOUT_PRIORITY;
  const words = priority.toLowerCase().replaceAll(/[_-]+/g, ' ');
  return PRIORITIES.find(([, named]) => named.test(words))?.[0];
}
