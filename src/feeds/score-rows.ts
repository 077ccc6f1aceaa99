/** A project's daily scores for whoever asks: what the API gives now, and what earlier polls kept of the days before. */
import type { Project } from '../projects/projects.ts';
import { today } from '../rules/calendar.ts';
import { keptSince, mergedScores } from '../rules/score-memory.ts';
import { keptScores } from '../store/daily-scores.ts';
import type { Db } from '../store/schema.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import type { VisibilityOf } from './feed-kind.ts';

/** Days end in `timezone`; `now` epoch ms. @throws VisibilityError */
export async function scoreRows(
  { team, project, timezone }: { team: string; project: Project; timezone: string },
  { db, visibilityOf }: { db: Db; visibilityOf: VisibilityOf },
  { now, signal }: { now: number; signal?: AbortSignal },
): Promise<DailyScore[]> {
  const current = today(now, timezone);
  const [fresh, kept] = await Promise.all([
    visibilityOf(project).dailyScores(project.id, { signal }),
    keptScores(db, { team, projectId: project.id }, keptSince(current)),
  ]);
  return mergedScores(fresh, kept, current).rows;
}
