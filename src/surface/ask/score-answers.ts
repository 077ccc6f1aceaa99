/** Answers overview, score and change, for the whole project, an engine, a region or one prompt. */
import { type Plan, wayOf } from '../../ask/plan.ts';
import type { Course, Metric, Scope, ScoreAlert, SpanSpread } from '../../decision.ts';
import { coursePage, coursesPage, noCoursePage, noEarlierPage } from '../../messages/ask/course.ts';
import { courseFigures } from '../../messages/ask/course-figures.ts';
import { quoteParts, toneWords } from '../../messages/ask/quotes.ts';
import { asNameList, fieldsIn, metricOfPlan } from '../../messages/ask/reading.ts';
import { recoveryPage } from '../../messages/ask/recovery.ts';
import { count } from '../../messages/figures.ts';
import { countsInWords } from '../../messages/leads/lead-counts.ts';
import { note, type Part, paragraph, withBelowHeadline } from '../../messages/page.ts';
import { formatRange } from '../../messages/scores/alert-words.ts';
import { METRIC_WORDS, whereOf } from '../../messages/scores/score-words.ts';
import { type LatestAlert, scoresAnswer } from '../../messages/scores/scores-answer.ts';
import { beside } from '../../messages/text.ts';
import { dayName, daysInWords } from '../../messages/times.ts';
import type { PromptFigures } from '../../rules/alert-explanation.ts';
import { narrowToEngine } from '../../rules/alert-why.ts';
import { daysBefore } from '../../rules/calendar.ts';
import {
  buildScoreCourse,
  type Days,
  findLatestFigure,
  findScopes,
  listCourseParts,
} from '../../rules/score-course.ts';
import { buildScoreFigures, buildScoreOverview } from '../../rules/score-history.ts';
import { findDaysAlike, findEarlierMove, findLastMove, findRecovery } from '../../rules/score-moves.ts';
import { METRICS } from '../../rules/score-rows.ts';
import { compareShared, computeSpanAverages, spreadOf } from '../../rules/span-averages.ts';
import { ifReadable } from '../api-trouble.ts';
import { readTrackedPrompts } from '../prompts/prompts.ts';
import { ALERT_MS, findAlertsSeen } from '../scores/scores.ts';
import { type CourseData, listScopes, MOST_SCOPES, readCourseData, readPromptData } from './course-data.ts';
import { readQuotes, requireOnePrompt } from './find-answers.ts';
import { hasDays, type PlanAnswer, type PlanAsk, whyNoFigures, withUnheeded } from './plan-ask.ts';
import { withNames } from './project-names.ts';
import { answerNamed } from './rival-answers.ts';

/** One call each: as many as people wait for. */
const MAX_PROMPTS = 30;

/** Earlier than any day of the API. */
const FIRST_DAY = '0000-01-01';

/** @throws Refused, SeveralPrompts, VisibilityError */
export async function answerFigures(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  if (plan.prompt !== undefined) {
    const prompt = await requireOnePrompt(plan.prompt, ask);
    return answerCourses(plan, await readPromptData(prompt, ask), ask, { prompt: prompt.text });
  }
  const data = await readCourseData(ask, asNameList(plan.region));
  const isScore = plan.metric === undefined || plan.metric === 'score';
  const recovery = ask.isOfRecovery ? await answerRecovery(plan, data, ask) : undefined;
  if (recovery) return recovery;
  const isPlain = plan.intent !== 'change' && fieldsIn(plan).every((field) => field === 'metric');
  return isPlain && isScore ? answerScores(plan, data, ask) : answerCourses(plan, data, ask);
}

/** The page of /visibility scores, with the usual range, and in an overview the leads. */
async function answerScores(plan: Plan, data: CourseData, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, timezone, api } = ask;
  const now = ask.now();
  const overview = buildScoreOverview(data.rows, timezone, now, undefined, data.moved);
  const figures = buildScoreFigures(data.rows, timezone, now, data.moved);
  const alerts = await findAlertsSeen(ask, now - ALERT_MS);
  const [latestAlert] = alerts;
  const page = scoresAnswer(project, overview, { latestAlert, figures, isWhole: data.isWhole });
  const whole = METRICS.flatMap((metric) => buildScoreCourse(metric, {}, {}, data) ?? []);
  const engines = findScopes('score', 'engine', {}, data).flatMap(
    (scope) => buildScoreCourse('score', scope, {}, data) ?? [],
  );
  const isOverview = plan.intent === 'overview' && plan.metric === undefined;
  const leads = isOverview ? await ifReadable(api(project).communityMetrics(project.id), ask) : undefined;
  const courses = [...whole, ...engines];
  return {
    page: withBelowHeadline(page, usualLine(whole[0]), paragraph(leads && countsInWords(leads))),
    figures: [
      // The page says whether each day is usual, not whether the step from the day before is.
      ...courseFigures(courses.map(({ noise, level = noise, ...course }) => ({ ...course, level }))),
      ...(leads?.total === undefined
        ? []
        : [{ name: 'leads known to the API', value: leads.total, unit: 'leads' }]),
    ],
    emptyBecause: courses.length === 0 ? whyNoFigures(ask) : undefined,
  };
}

/** Undefined unless it's about one figure, without days, that moved lately. */
async function answerRecovery(plan: Plan, data: CourseData, ask: PlanAsk): Promise<PlanAnswer | undefined> {
  const { from, to, why, order, earlier } = plan;
  const [scope = {}, other] = listScopes(plan);
  if (other || [from, to, why, order, earlier].some((field) => field !== undefined)) return undefined;
  const metric = plan.metric === undefined ? 'score' : metricOfPlan(plan.metric);
  const course = buildScoreCourse(metric, scope, {}, data);
  if (!course) return undefined;
  const alert = await findAlert(course, { ...plan, intent: 'score' }, ask);
  const recovery = findRecovery(metric, scope, data) ?? findRecovery(metric, scope, data, 'better');
  if (!recovery) return undefined;
  const { level, now } = recovery;
  const figures = courseFigures([{ ...course, now, level }]);
  return { page: recoveryPage(ask.project, course, recovery, course.isOfAlert && alert), figures };
}

function usualLine(course: Course | undefined): Part | undefined {
  if (course?.metric !== 'score') return undefined;
  const { usual, now, level } = course;
  const scale = METRIC_WORDS.score.scale([now.value, ...(usual ? [usual.low, usual.high] : [])]);
  return note(
    beside(
      usual && `Usually ${formatRange(usual, scale)}`,
      level,
      now.answers !== undefined && `made from ${count(now.answers, 'answer')}`,
    ),
  );
}

/**
 * `prompt`: the text of the prompt in question. `extreme`: the day is the best or the worst of this spread.
 * `isWeekBefore`: asked about a week of which no day is over, it gets the one before.
 */
type About = {
  prompt?: string;
  extreme?: { of: 'best' | 'worst'; spread: SpanSpread | undefined };
  isWeekBefore?: boolean;
};

/** The figures of the plan's scopes: several side by side, or one with its chart and its change. */
async function answerCourses(
  plan: Plan,
  data: CourseData,
  ask: PlanAsk,
  about: About = {},
): Promise<PlanAnswer> {
  if (plan.order !== undefined) return answerExtreme(plan, data, ask, about);
  const { prompt, extreme } = about;
  const { project } = ask;
  const isChange = plan.intent === 'change';
  const metrics: readonly Metric[] =
    plan.metric !== undefined ? [metricOfPlan(plan.metric)] : isChange ? ['score'] : METRICS;
  const [metric = 'score'] = metrics;
  const scopes = listScopes(plan);
  const [scope = {}] = scopes;
  const { earlier } = plan;
  const premise = earlier?.way ?? wayOf(ask.premise);
  // “Why did we drop?” means the last drop, whenever it was.
  const move =
    !isChange || hasDays(plan)
      ? undefined
      : earlier
        ? findEarlierMove(metric, scope, data, earlier)
        : findLastMove(metric, scope, data, premise);
  const asked = move ?? { from: plan.from, to: plan.to };
  const changed =
    isChange && asked.from !== undefined ? buildScoreCourse(metric, scope, asked, data)?.measured : [];
  const days = (changed?.length ? findDaysAlike(metric, scope, asked, data, premise) : undefined) ?? asked;
  if (earlier && !move) {
    const page = noEarlierPage({ project, scope, prompt }, metric, earlier);
    return { page, figures: [], emptyBecause: 'none_of_those_days', share: false };
  }
  const notes = data.isWhole ? [] : ['Some tracked prompts couldn’t be read, so some may have changed.'];
  if (scopes.length > 1) {
    const answer = answerSideBySide(metrics, scopes, days, data, ask, notes);
    if (answer) return answer;
  }
  const found = metrics.flatMap((one) => buildScoreCourse(one, scope, days, data) ?? []);
  // The last move may be between two days only, so the chart shows the days before it as well.
  const courses = move ? found.map((course) => ({ ...course, days: findLeadingDays(course, data) })) : found;
  const [course] = courses;
  const quotes = plan.metric === 'sentiment' ? await readQuotes(plan, ask) : undefined;
  const quoted = quotes ? quoteParts(project, quotes) : [];
  const latest = findLatestFigure(metric, scope, data);
  if (!course && !latest) {
    const instead =
      scope.engine || scope.region
        ? await answerMentionsInstead(plan, metric, scope, ask)
        : answerByEngine(metric, days, data, ask);
    if (instead) return instead;
  }
  const isOnMonday = new Date(ask.today).getUTCDay() === 1;
  if (!course && latest && plan.intent === 'overview' && plan.from === ask.today && isOnMonday) {
    const week = { ...plan, from: daysBefore(ask.today, 7), to: daysBefore(ask.today, 1) };
    return answerCourses(week, data, ask, { ...about, isWeekBefore: true });
  }
  if (!course) {
    const page = noCoursePage({ project, scope, prompt }, metric, {
      asked: daysInWords(plan, ask.today),
      latest,
      week: { ...plan, from: daysBefore(ask.today, 6), to: ask.today },
    });
    const empty = latest ? 'none_of_those_days' : whyNoFigures(ask);
    return {
      page: withBelowHeadline(page, ...quoted),
      figures: [],
      emptyBecause: quoted.length === 0 ? empty : undefined,
      share: false,
    };
  }
  const firstDay = course.before?.date;
  if (plan.from !== undefined && firstDay !== undefined && firstDay > plan.from)
    notes.push(`The first of these days with a figure is ${dayName(firstDay)}.`);
  if (plan.from === course.now.date && plan.to === undefined)
    notes.push(`No later day than ${dayName(plan.from)} has a figure yet.`);
  // Alerts are never about one prompt.
  const alert =
    prompt === undefined ? await findAlert(course, earlier ? { ...plan, ...days } : plan, ask) : undefined;
  const hasPrompts = prompt !== undefined || (alert !== undefined && alert.alert.worst !== undefined);
  const needsPrompts = plan.why === true && !hasPrompts && course.noise !== 'normal';
  const parts = isChange
    ? listCourseParts(course, data, needsPrompts ? await readPromptFigures(ask) : [])
    : undefined;
  const spans = computeSpanAverages(metric, scope, asked, data);
  const shared =
    spans && spans.measured.length > 0 && metric === 'score' && prompt === undefined
      ? compareShared(spans, scope, asked, data, await readPromptFigures(ask))
      : undefined;
  // A change needs both spans, and something that both measured.
  const isCompared = spans?.before && (spans.measured.length === 0 || shared);
  const averages =
    spans && (!isChange || isCompared)
      ? { ...spans, shared, ...(about.isWeekBefore && { isWeekBefore: true }) }
      : undefined;
  const isLater =
    (move || days !== asked) &&
    latest &&
    latest.date > course.now.date &&
    latest.date <= (plan.to ?? ask.today);
  const sinceThen = isLater && buildScoreCourse(metric, scope, { from: course.now.date }, data);
  const page = coursePage({
    project,
    prompt,
    courses,
    parts,
    why: plan.why,
    alert,
    latest: sinceThen ? { ...sinceThen.now, measured: sinceThen.measured } : undefined,
    premise: isChange ? premise : undefined,
    yesOrNo: quotes && toneWords(quotes, ask.ifAny === true),
    averages,
    spread: extreme?.spread ?? (move || days.from === undefined ? undefined : spreadOf(course, days.from)),
    extreme: extreme?.of,
    below: quoted,
    notes,
  });
  const isOfNow = sinceThen && !plan.why && premise === undefined;
  const told = isOfNow ? [sinceThen, ...courses] : courses;
  return { page, figures: courseFigures(told, { prompt, averages }) };
}

/** The best or the worst of the days asked for, and their spread. */
async function answerExtreme(plan: Plan, data: CourseData, ask: PlanAsk, about: About): Promise<PlanAnswer> {
  const { order, ...unordered } = plan;
  const [scope = {}, other] = listScopes(plan);
  if (other) return withUnheeded(await answerCourses(unordered, data, ask, about), 'order');
  const metric = plan.metric === undefined ? 'score' : metricOfPlan(plan.metric);
  const of = order === 'worst' ? 'worst' : 'best';
  const { from = FIRST_DAY, to } = plan;
  const course = buildScoreCourse(metric, scope, { from, to }, data);
  const spread = course && spreadOf(course, from);
  const isHighest = (METRIC_WORDS[metric].best === 'highest') === (of === 'best');
  const day = (isHighest ? spread?.highest : spread?.lowest)?.date;
  const ofDay = { ...unordered, ...(day !== undefined && { from: day, to: day }) };
  return answerCourses(ofDay, data, ask, { ...about, extreme: { of, spread } });
}

/** Undefined if none of the scopes has a figure. */
function answerSideBySide(
  [metric = 'score', ...others]: readonly Metric[],
  scopes: readonly Scope[],
  days: Days,
  data: CourseData,
  { project }: PlanAsk,
  notes: readonly string[],
): PlanAnswer | undefined {
  const each = scopes.map((scope) => ({ scope, course: buildScoreCourse(metric, scope, days, data) }));
  const courses = each.flatMap(({ course }) => course ?? []);
  if (courses.length === 0) return undefined;
  const missing = each.flatMap(({ scope: { engine, region }, course }) =>
    course ? [] : [engine?.name, region?.name].filter(Boolean).join(' in '),
  );
  const all = [
    ...notes,
    ...(others.length > 0
      ? ['To see mention rate, average rank or sentiment side by side, ask for one by name.']
      : []),
    ...(missing.length > 0 ? [`The API gives no such figure for ${missing.join(', ')}.`] : []),
  ];
  return { page: coursesPage(project, metric, courses, all), figures: courseFigures(courses) };
}

/** If the API never has an overall figure: that of each engine. */
function answerByEngine(
  metric: Metric,
  days: Days,
  data: CourseData,
  { project }: PlanAsk,
): PlanAnswer | undefined {
  const scopes = findScopes(metric, 'engine', {}, data).slice(0, MOST_SCOPES);
  const courses = scopes.flatMap((scope) => buildScoreCourse(metric, scope, days, data) ?? []);
  if (courses.length === 0) return undefined;
  const notes = [`The API gives no ${METRIC_WORDS[metric].name} overall, only by engine.`];
  const page = coursesPage(project, metric, courses, notes);
  return { page, figures: courseFigures(courses), unheeded: ['why'] };
}

/** If it has none for an engine or a region: how often the latest answers there name the brand. */
async function answerMentionsInstead(
  { from, to, engine, region, prompt }: Plan,
  metric: Metric,
  scope: Scope,
  ask: PlanAsk,
): Promise<PlanAnswer | undefined> {
  if (prompt !== undefined || metric === 'sentiment') return undefined;
  const { project } = ask;
  const named = await answerNamed({ intent: 'named', entity: project.name, engine, region, from, to }, ask);
  if (named.emptyBecause) return undefined;
  const instead = `The API gives no ${METRIC_WORDS[metric].name}${whereOf(scope)}. This is how often the latest answers there name you.`;
  return withUnheeded({ ...named, page: withBelowHeadline(named.page, paragraph(instead)) }, 'why');
}

/** The days up to a course's last one, as many as a chart shows. */
function findLeadingDays({ metric, scope, now, days }: Course, data: CourseData): Course['days'] {
  return buildScoreCourse(metric, scope, { to: now.date }, data)?.days ?? days;
}

/** Every prompt’s daily figures; none if some can't be read, because a part can't explain the whole. */
async function readPromptFigures(ask: PlanAsk): Promise<PromptFigures[]> {
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

/**
 * The alert about this very figure in the days asked for, or recently. If an engine's change has no alert of its own,
 * the overall alert that the engine moved with, narrowed to the engine.
 */
async function findAlert(
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
