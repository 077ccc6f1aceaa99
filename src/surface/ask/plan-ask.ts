/** The input and output of every answer to a plan, and what the answers share. */
import { untoldIn } from '../../ask/coverage.ts';
import { MIN_SCORE } from '../../ask/english.ts';
import { asksFor, type EmptyCause, type Figure, type Plan } from '../../ask/plan.ts';
import type { Course, Scope } from '../../decision.ts';
import type { ReportedGain } from '../../messages/ask/moves.ts';
import { addedWords, asNameList, gapsWords, type Unheeded, untoldWords } from '../../messages/ask/reading.ts';
import { brief } from '../../messages/lengths.ts';
import type { Page } from '../../messages/page.ts';
import { whereOf } from '../../messages/scores/score-words.ts';
import type { LatestAlert } from '../../messages/scores/scores-answer.ts';
import { countDaysBetween, daysBefore } from '../../rules/calendar.ts';
import { topicWithEngineNames } from '../../visibility/breakdown.ts';
import type { TopicDetail } from '../../visibility/contract.ts';
import type { ProjectAsk } from '../ask.ts';
import { readFeedFilters } from '../leads/find-leads.ts';
import { requireTopicLabel } from '../lookups/lookups.ts';
import { Refused } from '../refused.ts';
import { readMeasuredChanges, readScores } from '../scores/scores.ts';
import type { NamesOfProject } from './project-names.ts';

/** What a command gets, plus the project's names and its current day (YYYY-MM-DD). */
export type PlanAsk = ProjectAsk & {
  names: NamesOfProject;
  timezone: string;
  today: string;
};

/** `unheeded`: what the page ignores, whether or not the plan has it. `share`: false if only for the asker. */
export type PlanAnswer = {
  page: Page;
  figures: readonly Figure[];
  sources?: readonly string[];
  emptyBecause?: EmptyCause | undefined;
  /** Whether what the plan supposes is so, if that is known. */
  isSo?: boolean | undefined;
  unheeded?: readonly Unheeded[];
  pages?: number | undefined;
  /** Keys of the leads it lists, in order; or the names that it lists, such as rivals, topics or sites. */
  leads?: readonly string[] | undefined;
  names?: readonly string[] | undefined;
  share?: boolean | undefined;
  sortable?: boolean | undefined;
};

export function withUnheeded(answer: PlanAnswer, ...fields: Unheeded[]): PlanAnswer {
  return { ...answer, unheeded: [...(answer.unheeded ?? []), ...fields] };
}

/** For answers that only heed the first name of these fields: whether the plan has more. */
export function findSeveral(plan: Plan, ...fields: ('engine' | 'region' | 'topic')[]): Unheeded[] {
  return fields.flatMap((field) => (asNameList(plan[field]).length > 1 ? (`other ${field}s` as const) : []));
}

/** Whether `name` is one of `wanted`, ignoring case. If none is wanted, every name is. */
export function isWanted(name: string | undefined, wanted: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((one) => isSameName(one, name));
}

export function isSameName(name: string, other: string | undefined): boolean {
  return name.toLowerCase() === other?.toLowerCase();
}

/** An engine or a region as part of a scope. A plan only knows its name. */
export function toPart(name: string | undefined): Scope['engine'] {
  return name === undefined || name === '' ? undefined : { id: name, name };
}

/** The engine and the region that a plan names, of several the first. */
export function scopeOf({ engine, region }: Plan): Scope {
  return { engine: toPart(asNameList(engine)[0]), region: toPart(asNameList(region)[0]) };
}

/** " on Gemini or Claude in Germany for “best crm” about “pricing”": the part of the answers that a plan is about. */
export function describeWhere(plan: Pick<Plan, 'engine' | 'region' | 'prompt' | 'topic'>): string {
  const part = (names: Plan['engine']) => toPart(asNameList(names).join(' or '));
  const [topic] = asNameList(plan.topic);
  const about = topic === undefined ? '' : ` about “${brief(topic, 'place')}”`;
  return `${whereOf({ engine: part(plan.engine), region: part(plan.region) }, plan.prompt)}${about}`;
}

/** Whether a figure, as shown, is beyond the plan's; undefined if that can't be told: of ranks, the lower is the better. */
export function isBeyond(
  value: number | undefined,
  { bound, metric }: Pick<Plan, 'bound' | 'metric'>,
): boolean | undefined {
  if (!bound || value === undefined || metric === 'rank') return undefined;
  // On a scale from 0 to 1, “above 60” means something else.
  if (metric !== 'sentiment' && Math.abs(value) <= 1 && bound.value > 1) return undefined;
  const shown = Math.round(value * 10) / 10;
  const isAbove = bound.is === 'above' || bound.is === 'at least';
  if (shown === bound.value) return bound.is === 'at least' || bound.is === 'at most';
  return shown > bound.value === isAbove;
}

/** Whether the latest figure, or that of one day, is normal, or beyond the one asked about. */
export function isAsSupposed(
  plan: Plan,
  course: Pick<Course, 'level' | 'noise'> | undefined,
  figure: Figure | undefined,
): boolean | undefined {
  if (plan.intent === 'change' || plan.from !== plan.to) return undefined;
  const level = course?.level ?? course?.noise;
  if (asksFor('normal', plan)) return level && level === 'normal';
  return isBeyond(figure?.value, plan);
}

export function hasDays({ from, to }: Pick<Plan, 'from' | 'to'>): boolean {
  return from !== undefined || to !== undefined;
}

/** A topic's figures, with engines by name. @throws Refused if there is no such topic */
export async function readTopic(topic: string, ask: PlanAsk): Promise<TopicDetail> {
  const { project, api, names } = ask;
  const label = await requireTopicLabel(topic, 'topic', ask);
  return topicWithEngineNames(await api(project).topicDetail(project.id, label), names.engineNames);
}

/** Why there are no figures: nothing is tracked, the API doesn't give them, or the plan asks about other days. */
export function whyNoFigures({ names }: PlanAsk, days: Pick<Plan, 'from' | 'to'> = {}): EmptyCause {
  if (hasDays(days)) return 'none_of_those_days';
  return names.prompts.length === 0 && !names.unread.includes('prompts') ? 'nothing_tracked' : 'api_lacks_it';
}

/** For a question that an empty store would wrongly answer with “none”. `instead`: a sentence on what to ask. */
export function notKnownHere(instead: string): Refused {
  const sentence = `Only the running bot knows about alerts, claims and posts, and this terminal can’t reach it. Ask in Slack. ${instead}`;
  return new Refused(sentence, { because: 'not_in_store' });
}

/** Nothing is read twice: an answer may compare several rivals, or several spans of each prompt's days. */
export function readOnce(ask: PlanAsk): PlanAsk {
  const client = ask.api(ask.project);
  const kept = new Map<string, Promise<unknown>>();
  const once =
    <Given extends unknown[], Found>(name: string, read: (...given: Given) => Promise<Found>) =>
    (...given: Given): Promise<Found> => {
      const key = JSON.stringify([name, given]);
      const found = (kept.get(key) as Promise<Found> | undefined) ?? read(...given);
      kept.set(key, found);
      return found;
    };
  const reads = {
    promptTimeseries: once('promptTimeseries', client.promptTimeseries),
    mentions: once('mentions', client.mentions),
    competitorDetail: once('competitorDetail', client.competitorDetail),
    engines: once('engines', client.engines),
    topics: once('topics', client.topics),
    dailyScores: once('dailyScores', client.dailyScores),
  };
  return { ...ask, api: () => ({ ...client, ...reads }) };
}

/** The question with the minimum score in place of its name: "leads below our minimum score". @throws Refused without one */
export async function withMinScore(text: string, ask: ProjectAsk): Promise<string> {
  const { project } = ask;
  if (!MIN_SCORE.test(text) || !/\b(?:leads?|threads?|discussions?|posts)\b/i.test(text)) return text;
  const { minScore } = await readFeedFilters(project, ask);
  if (minScore !== undefined) return text.replace(MIN_SCORE, `$1 ${minScore}`);
  const sentence = `${project.name}’s leads have no minimum score here, so none is below it.`;
  throw new Refused(sentence, { tries: ['leads'], because: 'filtered_out' });
}

/** What a question asks that no page tells. */
export async function wordOnUntold(
  text: string,
  plan: Plan,
  leftOut: string | undefined,
  ask: PlanAsk,
): Promise<string | undefined> {
  const untold = untoldIn(text, plan, leftOut);
  if (untold === undefined) return undefined;
  const { what, said } = untold;
  return what === 'gaps' ? wordOnGaps(ask) : untoldWords({ what, said });
}

async function wordOnGaps(ask: PlanAsk): Promise<string | undefined> {
  const { rows } = await readScores(ask, { now: ask.now() });
  const known = [...new Set(rows.map(({ date }) => date))].toSorted();
  const [from, to] = [known[0], known.at(-1)];
  if (from === undefined || to === undefined) return undefined;
  const days = Array.from({ length: countDaysBetween(from, to) }, (_, i) => daysBefore(to, i)).reverse();
  return gapsWords(
    { from, to },
    days.filter((day) => !known.includes(day)),
  );
}

const MOST_ADDED = 5;

/** Which prompts were added in the plan's days, and when, as far as that is known. */
export async function wordOnAdded(plan: Plan, ask: PlanAsk): Promise<string> {
  const { from = '', to = '9999-12-31' } = plan;
  const { moved } = await readMeasuredChanges(ask, { now: ask.now() });
  const added = moved.filter(({ of, came }) => of === 'prompts' && came.length > 0);
  const isOfAll = added.flatMap(({ came }) => came).length >= ask.names.prompts.length;
  // Those that it all began with weren't added.
  const later = (isOfAll ? added.slice(1) : added).filter(({ day }) => day >= from && day <= to);
  return addedWords(later.slice(-MOST_ADDED).reverse(), plan, ask.today);
}

/** Who gained in these days according to an open alert; `isSince`: by comparison with the first of them. */
export function findReportedGain(
  alerts: readonly LatestAlert[],
  { from = '', to = '9999-12-31' }: Plan,
  isSince: boolean,
): ReportedGain | undefined {
  return alerts.flatMap(({ alert, handle }) => {
    if (alert.kind !== 'score_alert' || alert.alert?.status !== 'open') return [];
    const { day, previousDay, explanation } = alert;
    const isThen = (isSince ? previousDay : day) >= from && day <= to;
    const gained = isThen ? explanation?.gained : undefined;
    return gained ? { ...gained, day, previousDay, handle } : [];
  })[0];
}
