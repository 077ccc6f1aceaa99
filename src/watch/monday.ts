/** The owners’ line on Mondays: how many projects are well, which aren’t, and the week’s alerts. */
import {
  type FeedStanding,
  isOpenNews,
  isWell,
  nextPost,
  type OwnersLine,
  type ProjectHealth,
} from '../decision.ts';
import { HOUR_MS, WEEK_MS } from '../durations.ts';
import { findLatestRun } from '../feeds/schedule.ts';
import type { Core } from '../outbox/ledger.ts';
import { tellOwners } from '../outbox/queue.ts';
import { recipientsOf } from '../projects/projects.ts';
import { readLatestAlerts } from '../store/alerts.ts';
import { hasUntriedSlots } from '../store/slots.ts';
import type { Db } from '../store/tables.ts';
import type { Health } from './health.ts';

/** Stated in the README. */
const MONDAY_MORNING = '0 8 * * 1';

/** A bot that was down on Monday morning still sends the line for this long; later it would surprise. */
const LATEST_MS = 12 * HOUR_MS;

type MondayDeps = Pick<Core, 'db' | 'projects'> & {
  health: (team: string, newsMs: number) => Promise<Health>;
};

/** Called on every tick; queues the line once a week, also where several processes tick. */
export function createMonday({ db, projects, health }: MondayDeps) {
  const told = new Map<string, number>();

  return async function monday(team: string, now: number): Promise<void> {
    const due = findLatestRun({ cron: MONDAY_MORNING, timezone: projects(team).defaults.timezone }, now);
    if (due === undefined || now - due > LATEST_MS || told.get(team) === due) return;
    // What is being polled may open an alert, and the line would contradict it.
    if (await hasUntriedSlots(db, team, now)) return;
    const { projects: all } = await health(team, WEEK_MS);
    if (all.every(isUnpolled)) return;
    const line = makeOwnersLine(all, await readWeeksAlerts(db, team, all, due), due);
    if (line) await tellOwners(db, team, recipientsOf(projects(team)), line, due, now);
    told.set(team, due);
  };
}

/** Nothing is known yet of how a new one fares, so the line about it would be a guess. */
function isUnpolled({ lastAt, trouble, feeds }: ProjectHealth): boolean {
  return lastAt === undefined && !trouble && feeds.some(({ paused }) => !paused);
}

/** Alerts that are open, or ended in the week before. Withdrawn ones never were any; those without a feed never end. */
async function readWeeksAlerts(
  db: Db,
  team: string,
  health: readonly ProjectHealth[],
  due: number,
): Promise<OwnersLine['alerts']> {
  const feeds = health.flatMap(({ feeds }) => feeds.filter(({ feed }) => feed.kind === 'scores'));
  const channels = [...new Set(feeds.map(({ feed }) => feed.channel))];
  const told = await readLatestAlerts(db, team, { channels, since: due - WEEK_MS, orOpen: true });
  return told.flatMap(({ alert, handle, stalled }) => {
    const isWithdrawn = alert.kind === 'score_alert' && alert.alert.status === 'corrected';
    return stalled !== 'ended' && !isWithdrawn && handle ? [{ handle, alert }] : [];
  });
}

/** Projects and alerts that the line names; the rest are counted. */
const NAMED = 8;

/** Undefined without projects. `at`: when the line was due, epoch ms. */
export function makeOwnersLine(
  health: readonly ProjectHealth[],
  alerts: OwnersLine['alerts'],
  at: number,
): OwnersLine | undefined {
  const [first] = health;
  if (!first) return undefined;
  const isPaused = ({ feeds }: ProjectHealth) => feeds.some(({ paused }) => paused);
  const unwell = health.filter((one) => !isWell(one));
  const well = health.filter(isWell);
  const told = [...unwell, ...well.filter((one) => isPaused(one) || one.missed)];
  return {
    kind: 'owners_line',
    v: 3,
    project: first.project,
    at,
    projects: health.length,
    unwell: unwell.length,
    paused: well.filter(isPaused).length,
    told: told.slice(0, NAMED).map(withPlainFeeds),
    untold: Math.max(0, told.length - NAMED),
    openAlerts: alerts.filter(({ alert }) => isOpenNews(alert)).length,
    alerts: alerts.slice(0, NAMED),
    moreAlerts: Math.max(0, alerts.length - NAMED),
    next: nextPost(health.flatMap(({ feeds }) => feeds)),
  };
}

/** Without their settings, which a decision doesn't need to store. */
function withPlainFeeds(health: ProjectHealth): ProjectHealth {
  const feeds = health.feeds.map(({ feed, ...standing }): FeedStanding => {
    const { id, kind, channel, schedule, timezone } = feed;
    return { ...standing, feed: { id, kind, channel, schedule, timezone } };
  });
  return { ...health, feeds };
}
