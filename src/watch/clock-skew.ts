/** Reports a machine whose clock differs from Slack's: in the log, in the metrics, and once to the owners. */

import { isSkewed, projectRef } from '../decision.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { endTroubles, tellOwners } from '../outbox/queue.ts';
import { type Projects, recipientsOf } from '../projects/projects.ts';
import type { Db } from '../store/schema.ts';
import { noteTrouble } from '../store/troubles.ts';

export type ClockSkewDeps = {
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
    await db.transaction().execute(async (trx) => {
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
