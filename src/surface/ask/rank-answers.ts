/** Answers which engine, region, topic or prompt is best or worst, and how the brand stands on a topic. */
import type { Move, Plan } from '../../ask/plan.ts';
import type { Course, Metric, Scope } from '../../decision.ts';
import { whereOf } from '../../messages/ask/course.ts';
import {
  RANKED,
  type RankedKind,
  type RankedRow,
  type Ranking,
  rankingFigures,
  rankingPage,
} from '../../messages/ask/ranking.ts';
import { asNameList, type Field, fieldsIn, metricOfPlan } from '../../messages/ask/reading.ts';
import { topicFigures, topicOnEngine } from '../../messages/ask/topic.ts';
import { brief } from '../../messages/lengths.ts';
import { topicPage, topicsPage } from '../../messages/lookups/topics.ts';
import { METRIC_WORDS } from '../../messages/scores/score-words.ts';
import { daysBefore } from '../../rules/calendar.ts';
import { type CourseSource, scopesOf, scoreCourse } from '../../rules/score-course.ts';
import { countTools } from '../../rules/tools-named.ts';
import type { PromptDetail } from '../../visibility/assumed.ts';
import { topicWithEngineNames, withEngineNames } from '../../visibility/engine-names.ts';
import { ifReadable } from '../api-trouble.ts';
import { topicLabel } from '../lookups/topic.ts';
import { trackedPrompts } from '../prompts/prompts.ts';
import { pageOf } from '../run-command.ts';
import { alertSettings } from '../scores/alert.ts';
import { MENTIONS_ASKED, runsRead } from './answers-of.ts';
import { withNames } from './names-of-project.ts';
import { lackingOn, type PlanAnswer, type PlanAsk } from './plan-ask.ts';
import { dailyScoresOfPrompt, promptMeant, promptsMeant } from './prompts-meant.ts';
import { courseData } from './score-answers.ts';

/** A call for each: no more than people wait for. */
const TOPICS_READ = 15;
const PROMPTS_READ = 30;

type Ranked = Pick<Ranking, 'rows' | 'of' | 'notes'> & { metric: Metric; unheeded?: readonly Field[] };

/** Best first, unless the worst are asked for. */
export async function rankingAnswer(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const [typed = 'engines'] = asNameList(plan.entity);
  const kind = RANKED.find((one) => one === typed) ?? 'engines';
  const metric = plan.metric === undefined ? 'score' : metricOfPlan(plan.metric);
  const moved = movedIn(plan, ask);
  const { unheeded = [], ...ranked } = await movedRows(kind, moved, plan, metric, ask);
  const isHeeded = (field: Field) => !unheeded.includes(field);
  const ranking: Ranking = {
    project: ask.project,
    kind,
    order: plan.order === 'worst' || moved === 'worse' ? 'worst' : 'best',
    moved,
    where: placeIn(plan, kind, isHeeded),
    limit: plan.limit,
    since: isHeeded('days') ? plan.from : undefined,
    ...ranked,
  };
  const figures = rankingFigures(ranking);
  return {
    page: rankingPage(ranking),
    figures,
    emptyBecause: figures.length === 0 ? lackingOn(plan, ask) : undefined,
    unheeded: [...unheeded, ...(RANKED.some((one) => one === typed) ? [] : (['entity'] as const))],
    share: true,
  };
}

/** Where nobody dates it, a move is seen over so many days: from one to the next most is chance. */
const MOVED_DAYS = 7;

async function movedRows(
  kind: RankedKind,
  moved: Move | undefined,
  plan: Plan,
  metric: Metric,
  ask: PlanAsk,
): Promise<Ranked> {
  if (moved === undefined || plan.from !== undefined || plan.to !== undefined)
    return READ[kind](plan, metric, ask);
  const spanned = { ...plan, from: daysBefore(ask.today, MOVED_DAYS + 1) };
  const ranked = await READ[kind](spanned, metric, ask);
  // Without a past, where each stands is told as ever.
  return ranked.rows.some(({ before }) => before !== undefined) ? ranked : READ[kind](plan, metric, ask);
}

/** Who lost or gained most is asked for, where the words that say so don’t ask for where each stands: “which should improve?” */
function movedIn({ order }: Plan, { premise }: PlanAsk): Move | undefined {
  if (premise === 'either') return premise;
  const ofOrder = order === 'worst' ? 'worse' : 'better';
  return order === undefined || premise === ofOrder ? premise : undefined;
}

/** " on Gemini in Germany", as far as it is heeded and isn’t what is ranked. */
function placeIn(plan: Plan, kind: RankedKind, isHeeded: (field: Field) => boolean): string {
  const part = (field: 'engine' | 'region') => {
    const [name, second] = kind === `${field}s` || !isHeeded(field) ? [] : asNameList(plan[field]);
    return name === undefined
      ? undefined
      : { id: name, name: second === undefined ? name : `${name} and others` };
  };
  const [topic] = isHeeded('topic') ? asNameList(plan.topic) : [];
  const about = topic === undefined ? '' : ` about “${brief(topic, 'place')}”`;
  const prompt = kind === 'prompts' || !isHeeded('prompt') ? undefined : plan.prompt;
  return `${whereOf({ engine: part('engine'), region: part('region') }, prompt)}${about}`;
}

const READ: Readonly<Record<RankedKind, (plan: Plan, metric: Metric, ask: PlanAsk) => Promise<Ranked>>> = {
  engines: (plan, metric, ask) => rankedParts('engine', plan, metric, ask),
  regions: (plan, metric, ask) => rankedParts('region', plan, metric, ask),
  topics: rankedTopics,
  prompts: rankedPrompts,
};

async function rankedParts(
  kind: 'engine' | 'region',
  plan: Plan,
  metric: Metric,
  ask: PlanAsk,
): Promise<Ranked> {
  if (plan.topic !== undefined && kind === 'engine') return enginesOnTopic(plan, metric, ask);
  const unheeded: Field[] = plan.topic === undefined ? [] : ['topic'];
  const data = plan.prompt === undefined ? await courseData(ask) : await promptData(plan.prompt, ask);
  const other = kind === 'engine' ? 'region' : 'engine';
  const [within, more] = asNameList(plan[other]);
  const wanted = new Set(asNameList(plan[kind]).map((name) => name.toLowerCase()));
  const scopes = scopesOf(
    metric,
    kind,
    within === undefined ? {} : { [other]: { id: within, name: within } },
    data,
  );
  const rows = scopes
    .filter((scope) => wanted.size === 0 || wanted.has(scope[kind]?.name.toLowerCase() ?? ''))
    .map((scope) => rowOf(scope[kind]?.name ?? '', scoreCourse(metric, scope, plan, data)));
  if (rows.length === 0 && metric !== 'sentiment') return countedParts(kind, plan, metric, ask);
  const all = withThoseNamed(rows, asNameList(plan[kind]));
  return { metric, rows: all, unheeded: more === undefined ? unheeded : [...unheeded, other] };
}

/** Where the API gives no daily figures by engine or region: how often the latest answers of each name the brand. */
async function countedParts(
  kind: 'engine' | 'region',
  plan: Plan,
  metric: Metric,
  ask: PlanAsk,
): Promise<Ranked> {
  const { project, api } = ask;
  const [{ runs, missing }, mentions] = await Promise.all([
    runsRead(plan, ask),
    api(project).mentions(project.id, { limit: MENTIONS_ASKED }),
  ]);
  const other = kind === 'engine' ? 'region' : 'engine';
  const within = asNameList(plan[other]);
  const isRank = metric === 'averageRank';
  const byPart = Map.groupBy(
    runs.filter((run) => within.length === 0 || within.includes(run[other] ?? '')),
    (run) => run[kind],
  );
  const wanted = asNameList(plan[kind]);
  const found = [...byPart].flatMap(([name, ofPart]): RankedRow[] => {
    const isWanted = wanted.length === 0 || wanted.some((one) => isSame(one, name));
    const ids = new Set(ofPart.flatMap(({ responseId }) => responseId ?? []));
    const { tools, answers } = countTools(mentions, project.name, plan, ids);
    if (name === undefined || !isWanted || answers === 0) return [];
    const own = tools.find(({ isOwn }) => isOwn);
    return [{ name, value: isRank ? own?.rank : (own?.answers ?? 0) / answers, answers }];
  });
  const rows = withThoseNamed(found, wanted);
  const counted = `The API gives no ${METRIC_WORDS[metric].name} by ${kind}. This counts the latest answers that name anybody, and ${isRank ? 'in which place' : 'how many of them'} they name you.`;
  return {
    metric: isRank ? metric : 'mentionRate',
    rows,
    notes: [...(found.length > 0 ? [counted] : []), ...missing],
    unheeded: plan.topic === undefined ? [] : ['topic'],
  };
}

/** Who was asked about and has no figure is said to have none. */
function withThoseNamed(rows: readonly RankedRow[], wanted: readonly string[]): RankedRow[] {
  const without = wanted.filter((name) => !rows.some((row) => isSame(row.name, name)));
  return [...rows, ...without.map((name) => ({ name }))];
}

function isSame(name: string, other: string | undefined): boolean {
  return name.toLowerCase() === other?.toLowerCase();
}

async function promptData(words: string, ask: PlanAsk): Promise<CourseSource> {
  const rows = await dailyScoresOfPrompt(await promptMeant(words, ask), ask);
  return { rows, today: ask.today, minChange: alertSettings(ask.project, ask).minChange, moved: [] };
}

function rowOf(name: string, course: Course | undefined, line?: string): RankedRow {
  if (!course) return { name };
  const { now, before, change, level, noise = level } = course;
  return {
    name,
    value: now.value,
    date: now.date,
    before: change === undefined ? undefined : before?.value,
    since: change === undefined ? undefined : before?.date,
    answers: now.answers,
    noise,
    line,
  };
}

const OF_TOPIC = {
  score: 'own_score',
  mentionRate: 'own_mention_rate',
  averageRank: 'own_average_rank',
} as const;

async function enginesOnTopic(plan: Plan, metric: Metric, ask: PlanAsk): Promise<Ranked> {
  const { project, api, names } = ask;
  const label = await topicLabel(asNameList(plan.topic)[0] ?? '', 'topic', ask);
  const detail = topicWithEngineNames(await api(project).topicDetail(project.id, label), names.engineNames);
  const shown = metric === 'sentiment' ? 'score' : metric;
  const wanted = new Set(asNameList(plan.engine).map((name) => name.toLowerCase()));
  const rows = (detail.answer_count === 0 ? [] : detail.by_model)
    .filter(({ engine }) => wanted.size === 0 || wanted.has(engine.toLowerCase()))
    .map((row) => ({ name: row.engine, value: row[OF_TOPIC[shown]] ?? undefined }));
  return {
    metric: shown,
    rows,
    unheeded: ['region', 'prompt', 'days', ...(shown === metric ? [] : (['metric'] as const))],
  };
}

/** By the list of topics; on one engine by each topic’s own figures. */
async function rankedTopics(plan: Plan, metric: Metric, ask: PlanAsk): Promise<Ranked> {
  const { project, api, names } = ask;
  const wanted = new Set(asNameList(plan.topic).map((name) => name.toLowerCase()));
  const [engine, more] = asNameList(plan.engine);
  const all = await api(project).topics(project.id);
  const listed = all.filter(({ label = '' }) => wanted.size === 0 || wanted.has(label.toLowerCase()));
  const shown =
    metric === 'sentiment' || (metric === 'averageRank' && engine === undefined) ? 'score' : metric;
  const unheeded: Field[] = ['region', 'prompt', 'days', ...(shown === metric ? [] : (['metric'] as const))];
  if (engine === undefined) {
    const rows = listed.map(({ label = '', score, mentionRate, answers, rank }) => ({
      name: label,
      // A topic that no answer gives as a reason has no standing.
      value: answers === 0 ? undefined : shown === 'mentionRate' ? mentionRate : score,
      answers,
      place: answers === 0 ? undefined : rank,
      line: `topic ${label}`,
    }));
    return { metric: shown, rows, unheeded };
  }
  const read = listed.slice(0, TOPICS_READ).map(async ({ label = '' }): Promise<RankedRow> => {
    const detail = await ifReadable(api(project).topicDetail(project.id, label), ask);
    const named = detail && detail.answer_count > 0 && topicWithEngineNames(detail, names.engineNames);
    const row = named
      ? named.by_model.find((one) => one.engine.toLowerCase() === engine.toLowerCase())
      : undefined;
    return { name: label, value: row?.[OF_TOPIC[shown]] ?? undefined, line: `topic ${label}` };
  });
  const rows = await Promise.all(read);
  return {
    metric: shown,
    rows,
    of: listed.length,
    unheeded: more === undefined ? unheeded : [...unheeded, 'engine'],
  };
}

/** By what the API tells of each prompt; of one day, region or span by its daily figures. */
async function rankedPrompts(plan: Plan, metric: Metric, ask: PlanAsk): Promise<Ranked> {
  const { project, api, names, today } = ask;
  const [topic] = asNameList(plan.topic);
  const all =
    plan.prompt === undefined
      ? await trackedPrompts(api(project), project)
      : await promptsMeant(plan.prompt, ask);
  const about = topic === undefined ? undefined : await promptsAbout(topic, ask);
  const found = about ? all.filter(({ id }) => about.has(id)) : all;
  const [engine, secondEngine] = asNameList(plan.engine);
  const [region, secondRegion] = asNameList(plan.region);
  const isDaily =
    region !== undefined || plan.from !== undefined || plan.to !== undefined || metric === 'sentiment';
  const part = (name: string | undefined) => (name === undefined ? undefined : { id: name, name });
  const scope: Scope = { engine: part(engine), region: part(region) };
  const { minChange } = alertSettings(project, ask);
  const read = found.slice(0, PROMPTS_READ).map(async ({ id, text }): Promise<RankedRow> => {
    const line = `prompt-history ${id}`;
    if (isDaily) {
      const daily = await ifReadable(api(project).promptTimeseries(project.id, id), ask);
      const data = { rows: withNames(daily ?? [], names), today, minChange, moved: [] };
      return rowOf(text, scoreCourse(metric, scope, plan, data), line);
    }
    const detail = await ifReadable(api(project).promptDetail(project.id, id), ask);
    return {
      name: text,
      value: detail && figureOfPrompt(detail, metric, engine, ask),
      answers: engine === undefined ? detail?.answers : undefined,
      line,
    };
  });
  const rows = await Promise.all(read);
  return {
    metric,
    rows,
    of: found.length,
    notes: about ? ['A prompt is about a topic where an answer to it gave that as a reason.'] : [],
    unheeded: [
      ...(secondEngine === undefined ? [] : (['engine'] as const)),
      ...(secondRegion === undefined ? [] : (['region'] as const)),
    ],
  };
}

function figureOfPrompt(
  detail: PromptDetail,
  metric: Metric,
  engine: string | undefined,
  { names }: PlanAsk,
): number | undefined {
  if (metric === 'sentiment') return undefined;
  if (engine === undefined) return detail[metric];
  const rows = withEngineNames(detail.byEngine ?? [], names.engineNames);
  return rows.find((row) => row.engine?.toLowerCase() === engine.toLowerCase())?.[metric];
}

/** Ids of the prompts to which an answer gave the topic as a reason. */
async function promptsAbout(topic: string, ask: PlanAsk): Promise<ReadonlySet<string>> {
  const label = await topicLabel(topic, 'topic', ask);
  const answers = await ask.api(ask.project).topicAnswers(ask.project.id, label);
  return new Set(answers.flatMap(({ promptId }) => promptId ?? []));
}

/** The page of /visibility topic; on one engine with what that one says first. */
export async function topicAnswer(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, api, names } = ask;
  const [topic, second] = asNameList(plan.topic);
  if (topic === undefined || second !== undefined) {
    const ranked = await rankingAnswer({ ...plan, entity: 'topics' }, ask);
    return fieldsIn(plan).length === 0 ? { ...ranked, ...(await topicList(ask)) } : ranked;
  }
  const label = await topicLabel(topic, 'topic', ask);
  const detail = topicWithEngineNames(await api(project).topicDetail(project.id, label), names.engineNames);
  const engines = asNameList(plan.engine);
  const { parts, summary } = topicPage(project, detail);
  const [head, ...rest] = parts;
  return {
    page: { summary, parts: [head, ...engines.map((engine) => topicOnEngine(detail, engine)), ...rest] },
    figures: topicFigures(detail, project.name, engines),
    emptyBecause: detail.answer_count === 0 ? 'none_listed' : undefined,
    unheeded: plan.metric === 'sentiment' && engines.length > 0 ? ['metric'] : [],
    share: true,
  };
}

/** The page of /visibility topic alone. */
async function topicList({ project, api, page }: PlanAsk): Promise<Pick<PlanAnswer, 'page' | 'pages'>> {
  const all = await api(project).topics(project.id);
  const { shown, pages } = pageOf(all, page);
  return { page: topicsPage(project, shown, all), pages };
}
