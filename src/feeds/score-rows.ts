/** What is read of a project's daily scores by whoever asks: what the API and earlier polls have, and what came and went of that which they are of. */
import type { MeasuredChange } from '../decision.ts';
import type { Project } from '../projects/projects.ts';
import { today } from '../rules/calendar.ts';
import { findSetChanges } from '../rules/measured-changes.ts';
import { findPromptChanges } from '../rules/prompt-changes.ts';
import { keptSince, mergeScores } from '../rules/score-memory.ts';
import { promptWrites, setsWritten } from '../store/audit.ts';
import { keptScores } from '../store/daily-scores.ts';
import type { Db } from '../store/schema.ts';
import type { DailyScore, Prompt } from '../visibility/assumed.ts';
import type { VisibilityOf } from './feed-kind.ts';

/** A project of one workspace, with the timezone in which its days end. */
export type ScoredProject = { team: string; project: Project; timezone: string };

/** `now` epoch ms. @throws VisibilityError */
export async function scoreRows(
  { team, project, timezone }: ScoredProject,
  { db, visibilityOf }: { db: Db; visibilityOf: VisibilityOf },
  { now, signal }: { now: number; signal?: AbortSignal },
): Promise<DailyScore[]> {
  const current = today(now, timezone);
  const [fresh, kept] = await Promise.all([
    visibilityOf(project).dailyScores(project.id, { signal }),
    keptScores(db, { team, projectId: project.id }, keptSince(current)),
  ]);
  return mergeScores(fresh, kept, current).rows;
}

/** What is known to have come and gone since then (epoch ms), by the prompts as listed and by what was written here. */
export async function movedSince(
  db: Db,
  { team, project, timezone }: ScoredProject,
  since: number,
  tracked: readonly Prompt[] = [],
): Promise<MeasuredChange[]> {
  const [prompts, sets] = await Promise.all([
    promptWrites(db, team, project.id, since),
    setsWritten(db, team, project.id, since),
  ]);
  return [...findPromptChanges(tracked, prompts, timezone), ...findSetChanges(sets, timezone)];
}
