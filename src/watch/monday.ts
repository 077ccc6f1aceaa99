/** Sends owners a weekly line on how all projects are doing, so that silence is never taken for health. */
import { HOUR_MS } from '../durations.ts';
import { findLatestRun } from '../feeds/schedule.ts';
import { tellOwners } from '../outbox/queue.ts';
import { makeOwnersLine } from '../rules/owners-line.ts';
import { readOpenAlerts } from '../store/alerts.ts';
import type { Db } from '../store/schema.ts';
import type { Health } from './health.ts';

/** Stated in the README. */
const MONDAY_MORNING = '0 8 * * 1';

/** A bot that was down on Monday morning still sends the line for this long; later it would surprise. */
const LATEST_MS = 12 * HOUR_MS;

export type MondayDeps = {
  db: Db;
  /** Ids of those who get the line, and the timezone in which their Monday begins. */
  recipients: (team: string) => readonly string[];
  timezone: () => string;
  health: (team: string) => Promise<Health>;
};

/** Called on every tick; queues the line once a week, also where several processes tick. */
export function createMonday({ db, recipients, timezone, health }: MondayDeps) {
  const told = new Map<string, number>();

  return async function monday(team: string, now: number): Promise<void> {
    const due = findLatestRun({ cron: MONDAY_MORNING, timezone: timezone() }, now);
    if (due === undefined || now - due > LATEST_MS || told.get(team) === due) return;
    const { projects } = await health(team);
    const line = makeOwnersLine(projects, await readOpenAlerts(db, team), due);
    if (line) await tellOwners(db, team, recipients(team), line, due, now);
    told.set(team, due);
  };
}
