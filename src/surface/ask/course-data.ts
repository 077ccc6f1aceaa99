/** Reads what answers about figures are made from: daily scores, prompts, and the alert about a figure. */
import type { Plan } from '../../ask/plan.ts';
import type { Course, Scope, ScoreAlert } from '../../decision.ts';
import { asNameList } from '../../messages/ask/reading.ts';
import type { LatestAlert } from '../../messages/scores/scores-answer.ts';
import type { PromptFigures } from '../../rules/alert-explanation.ts';
import { narrowToEngine } from '../../rules/alert-figures.ts';
import type { CourseSource } from '../../rules/score-course.ts';
import type { DailyScore } from '../../visibility/assumed.ts';
import { NotFoundError } from '../../visibility/errors.ts';
import { type FoundPrompt, readTrackedPrompts } from '../prompts/prompts.ts';
import { ifReadable } from '../refused.ts';
import { alertSettings } from '../scores/alert.ts';
import { ALERT_MS, findAlertsSeen, readScores } from '../scores/scores.ts';
import { isSameName, type PlanAsk, toPart } from './plan-ask.ts';
import { withNames } from './project-names.ts';

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

/** One call each: as many as people wait for. */
const MAX_PROMPTS = 30;

/** Every prompt’s daily figures; none if some can't be read, because a part can't explain the whole. */
export async function readPromptFigures(ask: PlanAsk): Promise<PromptFigures[]> {
  const { project, names } = ask;
  const api = ask.api(project);
  const tracked = await ifReadable(readTrackedPrompts(api, project), ask);
  if (!tracked || tracked.rest || tracked.length > MAX_PROMPTS) return [];
  const asked = tracked.map(async ({ id, text }) => {
    const rows = await ifReadable(api.promptTimeseries(project.id, id), ask);
    return rows && { id, text, rows: withNames(rows, names) };
  });
  const read = await Promise.all(asked);
  return read.every((one) => one !== undefined) ? read : [];
}

/** The alert about this very figure lately, or for an engine, the overall one that it moved with, narrowed to it. */
export async function findAlert(
  { metric, scope }: Course,
  { intent, from, to }: Plan,
  ask: PlanAsk,
): Promise<LatestAlert<ScoreAlert> | undefined> {
  const since = from === undefined ? ask.now() - ALERT_MS : Date.parse(from);
  const isSame = (one: Scope['engine'], other: Scope['engine']) =>
    one?.name.toLowerCase() === other?.name.toLowerCase();
  const alerts = (await findAlertsSeen(ask, since)).flatMap(({ alert: news, handle }) => {
    if (news.kind !== 'score_alert') return [];
    const { alert, project } = news;
    if (!alert || alert.metric !== metric || alert.status === 'corrected') return [];
    const isThen = (to === undefined || alert.openedOn <= to) && (from === undefined || alert.day >= from);
    return project.id === ask.project.id && isThen ? { alert: news, handle, about: alert.lead.scope } : [];
  });
  const own = alerts.find(
    ({ about }) =>
      isSame(withDisplayName(about.engine, ask), scope.engine) && isSame(about.region, scope.region),
  );
  const { engine, region } = scope;
  if (own || intent !== 'change' || !engine || region) return own;
  const isThisEngine = (name: string) => isSame(withDisplayName({ id: name, name }, ask), engine);
  return alerts.flatMap(({ alert, handle, about }) => {
    const onEngine = about.region === undefined ? narrowToEngine(alert, isThisEngine) : undefined;
    return onEngine ? { alert: onEngine, handle } : [];
  })[0];
}

/** Alerts name an engine as the API’s rows do. */
function withDisplayName(engine: Scope['engine'], { names }: PlanAsk): Scope['engine'] {
  return engine && { ...engine, name: names.engineNames.get(engine.id) ?? engine.name };
}
