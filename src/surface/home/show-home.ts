/** Publishes a person’s Home tab: at once with what the store knows, then again with the API’s scores. */
import type { HomeView } from '@slack/types';
import { isOpenNews, projectRef } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { filterByFeeds } from '../../feeds/leads.ts';
import type { ScoredProject } from '../../feeds/score-reads.ts';
import { type Home, homePage, homeWelcome, type Newcomer } from '../../messages/home/home.ts';
import { feedsOf, type Project, timezoneOf } from '../../projects/projects.ts';
import { drawHome } from '../../slack/draw.ts';
import { toSlackFailure } from '../../slack/failures.ts';
import { readLatestAlerts, readVerdicts } from '../../store/alerts.ts';
import { type LeadOf, readBestOpenLeads, readClaimsHeld } from '../../store/announced.ts';
import { readHandles } from '../../store/handles.ts';
import { readOwnDigest } from '../../store/subscriptions.ts';
import type { EventHandler, Reader, Visitor, Within } from '../ask.ts';
import { readFeedStandings } from '../feeds/feeds-of-project.ts';
import { checkPermission } from '../guards.ts';
import { findSeen, type Seen } from '../seen-by.ts';

/** https://docs.slack.dev/reference/events/app_home_opened */
export const homeOpened: EventHandler = async (ask) => {
  const { person, tab } = ask;
  if (tab === 'home' && person !== undefined) await showHome({ ...ask, person });
};

/** Only logs a failure: whatever somebody did on the tab is done, though it doesn't show there. */
export async function showHome(visitor: Visitor): Promise<void> {
  await publishHome(visitor).catch((error) =>
    visitor.log.warn({ err: error, person: visitor.person }, 'A Home tab couldn’t be published'),
  );
}

async function publishHome(visitor: Visitor): Promise<void> {
  const { recentScores } = visitor;
  const seen = await findSeen(visitor);
  const first = await publish(visitor, await drawView(visitor, seen));
  const missing = listScoredProjects(seen, visitor).filter((of) => recentScores.known(of) === 'loading');
  if (missing.length === 0) return;
  await Promise.all(missing.map(recentScores.read));
  // If the tab was published again meanwhile, that one is newer and fetches its own scores.
  await publish(visitor, await drawView(visitor, seen), first).catch((error) => {
    if (toSlackFailure(error).reason !== 'hash_conflict') throw error;
  });
}

async function drawView(visitor: Visitor, seen: Seen): Promise<HomeView> {
  if (seen.projects.length === 0) return drawHome(homeWelcome(await classifyNewcomer(visitor)));
  return drawHome(homePage(await readHome(seen, visitor)));
}

async function classifyNewcomer(reader: Reader): Promise<Newcomer> {
  const { isStranger, isGuest } = await reader.workspace.personOf(reader.person);
  if (isStranger) return 'stranger';
  if (isGuest) return 'guest';
  return (await checkPermission('configure', reader)).allowed ? 'admin' : 'member';
}

/** Returns the hash of the published view. `unlessChanged`: only publish while the view still has this hash. */
async function publish({ workspace: { client }, person }: Reader, view: HomeView, unlessChanged?: string) {
  const { view: published } = await client.views.publish({
    user_id: person,
    view,
    ...(unlessChanged !== undefined && { hash: unlessChanged }),
  });
  return published?.hash;
}

/** Leads and alerts open for longer are nobody's next task. */
const OPEN_DAYS = 30;

/** Few, so that open alerts stand near the top; a button lists the others. */
const LEADS_SHOWN = 5;
const ALERTS_SHOWN = 5;

async function readHome(seen: Seen, visitor: Visitor): Promise<Home> {
  const { recentScores, now } = visitor;
  const { allowed: mayAct } = await checkPermission('leads', visitor);
  const { allowed: isMember } = await checkPermission('members', visitor);
  const { allowed: mayChange } = await checkPermission('configure', visitor);
  return {
    at: now(),
    projects: listScoredProjects(seen, visitor).map((of) => ({
      project: projectRef(of.project),
      score: recentScores.known(of),
    })),
    ...(await readBestLeads(seen, visitor)),
    mayAct,
    alerts: await readAlerts(seen, visitor),
    feeds: await readFeeds(seen, visitor),
    mayChange,
    own: isMember ? ((await readOwnDigest(visitor.db, visitor.team, visitor.person)) ?? 'none') : undefined,
    mine: mayAct ? await readWaiting(seen.projects, visitor) : undefined,
  };
}

function listScoredProjects({ projects }: Seen, { team, workspace }: Visitor): ScoredProject[] {
  const all = workspace.projects();
  return projects.map((project) => ({ team, project, timezone: timezoneOf(all, project) }));
}

async function readBestLeads({ projects, channels }: Seen, visitor: Visitor) {
  const { db, team, now } = visitor;
  const projectIds = projects.map(({ id }) => id);
  const since = now() - OPEN_DAYS * DAY_MS;
  const shown = { projectIds, channels: [...channels], since };
  const best = await readBestOpenLeads(db, team, shown);
  const passing = await Promise.all(
    projects.map((project) => {
      const leads = best.filter(({ projectId }) => projectId === project.id);
      return filterByFeeds(leads, project, [...channels], { db, team, now: now() });
    }),
  );
  const passed = new Set(passing.flat());
  const open = best.filter((lead) => passed.has(lead));
  const having = new Set(open.map(({ projectId }) => projectId));
  return {
    leads: await nameLeads(open.slice(0, LEADS_SHOWN), projects, visitor),
    withOpenLeads: projects.filter(({ id }) => having.has(id)).map(projectRef),
  };
}

async function readAlerts({ projects, channels }: Seen, { db, team, now, person }: Visitor) {
  const since = now() - OPEN_DAYS * DAY_MS;
  const latest = await readLatestAlerts(db, team, { channels: [...channels], since });
  const shown = latest
    .filter(({ alert }) => isOpenNews(alert) && projects.some(({ id }) => id === alert.project.id))
    .slice(0, ALERTS_SHOWN);
  const keys = shown.map(({ alert }) => alert.key);
  const said = await readVerdicts(db, team, keys);
  return shown.map(({ taken, ...row }) => ({
    ...row,
    taken: taken && { by: taken.by, isOwn: taken.by === person },
    verdicts: said.get(row.alert.key),
  }));
}

async function readFeeds({ projects, channels }: Seen, visitor: Visitor): Promise<Home['feeds']> {
  const feeds = feedsOf(visitor.workspace.projects()).filter(({ channel }) => channels.has(channel));
  const standing = await readFeedStandings(feeds, visitor);
  const names = new Map(projects.map((project) => [project.id, projectRef(project)]));
  return feeds.flatMap(({ project: { id } }, i) => {
    const [project, stands] = [names.get(id), standing[i]];
    return project && stands ? [{ project, standing: stands }] : [];
  });
}

/** Leads of these projects that wait for the person's reply, longest first. */
export async function readWaiting(
  projects: readonly Project[],
  visitor: Visitor,
): Promise<NonNullable<Home['mine']>> {
  const { db, team, person } = visitor;
  return nameLeads(await readClaimsHeld(db, team, person), projects, visitor);
}

/** In this order, without those of other projects. */
export async function nameLeads(
  leads: readonly LeadOf[],
  projects: readonly Project[],
  { db, team }: Within,
) {
  const keys = leads.map(({ key }) => key);
  const handles = await readHandles(db, team, keys);
  return leads.flatMap((lead) => {
    const project = projects.find(({ id }) => id === lead.projectId);
    return project ? [{ project: projectRef(project), lead, handle: handles[lead.key] }] : [];
  });
}
