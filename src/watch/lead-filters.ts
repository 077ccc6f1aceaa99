/** What a leads feed leaves out: as it is configured, and the places that people muted in it. */
import type { Feed } from '../projects/projects.ts';
import type { LeadFilters } from '../rules/lead-filter.ts';
import { mutedPlaces } from '../store/mutes.ts';
import type { Db } from '../store/schema.ts';

/** A feed that posts leads. */
export type LeadsFeed = Extract<Feed, { kind: 'leads' }>;

export async function filtersOf({ id, settings }: LeadsFeed, team: string, db: Db): Promise<LeadFilters> {
  const { min_score, max_age, places, words } = settings;
  const muted = await mutedPlaces(db, team, id);
  return { minScore: min_score, maxAgeMs: max_age, places, words, muted };
}
