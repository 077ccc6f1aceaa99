/** The main job: tick -> due slot -> poll -> decide -> outbox -> (pump). A tick opens here what is due. */
import type { Metrics } from '../metrics.ts';
import { feedsOf } from '../projects/projects.ts';
import type { Tidy } from '../store/retention.ts';
import { attendAlerts, attendLeads, createDue } from './attend.ts';
import type { SlotWork, SlotWorkDeps } from './slot-work.ts';
import type { Troubles } from './troubles.ts';

type Shared = 'db' | 'clock' | 'projects' | 'teams' | 'visibilityOf' | 'isMember' | 'wakePump' | 'onFault';

export type WatchDeps = Pick<SlotWorkDeps, Shared> & {
  /** Polls, decides and commits what is due. */
  slots: SlotWork;
  /** Ends posts for which it is too late; leads that never arrived are new again. */
  expireOld: (team: string) => Promise<void>;
  lookAgain: Troubles['lookAgain'];
  /** Sends owners the weekly status line. */
  monday: (team: string, now: number) => Promise<void>;
  /** Tells owners if this machine's clock differs from Slack's. */
  clockSkew: (team: string, now: number) => Promise<void>;
  /** Deletes old rows from the store, once an hour. */
  tidy: Tidy['tidy'];
  metrics: Metrics;
};

export function createWatch(deps: WatchDeps) {
  const { db, clock, slots } = deps;
  const openDue = createDue(db, (team) => feedsOf(deps.projects(team)));

  /** Once a minute (or when a simulated clock moved): whatever is due becomes a slot, and workers start on it. */
  async function tick(): Promise<void> {
    const now = await clock.refresh();
    const teams = deps.teams();
    const faults: unknown[] = [];
    // A fault in one workspace doesn't stop the others.
    for (const team of teams) await attend(team, now).catch((error) => faults.push(error));
    for (const fault of faults) deps.onFault(fault);
    if (faults.length === 0 || faults.length < teams.length) deps.metrics.setTickTime(now);
    slots.call();
    void deps.tidy(teams, now);
  }

  async function attend(team: string, now: number): Promise<void> {
    const feeds = feedsOf(deps.projects(team));
    const isMember = (channel: string, person: string) => deps.isMember(team, channel, person);
    if (await attendLeads(db, team, feeds, now, isMember)) deps.wakePump();
    await deps.expireOld(team);
    await openDue(team, now);
    if (await attendAlerts(db, team, feeds, now)) deps.wakePump();
    deps.lookAgain(team, feeds, deps.visibilityOf, now);
    await deps.monday(team, now);
    await deps.clockSkew(team, now);
  }

  return { tick, stop: slots.stop };
}
