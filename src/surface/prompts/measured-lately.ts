/** What came and went lately of what a project's scores are of: said beside them, since it makes them incomparable. */
import type { MeasuredChange } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import type { VisibilityOf } from '../../feeds/feed-kind.ts';
import type { Log } from '../../log.ts';
import type { Project } from '../../projects/projects.ts';
import { setsMoved } from '../../rules/measured-changes.ts';
import { promptsMoved } from '../../rules/prompt-changes.ts';
import { promptWrites, setsWritten } from '../../store/audit.ts';
import type { Db } from '../../store/schema.ts';

/** As many days as scores are shown of. */
const LATELY_MS = 91 * DAY_MS;

/** Scores do not wait for the list of prompts: where it cannot be read (not `isWhole`), only what was written here is known. */
export async function measuredLately(
  { team, project, timezone }: { team: string; project: Project; timezone: string },
  { db, visibilityOf, log }: { db: Db; visibilityOf: VisibilityOf; log: Log },
  { now, signal }: { now: number; signal?: AbortSignal },
): Promise<{ moved: MeasuredChange[]; isWhole: boolean }> {
  const since = now - LATELY_MS;
  const [tracked, prompts, sets] = await Promise.all([
    visibilityOf(project)
      .prompts(project.id, { signal })
      .catch((error: unknown) => {
        log.warn({ err: error, project: project.id }, 'Scores are shown without what prompts came');
        return undefined;
      }),
    promptWrites(db, team, project.id, since),
    setsWritten(db, team, project.id, since),
  ]);
  const moved = [...promptsMoved(tracked ?? [], prompts, timezone), ...setsMoved(sets, timezone)];
  return { moved, isWhole: tracked !== undefined && !tracked.rest };
}
