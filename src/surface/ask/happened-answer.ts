/** Answers what happened between two days, from the daily scores, the alerts that were told, and what became of leads. */
import type { Plan } from '../../ask/plan.ts';
import { WEEK_MS } from '../../durations.ts';
import { type Happened, happenedFigures, happenedPage } from '../../messages/ask/happened.ts';
import type { LatestAlert } from '../../messages/scores/scores-answer.ts';
import { daysInWords } from '../../messages/times.ts';
import { daysBefore, startOf } from '../../rules/calendar.ts';
import { decideRecap } from '../../rules/recap.ts';
import { scoreCourse } from '../../rules/score-course.ts';
import { leadStories } from '../../store/lead-stories.ts';
import { findAlertsSeen } from '../scores/scores.ts';
import { notKnownHere } from './not-known-here.ts';
import type { PlanAnswer, PlanAsk } from './plan-ask.ts';
import { courseData, scopesIn } from './score-answers.ts';

/** Where no days are asked for. */
const DAYS = 7;

/** Leads that were shown so long before may be answered now. */
const EARLIER_MS = 8 * WEEK_MS;

export async function happenedAnswer(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, today } = ask;
  if (ask.isStoreEmpty) throw notKnownHere('Ask for the score alone, or for open leads.');
  const to = plan.to ?? today;
  const from = plan.from ?? daysBefore(to, DAYS - 1);
  const [data, told] = await Promise.all([courseData(ask), findAlertsSeen(ask, startOf(from, ask.timezone))]);
  const [scope = {}, second] = scopesIn(plan);
  const isPart = scope.engine !== undefined || scope.region !== undefined;
  const course = scoreCourse('score', scope, { from, to }, data);
  const alerts = told.filter(({ alert: news }) => {
    if (!wasOpenIn(news, { from, to })) return false;
    const alert = news.kind === 'mention_alert' ? undefined : news.alert;
    // What answers say is of no engine and no region.
    if (!alert) return !isPart;
    const scopes = [alert.lead, ...alert.moved].map((moved) => moved.scope);
    const isOf = (name: string | undefined, wanted: string | undefined) =>
      wanted === undefined || name?.toLowerCase() === wanted.toLowerCase();
    return scopes.some(
      ({ engine, region }) =>
        isOf(engine?.name, scope.engine?.name) && isOf(region?.name, scope.region?.name),
    );
  });
  const happened: Happened = {
    project,
    days: daysInWords({ from, to }, today) ?? '',
    course,
    alerts,
    leads: isPart ? undefined : await leadsOf(from, to, ask),
    measured: data.moved.filter(({ day }) => day >= from && day <= to),
  };
  return {
    page: happenedPage(happened),
    figures: happenedFigures(happened),
    unheeded: second === undefined ? [] : plan.engine === undefined ? ['region'] : ['engine'],
    share: true,
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

/** What became of the leads that the project's channels were shown in these days. */
async function leadsOf(from: string, to: string, { db, team, project, timezone }: PlanAsk) {
  const span = { from: startOf(from, timezone), to: startOf(daysBefore(to, -1), timezone) };
  const stories = await leadStories(db, { team, projectId: project.id, since: span.from - EARLIER_MS });
  const feed = { project, subscription: '', timezone, schedule: '', byPerson: false };
  return decideRecap(stories, undefined, feed, span);
}
