/** What the Home tab of one person shows: everything that the store knows, and the scores as far as they were read. */
import { DAY_MS } from '../../durations.ts';
import { standingOfFeeds } from '../../feeds/feed-standing.ts';
import type { Home } from '../../messages/feeds/home.ts';
import { feedsOf, type Project, timezoneOf } from '../../projects/projects.ts';
import { projectRef } from '../../rules/project-ref.ts';
import { figuresOf, recapBegins } from '../../rules/recap.ts';
import { latestAlerts } from '../../store/alerts.ts';
import { handlesOf } from '../../store/handles.ts';
import { leadStories } from '../../store/lead-stories.ts';
import { leadsByKey } from '../../store/leads.ts';
import { bestOpenLeads, claimedBy, projectsActedOn } from '../../store/open-leads.ts';
import type { Db } from '../../store/schema.ts';
import { verdictOn } from '../guards.ts';
import type { SurfaceDeps } from '../request.ts';
import type { Reader, Seen } from '../seen-by.ts';
import type { ScoredProject } from './recent-scores.ts';

export type HomeDeps = Pick<
  SurfaceDeps,
  'db' | 'clock' | 'projects' | 'personOf' | 'isMember' | 'recentScores' | 'health'
>;

/** The span of the person's own figures. */
const DAYS = 7;

/** What is open for longer is nobody's next task. */
const OPEN_DAYS = 30;

const LEADS_SHOWN = 10;
const ALERTS_SHOWN = 5;

export async function homeOf(reader: Reader, seen: Seen, deps: HomeDeps): Promise<Home> {
  const { team } = reader.installation;
  const mayClaim = (await verdictOn('leads', reader, deps)).allowed;
  const mayChange = (await verdictOn('configure', reader, deps)).allowed;
  const feeds = feedsOf(deps.projects()).filter(({ project }) =>
    seen.projects.some(({ id }) => id === project.id),
  );
  return {
    at: deps.clock.now(),
    projects: scored(reader, seen, deps).map((of) => ({
      project: projectRef(of.project),
      score: deps.recentScores.known(of),
    })),
    leads: await bestLeads(team, seen, deps),
    mayClaim,
    alerts: await alerts(team, seen, deps),
    feeds: await standings(team, seen, deps),
    mayChange,
    mine: mayClaim ? await mine(reader, seen, deps) : undefined,
    health: mayChange ? (await deps.health(team, feeds)).projects : undefined,
  };
}

/** The projects as their scores are asked for. */
export function scored(
  { installation: { team } }: Reader,
  { projects }: Seen,
  deps: HomeDeps,
): ScoredProject[] {
  return projects.map((project) => ({ team, project, timezone: timezoneOf(deps.projects(), project) }));
}

async function bestLeads(
  team: string,
  { projects, channels }: Seen,
  { db, clock }: HomeDeps,
): Promise<Home['leads']> {
  const projectIds = projects.map(({ id }) => id);
  const since = clock.now() - OPEN_DAYS * DAY_MS;
  const shown = { projectIds, channels: [...channels], since };
  const best = await bestOpenLeads(db, team, shown, LEADS_SHOWN);
  const refs = best.map(({ projectId, lead }) => ({ projectId, key: lead.key }));
  return leadsAt(refs, team, projects, db);
}

async function alerts(
  team: string,
  { projects, channels }: Seen,
  { db, clock }: HomeDeps,
): Promise<Home['alerts']> {
  const since = clock.now() - OPEN_DAYS * DAY_MS;
  const latest = await latestAlerts(db, team, { channels: [...channels], since });
  const shown = latest
    .filter(
      ({ alert }) => alert.alert?.status === 'open' && projects.some(({ id }) => id === alert.project.id),
    )
    .slice(0, ALERTS_SHOWN);
  const handles = await handlesOf(
    db,
    team,
    shown.map(({ alert }) => alert.key),
  );
  return shown.map((row) => ({ ...row, handle: handles[row.alert.key] }));
}

/** Of the person's own channels alone: a project may post to others too. */
async function standings(team: string, { projects, channels }: Seen, deps: HomeDeps): Promise<Home['feeds']> {
  const feeds = feedsOf(deps.projects()).filter(({ channel }) => channels.has(channel));
  const { feeds: standing } = await standingOfFeeds(deps.db, team, feeds, deps.clock.now());
  const names = new Map(projects.map((project) => [project.id, projectRef(project)]));
  return feeds.flatMap(({ project: { id } }, i) => {
    const [project, stands] = [names.get(id), standing[i]];
    return project && stands ? [{ project, standing: stands }] : [];
  });
}

async function mine(reader: Reader, { projects }: Seen, deps: HomeDeps): Promise<Home['mine']> {
  const { db, clock } = deps;
  const { person, installation } = reader;
  const span = { from: clock.now() - DAYS * DAY_MS, to: clock.now() };
  const since = recapBegins(span);
  const isSeen = (id: string) => projects.some((project) => project.id === id);
  const acted = (await projectsActedOn(db, installation.team, person, since)).filter(isSeen);
  const stories = await Promise.all(
    acted.map((projectId) => leadStories(db, { team: installation.team, projectId, since })),
  );
  const claimed = (await claimedBy(db, installation.team, person)).filter(({ projectId }) =>
    isSeen(projectId),
  );
  return {
    figures: figuresOf(person, stories.flat(), span),
    days: DAYS,
    waiting: await leadsAt(claimed, installation.team, projects, db),
  };
}

/** In their order, without those that are not kept any more. */
async function leadsAt(
  refs: readonly { projectId: string; key: string }[],
  team: string,
  projects: readonly Project[],
  db: Db,
): Promise<Home['leads']> {
  const keys = refs.map(({ key }) => key);
  const handles = await handlesOf(db, team, keys);
  const ids = [...new Set(refs.map(({ projectId }) => projectId))];
  const kept = new Map(
    await Promise.all(ids.map(async (id) => [id, await leadsByKey(db, team, id, keys)] as const)),
  );
  return refs.flatMap(({ projectId, key }) => {
    const project = projects.find(({ id }) => id === projectId);
    const lead = kept.get(projectId)?.get(key);
    return project && lead ? [{ project: projectRef(project), lead, handle: handles[key] }] : [];
  });
}
