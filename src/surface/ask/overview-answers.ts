/** Answers how things stand by the page of /visibility scores, and how far a fall has been made good. */
import type { Plan } from '../../ask/plan.ts';
import type { Course } from '../../decision.ts';
import { courseFigures, levelWords } from '../../messages/ask/course-figures.ts';
import { recoveryPage } from '../../messages/ask/moves.ts';
import { metricOfPlan } from '../../messages/ask/reading.ts';
import { count, formatRange } from '../../messages/figures.ts';
import { note, type Part, withBelowHeadline } from '../../messages/page.ts';
import { METRIC_WORDS } from '../../messages/scores/score-words.ts';
import { findSide, scoresAnswer } from '../../messages/scores/scores-answer.ts';
import { beside, capitalize } from '../../messages/text.ts';
import { buildScoreCourse, findScopes } from '../../rules/score-course.ts';
import { buildScoreOverview } from '../../rules/score-history.ts';
import { findRecovery } from '../../rules/score-moves.ts';
import { METRICS } from '../../rules/score-series.ts';
import { ALERT_MS, findAlertsSeen } from '../scores/scores.ts';
import { type CourseData, findAlert } from './find-answers.ts';
import { type PlanAnswer, type PlanAsk, scopeOf, whyNoFigures } from './plan-ask.ts';

/** The page of /visibility scores, with the usual range. */
export async function answerScores(data: CourseData, ask: PlanAsk): Promise<PlanAnswer> {
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
  return {
    page: withBelowHeadline(page, usualLine(whole[0], findSide(overview, alerts) !== undefined)),
    // The page says whether each day is usual, not whether the step from the day before is.
    figures: courseFigures(courses.map(({ noise, level = noise, ...course }) => ({ ...course, level }))),
    emptyBecause: courses.length === 0 ? whyNoFigures(ask) : undefined,
  };
}

/** Undefined unless it's about one figure, without days, that moved lately. */
export async function answerRecovery(
  plan: Plan,
  data: CourseData,
  ask: PlanAsk,
): Promise<PlanAnswer | undefined> {
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

/** `isSaid`: the range stands above. */
function usualLine(course: Course | undefined, isSaid: boolean): Part | undefined {
  if (course?.metric !== 'score') return undefined;
  const { usual, now, level } = course;
  const verdict = level && levelWords(course);
  const scale = METRIC_WORDS.score.scale([now.value, ...(usual ? [usual.low, usual.high] : [])]);
  return note(
    beside(
      !isSaid && usual && `Usually ${formatRange(usual, scale)}`,
      isSaid && verdict ? capitalize(verdict) : verdict,
      now.answers !== undefined && `based on ${count(now.answers, 'answer')}`,
    ),
  );
}
