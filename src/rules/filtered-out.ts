/** Decides whether a channel must be told that its feed's filters remove everything that the API has. */
import type { FilteredOut, ProjectRef } from '../decision.ts';
import { type Filterable, filterLeads, type LeadFilters } from './lead-filter.ts';
import { projectRef } from './project-ref.ts';

/** Undefined where something passes, or there is nothing. A quiet day alone, with only old leads passing, is no news. */
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
