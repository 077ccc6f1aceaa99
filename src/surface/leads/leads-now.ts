/** The leads of a project as the API has them now, through its feed's filters or without them. */

import type { LeadStanding } from '../../decision.ts';
import { bestLeads, filtersOf, LEADS_ASKED, type LeadsFeed } from '../../feeds/leads.ts';
import { isFinished } from '../../messages/leads/lead-state.ts';
import { leadsAnswer } from '../../messages/leads/leads-answer.ts';
import { feedsOf, type Project, type Projects } from '../../projects/projects.ts';
import { digestLead } from '../../rules/lead-digest.ts';
import { filterLeads, type LeadFilters } from '../../rules/lead-filter.ts';
import { type IdentifiedLead, identified, identitiesOf } from '../../rules/lead-key.ts';
import { giveHandles, handlesOf } from '../../store/handles.ts';
import { citationsOf } from '../../store/lead-stories.ts';
import { keysByIdentity } from '../../store/leads.ts';
import type { Listing } from '../../visibility/answer.ts';
import type { Answer, Asker, SurfaceDeps } from '../request.ts';
import { leadsTimezone, standingsHere } from './clicked-lead.ts';

/**
 * Open leads first, `limit` on a page; `page` counts from 0; `all`: also what the feed leaves out. Every lead that is
 * shown gets its short name, so that people can speak of it.
 */
export async function leadsNow(
  project: Project,
  { all, limit, page }: { all: boolean; limit: number; page: number },
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Answer> {
  const { team } = asker.installation;
  const { db, clock, projects } = deps;
  const now = clock.now();
  const known = await leadsListed(project, team, deps);
  const filters = await feedFilters(project, asker, deps);
  const filtered = filterLeads(known, filters, now);
  const { kept, leftOut } = all ? { kept: known, leftOut: [] } : filtered;
  const standings = await standingsHere(
    project.id,
    kept.map(({ key }) => key),
    asker,
    deps,
  );
  const ordered = kept.toSorted((a, b) => turnOf(standings[a.key]) - turnOf(standings[b.key]));
  const shown = ordered.slice(page * limit, (page + 1) * limit).map(({ key }) => key);
  await giveHandles(db, team, 'L', shown);
  const cited = await citationsOf(db, team, project.id);
  const leads = ordered.map((lead) => ({ ...digestLead(lead), citedBy: cited.get(lead.key) }));
  const answer = {
    project,
    leads,
    limit,
    page,
    leftOut,
    minScore: filters.minScore,
    asked: known.rest ? known.length : LEADS_ASKED,
    filteredInFeed: kept.length - filtered.kept.length,
    now,
    timezone: leadsTimezone(project.id, projects()),
  };
  return {
    message: leadsAnswer(answer, {
      handles: await handlesOf(db, team, shown),
      leads: standings,
    }),
    pages: Math.max(1, Math.ceil(kept.length / limit)),
    share: true,
  };
}

/** The leads that the API lists now, best first, each under the key by which it is known. @throws VisibilityError */
export async function leadsListed(
  project: Project,
  team: string,
  { db, visibilityOf }: SurfaceDeps,
): Promise<Listing<IdentifiedLead>> {
  const listed = bestLeads(await visibilityOf(project).communityLeads(project.id, { limit: LEADS_ASKED }));
  const keys = await keysByIdentity(db, team, project.id, listed.flatMap(identitiesOf));
  return Object.assign(identified(listed, keys), listed.rest && { rest: listed.rest });
}

/** Open leads come first, since people look for one to answer; then those that somebody is at; then what is over. */
function turnOf(standing: LeadStanding = { state: 'new' }): number {
  if (standing.state === 'new') return 0;
  return isFinished(standing) ? 2 : 1;
}

/** What a leads feed of the project leaves out, and what people muted in it: that of this channel, else its first. */
async function feedFilters(
  project: Project,
  { channel, installation: { team } }: Asker,
  { db, projects }: SurfaceDeps,
): Promise<LeadFilters> {
  const feeds = leadsFeedsOf(project, projects());
  const feed = feeds.find((one) => one.channel === channel) ?? feeds[0];
  return feed ? filtersOf(feed, team, db) : {};
}

/** Every feed of a project that posts leads. */
export function leadsFeedsOf({ id }: Project, projects: Projects): LeadsFeed[] {
  return feedsOf(projects).filter(
    (feed): feed is LeadsFeed => feed.kind === 'leads' && feed.project.id === id,
  );
}
