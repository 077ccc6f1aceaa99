/** Tells owners, once a day, that Slack limits a workspace's events: those over the limit never come. */
import type { Clock } from '../clock.ts';
import { projectRef } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { tellOwners } from '../outbox/queue.ts';
import { type Projects, recipientsOf } from '../projects/projects.ts';
import type { Db } from '../store/schema.ts';

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
