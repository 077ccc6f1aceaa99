/**
 * The main job: tick -> due slot -> poll -> decide -> outbox -> (pump: render -> post). Here a tick opens what is due;
 * slot-work.ts takes each slot from poll to outbox.
 */
import type { Clock } from '../clock.ts';
import type { VisibilityOf } from '../feeds/feed-kind.ts';
import type { Metrics } from '../metrics.ts';
import type { Feed } from '../projects/projects.ts';
import type { Db } from '../store/schema.ts';
import { attendAlerts, attendLeads } from './attend.ts';
import { createDue } from './due.ts';
import type { LookAgain } from './look-again.ts';
import type { SlotWork } from './slot-work.ts';
import type { Tidy } from './tidy.ts';

export type WatchDeps = {
  db: Db;
  clock: Clock;
  /** The workspaces that Slack has confirmed, and their feeds as configured now. */
  teams: () => readonly string[];
  feedsOf: (team: string) => readonly Feed[];
  visibilityOf: VisibilityOf;
  /** Whether a person is in a channel of a workspace; undefined if Slack doesn't answer. */
  isMember: (team: string, channel: string, person: string) => Promise<boolean | undefined>;
  /** Polls, decides and commits what is due. */
  slots: SlotWork;
  /** Ends posts for which it is too late; leads that never arrived are new again. */
  expireOld: (team: string) => Promise<void>;
  lookAgain: LookAgain['lookAgain'];
  /** Sends owners the weekly status line. */
  monday: (team: string, now: number) => Promise<void>;
  /** Tells owners if this machine's clock differs from Slack's. */
  clockSkew: (team: string, now: number) => Promise<void>;
  /** Deletes old rows from the store, once an hour. */
  tidy: Tidy['tidy'];
  wakePump: () => void;
  /** Called when work failed for a reason of our own, such as a lost store. */
  onFault: (error: unknown) => void;
  metrics: Metrics;
};

export function createWatch(deps: WatchDeps) {
  const { db, clock, slots } = deps;
  const openDue = createDue(db, deps.feedsOf);

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
    const feeds = deps.feedsOf(team);
    const isMember = (channel: string, person: string) => deps.isMember(team, channel, person);
    if (await attendLeads(db, team, feeds, now, isMember)) deps.wakePump();
    if (await attendAlerts(db, team, now)) deps.wakePump();
    await deps.expireOld(team);
    await openDue(team, now);
    deps.lookAgain(team, feeds, deps.visibilityOf, now);
    await deps.monday(team, now);
    await deps.clockSkew(team, now);
  }

  return { tick, stop: slots.stop };
}
