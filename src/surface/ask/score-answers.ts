/** Answers overview, score and change: of the whole project, an engine, a region or one prompt. */
import { type Plan, wayOf } from '../../ask/plan.ts';
import type { Course, Metric, Scope, SpanSpread } from '../../decision.ts';
import { courseFigures, coursePage, coursesPage, noCoursePage, whereOf } from '../../messages/ask/course.ts';
import { quoteParts } from '../../messages/ask/quotes.ts';
import { fieldsIn, metricOfPlan } from '../../messages/ask/reading.ts';
import { count } from '../../messages/figures.ts';
import { countsInWords } from '../../messages/leads/lead-counts.ts';
import { note, type Part, paragraph, withBelowHeadline } from '../../messages/page.ts';
import { rangeOf } from '../../messages/scores/alert-words.ts';
import { METRIC_WORDS } from '../../messages/scores/score-words.ts';
import { scoresAnswer } from '../../messages/scores/scores-answer.ts';
import { beside } from '../../messages/text.ts';
import { dayName, daysInWords } from '../../messages/times.ts';
import type { PromptFigures } from '../../rules/alert-explanation.ts';
import { daysBefore } from '../../rules/calendar.ts';
import {
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
import { ALERT_MS, findAlertsSeen } from '../scores/scores.ts';
import { alertOf } from './alert-of.ts';
import { type CourseData, courseData, MOST_SCOPES, scopesIn } from './course-data.ts';
import { withNames } from './names-of-project.ts';
import { notHeeding, type PlanAnswer, type PlanAsk, whyNoFigures } from './plan-ask.ts';
import { promptData, promptMeant } from './prompts-meant.ts';
import { quotesOf } from './quotes-of.ts';
import { namedAnswer } from './rival-answers.ts';

/** One call each: as many as people will wait for. */
const MOST_PROMPTS = 30;

/** Before every day of the API. */
const FIRST_DAY = '0000-01-01';

/** @throws Refused, SeveralPrompts, VisibilityError */
export async function figuresAnswer(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  if (plan.prompt !== undefined) {
    const prompt = await promptMeant(plan.prompt, ask);
    return coursesAnswer(plan, await promptData(prompt, ask), ask, { prompt: prompt.text });
  }
  const data = await courseData(ask);
  const isOfScore = plan.metric === undefined || plan.metric === 'score';
  const isPlain = plan.intent !== 'change' && fieldsIn(plan).every((field) => field === 'metric');
  return isPlain && isOfScore ? plainAnswer(plan, data, ask) : coursesAnswer(plan, data, ask);
}

/** The page of /visibility scores, with what is usual, and in an overview the leads. */
async function plainAnswer(plan: Plan, data: CourseData, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, timezone, api } = ask;
  const now = ask.now();
  const overview = scoreOverview(data.rows, timezone, now, undefined, data.moved);
  const figures = scoreFigures(data.rows, timezone, now, data.moved);
  const [latestAlert] = await findAlertsSeen(ask, now - ALERT_MS);
  const page = scoresAnswer(project, overview, { latestAlert, figures, isWhole: data.isWhole });
  const whole = METRICS.flatMap((metric) => scoreCourse(metric, {}, {}, data) ?? []);
  const engines = scopesOf('score', 'engine', {}, data).flatMap(
    (scope) => scoreCourse('score', scope, {}, data) ?? [],
  );
  const isOverview = plan.intent === 'overview' && plan.metric === undefined;
  const leads = isOverview ? await ifReadable(api(project).communityMetrics(project.id), ask) : undefined;
  const leadWords = leads ? countsInWords(leads) : '';
  const courses = [...whole, ...engines];
  return {
    page: withBelowHeadline(page, usualLine(whole[0]), paragraph(leadWords && `${leadWords}.`)),
    figures: [
      // The page says whether each day is usual, not whether the step from the day before is.
      ...courseFigures(courses.map(({ noise, level = noise, ...course }) => ({ ...course, level }))),
      ...(leads?.total === undefined || !leadWords
        ? []
        : [{ name: 'leads known to the API', value: leads.total, unit: 'leads' }]),
    ],
    emptyBecause: courses.length === 0 ? whyNoFigures(ask) : undefined,
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

/** `prompt`: the text of the one that all is about; `extreme`: the day is the best or the worst of this spread. */
type About = {
  prompt?: string;
  extreme?: { of: 'best' | 'worst'; spread: SpanSpread | undefined };
};

/** The figures of the scopes that the plan names: several side by side, else one with its chart and its change. */
async function coursesAnswer(
  plan: Plan,
  data: CourseData,
  ask: PlanAsk,
  about: About = {},
): Promise<PlanAnswer> {
  if (plan.order !== undefined) return extremeAnswer(plan, data, ask, about);
  const { prompt, extreme } = about;
  const { project } = ask;
  const isChange = plan.intent === 'change';
  const metrics: readonly Metric[] =
    plan.metric !== undefined ? [metricOfPlan(plan.metric)] : isChange ? ['score'] : METRICS;
  const [metric = 'score'] = metrics;
  const scopes = scopesIn(plan);
  const [scope = {}] = scopes;
  const isUndated = plan.from === undefined && plan.to === undefined;
  // “Why did we drop?” means the drop, whenever it was.
  const lately = isChange && isUndated ? lastMove(metric, scope, data, wayOf(ask.premise)) : undefined;
  const days = lately ?? { from: plan.from, to: plan.to };
  const notes = data.isWhole ? [] : ['Some tracked prompts couldn’t be read, so some may have changed.'];
  if (scopes.length > 1) {
    const answer = sideBySide(metrics, scopes, days, data, ask, notes);
    if (answer) return answer;
  }
  const found = metrics.flatMap((one) => scoreCourse(one, scope, days, data) ?? []);
  // The last move may be of two days: the chart shows the days before it as well.
  const courses = lately ? found.map((course) => ({ ...course, days: leadingDays(course, data) })) : found;
  const [course] = courses;
  const quotes = plan.metric === 'sentiment' ? await quotesOf(plan, ask) : undefined;
  const quoted = quotes ? quoteParts(project, quotes) : [];
  const latest = latestFigure(metric, scope, data);
  if (!course && !latest) {
    const instead =
      scope.engine || scope.region
        ? await mentionsInstead(plan, metric, scope, ask)
        : enginesAlone(metric, days, data, ask);
    if (instead) return instead;
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
  // Alerts aren’t about prompts.
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
    latest: lately && latest && latest.date > course.now.date ? latest : undefined,
    premise: isChange ? wayOf(ask.premise) : undefined,
    averages: spanAverages(metric, scope, days, data),
    spread: extreme?.spread ?? (lately || days.from === undefined ? undefined : spreadOf(course, days.from)),
    extreme: extreme?.of,
    below: quoted,
    notes,
  });
  return { page, figures: courseFigures(courses, prompt) };
}

/** The best or the worst day of those asked for, and its spread. */
async function extremeAnswer(plan: Plan, data: CourseData, ask: PlanAsk, about: About): Promise<PlanAnswer> {
  const { order, ...undirected } = plan;
  const [scope = {}, other] = scopesIn(plan);
  if (other) return notHeeding(await coursesAnswer(undirected, data, ask, about), 'order');
  const metric = plan.metric === undefined ? 'score' : metricOfPlan(plan.metric);
  const of = order === 'worst' ? 'worst' : 'best';
  const { from = FIRST_DAY, to } = plan;
  const course = scoreCourse(metric, scope, { from, to }, data);
  const spread = course && spreadOf(course, from);
  const isHighest = (METRIC_WORDS[metric].best === 'highest') === (of === 'best');
  const day = (isHighest ? spread?.highest : spread?.lowest)?.date;
  const ofDay = { ...undirected, ...(day !== undefined && { from: day, to: day }) };
  return coursesAnswer(ofDay, data, ask, { ...about, extreme: { of, spread } });
}

/** Undefined where none of the scopes has a figure. */
function sideBySide(
  [metric = 'score', ...others]: readonly Metric[],
  scopes: readonly Scope[],
  days: Days,
  data: CourseData,
  { project }: PlanAsk,
  notes: readonly string[],
): PlanAnswer | undefined {
  const each = scopes.map((scope) => ({ scope, course: scoreCourse(metric, scope, days, data) }));
  const courses = each.flatMap(({ course }) => course ?? []);
  if (courses.length === 0) return undefined;
  const missing = each.flatMap(({ scope: { engine, region }, course }) =>
    course ? [] : [engine?.name, region?.name].filter(Boolean).join(' in '),
  );
  const all = [
    ...notes,
    ...(others.length > 0
      ? ['Mention rate, average rank and sentiment side by side: ask for one of them by name.']
      : []),
    ...(missing.length > 0 ? [`The API gives no such figure of ${missing.join(', ')}.`] : []),
  ];
  return { page: coursesPage(project, metric, courses, all), figures: courseFigures(courses) };
}

/** Where the API never gives a figure of the whole: that of each engine. */
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
  const page = coursesPage(project, metric, courses, notes);
  return { page, figures: courseFigures(courses), unheeded: ['why'] };
}

/** Where it gives none of an engine or a region: how often the latest answers there name the brand. */
async function mentionsInstead(
  { from, to, engine, region, prompt }: Plan,
  metric: Metric,
  scope: Scope,
  ask: PlanAsk,
): Promise<PlanAnswer | undefined> {
  if (prompt !== undefined || metric === 'sentiment') return undefined;
  const { project } = ask;
  const named = await namedAnswer({ intent: 'named', entity: project.name, engine, region, from, to }, ask);
  if (named.emptyBecause) return undefined;
  const instead = `The API gives no ${METRIC_WORDS[metric].name}${whereOf(scope)}. This is how often the latest answers there name you.`;
  return notHeeding({ ...named, page: withBelowHeadline(named.page, paragraph(instead)) }, 'why');
}

/** The days that lead up to a course's last one, as many as a chart shows. */
function leadingDays({ metric, scope, now, days }: Course, data: CourseData): Course['days'] {
  return scoreCourse(metric, scope, { to: now.date }, data)?.days ?? days;
}

/** Every prompt’s daily figures; none where not all can be read, since some prompts aren’t taken for all. */
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
