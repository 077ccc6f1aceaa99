/** Answers overview, score and change, for the whole project, an engine, a region or one prompt, and how far a fall has been made good. */
import { asksFor, type Plan, wayOf } from '../../ask/plan.ts';
import type { Course, Metric, Scope, SharedFigures, SpanAverages, SpanSpread } from '../../decision.ts';
import { coursePage, hasMoved, noCoursePage } from '../../messages/ask/course.ts';
import { courseFigures, type Extreme, usualLine } from '../../messages/ask/course-figures.ts';
import { recoveryPage } from '../../messages/ask/moves.ts';
import { asNameList, fieldsIn, metricOfPlan } from '../../messages/ask/reading.ts';
import { quoteParts, toneWords } from '../../messages/ask/what-engines-say.ts';
import { type Part, paragraph, withBelowHeadline } from '../../messages/page.ts';
import { METRIC_WORDS, whereOf } from '../../messages/scores/score-words.ts';
import { findSide, scoresAnswer } from '../../messages/scores/scores-answer.ts';
import { dayName, daysInWords } from '../../messages/times.ts';
import { daysBefore, withDayBefore } from '../../rules/calendar.ts';
import { buildScoreCourse, findLatestFigure, findScopes, listCourseParts } from '../../rules/score-course.ts';
import { buildScoreOverview } from '../../rules/score-history.ts';
import { findDaysAlike, findEarlierMove, findLastMove, findRecovery } from '../../rules/score-moves.ts';
import { METRICS } from '../../rules/score-series.ts';
import {
  averageCourses,
  compareShared,
  compareSharedDays,
  computeSpanAverages,
  listAverageParts,
  rowsWithoutGap,
  type SpanDays,
  spreadOf,
  withoutGap,
} from '../../rules/span-averages.ts';
import { ALERT_MS, findAlertsSeen } from '../scores/scores.ts';
import {
  type CourseData,
  findAlert,
  findAlertsOnParts,
  readCourseData,
  readPromptData,
  readPromptFigures,
  readQuotes,
  requireOnePrompt,
} from './find-answers.ts';
import {
  findSeveral,
  hasDays,
  isAsSupposed,
  type PlanAnswer,
  type PlanAsk,
  scopeOf,
  whyNoFigures,
  withUnheeded,
} from './plan-ask.ts';
import { answerRanking } from './rank-answers.ts';

/** @throws Refused, SeveralPrompts, VisibilityError */
export async function answerFigures(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  if (findSeveral(plan, 'engine', 'region').length > 0) return answerSideBySide(plan, ask);
  if (plan.prompt !== undefined) {
    const prompt = await requireOnePrompt(plan.prompt, ask);
    return answerCourses(plan, await readPromptData(prompt, ask), ask, { prompt: prompt.text });
  }
  const data = await readCourseData(ask, asNameList(plan.region));
  const isScore = plan.metric === undefined || plan.metric === 'score';
  const recovery = asksFor('recovery', plan) ? await answerRecovery(plan, data, ask) : undefined;
  if (recovery) return recovery;
  const isPlain = plan.intent !== 'change' && fieldsIn(plan).every((field) => field === 'metric');
  return isPlain && isScore ? answerScores(plan, data, ask) : answerCourses(plan, data, ask);
}

/** `extreme`: the day is the best or worst of this spread. */
type About = {
  prompt?: string;
  extreme?: { of: Extreme; spread: SpanSpread | undefined };
};

type FigureQuestion = ReturnType<typeof findDaysAsked> & {
  plan: Plan;
  metric: Metric;
  scope: Scope;
  data: CourseData;
  ask: PlanAsk;
  about: About;
};

/** The figures of the plan's scope, with their chart and their change. */
async function answerCourses(
  plan: Plan,
  all: CourseData,
  ask: PlanAsk,
  about: About = {},
): Promise<PlanAnswer> {
  const data = withoutGap(all, plan.gap);
  if (plan.order !== undefined) return answerExtreme(plan, data, ask, about);
  const { prompt, extreme } = about;
  const { project } = ask;
  const metrics = metricsOf(plan);
  const [metric = 'score'] = metrics;
  const scope = scopeOf(plan);
  const when = findDaysAsked(plan, metric, scope, data, about);
  const { isMove, premise } = when;
  const asking = { plan, metric, scope, ...when, data, ask, about };
  const averages = await computeAverages(asking);
  const shared = averages ? averages.shared : await compareDaysAsked(asking);
  const days = shared && !plan.why ? when.asked : when.days;
  if (plan.earlier && !isMove) {
    const page = noCoursePage({ project, scope, prompt }, metric, { earlier: plan.earlier });
    return { page, figures: [], emptyBecause: 'none_of_those_days', share: false };
  }
  const question = { ...asking, days };
  const courses = metrics
    .flatMap((one) => buildScoreCourse(one, scope, days, data) ?? [])
    .map((course) => ({
      ...course,
      days: isMove ? findDaysAround(course, data) : daysIn(plan, course, all),
    }));
  const { quoted, yesOrNo } = await readSaid(plan, ask);
  const [course] = courses;
  if (!course) return answerWithoutFigure(question, quoted);
  const sinceThen = findSinceThen(question, course);
  const averaged = averages && averageCourses(courses, when.asked, data);
  const isAverage = wantsAverage(plan);
  const page = coursePage({
    project,
    prompt,
    courses,
    ...(await findCauses(question, averaged?.[0] ?? course, averaged && averages)),
    why: plan.why,
    latest: sinceThen,
    yesOrNo,
    averages,
    averaged,
    shared,
    spread:
      extreme?.spread ??
      (isMove || plan.from === undefined || plan.gap
        ? undefined
        : spreadOf(course, plan.from, isAverage ? FEWEST_AVERAGED : undefined)),
    extreme: extreme?.of,
    isAverage,
    below: quoted,
    notes: notesOn(plan, course, data),
  });
  const told = sinceThen && !plan.why ? [sinceThen, ...courses] : courses;
  const isOfMove = plan.intent === 'change' && premise !== undefined;
  const moved = isOfMove ? hasMoved(premise, { courses, averages, shared }) : undefined;
  const figures = courseFigures(told, { prompt, averages });
  // “Are we down?” means now, and what came after stands first.
  return {
    page,
    figures,
    isSo: moved && sinceThen ? undefined : (moved ?? isAsSupposed(plan, course, figures[0])),
  };
}

async function readSaid(plan: Plan, ask: PlanAsk) {
  const quotes = plan.metric === 'sentiment' ? await readQuotes(plan, ask) : undefined;
  if (!quotes) return { quoted: [] };
  return { quoted: quoteParts(ask.project, quotes), yesOrNo: toneWords(quotes, asksFor('if any', plan)) };
}

/** Fewer days have no average. */
const FEWEST_AVERAGED = 2;

/** The average of several days itself, not which one is best or how it moved. */
const wantsAverage = (plan: Plan) =>
  asksFor('average', plan) &&
  plan.intent !== 'change' &&
  (plan.order ?? plan.premise) === undefined &&
  (plan.from === undefined || plan.from !== plan.to);

/** Without the day that they're compared with; with those between two spans, which the chart shows. */
function daysIn({ from = '', to, gap }: Plan, course: Course, all: CourseData): Course['days'] {
  const { metric, scope } = course;
  const { days } = (gap && buildScoreCourse(metric, scope, { from, to }, all)) ?? course;
  return days.filter(({ date }) => date >= from);
}

function metricsOf({ metric, intent }: Plan): readonly Metric[] {
  if (metric !== undefined) return [metricOfPlan(metric)];
  return intent === 'change' ? ['score'] : METRICS;
}

/** `asked`: the days that a change is measured over, of a move if `isMove`. `days`: those of them measured alike. */
function findDaysAsked(plan: Plan, metric: Metric, scope: Scope, data: CourseData, { extreme }: About) {
  const { intent, earlier, from, to } = plan;
  const premise = earlier?.way ?? wayOf(plan.premise);
  const typed: SpanDays = { from, to, areTwo: asksFor('two spans', plan), gap: plan.gap };
  const spans = asksFor('two days', plan) ? undefined : computeSpanAverages(metric, scope, typed, data);
  const areEnds = typed.areTwo || asksFor('two days', plan);
  const said = spans || areEnds || extreme ? typed : withDayBefore(typed);
  if (intent !== 'change') return { asked: said, days: said, spans, isMove: false, premise };
  const findMove = () =>
    earlier
      ? findEarlierMove(metric, scope, data, earlier)
      : findLastMove(metric, scope, data, premise, plan.why);
  const move = hasDays(plan) ? undefined : findMove();
  const asked: SpanDays = move ?? said;
  const course = asked.from === undefined ? undefined : buildScoreCourse(metric, scope, asked, data);
  const alike = course?.measured.length ? findDaysAlike(metric, scope, asked, data, premise) : undefined;
  return { asked, days: alike ?? asked, spans, isMove: move !== undefined, premise };
}

function notesOn({ from, to }: Plan, { before, now }: Course, { isWhole }: CourseData): string[] {
  const isLate = from !== undefined && before !== undefined && before.date > from;
  const isLast = from === now.date && to === undefined;
  return [
    !isWhole && 'Some tracked prompts couldn’t be read, so some may have changed.',
    isLate && `The first of these days with a figure is ${dayName(before.date)}.`,
    isLast && `No later day than ${dayName(now.date)} has a figure yet.`,
  ].filter((note) => note !== false);
}

async function answerWithoutFigure(
  { plan, metric, scope, data, ask, about }: FigureQuestion,
  quoted: readonly (Part | undefined)[],
): Promise<PlanAnswer> {
  const latest = findLatestFigure(metric, scope, data);
  const instead = latest ? undefined : await answerByPart(plan, metric, scope, ask);
  if (instead) return instead;
  const page = noCoursePage({ project: ask.project, scope, prompt: about.prompt }, metric, {
    asked: daysInWords(plan, ask.today),
    latest,
    week: { ...plan, from: daysBefore(ask.today, 6), to: ask.today },
    isByDay: quoted.length > 0,
  });
  const empty = latest ? 'none_of_those_days' : whyNoFigures(ask);
  return {
    page: withBelowHeadline(page, ...quoted),
    figures: [],
    emptyBecause: quoted.length === 0 ? empty : undefined,
    share: false,
  };
}

/** The alert about the figure, open ones about its parts, and the parts of a change, between `averages` if given. */
async function findCauses(
  { plan, scope, asked, isMove, premise, days, data, ask, about }: FigureQuestion,
  course: Course,
  averages?: SpanAverages,
) {
  const isOfPrompt = about.prompt !== undefined;
  const dated = plan.earlier ? { ...plan, ...days } : plan;
  const alert = isOfPrompt ? undefined : await findAlert(course, dated, ask);
  if (plan.intent !== 'change') return { alert };
  // Asked why we rose, while the latest rise is one engine's.
  const isWhole = !isOfPrompt && (scope.engine ?? scope.region) === undefined;
  const isOpen = alert?.alert.alert.status === 'open';
  const isUndated = isMove || asked.from === undefined;
  const openNow =
    premise && isWhole && isUndated && !isOpen
      ? await findAlertsOnParts(course.metric, premise, ask)
      : undefined;
  const hasPrompts = isOfPrompt || alert?.alert.worst !== undefined;
  const needsPrompts = plan.why === true && !hasPrompts && course.noise !== 'normal';
  const prompts = needsPrompts ? await readPromptsAsked(plan, ask) : [];
  const parts = averages
    ? listAverageParts(course, averages, data, prompts)
    : listCourseParts(course, data, prompts);
  return { alert, openNow, parts };
}

async function readPromptsAsked({ gap }: Plan, ask: PlanAsk) {
  const prompts = await readPromptFigures(ask);
  return prompts.map((one) => ({ ...one, rows: rowsWithoutGap(one.rows, gap) }));
}

async function computeAverages(question: FigureQuestion): Promise<SpanAverages | undefined> {
  const { plan, metric, scope, asked, spans, data, ask, about } = question;
  if (!spans) return undefined;
  const areAlike = spans.measured.length === 0;
  const shared =
    areAlike || metric !== 'score' || about.prompt !== undefined
      ? undefined
      : compareShared(spans, scope, asked, data, await readPromptsAsked(plan, ask));
  // A change needs both spans, and something that both measured.
  const isCompared = (spans.before ?? spans.few) !== undefined && (areAlike || shared !== undefined);
  if (plan.intent === 'change' && !isCompared && !plan.gap) return undefined;
  return { ...spans, shared };
}

/** Both days asked for, over what was measured on both, where other things are measured by now. */
async function compareDaysAsked({
  plan,
  metric,
  scope,
  asked,
  days,
  isMove,
  data,
  ask,
  about,
}: FigureQuestion): Promise<SharedFigures | undefined> {
  if (days === asked || isMove || plan.why || metric !== 'score' || about.prompt !== undefined)
    return undefined;
  const course = buildScoreCourse(metric, scope, asked, data);
  return course && compareSharedDays(course, data, await readPromptFigures(ask));
}

/** What came after a move, or after the days that were measured alike. */
function findSinceThen(
  { plan, metric, scope, asked, days, isMove, data, ask }: FigureQuestion,
  { now }: Course,
): Course | undefined {
  const latest = isMove || days !== asked ? findLatestFigure(metric, scope, data) : undefined;
  const isLater = latest && latest.date > now.date && latest.date <= (plan.to ?? ask.today);
  return isLater ? buildScoreCourse(metric, scope, { from: now.date }, data) : undefined;
}

async function answerExtreme(plan: Plan, data: CourseData, ask: PlanAsk, about: About): Promise<PlanAnswer> {
  const { order, ...unordered } = plan;
  const scope = scopeOf(plan);
  const metric = metricOfPlan(plan.metric);
  const of = order === 'worst' ? 'worst' : 'best';
  const { from = '0000-01-01', to } = plan;
  const course = buildScoreCourse(metric, scope, { from, to }, data);
  const spread = course && spreadOf(course, from);
  const isHighest = (METRIC_WORDS[metric].best === 'highest') === (of === 'best');
  const day = (isHighest ? spread?.highest : spread?.lowest)?.date;
  const ofDay = { ...unordered, ...(day !== undefined && { from: day, to: day }) };
  return answerCourses(ofDay, data, ask, { ...about, extreme: { of, spread } });
}

/** Several engines or regions, as a ranking of these. */
async function answerSideBySide({ order, ...plan }: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const entity = asNameList(plan.engine).length > 1 ? 'engines' : 'regions';
  const answer = await answerRanking({ ...plan, entity }, ask);
  return order === undefined ? answer : withUnheeded(answer, 'order');
}

/** If the API never has it: that of each engine, or of a part, how often its latest answers name the brand. */
async function answerByPart(
  plan: Plan,
  metric: Metric,
  scope: Scope,
  ask: PlanAsk,
): Promise<PlanAnswer | undefined> {
  const entity = scope.region && !scope.engine ? 'regions' : 'engines';
  const answer = await answerRanking({ ...plan, entity }, ask);
  if (answer.emptyBecause) return undefined;
  const where = whereOf(scope) || ' overall, only by engine';
  const instead = paragraph(`The API gives no ${METRIC_WORDS[metric].name}${where}.`);
  return withUnheeded({ ...answer, page: withBelowHeadline(answer.page, instead) }, 'why');
}

/** A move may be between two days only: the chart shows the latest days if it's among them, or else those before it. */
function findDaysAround({ metric, scope, before, now, days }: Course, data: CourseData): Course['days'] {
  const listDays = (to?: string) => buildScoreCourse(metric, scope, { to }, data)?.days ?? days;
  const latest = listDays();
  const begun = (before ?? now).date;
  return latest.some(({ date }) => date === begun) ? latest : listDays(now.date);
}

/** The page of /visibility scores, with the usual range. */
async function answerScores(plan: Plan, data: CourseData, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, timezone } = ask;
  const now = ask.now();
  const overview = buildScoreOverview(data.rows, timezone, now, undefined, data.moved);
  const alerts = await findAlertsSeen(ask, now - ALERT_MS);
  const whole = METRICS.flatMap((metric) => buildScoreCourse(metric, {}, {}, data) ?? []);
  const engines = findScopes('score', 'engine', {}, data).flatMap(
    (scope) => buildScoreCourse('score', scope, {}, data) ?? [],
  );
  const page = scoresAnswer(project, overview, { alerts, isWhole: data.isWhole });
  const courses = [...whole, ...engines];
  // The page says whether each day is usual, not whether the step from the day before is.
  const figures = courseFigures(courses.map(({ noise, level = noise, ...course }) => ({ ...course, level })));
  return {
    page: withBelowHeadline(page, usualLine(whole[0], findSide(overview, alerts) !== undefined)),
    figures,
    isSo: isAsSupposed(plan, whole[0], figures[0]),
    emptyBecause: courses.length === 0 ? whyNoFigures(ask) : undefined,
  };
}

/** Undefined unless it's about one figure, without days, that moved lately. */
async function answerRecovery(plan: Plan, data: CourseData, ask: PlanAsk): Promise<PlanAnswer | undefined> {
  const { from, to, why, order, earlier } = plan;
  const scope = scopeOf(plan);
  if ([from, to, why, order, earlier].some((field) => field !== undefined)) return undefined;
  const metric = metricOfPlan(plan.metric);
  const recovery = findRecovery(metric, scope, data);
  const latest = recovery && buildScoreCourse(metric, scope, {}, data);
  const since = recovery && buildScoreCourse(metric, scope, { from: recovery.before.date }, data);
  if (!latest || !since) return undefined;
  const { usual, level, measured, before } = recovery;
  const alert = await findAlert(latest, { ...plan, intent: 'score' }, ask);
  const isOfMove = alert !== undefined && alert.alert.alert.openedOn > before.date;
  const told = latest.isOfAlert || measured.length > 0 || isOfMove ? alert : undefined;
  const course: Course = { ...since, measured, usual, level, days: latest.days };
  return { page: recoveryPage(ask.project, course, recovery, told), figures: courseFigures([course]) };
}
