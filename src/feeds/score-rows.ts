/** Reads a project's daily scores, from the API and earlier polls, and the known changes of what they measure. */
import type { MeasuredChange } from '../decision.ts';
import type { Project } from '../projects/projects.ts';
import { today } from '../rules/calendar.ts';
import { findSetChanges } from '../rules/measured-changes.ts';
import { findPromptChanges } from '../rules/prompt-changes.ts';
import { findFirstKeptDay, mergeScores } from '../rules/score-memory.ts';
import { readPromptWrites, readSetWrites } from '../store/audit.ts';
import { readKeptScores } from '../store/daily-scores.ts';
import type { Db } from '../store/schema.ts';
import type { DailyScore, Prompt } from '../visibility/assumed.ts';
import type { VisibilityOf } from './feed-kind.ts';

/** A workspace's project, with the timezone its days end in. */
export type ScoredProject = { team: string; project: Project; timezone: string };

/** `now` epoch ms. @throws VisibilityError */
export async function readScoreRows(
  { team, project, timezone }: ScoredProject,
  { db, visibilityOf }: { db: Db; visibilityOf: VisibilityOf },
  { now, signal }: { now: number; signal?: AbortSignal },
): Promise<DailyScore[]> {
  const current = today(now, timezone);
  const [fresh, kept] = await Promise.all([
    visibilityOf(project).dailyScores(project.id, { signal }),
    readKeptScores(db, { team, projectId: project.id }, findFirstKeptDay(current)),
  ]);
  return mergeScores(fresh, kept, current).rows;
}

/** Prompts, engines and regions that came or went since then (epoch ms), from the list of prompts and the audit. */
export async function readChangesSince(
  db: Db,
  { team, project, timezone }: ScoredProject,
  since: number,
  tracked: readonly Prompt[] = [],
): Promise<MeasuredChange[]> {
  const [prompts, sets] = await Promise.all([
    readPromptWrites(db, team, project.id, since),
    readSetWrites(db, team, project.id, since),
  ]);
  return [...findPromptChanges(tracked, prompts, timezone), ...findSetChanges(sets, timezone)];
}
