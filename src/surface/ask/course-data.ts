/** Reads the daily scores behind an answer, and lists the engines and regions that a plan names. */
import type { Plan } from '../../ask/plan.ts';
import type { Scope } from '../../decision.ts';
import { asNameList } from '../../messages/ask/reading.ts';
import type { CourseSource } from '../../rules/score-course.ts';
import type { DailyScore } from '../../visibility/assumed.ts';
import { NotFoundError } from '../../visibility/errors.ts';
import { ifReadable } from '../api-trouble.ts';
import type { FoundPrompt } from '../prompts/prompts.ts';
import { alertSettings } from '../scores/alert.ts';
import { readScores } from '../scores/recent-scores.ts';
import { ALERT_MS, findAlertsSeen } from '../scores/scores.ts';
import { isSameName, type PlanAsk, toPart } from './plan-ask.ts';
import { withNames } from './project-names.ts';

/** Scopes shown side by side; the rest are left out. */
export const MOST_SCOPES = 12;

/** `isWhole`: false if it isn't known which prompts were added or removed. */
export type CourseData = CourseSource & { isWhole: boolean };

/** `regions` by name, whose figures the API only gives when asked for them. @throws VisibilityError */
export async function readCourseData(ask: PlanAsk, regions: readonly string[] = []): Promise<CourseData> {
  const { db, api, log } = ask;
  const now = ask.now();
  const [{ rows, ...measured }, alerts, ofRegions] = await Promise.all([
    readScores(ask, { db, visibilityOf: api, log }, { now }),
    findAlertsSeen(ask, now - ALERT_MS),
    Promise.all(regions.slice(0, MOST_SCOPES).map((region) => readRegionRows(region, ask))),
  ]);
  const told = alerts.flatMap(({ alert }) => (alert.kind === 'score_alert' ? (alert.alert ?? []) : []));
  return { ...toCourseData([...rows, ...ofRegions.flat()], ask), ...measured, told };
}

/** One region for each call: how several are sent isn't documented. Rows that don't name the region are of the whole. */
async function readRegionRows(region: string, ask: PlanAsk): Promise<DailyScore[]> {
  const { project, api, names } = ask;
  const id = names.regionList.find(({ name, code }) => isSameName(region, name ?? code))?.id;
  if (id === undefined) return [];
  const rows = await ifReadable(api(project).dailyScores(project.id, { regionIds: [id] }), ask);
  return (rows ?? []).filter((row) => row.regionId !== undefined || row.region !== undefined);
}

/** The names of the tracked regions; of all that the API lists if it doesn't say which are tracked. */
export async function readTrackedRegions(ask: PlanAsk): Promise<string[]> {
  const { project, api, names } = ask;
  const usage = await ifReadable(api(project).regionUsage(project.id), ask);
  const tracked = usage && new Set(usage.map(({ regionId }) => regionId));
  return names.regionList.flatMap(({ id, name, code }) =>
    tracked?.has(id) === false ? [] : (name ?? code ?? []),
  );
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
