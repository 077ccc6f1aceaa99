/** Answers which rival gained or lost, by the share of answers that name it. */
import type { Plan, Premise } from '../../ask/plan.ts';
import {
  gainWords,
  type ReportedGain,
  rivalsMovedFigures,
  rivalsMovedPage,
  rivalsUnmoved,
} from '../../messages/ask/rivals-moved.ts';
import { paragraph, withBelowHeadline } from '../../messages/page.ts';
import type { LatestAlert } from '../../messages/scores/scores-answer.ts';
import { today } from '../../rules/calendar.ts';
import { type MentionsListed, mergeDays, type NamedDay, readNamedDays } from '../../rules/named-days.ts';
import { compareFirsts, compareMentions } from '../../rules/rivals-moved.ts';
import { countTools } from '../../rules/tools-named.ts';
import { keptDays } from '../../store/daily-scores.ts';
import { MENTIONS_ASKED } from '../lookups/compare.ts';
import { readMeasuredChanges } from '../scores/recent-scores.ts';
import { ALERT_MS, findAlertsSeen } from '../scores/scores.ts';
import { answersOf } from './answers-of.ts';
import type { PlanAnswer, PlanAsk } from './plan-ask.ts';
import { namedAnswer } from './rival-answers.ts';

/** Where the API’s mentions don’t reach back far enough: that, and who is named. */
export async function rivalsMovedAnswer(plan: Plan, premise: Premise, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, api, db, log } = ask;
  const [mentions, of, { moved: measured }, alerts] = await Promise.all([
    api(project).mentions(project.id, { limit: MENTIONS_ASKED }),
    answersOf(plan, ask),
    readMeasuredChanges(ask, { db, visibilityOf: api, log }, { now: ask.now() }),
    findAlertsSeen(ask, ask.now() - ALERT_MS),
  ]);
  const days = { from: plan.from, to: plan.to, today: today(ask.now(), 'UTC') };
  // An alert counts all answers of one day, and only who gained.
  const told = of || premise !== 'better' ? undefined : gainTold(alerts, plan);
  const kept = of ? [] : await daysKnown(mentions, days.today, ask);
  const moved =
    compareMentions(mentions, project.name, days, of?.ids) ?? compareFirsts(kept, project.name, days);
  if (!moved) {
    const answer = await namedAnswer(plan, ask);
    const { since } = countTools(mentions, project.name);
    const below = [told && paragraph(gainWords(told)), paragraph(rivalsUnmoved(since))];
    return { ...answer, page: withBelowHeadline(answer.page, ...below) };
  }
  const answer = {
    project,
    where: of?.where ?? '',
    ...moved,
    told,
    premise,
    limit: plan.limit,
    measured: measured.filter(({ day }) => day > moved.before.from && day <= moved.now.to),
    notes: of?.notes ?? [],
  };
  return {
    page: rivalsMovedPage(answer),
    figures: rivalsMovedFigures(answer),
    unheeded: of?.unheeded ?? [],
  };
}

/** Who gained in the days asked for, by an open alert. */
function gainTold(
  alerts: readonly LatestAlert[],
  { from = '', to = '9999-12-31' }: Plan,
): ReportedGain | undefined {
  return alerts.flatMap(({ alert, handle }) => {
    if (alert.kind !== 'score_alert' || alert.alert?.status !== 'open') return [];
    const { day, previousDay, explanation } = alert;
    const gained = day >= from && day <= to ? explanation?.gained : undefined;
    return gained ? { ...gained, day, previousDay, handle } : [];
  })[0];
}

/** The days in the list of mentions, and those kept from earlier ones. */
async function daysKnown(
  mentions: MentionsListed,
  day: string,
  { project, team, db }: PlanAsk,
): Promise<NamedDay[]> {
  const fresh = readNamedDays(mentions, { brand: project.name, today: day, asked: MENTIONS_ASKED });
  return mergeDays(await keptDays(db, { team, projectId: project.id }), fresh);
}
