/** Decides whether a channel must be told that its feed's filters remove everything that the API has. */
import type { FilteredOut, ProjectRef } from '../decision.ts';
import { type Filterable, filterLeads, type LeadFilters } from './lead-filter.ts';
import { projectRef } from './project-ref.ts';

/**
 * Undefined where something passes, or there is nothing. A quiet day alone, with only old leads passing, is no news. Of
 * scores on another scale than the threshold's only leads without a score pass: that is told too.
 */
export function decideFilteredOut(
  leads: readonly Filterable[],
  filters: LeadFilters,
  feed: { project: ProjectRef; subscription: string },
  now: number,
): FilteredOut | undefined {
  const { kept, leftOut } = filterLeads(leads, filters, now);
  if (leads.length === 0) return undefined;
  const isPassed = kept.some(({ score }) => score !== undefined || !isOtherScale(leftOut, filters));
  if (isPassed) return undefined;
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

function isOtherScale(leftOut: FilteredOut['leftOut'], { minScore = 0 }: LeadFilters): boolean {
  const best = leftOut.find(({ reason }) => reason === 'below_min_score')?.best;
  return best !== undefined && best <= 1 && minScore > 1;
}
