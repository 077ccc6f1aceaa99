/** Reads what answers to questions are made from: prompts, engines' answers and quotes from them, daily scores, alerts. */
import { asksFor, type Plan, type Premise } from '../../ask/plan.ts';
import { wordsOf } from '../../ask/signs.ts';
import type { Course, Scope, ScoreAlert } from '../../decision.ts';
import { AppError } from '../../errors.ts';
import { readPromptChanges } from '../../feeds/score-reads.ts';
import { asNameList, unheededLines } from '../../messages/ask/reading.ts';
import type { Quotes } from '../../messages/ask/what-engines-say.ts';
import { mayBeAnswered } from '../../messages/prompts/runs.ts';
import { isOpenAlert, type LatestAlert } from '../../messages/scores/scores-answer.ts';
import type { PromptFigures } from '../../rules/alert-explanation.ts';
import { narrowToEngine } from '../../rules/alert-figures.ts';
import { dayOf } from '../../rules/calendar.ts';
import { createToneReader } from '../../rules/named-days.ts';
import { type CourseSource, makeCourseSource } from '../../rules/score-course.ts';
import { wayOf } from '../../rules/score-moves.ts';
import type { DailyScore } from '../../visibility/assumed.ts';
import { rowsOfRegion, withEngineNames } from '../../visibility/breakdown.ts';
import type { Mention } from '../../visibility/contract.ts';
import { mayPass, NotFoundError, VisibilityError } from '../../visibility/errors.ts';
import { matchOwnBrand } from '../../words/answers.ts';
import { MENTIONS_ASKED } from '../lookups/compare.ts';
import { findRuns, requireTopicLabel } from '../lookups/lookups.ts';
import { readRewordings } from '../prompts/own-writes.ts';
import { type FoundPrompt, readTrackedPrompts } from '../prompts/prompts.ts';
import { ifReadable, Refused } from '../refused.ts';
import { alertSettings } from '../scores/alert.ts';
import { ALERT_MS, findAlertsSeen, readScores } from '../scores/scores.ts';
import { describeWhere, findSeveral, isSameName, isWanted, type PlanAsk } from './plan-ask.ts';
import { withNames } from './project-names.ts';

/** One call each: as many as people wait for. */
export const PROMPTS_READ = 30;

/** `ids` of responses, undefined if it isn't known which are meant, and the run of each. `notes`: what couldn't be read. */
export async function findAnswers(plan: Plan, ask: PlanAsk) {
  const [engines = [], regions = [], topics = []] = [plan.engine, plan.region, plan.topic].map(asNameList);
  const [topic] = topics;
  if (topic !== undefined) {
    const { project, api, names } = ask;
    const label = await requireTopicLabel(topic, 'topic', ask);
    const prompts = plan.prompt === undefined ? undefined : await requirePrompts(plan.prompt, ask);
    const answers = withEngineNames(await api(project).topicAnswers(project.id, label), names.engineNames);
    // Only the prompts' runs say where an answer was given.
    const placed = regions.length > 0 ? await readRuns(plan, ask) : undefined;
    const isPlaced = placed?.runs.some(({ region }) => region !== undefined) ?? false;
    const there = listResponseIds(placed?.runs.filter(({ region }) => isWanted(region, regions)) ?? []);
    const wanted = answers.filter(
      ({ engine, promptId, responseId = '' }) =>
        isWanted(engine, engines) &&
        (!prompts || prompts.some(({ id }) => id === promptId)) &&
        (!isPlaced || there.has(responseId)),
    );
    return {
      ids: listResponseIds(wanted),
      runIds: mapRunIds(wanted),
      where: describeWhere({ ...plan, topic: label, region: isPlaced ? plan.region : undefined }),
      notes: [
        'Only the answers that the API lists for this topic count.',
        ...(isPlaced ? (placed?.missing ?? []) : []),
      ],
      unheeded: [...(isPlaced ? [] : (['region'] as const)), ...findSeveral(plan, 'topic')],
    };
  }
  if (engines.length === 0 && regions.length === 0 && plan.prompt === undefined) return undefined;
  const { runs, missing } = await readRuns(plan, ask);
  // Of answers that no run tells apart, none can be left out.
  const told = runs.filter(({ responseId }) => responseId !== undefined);
  const unheeded = (['engine', 'region', 'prompt'] as const).filter((part) => {
    const isTold = told.some((run) => part === 'prompt' || run[part] !== undefined);
    return plan[part] !== undefined && !isTold && runs.length + missing.length > 0;
  });
  const heeded: Plan = { ...plan, ...Object.fromEntries(unheeded.map((part) => [part, undefined])) };
  const [onEngines = [], inRegions = []] = [heeded.engine, heeded.region].map(asNameList);
  const isAll = (heeded.engine ?? heeded.region ?? heeded.prompt) === undefined;
  const wanted = runs.filter(
    ({ engine, region }) => isWanted(engine, onEngines) && isWanted(region, inRegions),
  );
  return {
    runIds: mapRunIds(runs),
    ids: isAll ? undefined : listResponseIds(wanted),
    where: describeWhere(heeded),
    notes: missing,
    unheeded,
  };
}

type Answered = { responseId?: string | undefined; promptRunId?: string | undefined };

/** The runs of the plan's prompts, with engines and regions by name. `missing` says what wasn't read. */
export async function readRuns(plan: Plan, ask: PlanAsk) {
  const { project, names } = ask;
  const api = ask.api(project);
  const all = await findPrompts(plan, ask);
  const asked = all
    .slice(0, PROMPTS_READ)
    .map(({ id }) => ifReadable(api.promptHistory(project.id, id), ask));
  const read = (await Promise.all(asked)).flatMap((history) => history ?? []);
  const regions = new Map(names.regionList.map(({ id, name, code }) => [id, name ?? code]));
  const runs = withEngineNames(
    read.flatMap(({ prompt, runs = [] }) => runs.filter(mayBeAnswered).map((run) => ({ ...run, prompt }))),
    names.engineNames,
  );
  const left = all.length - read.length;
  return {
    runs: runs.map(({ regionId, ...run }) => ({
      ...run,
      region: (regionId === undefined ? undefined : regions.get(regionId)) ?? run.region,
    })),
    missing: left > 0 ? [`The answers to ${left} of ${all.length} prompts weren’t read.`] : [],
  };
}

function mapRunIds(answers: readonly Answered[]): ReadonlyMap<string, string> {
  return new Map(
    answers.flatMap(({ responseId, promptRunId }) =>
      responseId !== undefined && promptRunId !== undefined ? [[responseId, promptRunId] as const] : [],
    ),
  );
}

function listResponseIds(answers: readonly Answered[]): ReadonlySet<string> {
  return new Set(answers.flatMap(({ responseId }) => responseId ?? []));
}

const MAX_QUOTES = 4;

/** Quotes on the brand or a rival, of the tone asked about, or else the kindest and harshest; undefined if unreadable. */
export async function readQuotes(plan: Plan, ask: PlanAsk, rival?: string): Promise<Quotes | undefined> {
  const { project, api } = ask;
  const [mentions, of] = await Promise.all([
    ifReadable(api(project).mentions(project.id, { limit: MENTIONS_ASKED }), ask),
    findAnswers(plan, ask),
  ]);
  if (!mentions) return undefined;
  const { from = '', to = '9999-12-31' } = plan;
  const own = mentions
    .filter(
      rival === undefined
        ? matchOwnBrand(mentions, project.name)
        : ({ entity_name }) => isSameName(rival, entity_name),
    )
    .filter(
      (one) =>
        (of?.ids?.has(one.response_id) ?? true) &&
        dayOf(one.created_at) >= from &&
        dayOf(one.created_at) <= to,
    );
  const toneOf = createToneReader(mentions.map(({ sentiment }) => sentiment));
  const tones = own.flatMap(({ sentiment }) => toneOf(sentiment) ?? []);
  const areRead = tones.length === own.length;
  const newest = own
    .filter(({ description }) => description?.trim())
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  const alike = Map.groupBy(newest, ({ description }) => description);
  const different = [...alike.values()].flatMap(([one]) => one ?? []);
  const deepest = (tone: 'negative' | 'positive') => {
    const depth = ({ sentiment }: Mention) => (toneOf(sentiment)?.[tone] ? toneOf(sentiment)?.depth : 0) ?? 0;
    return different.filter((one) => depth(one) > 0).toSorted((a, b) => depth(b) - depth(a));
  };
  const limit = plan.limit ?? MAX_QUOTES;
  const [kind, harsh] = [deepest('positive'), deepest('negative')];
  const tone = (['positive', 'negative'] as const).find((one) => asksFor(one, plan));
  const ofTone = tone && { positive: kind, negative: harsh }[tone];
  const says = ({ description }: Mention) =>
    plan.said !== undefined && hasWords(description ?? '', plan.said);
  const saying = different.filter(says);
  const half = Math.ceil(limit / 2);
  const shown = (
    (saying.length > 0 ? saying : ofTone) ?? [
      ...new Set([...kind.slice(0, half), ...harsh.slice(0, half), ...different]),
    ]
  ).slice(0, limit);
  const unknown = shown.filter(({ response_id }) => !of?.runIds.has(response_id));
  const runs = await findRuns(
    unknown.map(({ response_id }) => ({ responseId: response_id })),
    ask,
  );
  const since = mentions.map(({ created_at }) => dayOf(created_at)).sort()[0];
  const isCut = mentions.length >= MENTIONS_ASKED || mentions.rest !== undefined;
  return {
    quotes: shown.map((one) => ({
      text: one.description ?? '',
      sentiment: one.sentiment ?? undefined,
      day: dayOf(one.created_at),
      runId: of?.runIds.get(one.response_id) ?? runs.get(one.response_id),
    })),
    of: own.length,
    about: rival,
    tone,
    said:
      plan.said === undefined || newest.length === 0
        ? undefined
        : { words: plan.said, of: newest.filter(says).length, among: newest.length },
    negative: areRead ? tones.filter(({ negative }) => negative).length : undefined,
    positive: areRead ? tones.filter(({ positive }) => positive).length : undefined,
    where: of?.where ?? '',
    readSince: isCut && since !== undefined && from <= since ? since : undefined,
    notes: [...(of?.notes ?? []), ...unheededLines('what answers say', plan, of?.unheeded ?? [])],
  };
}

/** Whether a text has all of the words, or longer ones that begin with them: “integration”, but not “inexpensive” for “expensive”. */
function hasWords(text: string, words: string): boolean {
  const said = wordsOf(text).map(({ folded }) => folded);
  const wanted = wordsOf(words).map(({ folded }) => folded);
  return wanted.every((word) =>
    said.some((one) => (word.length < SHORT ? one === word : one.startsWith(word))),
  );
}

const SHORT = 4;

/** The answer needs one prompt, but several contain the words. */
export class SeveralPrompts extends AppError {
  readonly code = 'several_prompts';
  readonly texts: readonly string[];

  constructor(texts: readonly string[]) {
    super(`${texts.length} prompts contain these words`);
    this.texts = texts;
  }
}

/** The prompts that a plan means: all tracked ones if it names none. @throws Refused as requirePrompts */
export function findPrompts({ prompt }: Plan, ask: PlanAsk): Promise<readonly FoundPrompt[]> {
  return prompt === undefined ? readTrackedPrompts(ask.project, ask) : requirePrompts(prompt, ask);
}

/** @throws Refused if no prompt contains the words */
export async function requirePrompts(words: string, ask: PlanAsk): Promise<FoundPrompt[]> {
  const { project } = ask;
  const all = await readTrackedPrompts(project, ask);
  const typed = words.toLowerCase();
  const found = all.filter(({ text }) => text.toLowerCase().includes(typed));
  const exact = found.find(({ text }) => isSameName(text, words));
  if (exact) return [exact];
  if (found.length > 0) return found;
  const listed = all.rest
    ? `the prompts that the API lists for ${project.name}`
    : `${project.name}’s tracked prompts`;
  throw new Refused(`None of ${listed} contains “${words}”.`, { tries: ['prompts'] });
}

/** @throws Refused if no prompt contains the words, SeveralPrompts if more than one does */
export async function requireOnePrompt(words: string, ask: PlanAsk): Promise<FoundPrompt> {
  const prompts = await requirePrompts(words, ask);
  const [prompt, second] = prompts;
  if (prompt && !second) return prompt;
  throw new SeveralPrompts(prompts.map(({ text }) => text));
}

const MOST_REGIONS = 12;

/** `isWhole`: false if it isn't known which prompts were added or removed. */
export type CourseData = CourseSource & { isWhole: boolean };

/** `regions` by name, whose figures the API only gives when asked for them. @throws VisibilityError */
export async function readCourseData(ask: PlanAsk, regions: readonly string[] = []): Promise<CourseData> {
  const now = ask.now();
  const of = { team: ask.team, projectId: ask.project.id };
  const [{ rows, ...measured }, alerts, promptChanges] = await Promise.all([
    readScores(ask, { now }),
    findAlertsSeen(ask, now - ALERT_MS),
    readPromptChanges(ask.db, of, now),
  ]);
  const ofRegions = await Promise.all(
    regions.slice(0, MOST_REGIONS).map((region) => readRegionRows(region, rows, ask)),
  );
  const told = alerts.flatMap(({ alert }) => (alert.kind === 'score_alert' ? (alert.alert ?? []) : []));
  return { ...toCourseData([...rows, ...ofRegions.flat()], ask, { promptChanges }), ...measured, told };
}

/** One region for each call: how several are sent isn't documented. */
async function readRegionRows(
  region: string,
  whole: readonly DailyScore[],
  ask: PlanAsk,
): Promise<DailyScore[]> {
  const { project, api, names } = ask;
  const id = names.regionList.find(({ name, code }) => isSameName(region, name ?? code))?.id;
  if (id === undefined) return [];
  try {
    const rows = await api(project).dailyScores(project.id, { regionIds: [id] });
    return rowsOfRegion(rows, whole, { regionId: id, region });
  } catch (error) {
    // What fails for a moment doesn't mean that the API has no figures there.
    if (!(error instanceof VisibilityError) || mayPass(error)) throw error;
    ask.log.warn({ err: error }, 'The API gives no scores of a region; left out');
    return [];
  }
}

/** `moved`: of one prompt's rows, when it was reworded: no other prompt can have been added or removed. */
export function toCourseData(
  rows: readonly DailyScore[],
  ask: PlanAsk,
  { moved = [], promptChanges = [] }: Partial<Pick<CourseSource, 'moved' | 'promptChanges'>>,
): CourseData {
  const { minChange } = alertSettings(ask.project, ask);
  const source = { rows: withNames(rows, ask.names), today: ask.today, minChange, moved, promptChanges };
  return { ...makeCourseSource(source), isWhole: true };
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
  const rewordingsOf = await readRewordings(ask, ask.db, ask.now());
  return toCourseData(rows, ask, { moved: rewordingsOf(id) });
}

/** Every prompt’s daily figures; none if some can't be read, because a part can't explain the whole. */
export async function readPromptFigures(ask: PlanAsk): Promise<PromptFigures[]> {
  const { project, names } = ask;
  const api = ask.api(project);
  const tracked = await ifReadable(readTrackedPrompts(project, ask), ask);
  if (!tracked || tracked.rest || tracked.length > PROMPTS_READ) return [];
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

const MOST_ON_PARTS = 2;

/** The open alerts on an engine or a region whose figure moved that way, and of a sentiment that got worse, on mentions. */
export async function findAlertsOnParts(
  metric: Course['metric'],
  way: Premise,
  ask: PlanAsk,
): Promise<LatestAlert[]> {
  const seen = (await findAlertsSeen(ask, ask.now() - ALERT_MS)).filter(isOpenAlert);
  const onParts = seen.flatMap(({ alert: news, handle }) => {
    if (news.kind === 'mention_alert') {
      const isMeant = news.about.type === 'negative' && metric === 'sentiment' && way === 'worse';
      return isMeant ? { alert: news, handle } : [];
    }
    const { metric: moved, lead } = news.alert;
    const isOnPart = (lead.scope.engine ?? lead.scope.region) !== undefined;
    const isMeant = moved === metric && isOnPart;
    return isMeant && wayOf(metric, news.score - news.previousScore) === way ? { alert: news, handle } : [];
  });
  return onParts.slice(0, MOST_ON_PARTS);
}

/** Alerts name an engine as the API’s rows do. */
function withDisplayName(engine: Scope['engine'], { names }: PlanAsk): Scope['engine'] {
  return engine && { ...engine, name: names.engineNames.get(engine.id) ?? engine.name };
}
