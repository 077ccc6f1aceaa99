/**
 * Tells owners of faults between Slack and this machine: a clock that differs from Slack's, once, also in the log and the
 * metrics; and, once a day, that Slack limits a workspace's events, so that those over the limit never come.
 */
import type { Clock } from '../clock.ts';
import { isSkewed, projectRef } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { endTroubles, tellOwners } from '../outbox/queue.ts';
import { type Projects, recipientsOf } from '../projects/projects.ts';
import type { Db } from '../store/schema.ts';
import { inTransaction } from '../store/statements.ts';
import { noteTrouble } from '../store/troubles.ts';

type ClockSkewDeps = {
  db: Db;
  /** How far this machine's clock is ahead of Slack's, ms; undefined while unknown. */
  aheadMs: () => number | undefined;
  projects: (team: string) => Projects;
  metrics: Metrics;
  log: Log;
};

const CAUSE = 'slack_clock';

/** Called on every tick, for each workspace. */
export function createClockSkew({ db, aheadMs, projects, metrics, log }: ClockSkewDeps) {
  /** Processes on one store have their own clocks: each ends only a skew it saw begin, or found at its start. */
  const wasSkewed = new Map<string, boolean>();
  let isLogged = false;

  return async function clockSkew(team: string, now: number): Promise<void> {
    const ahead = aheadMs();
    if (ahead === undefined) return;
    metrics.setSkew(ahead);
    const skewed = isSkewed(ahead);
    if (skewed !== isLogged) {
      isLogged = skewed;
      if (skewed) log.warn({ aheadMs: ahead }, 'This machine’s clock differs from Slack’s; sync it');
      else log.info({ aheadMs: ahead }, 'This machine’s clock agrees with Slack’s again');
    }
    if (!skewed && wasSkewed.get(team) === false) return;
    const view = projects(team);
    const [project] = view.projects;
    await inTransaction(db, async (trx) => {
      if (!skewed) return endTroubles(trx, team, [CAUSE], now);
      const trouble = { cause: CAUSE, reason: 'clock_skew' } as const;
      const { since, began } = await noteTrouble(trx, team, trouble, now);
      if (!began || !project) return;
      const told = { ...trouble, kind: 'api_trouble', v: 1, project: projectRef(project), since } as const;
      await tellOwners(trx, team, recipientsOf(view), { ...told, keyName: '', aheadMs: ahead }, since, now);
    });
    wasSkewed.set(team, skewed);
  };
}

type Deps = { db: Db; clock: Clock; projects: (team: string) => Projects; wakePump: () => void };

/** Called for every `app_rate_limited` (one a minute); queues at most one message a day for each owner. */
export function createEventsLimited({ db, clock, projects, wakePump }: Deps) {
  return async function eventsLimited(team: string): Promise<void> {
    const view = projects(team);
    const [project] = view.projects;
    if (!project) return;
    const at = clock.now();
    const day = Math.floor(at / DAY_MS) * DAY_MS;
    const limited = { kind: 'events_limited', v: 1, project: projectRef(project), at } as const;
    await tellOwners(db, team, recipientsOf(view), limited, day, at);
    wakePump();
  };
}
