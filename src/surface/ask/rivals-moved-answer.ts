/** Answers which rivals gained or lost, by the share of answers that name them. */
import type { Plan, Premise } from '../../ask/plan.ts';
import { findBreaks } from '../../feeds/rival-watch.ts';
import { asNameList } from '../../messages/ask/reading.ts';
import {
  gainWords,
  type ReportedGain,
  rivalsMovedFigures,
  rivalsMovedPage,
  rivalsUnmoved,
  withPasses,
} from '../../messages/ask/rivals-moved.ts';
import { paragraph, withBelowHeadline } from '../../messages/page.ts';
import type { LatestAlert } from '../../messages/scores/scores-answer.ts';
import { DEFAULT_MIN_CHANGE } from '../../projects/projects-schema.ts';
import { today } from '../../rules/calendar.ts';
import { findPasses } from '../../rules/mention-alerts.ts';
import type { NamedDay } from '../../rules/named-days.ts';
import { compareFirsts, compareMentions, countTools } from '../../rules/tools-named.ts';
import { foldName } from '../../words/own-brand.ts';
import { MENTIONS_ASKED, readNamed } from '../lookups/compare.ts';
import { readMeasuredChanges } from '../scores/recent-scores.ts';
import { ALERT_MS, findAlertsSeen } from '../scores/scores.ts';
import { findAnswers } from './find-answers.ts';
import type { PlanAnswer, PlanAsk } from './plan-ask.ts';
import { answerComparison, answerNamed } from './rival-answers.ts';

/**
 * About the rivals that the plan names, else about all. If the API’s mentions don’t reach back
 * far enough, it says so and lists who is named.
 */
export async function answerRivalsMoved(plan: Plan, premise: Premise, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, api, db, log } = ask;
  const [mentions, of, { moved: measured }, alerts] = await Promise.all([
    api(project).mentions(project.id, { limit: MENTIONS_ASKED }),
    findAnswers(plan, ask),
    readMeasuredChanges(ask, { db, visibilityOf: api, log }, { now: ask.now() }),
    findAlertsSeen(ask, ask.now() - ALERT_MS),
  ]);
  const days = { from: plan.from, to: plan.to, today: today(ask.now(), 'UTC') };
  const wanted = asNameList(plan.entity).map(foldName);
  const isWanted = ({ name }: { name: string }) => wanted.length === 0 || wanted.includes(foldName(name));
  // An alert is about all answers of a day, and only knows who gained.
  const gain = of || premise !== 'better' ? undefined : findReportedGain(alerts, plan);
  const reported = gain && isWanted(gain) ? gain : undefined;
  const kept = of ? [] : await readNamed(mentions, ask);
  const moved =
    compareMentions(mentions, project.name, days, of?.ids) ?? compareFirsts(kept, project.name, days);
  if (!moved) {
    const answer = await answerNamed(plan, ask);
    const { since } = countTools(mentions, project.name);
    const below = [reported && paragraph(gainWords(reported)), paragraph(rivalsUnmoved(since))];
    return { ...answer, page: withBelowHeadline(answer.page, ...below) };
  }
  const tools = moved.tools.filter((tool) => tool.isOwn || isWanted(tool));
  // Of a rival that no answer names there's only the comparison.
  if (wanted.length > 0 && tools.every(({ isOwn }) => isOwn)) return answerComparison(plan, ask);
  const answer = {
    project,
    where: of?.where ?? '',
    ...moved,
    tools,
    isOfSome: wanted.length > 0,
    told: reported,
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

/** Who gained in these days according to an open alert. */
function findReportedGain(
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

/** Whether the rival that the plan names, or any, overtook the brand in the days known. */
export async function answerPassed(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, api, db, log } = ask;
  const [mentions, { moved }] = await Promise.all([
    api(project).mentions(project.id, { limit: MENTIONS_ASKED }),
    readMeasuredChanges(ask, { db, visibilityOf: api, log }, { now: ask.now() }),
  ]);
  const { from = '', to = '9999-12-31', entity: _, ...rest } = plan;
  const wanted = asNameList(plan.entity).map(foldName);
  const all = (await readNamed(mentions, ask)).filter(({ ranked }) => ranked > 0);
  const passes = findPasses(all, DEFAULT_MIN_CHANGE, findBreaks(all, [], moved)).filter(
    ({ about }) =>
      about.since >= from &&
      about.since <= to &&
      (wanted.length === 0 || wanted.includes(foldName(about.rival))),
  );
  const answer = await answerNamed({ ...rest, intent: 'named', metric: 'rank' }, ask);
  const asked = all.filter(({ day }) => day >= from && day <= to);
  const isAhead = ({ own, rivals }: NamedDay) =>
    rivals.some(({ name, first }) => first > own && wanted.includes(foldName(name)));
  const about = asNameList(plan.entity);
  const wasAhead = about.length === 1 && asked.every(isAhead);
  const days = asked.map(({ day }) => day);
  return { ...answer, page: withPasses(answer.page, project, passes, { about, days, wasAhead }) };
}
