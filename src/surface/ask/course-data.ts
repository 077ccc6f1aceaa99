/** The daily scores that answers are made from: of the whole project, or of one prompt; and the parts of it a plan names. */
import type { Plan } from '../../ask/plan.ts';
import type { Scope } from '../../decision.ts';
import { scoreRows } from '../../feeds/score-rows.ts';
import { asNameList } from '../../messages/ask/reading.ts';
import type { CourseSource } from '../../rules/score-course.ts';
import type { DailyScore } from '../../visibility/assumed.ts';
import { alertSettings } from '../scores/alert.ts';
import { readMeasuredChanges } from '../scores/recent-scores.ts';
import { withNames } from './names-of-project.ts';
import { type PlanAsk, partNamed } from './plan-ask.ts';

/** Scopes side by side; of more the first are shown. */
export const MOST_SCOPES = 12;

/** `isWhole`: false where it couldn't be read which prompts came and went. */
export type CourseData = CourseSource & { isWhole: boolean };

/** @throws VisibilityError */
export async function courseData(ask: PlanAsk): Promise<CourseData> {
  const { db, api, log } = ask;
  const from = { db, visibilityOf: api, log };
  const at = { now: ask.now() };
  const [rows, measured] = await Promise.all([scoreRows(ask, from, at), readMeasuredChanges(ask, from, at)]);
  return { ...dataFrom(rows, ask), ...measured };
}

/** A prompt's rows measure that prompt alone, so nothing came or went. */
export function dataFrom(rows: readonly DailyScore[], ask: PlanAsk): CourseData {
  const { minChange } = alertSettings(ask.project, ask);
  return { rows: withNames(rows, ask.names), today: ask.today, minChange, moved: [], isWhole: true };
}

/** Every engine that a plan names in every region that it names; the whole where it names none. */
export function scopesIn({ engine, region }: Plan): Scope[] {
  const engines = engine === undefined ? [undefined] : asNameList(engine).map(partNamed);
  const regions = region === undefined ? [undefined] : asNameList(region).map(partNamed);
  return engines
    .flatMap((one) => regions.map((other): Scope => ({ engine: one, region: other })))
    .slice(0, MOST_SCOPES);
}
