/** Why a lead stands where it does that /visibility leads has shown and no poll brought yet. */

import { filtersOf } from '../../feeds/leads.ts';
import { type AwaitingFeed, whyListedAnswer } from '../../messages/answers/why-listed.ts';
import type { Project } from '../../projects/projects.ts';
import { digestLead } from '../../rules/lead-digest.ts';
import { filterLeads } from '../../rules/lead-filter.ts';
import type { Message } from '../../slack/blocks.ts';
import { handlesOf } from '../../store/handles.ts';
import { citationsOf } from '../../store/lead-stories.ts';
import { standingNow } from '../feeds/feeds-of-project.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { channelsSeen, readsHereOnly } from '../seen-by.ts';
import { leadsFeedsOf, leadsListed } from './leads-now.ts';

/** `key`: empty where a short name is nobody's; the API is not asked for that. @throws Refused; VisibilityError */
export async function whyListed(
  key: string,
  project: Project,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Message> {
  const { db, clock, projects } = deps;
  const { team } = asker.installation;
  const listed = key === '' ? [] : await leadsListed(project, team, deps);
  const lead = listed.find((one) => one.key === key);
  if (!lead) {
    throw new Refused({
      sentence: `${project.name} has no lead of this name: no poll has brought one, and the API does not list one now.`,
      example: '/visibility leads',
    });
  }
  const channels = await channelsSeen(project, asker, deps);
  const feeds = leadsFeedsOf(project, projects()).filter(({ channel }) => channels.includes(channel));
  const standings = await standingNow(feeds, asker, deps);
  const awaits = feeds.map(async (feed, i): Promise<AwaitingFeed[]> => {
    const standing = standings[i];
    if (!standing) return [];
    const filters = await filtersOf(feed, team, db);
    const { removed } = filterLeads([lead], filters, standing.next ?? clock.now());
    const { min_score: minScore, limit } = feed.settings;
    return [{ standing, removedBy: removed[0]?.reason, minScore, limit }];
  });
  const cited = await citationsOf(db, team, project.id);
  const handles = await handlesOf(db, team, [key]);
  return whyListedAnswer({
    project,
    lead: { ...digestLead(lead), citedBy: cited.get(key) },
    rank: lead.rank,
    handle: handles[key],
    feeds: (await Promise.all(awaits)).flat(),
    hereOnly: await readsHereOnly(asker, deps),
  });
}
