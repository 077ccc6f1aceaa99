/** Reads the daily scores behind an answer, and lists the engines and regions that a plan names. */
import type { Plan } from '../../ask/plan.ts';
import type { Scope } from '../../decision.ts';
import { readScoreRows } from '../../feeds/score-rows.ts';
import { asNameList } from '../../messages/ask/reading.ts';
import type { CourseSource } from '../../rules/score-course.ts';
import type { DailyScore } from '../../visibility/assumed.ts';
import { NotFoundError } from '../../visibility/errors.ts';
import type { FoundPrompt } from '../prompts/prompts.ts';
import { alertSettings } from '../scores/alert.ts';
import { readMeasuredChanges } from '../scores/recent-scores.ts';
import { type PlanAsk, toPart } from './plan-ask.ts';
import { withNames } from './project-names.ts';

/** Scopes shown side by side; the rest are left out. */
export const MOST_SCOPES = 12;

/** `isWhole`: false if it isn't known which prompts were added or removed. */
export type CourseData = CourseSource & { isWhole: boolean };

/** @throws VisibilityError */
export async function readCourseData(ask: PlanAsk): Promise<CourseData> {
  const { db, api, log } = ask;
  const from = { db, visibilityOf: api, log };
  const at = { now: ask.now() };
  const [rows, measured] = await Promise.all([
    readScoreRows(ask, from, at),
    readMeasuredChanges(ask, from, at),
  ]);
  return { ...toCourseData(rows, ask), ...measured };
}

/** For one prompt's rows, where no other prompt can have been added or removed. */
export function toCourseData(rows: readonly DailyScore[], ask: PlanAsk): CourseData {
  const { minChange } = alertSettings(ask.project, ask);
  return { rows: withNames(rows, ask.names), today: ask.today, minChange, moved: [], isWhole: true };
}

/** A prompt's daily scores. The API has just listed the prompt, so "not found" means it has no scores for it. */
export async function readPromptData({ id }: FoundPrompt, ask: PlanAsk): Promise<CourseData> {
  const { project, api } = ask;
  const rows = await api(project)
    .promptTimeseries(project.id, id)
    .catch((error: unknown) => {
      if (error instanceof NotFoundError) return [];
      throw error;
    });
  return toCourseData(rows, ask);
}

/** Every engine that the plan names in every region that it names; the whole project if it names none. */
export function listScopes({ engine, region }: Plan): Scope[] {
  const engines = engine === undefined ? [undefined] : asNameList(engine).map(toPart);
  const regions = region === undefined ? [undefined] : asNameList(region).map(toPart);
  return engines
    .flatMap((one) => regions.map((other): Scope => ({ engine: one, region: other })))
    .slice(0, MOST_SCOPES);
}
