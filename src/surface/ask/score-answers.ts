/** Answers how the figures stand and went: overview, score and change, of the whole, of engines and regions, and of one prompt. */
import { type Figure, type Plan, wayOf } from '../../ask/plan.ts';
import type { Course, Metric, Scope, ScoreAlert, SpanSpread } from '../../decision.ts';
import { scoreRows } from '../../feeds/score-rows.ts';
import { courseFigures, coursePage, coursesPage, noCoursePage, whereOf } from '../../messages/ask/course.ts';
import { quoteParts } from '../../messages/ask/quotes.ts';
import { asNameList, metricOfPlan } from '../../messages/ask/reading.ts';
import { count } from '../../messages/figures.ts';
import { countsInWords } from '../../messages/leads/lead-counts.ts';
import { note, type Page, type Part, paragraph } from '../../messages/page.ts';
import { rangeOf } from '../../messages/scores/alert-words.ts';
import { METRIC_WORDS } from '../../messages/scores/score-words.ts';
import { type LatestAlert, scoresAnswer } from '../../messages/scores/scores-answer.ts';
import { beside } from '../../messages/text.ts';
import { dayName, daysInWords } from '../../messages/times.ts';
import type { PromptFigures } from '../../rules/alert-explanation.ts';
import { alertOnEngine } from '../../rules/alert-why.ts';
import { daysBefore } from '../../rules/calendar.ts';
import {
  type CourseSource,
  courseParts,
  type Days,
  lastMove,
  latestFigure,
  scopesOf,
  scoreCourse,
} from '../../rules/score-course.ts';
import { scoreFigures, scoreOverview } from '../../rules/score-history.ts';
import { METRICS } from '../../rules/score-rows.ts';
import { spanAverages, spreadOf } from '../../rules/span-averages.ts';
import { ifReadable } from '../api-trouble.ts';
import { trackedPrompts } from '../prompts/prompts.ts';
import { alertSettings } from '../scores/alert.ts';
import { readMeasuredChanges } from '../scores/recent-scores.ts';
import { ALERT_MS, findAlertsSeen } from '../scores/scores.ts';
import { withNames } from './names-of-project.ts';
import { lacking, type PlanAnswer, type PlanAsk } from './plan-ask.ts';
import { dailyScoresOfPrompt, promptMeant } from './prompts-meant.ts';
import { quotesOf } from './quotes-of.ts';
import { namedAnswer } from './rival-answers.ts';

const OTHER_FIGURES = 'Mention rate, average rank and sentiment side by side: ask for one of them by name.';

/** A call for each, where a cause is looked for: no more than people wait for. */
const MOST_PROMPTS = 30;

/** Scopes side by side; of more the first are shown. */
const MOST_SCOPES = 12;

/** Not `isWhole`: which prompts came and went could not be read. */
export type CourseData = CourseSource & { isWhole: boolean };

/** A project's daily scores with the names that people use, and what is known of what was measured. @throws VisibilityError */
export async function courseData(ask: PlanAsk): Promise<CourseData> {
  const { project, team, db, api, log, names, timezone, today } = ask;
  const of = { team, project, timezone };
  const from = { db, visibilityOf: api, log };
  const at = { now: ask.now() };
  const [rows, { moved, isWhole }] = await Promise.all([
    scoreRows(of, from, at),
    readMeasuredChanges(of, from, at),
  ]);
  const { minChange } = alertSettings(project, ask);
  return { rows: withNames(rows, names), today, minChange, moved, isWhole };
}

/** Engines and regions that a plan names, each with each; the whole where it names none. */
export function scopesIn({ engine, region }: Plan): Scope[] {
  const part = (name: string) => ({ id: name, name });
  const engines = engine === undefined ? [undefined] : asNameList(engine).map(part);
  const regions = region === undefined ? [undefined] : asNameList(region).map(part);
  return engines
    .flatMap((one) => regions.map((other): Scope => ({ engine: one, region: other })))
    .slice(0, MOST_SCOPES);
}

export async function figuresAnswer(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const isPlain = fieldsOf(plan).every((field) => field === 'metric') && plan.intent !== 'change';
  if (plan.prompt !== undefined) return ofPrompt(plan, ask);
  const data = await courseData(ask);
  if (isPlain && (plan.metric === undefined || plan.metric === 'score')) return plainly(plan, data, ask);
  const below = plan.intent === 'overview' ? await leadsLine(plan, ask) : undefined;
  return coursesAnswer(plan, data, { ask, below });
}

function fieldsOf({ intent: _, ...fields }: Plan): string[] {
  return Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : field));
}

/** The page of /visibility scores, with what is usual, and in an overview the leads. */
async function plainly(plan: Plan, data: CourseData, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, timezone } = ask;
  const now = ask.now();
  const overview = scoreOverview(data.rows, timezone, now, undefined, data.moved);
  const figures = scoreFigures(data.rows, timezone, now, data.moved);
  const [latestAlert] = await findAlertsSeen(ask, now - ALERT_MS);
  const { parts } = scoresAnswer(project, overview, { latestAlert, figures, isWhole: data.isWhole });
  const whole = METRICS.flatMap((metric) => scoreCourse(metric, {}, {}, data) ?? []);
  const engines = scopesOf('score', 'engine', {}, data).flatMap(
    (scope) => scoreCourse('score', scope, {}, data) ?? [],
  );
  const [head, ...rest] = parts;
  const leads = plan.intent === 'overview' ? await leadsLine(plan, ask) : undefined;
  const page: Page = { parts: [head, usualLine(whole[0]), leads?.part, ...rest] };
  const all = [...whole, ...engines];
  return {
    page,
    // The page says of each day whether it is usual, not of the step from the day before.
    figures: [
      ...courseFigures(all.map(({ noise, level = noise, ...course }) => ({ ...course, level }))),
      ...(leads?.figures ?? []),
    ],
    emptyBecause: all.length === 0 ? lacking(ask) : undefined,
    share: true,
  };
}

function usualLine(course: Course | undefined): Part | undefined {
  if (course?.metric !== 'score') return undefined;
  const { usual, now, level } = course;
  const scale = METRIC_WORDS.score.scale([now.value, ...(usual ? [usual.low, usual.high] : [])]);
  return note(
    beside(
      usual && `Usually ${rangeOf(usual, scale)} on such a day`,
      level,
      now.answers !== undefined && `made from ${count(now.answers, 'answer')}`,
    ),
  );
}

/** The API's own counts; nothing where they can't be read, or where the question is of a part. */
async function leadsLine(
  plan: Plan,
  ask: PlanAsk,
): Promise<{ part: Part | undefined; figures: Figure[] } | undefined> {
  if (fieldsOf(plan).length > 0) return undefined;
  const counts = await ifReadable(ask.api(ask.project).communityMetrics(ask.project.id), ask);
  const said = counts && countsInWords(counts);
  if (!counts || !said) return undefined;
  const { total } = counts;
  return {
    part: paragraph(`${said}.`),
    figures: total === undefined ? [] : [{ name: 'leads known to the API', value: total, unit: 'leads' }],
  };
}

type About = {
  ask: PlanAsk;
  prompt?: string;
  below?: Awaited<ReturnType<typeof leadsLine>>;
  extreme?: { of: 'best' | 'worst'; spread: SpanSpread | undefined };
};

/** The best or the worst day: its figures, and of how many days it is the one. */
async function ofExtreme(
  plan: Plan,
  order: NonNullable<Plan['order']>,
  data: CourseData,
  about: About,
): Promise<PlanAnswer> {
  const metric = plan.metric === undefined ? 'score' : metricOfPlan(plan.metric);
  const of = order === 'worst' ? 'worst' : 'best';
  const [scope = {}, other] = scopesIn(plan);
  if (other) {
    const answer = await coursesAnswer({ ...plan, order: undefined }, data, about);
    return { ...answer, unheeded: [...(answer.unheeded ?? []), 'order'] };
  }
  const { from = FIRST_DAY, to } = plan;
  const course = scoreCourse(metric, scope, { from, to }, data);
  const spread = course && spreadOf(course, from);
  const isHighest = (METRIC_WORDS[metric].best === 'highest') === (of === 'best');
  const day = (isHighest ? spread?.highest : spread?.lowest)?.date;
  const ofDay = { ...plan, order: undefined, ...(day !== undefined && { from: day, to: day }) };
  return coursesAnswer(ofDay, data, { ...about, extreme: { of, spread } });
}

/** Before every day of the API. */
const FIRST_DAY = '0000-01-01';

/** Of every engine and region that the plan names, or of the whole. */
async function coursesAnswer(plan: Plan, data: CourseData, about: About): Promise<PlanAnswer> {
  if (plan.order !== undefined) return ofExtreme(plan, plan.order, data, about);
  const { ask, prompt, below, extreme } = about;
  const { project } = ask;
  const isChange = plan.intent === 'change';
  const metrics: readonly Metric[] =
    plan.metric !== undefined ? [metricOfPlan(plan.metric)] : isChange ? ['score'] : METRICS;
  const scopes = scopesIn(plan);
  const [metric = 'score'] = metrics;
  const [first = {}] = scopes;
  // “Why did we drop?” means the drop, whenever it was.
  const lately =
    isChange && plan.from === undefined && plan.to === undefined
      ? lastMove(metric, first, data, wayOf(ask.premise))
      : undefined;
  const days = lately ?? { from: plan.from, to: plan.to };
  const coursesOf = (scope: Scope) => metrics.flatMap((one) => scoreCourse(one, scope, days, data) ?? []);
  const notes = data.isWhole
    ? []
    : ['Some tracked prompts couldn’t be read, so others may be asked than before.'];
  const scope = first;
  if (scopes.length > 1) {
    if (plan.metric === undefined && metrics.length > 1) notes.push(OTHER_FIGURES);
    const all = scopes.flatMap((one) => scoreCourse(metric, one, days, data) ?? []);
    const missing = scopes.filter((one) => !scoreCourse(metric, one, days, data));
    const without = missing.map((one) => [one.engine?.name, one.region?.name].filter(Boolean).join(' in '));
    if (all.length > 0) {
      const said =
        missing.length > 0 ? [...notes, `The API gives no such figure of ${without.join(', ')}.`] : notes;
      return { page: coursesPage(project, metric, all, said), figures: courseFigures(all), share: true };
    }
  }
  const found = coursesOf(scope);
  // A change that nobody dated may be of two days: its chart shows the days before it as well.
  const courses = lately ? found.map((one) => ({ ...one, days: leadingDays(one, data) })) : found;
  const [course] = courses;
  const quotes =
    metrics.includes('sentiment') && plan.metric !== undefined ? await quotesOf(plan, ask) : undefined;
  const said = quotes ? quoteParts(project, quotes) : [];
  if (!course) {
    const latest = latestFigure(metric, scope, data);
    const byEngine =
      !scope.engine && !scope.region && !latest ? enginesAlone(metric, days, data, ask) : undefined;
    if (byEngine) return byEngine;
    const counted =
      latest || prompt !== undefined ? undefined : await countedInstead(plan, metric, scope, ask);
    if (counted) return counted;
    const none = noCoursePage({ project, scope, prompt }, metric, {
      asked: daysInWords(plan, ask.today),
      latest,
      week: { ...plan, from: daysBefore(ask.today, 6), to: ask.today },
    });
    const [head, ...rest] = none.parts;
    const empty = latest ? 'none_of_those_days' : lacking(ask);
    return {
      page: { ...none, parts: [head, ...said, ...rest] },
      figures: [],
      emptyBecause: said.length === 0 ? empty : undefined,
    };
  }
  const begins = course.before?.date;
  if (plan.from !== undefined && begins !== undefined && begins > plan.from)
    notes.push(`The first of these days with a figure is ${dayName(begins)}.`);
  // Of a prompt nobody is told an alert.
  const alert = prompt === undefined ? await alertOf(course, plan, ask) : undefined;
  const isSearched = plan.why === true && !alert && prompt === undefined && course.noise !== 'normal';
  const parts = isChange ? courseParts(course, data, isSearched ? await promptFigures(ask) : []) : undefined;
  const page = coursePage({
    project,
    prompt,
    courses,
    parts,
    why: plan.why,
    alert,
    latest: lately && latestAfter(course, latestFigure(metric, scope, data)),
    premise: isChange ? wayOf(ask.premise) : undefined,
    averages: spanAverages(metric, scope, days, data),
    spread: extreme?.spread ?? (lately || days.from === undefined ? undefined : spreadOf(course, days.from)),
    extreme: extreme?.of,
    below: [below?.part, ...said],
    notes,
  });
  return { page, figures: [...courseFigures(courses, prompt), ...(below?.figures ?? [])], share: true };
}

function leadingDays({ metric, scope, now, days }: Course, data: CourseData): Course['days'] {
  return scoreCourse(metric, scope, { to: now.date }, data)?.days ?? days;
}

/** Where the API gives no figure of the whole: that of each engine. */
function enginesAlone(
  metric: Metric,
  days: Days,
  data: CourseData,
  { project }: PlanAsk,
): PlanAnswer | undefined {
  const scopes = scopesOf(metric, 'engine', {}, data).slice(0, MOST_SCOPES);
  const courses = scopes.flatMap((scope) => scoreCourse(metric, scope, days, data) ?? []);
  if (courses.length === 0) return undefined;
  const notes = [`The API gives no ${METRIC_WORDS[metric].name} overall, only by engine.`];
  return {
    page: coursesPage(project, metric, courses, notes),
    figures: courseFigures(courses),
    unheeded: ['why'],
    share: true,
  };
}

function latestAfter({ now }: Course, latest: ReturnType<typeof latestFigure>) {
  return latest && latest.date > now.date ? latest : undefined;
}

/** Where the API gives no daily figure of an engine or a region: how often the latest answers there name the brand. */
async function countedInstead(
  plan: Plan,
  metric: Metric,
  scope: Scope,
  ask: PlanAsk,
): Promise<PlanAnswer | undefined> {
  if ((!scope.engine && !scope.region) || metric === 'sentiment') return undefined;
  const { from, to, engine, region } = plan;
  const named = await namedAnswer(
    { intent: 'named', entity: ask.project.name, engine, region, from, to },
    ask,
  );
  if (named.emptyBecause) return undefined;
  const [head, ...rest] = named.page.parts;
  const instead = `The API gives no ${METRIC_WORDS[metric].name}${whereOf(scope)}. This is how often the latest answers there name you.`;
  return {
    ...named,
    page: { ...named.page, parts: [head, paragraph(instead), ...rest] },
    unheeded: [...(named.unheeded ?? []), ...(plan.why ? (['why'] as const) : [])],
  };
}

/** Every prompt’s daily figures; of none where there are more than can be read: a part of the prompts is not taken for all. */
async function promptFigures(ask: PlanAsk): Promise<PromptFigures[]> {
  const { project, names } = ask;
  const api = ask.api(project);
  const tracked = await ifReadable(trackedPrompts(api, project), ask);
  if (!tracked || tracked.rest || tracked.length > MOST_PROMPTS) return [];
  const asked = tracked.map(async ({ id, text }) => {
    const rows = await ifReadable(api.promptTimeseries(project.id, id), ask);
    return rows && { id, text, rows: withNames(rows, names) };
  });
  const read = await Promise.all(asked);
  return read.every((one) => one !== undefined) ? read : [];
}

/**
 * The alert of this very figure that was told of these days, or lately; of an engine’s change else one of the whole that the
 * engine moved with, as far as it speaks of that engine.
 */
async function alertOf(
  { metric, scope }: Course,
  { intent, from, to }: Plan,
  ask: PlanAsk,
): Promise<LatestAlert<ScoreAlert> | undefined> {
  const since = from === undefined ? ask.now() - ALERT_MS : Date.parse(from);
  const isSame = (one: Scope['engine'], other: Scope['engine']) =>
    one?.name.toLowerCase() === other?.name.toLowerCase();
  const all = await findAlertsSeen(ask, since);
  const ofScores = all.flatMap(({ alert, handle }) =>
    alert.kind === 'score_alert' ? { alert, handle } : [],
  );
  const told = ofScores.filter(({ alert: { alert, project } }) => {
    if (!alert || alert.metric !== metric || alert.status === 'corrected') return false;
    const isThen = (to === undefined || alert.openedOn <= to) && (from === undefined || alert.day >= from);
    return project.id === ask.project.id && isThen;
  });
  const own = told.find(({ alert: { alert } }) => {
    const { engine, region } = alert?.lead.scope ?? {};
    return isSame(withEngineName(engine, ask), scope.engine) && isSame(region, scope.region);
  });
  const { engine, region } = scope;
  if (own || intent !== 'change' || !engine || region) return own;
  const isIt = (name: string) => isSame(withEngineName({ id: name, name }, ask), engine);
  return told.flatMap(({ alert, handle }) => {
    const isOfRegion = alert.alert?.lead.scope.region !== undefined;
    const ofEngine = isOfRegion ? undefined : alertOnEngine(alert, isIt);
    return ofEngine ? { alert: ofEngine, handle } : [];
  })[0];
}

/** An alert names its engine as the API’s rows do. */
function withEngineName(engine: Scope['engine'], { names }: PlanAsk): Scope['engine'] {
  return engine && { ...engine, name: names.engineNames.get(engine.id) ?? engine.name };
}

/** Of the one prompt that is meant. @throws Refused where none is, or several are */
async function ofPrompt(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, today } = ask;
  const prompt = await promptMeant(plan.prompt ?? '', ask);
  const rows = await dailyScoresOfPrompt(prompt, ask);
  const { minChange } = alertSettings(project, ask);
  return coursesAnswer(
    plan,
    { rows, today, minChange, moved: [], isWhole: true },
    { ask, prompt: prompt.text },
  );
}
