/** Answers what happened between two days: scores, posted alerts, and what became of leads. */
import type { Plan } from '../../ask/plan.ts';
import { WEEK_MS } from '../../durations.ts';
import { type Happened, happenedFigures, happenedPage } from '../../messages/ask/happened.ts';
import type { LatestAlert } from '../../messages/scores/scores-answer.ts';
import { daysInWords } from '../../messages/times.ts';
import { daysBefore, startOf } from '../../rules/calendar.ts';
import { decideRecap } from '../../rules/recap.ts';
import { buildScoreCourse } from '../../rules/score-course.ts';
import { readLeadStories } from '../../store/lead-stories.ts';
import { findAlertsSeen } from '../scores/scores.ts';
import { listScopes, readCourseData } from './course-data.ts';
import { findSeveral, isWanted, notKnownHere, type PlanAnswer, type PlanAsk } from './plan-ask.ts';

/** If the question names no days. */
const DAYS = 7;

/** A lead answered in these days may have been posted this much earlier. */
const EARLIER_MS = 8 * WEEK_MS;

export async function answerHappened(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, today } = ask;
  if (ask.isStoreEmpty) throw notKnownHere('Ask for the score alone, or for open leads.');
  const to = plan.to ?? today;
  const from = plan.from ?? daysBefore(to, DAYS - 1);
  const [data, alerts] = await Promise.all([
    readCourseData(ask),
    findAlertsSeen(ask, startOf(from, ask.timezone)),
  ]);
  const [scope = {}] = listScopes(plan);
  const { engine, region } = scope;
  const isPart = engine !== undefined || region !== undefined;
  const isRelevant = ({ alert: news }: LatestAlert) => {
    if (!wasOpenIn(news, { from, to })) return false;
    const alert = news.kind === 'mention_alert' ? undefined : news.alert;
    // Alerts on what answers say have no engine or region.
    if (!alert) return !isPart;
    return [alert.lead, ...alert.moved].some(
      ({ scope: moved }) =>
        isWanted(moved.engine?.name, engine ? [engine.name] : []) &&
        isWanted(moved.region?.name, region ? [region.name] : []),
    );
  };
  const happened: Happened = {
    project,
    days: daysInWords({ from, to }, today) ?? '',
    course: buildScoreCourse('score', scope, { from, to }, data),
    alerts: alerts.filter(isRelevant),
    leads: isPart ? undefined : await recapLeads(from, to, ask),
    measured: data.moved.filter(({ day }) => day >= from && day <= to),
  };
  return {
    page: happenedPage(happened),
    figures: happenedFigures(happened),
    unheeded: findSeveral(plan, 'engine', 'region'),
  };
}

/** Whether an alert was open on one of these days. */
export function wasOpenIn(news: LatestAlert['alert'], { from, to }: { from: string; to: string }): boolean {
  if (news.kind !== 'mention_alert') {
    const { alert } = news;
    return alert !== undefined && alert.openedOn <= to && alert.day >= from;
  }
  const { figures, now = figures } = news.about;
  return figures.day <= to && (news.status === 'open' || now.day >= from);
}

/** What became, in these days, of the leads posted to the project's channels. */
async function recapLeads(from: string, to: string, { db, team, project, timezone }: PlanAsk) {
  const span = { from: startOf(from, timezone), to: startOf(daysBefore(to, -1), timezone) };
  const stories = await readLeadStories(db, { team, projectId: project.id, since: span.from - EARLIER_MS });
  const feed = { project, subscription: '', timezone, schedule: '', byPerson: false };
  return decideRecap(stories, undefined, feed, span);
}
