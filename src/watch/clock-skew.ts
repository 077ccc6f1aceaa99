/** Notices a machine whose clock is not Slack's: in the log, in the metrics, and once to the owners, until it is mended. */

import { isSkewed, projectRef } from '../decision.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { tellOwners } from '../outbox/queue.ts';
import { endTroubles } from '../outbox/trouble-ends.ts';
import { type Projects, recipientsOf } from '../projects/projects.ts';
import type { Db } from '../store/schema.ts';
import { noteTrouble } from '../store/troubles.ts';

export type ClockSkewDeps = {
  db: Db;
  /** By how much this machine's clock is ahead of Slack's, ms; undefined while that is not known. */
  aheadMs: () => number | undefined;
  projects: (team: string) => Projects;
  metrics: Metrics;
  log: Log;
};

const CAUSE = 'slack_clock';

/** Called on every tick, for each workspace. */
export function createClockSkew({ db, aheadMs, projects, metrics, log }: ClockSkewDeps) {
  /** Several processes share a store, each with a clock of its own: one ends only what it saw begin, or found at its start. */
  const wasSkewed = new Map<string, boolean>();
  let said = false;

  return async function clockSkew(team: string, now: number): Promise<void> {
    const ahead = aheadMs();
    if (ahead === undefined) return;
    metrics.skewed(ahead);
    const skewed = isSkewed(ahead);
    if (skewed !== said) {
      said = skewed;
      if (skewed) log.warn({ aheadMs: ahead }, 'The clock of this machine is not Slack’s; sync it');
      else log.info({ aheadMs: ahead }, 'The clock of this machine is Slack’s again');
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
