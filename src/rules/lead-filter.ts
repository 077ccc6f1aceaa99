/** Filters out the leads that a feed doesn't want. What passes keeps the API's order. */

import { type FilteredOut, type LeadState, type LeftOut, type ProjectRef, projectRef } from '../decision.ts';
import type { Lead } from '../visibility/assumed.ts';
import { phraseFinder } from './lead-match.ts';

/** A feed's filters. `minScore` on the API's own scale; age in ms; places and words in any case. */
export type LeadFilters = {
  minScore?: number | undefined;
  maxAgeMs?: number | undefined;
  places?: { never: readonly string[] } | undefined;
  words?: { never: readonly string[] } | undefined;
  /** Places muted by people in the channel. */
  muted?: readonly string[] | undefined;
};

export type Filterable = Partial<Pick<Lead, 'score' | 'postedAt' | 'place' | 'title'>> & {
  state?: LeadState | undefined;
};

/** `removed`: each lead with the filter that removed it; `leftOut`: counts by filter. */
export type Filtered<L> = {
  kept: L[];
  removed: { lead: L; reason: LeftOut['reason'] }[];
  leftOut: LeftOut[];
};

/**
 * A lead without a score, date, place or title passes the filter for it. One that is open again (its snooze ended, or
 * somebody reopened or released it) passes at any age, since people decided that it should come back.
 */
export function filterLeads<L extends Filterable>(
  leads: readonly L[],
  filters: LeadFilters,
  now: number,
): Filtered<L> {
  const reasonFor = createFilter(filters, now);
  const kept: L[] = [];
  const removed: { lead: L; reason: LeftOut['reason'] }[] = [];
  for (const lead of leads) {
    const reason = reasonFor(lead);
    if (reason === undefined) kept.push(lead);
    else removed.push({ lead, reason });
  }
  return { kept, removed, leftOut: countByReason(removed) };
}

/** Counts by filter, in the order each filter first removed a lead. */
function countByReason<L extends Filterable>(removed: Filtered<L>['removed']): LeftOut[] {
  return [...Map.groupBy(removed, ({ reason }) => reason)].map(([reason, gone]) => {
    const named = gone.flatMap(({ lead: { place } }) =>
      place === undefined ? [] : [[placeKey(place), place] as const],
    );
    const places = [...new Map(named.toReversed()).values()];
    return {
      reason,
      count: gone.length,
      ...(reason === 'below_min_score' && {
        best: Math.max(...gone.flatMap(({ lead }) => lead.score ?? [])),
      }),
      ...(reason === 'muted' && { places }),
    };
  });
}

function createFilter(
  filters: LeadFilters,
  now: number,
): (lead: Filterable) => LeftOut['reason'] | undefined {
  const { minScore = Number.NEGATIVE_INFINITY, maxAgeMs = Number.POSITIVE_INFINITY } = filters;
  const never = new Set(filters.places?.never.map(placeKey));
  const muted = new Set(filters.muted?.map(placeKey));
  const phrases = filters.words?.never ?? [];
  return ({ score, postedAt, place, title, state }) => {
    if (score !== undefined && score < minScore) return 'below_min_score';
    const isTooOld = postedAt !== undefined && now - postedAt > maxAgeMs;
    if (isTooOld && !isOpenAgain({ state })) return 'too_old';
    if (place !== undefined && never.has(placeKey(place))) return 'place';
    if (place !== undefined && muted.has(placeKey(place))) return 'muted';
    if (title !== undefined && phrases.some(phraseFinder(title))) return 'word';
    return undefined;
  };
}

/** Nobody has acted on an open lead that has no "since". */
export function isOpenAgain({ state }: Filterable): boolean {
  return state?.state === 'new' && state.since !== undefined;
}

/** "r/Memes", "/r/memes" and "memes" are one place. */
export function placeKey(place: string): string {
  return place
    .trim()
    .toLowerCase()
    .replace(/^\/?(r\/)?/, '');
}

/** Undefined if something passes, or there are no leads. */
export function decideFilteredOut(
  leads: readonly Filterable[],
  filters: LeadFilters,
  feed: { project: ProjectRef; subscription: string },
  now: number,
): FilteredOut | undefined {
  const { kept, leftOut } = filterLeads(leads, filters, now);
  if (leads.length === 0 || kept.length > 0) return undefined;
  return {
    kind: 'filtered_out',
    v: 1,
    project: projectRef(feed.project),
    subscription: feed.subscription,
    at: now,
    leftOut,
    minScore: filters.minScore,
    filters: JSON.stringify(filters),
  };
}
