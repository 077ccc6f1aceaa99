/** Answers how the brand compares with rivals, and who is named in answers, how often and how often first. */
import type { EmptyCause, Figure, Plan } from '../../ask/plan.ts';
import type { RivalComparison } from '../../decision.ts';
import { UNITS } from '../../messages/ask/course.ts';
import { asNameList, type Field, metricOfPlan } from '../../messages/ask/reading.ts';
import { type NamedTools, namedToolFigures, namedToolsPage, type ToolRow } from '../../messages/ask/tools.ts';
import { percentFactor } from '../../messages/figures.ts';
import { competitorPage, courseLine, verdict } from '../../messages/lookups/compare.ts';
import { note, type Part, paragraph, withBelow, withBelowHeadline } from '../../messages/page.ts';
import { METRIC_WORDS } from '../../messages/scores/score-words.ts';
import { bold, capitalize, flexible, say, type Text } from '../../messages/text.ts';
import { dayName } from '../../messages/times.ts';
import type { Days } from '../../rules/score-course.ts';
import { countTools } from '../../rules/tools-named.ts';
import { foldName, matchOwnBrand } from '../../words/own-brand.ts';
import { ifReadable } from '../api-trouble.ts';
import { type Compared, comparedWith, MENTIONS_ASKED } from '../lookups/compare.ts';
import { topicLabel } from '../lookups/topic.ts';
import { Refused } from '../refused.ts';
import { answersOf } from './answers-of.ts';
import { type PlanAnswer, type PlanAsk, severalIn } from './plan-ask.ts';
import { promptMeant } from './prompts-meant.ts';

/** Six calls each: as many as people will wait for. */
const RIVALS_COMPARED = 5;

const NO_DAYS = 'The API doesn’t say which days these figures cover.';

/** With one rival the page of /visibility compare; with several, or on a topic or a prompt, all tools side by side. */
export async function compareAnswer(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const rivals = asNameList(plan.entity);
  const [rival, second] = rivals;
  if (plan.prompt !== undefined) return toolsOnPrompt(plan, ask);
  if (plan.region !== undefined && plan.topic === undefined && rival !== undefined) {
    const counted = await countedInRegion(plan, ask);
    if (counted) return counted;
  }
  if (plan.topic !== undefined && (rival === undefined || second !== undefined))
    return toolsOnTopic(plan, ask);
  // Without a rival: whoever answers name beside the brand.
  if (rival === undefined) return namedAnswer(plan, ask);
  const asked = rivals.slice(0, RIVALS_COMPARED);
  const wanted = plan.metric === 'mention_rate' ? 'mentionRate' : 'score';
  const all = await Promise.all(asked.map((one) => comparedWith(one, ask, wanted).catch(refusedAsOwn)));
  const others = all.flatMap((one) => (one instanceof Refused ? [] : one));
  const refused = all.find((one) => one instanceof Refused);
  const [only, another] = others;
  if (!only) throw refused;
  const answer =
    another === undefined && rivals.length <= RIVALS_COMPARED
      ? await againstOne(plan, only, ask)
      : againstSeveral(others, rivals.length, ask);
  if (!refused) return answer;
  const own = asked.filter((_, i) => all[i] instanceof Refused).join(' and ');
  const explained = note(say`${flexible(own)} is this project’s own brand: the others are compared with it.`);
  return { ...answer, page: withBelow(answer.page, explained) };
}

/** Among several names the brand is no reason to compare none. */
function refusedAsOwn(error: unknown): Refused {
  if (error instanceof Refused && error.nothing.because === 'own_brand') return error;
  throw error;
}

async function againstOne(
  plan: Plan,
  { name, compared, ...beside }: Compared,
  ask: PlanAsk,
): Promise<PlanAnswer> {
  const asked = { ...compared, topics: await topicsOfBoth(plan, name, compared, ask) };
  const byMetric = metricLine(plan, name, compared);
  const past = plan.intent === 'compare' ? undefined : courseLine(beside.course, name);
  const page = competitorPage(ask.project, name, compared, {
    ...beside,
    isAllRegions: plan.region !== undefined,
  });
  return {
    page: withBelowHeadline(page, paragraph(past), paragraph(byMetric), ...narrowed(plan, name, asked)),
    figures: comparedFigures(plan, name, asked),
    unheeded: ['region', ...(isByMetric(plan, compared) || byMetric ? [] : (['metric'] as const)), 'days'],
  };
}

/** The API compares over all regions only; for one, how often its answers name each. Undefined where they don't name all rivals. */
async function countedInRegion(plan: Plan, ask: PlanAsk): Promise<PlanAnswer | undefined> {
  const entity = [...asNameList(plan.entity), ask.project.name];
  const counted = await countedTools({ ...plan, intent: 'named', entity }, ask);
  const named = new Set(counted.tools.rows.map(({ name }) => foldName(name)));
  if (!asNameList(plan.entity).every((one) => named.has(foldName(one)))) return undefined;
  const answer = countedAnswer(plan, counted);
  const instead =
    'The API gives no comparison by region. This is how often the latest answers there name each.';
  return { ...answer, page: withBelowHeadline(answer.page, paragraph(instead)) };
}

/** The plan's topics; where the API’s comparison lacks a side of one, both sides from the topic’s own figures. */
async function topicsOfBoth(
  plan: Plan,
  rival: string,
  { metric, topics }: RivalComparison,
  ask: PlanAsk,
): Promise<RivalComparison['topics']> {
  const { project, api } = ask;
  const rows = asNameList(plan.topic).map(async (topic) => {
    const row = topics.find((one) => foldName(one.name ?? '') === foldName(topic));
    if (metric !== 'score' || (row?.own !== undefined && row.rival !== undefined)) return row ?? [];
    const detail = await ifReadable(api(project).topicDetail(project.id, row?.name ?? topic), ask);
    const its = detail?.entities.find((one) => foldName(one.entity_name) === foldName(rival));
    if (!detail || detail.answer_count === 0 || !its) return row ?? [];
    return { name: detail.label, own: detail.own_score, rival: its.score };
  });
  return (await Promise.all(rows)).flat();
}

/** Whether the whole page is by the figure that was asked for. */
function isByMetric({ metric }: Plan, compared: RivalComparison): boolean {
  return metric === undefined || metricOfPlan(metric) === compared.metric;
}

/** For a figure that the API compares only overall: "Average rank: Globex 1.92, you 2.36". */
function metricLine(plan: Plan, rival: string, compared: RivalComparison): Text | undefined {
  if (plan.metric === undefined || isByMetric(plan, compared)) return undefined;
  const metric = metricOfPlan(plan.metric);
  const [own, its] = [compared.own?.[metric], compared.rival[metric]];
  if (own === undefined || its === undefined) return undefined;
  const { level } = METRIC_WORDS[metric].scale([own, its]);
  return say`${bold(capitalize(METRIC_WORDS[metric].name))}: ${flexible(rival)} ${level(its)}, you ${level(own)}`;
}

/** The comparison on the plan's engines and topics: "On Gemini: Globex leads by 36.0 (71.3 to 35.3)". */
function narrowed(
  plan: Plan,
  rival: string,
  { metric, engines, topics }: RivalComparison,
): (Part | undefined)[] {
  const values = [...engines, ...topics].flatMap(({ own, rival: its }) => [own ?? [], its ?? []].flat());
  const scale = METRIC_WORDS[metric].scale(values);
  const line = (before: string, name: string, rows: RivalComparison['engines']) => {
    const row = rows.find((one) => foldName(one.name ?? '') === foldName(name));
    return paragraph(
      row
        ? say`${bold(`${before} ${name}`)}: ${verdict(row, rival, metric, scale)}`
        : say`The API gives no such comparison ${before.toLowerCase()} ${flexible(name)}.`,
    );
  };
  return [
    ...asNameList(plan.engine).map((name) => line('On', name, engines)),
    ...asNameList(plan.topic).map((name) => line('About', name, topics)),
  ];
}

function comparedFigures(
  plan: Plan,
  name: string,
  { metric, own, rival, ownDay, engines, topics }: RivalComparison,
): Figure[] {
  const times = metric === 'mentionRate' ? percentFactor([own?.mentionRate, rival.mentionRate]) : 1;
  const figure = (of: string, value: number | undefined, day?: string): Figure[] =>
    value === undefined
      ? []
      : [{ name: of, value: value * times, unit: UNITS[metric], ...(day !== undefined && { day }) }];
  const words = METRIC_WORDS[metric].name;
  const part = (before: string, rows: RivalComparison['engines'], wanted: readonly string[]) =>
    rows
      .filter((row) => wanted.some((one) => foldName(one) === foldName(row.name ?? '')))
      .flatMap((row) => [
        // Topics have no figures by day.
        ...figure(`${words} ${before} ${row.name}`, row.own, before === 'on' ? ownDay : undefined),
        ...figure(`${words} of ${name} ${before} ${row.name}`, row.rival),
      ]);
  return [
    ...part('on', engines, asNameList(plan.engine)),
    ...part('about', topics, asNameList(plan.topic)),
    ...figure(words, own?.[metric], ownDay),
    ...figure(`${words} of ${name}`, rival[metric]),
  ];
}

/** `asked`: how many rivals the plan names. */
function againstSeveral(all: readonly Compared[], asked: number, { project }: PlanAsk): PlanAnswer {
  const [first] = all;
  const rows: ToolRow[] = all.map(({ name, compared: { rival } }) => ({
    name,
    isOwn: false,
    ...figuresOf(rival),
  }));
  const own = first?.compared.own;
  if (own) rows.push({ name: project.name, isOwn: true, ...figuresOf(own) });
  const notes = [
    first?.compared.ownDay === undefined
      ? NO_DAYS
      : 'Your figures are of the latest day; the API doesn’t say which days the others’ cover.',
    ...(asked > RIVALS_COMPARED ? [`Only the first ${RIVALS_COMPARED} are compared.`] : []),
  ];
  const tools: NamedTools = {
    project,
    where: '',
    by: 'score',
    rows: byScore(rows),
    about: [project.name],
    notes,
  };
  const answer = toolsAnswer(tools, ['engine', 'region', 'topic', 'metric', 'days']);
  // The headline is about the brand, the figures are everybody's.
  return { ...answer, figures: namedToolFigures({ ...tools, about: [] }) };
}

function toolsAnswer(tools: NamedTools, unheeded: Field[], none: EmptyCause = 'none_listed'): PlanAnswer {
  return {
    page: namedToolsPage(tools),
    figures: namedToolFigures(tools),
    emptyBecause: tools.rows.length === 0 ? none : undefined,
    unheeded,
  };
}

function figuresOf({
  score,
  mentionRate,
  averageRank,
}: Pick<ToolRow, 'score' | 'mentionRate' | 'averageRank'>) {
  return { score, mentionRate, averageRank };
}

function byScore(rows: readonly ToolRow[]): ToolRow[] {
  return rows.toSorted((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity) || 0);
}

async function toolsOnTopic(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, api } = ask;
  const [topic = ''] = asNameList(plan.topic);
  const label = await topicLabel(topic, 'topic', ask);
  const { entities, answer_count: answers } = await api(project).topicDetail(project.id, label);
  const isOwn = matchOwnBrand(entities, project.name);
  const isCounted = entities.some(({ top_pick_count }) => top_pick_count > 0);
  const rows = (answers === 0 ? [] : entities).map(
    (tool): ToolRow => ({
      name: tool.entity_name,
      isOwn: isOwn(tool),
      score: tool.score,
      mentionRate: tool.mention_rate,
      averageRank: tool.average_rank ?? undefined,
      first: isCounted ? tool.top_pick_count : undefined,
    }),
  );
  const isByFirst = plan.metric === 'rank' && isCounted;
  const tools: NamedTools = {
    project,
    where: ` about “${label}”`,
    by: isByFirst ? 'first' : 'score',
    rows: isByFirst ? rows.toSorted((a, b) => (b.first ?? 0) - (a.first ?? 0)) : byScore(rows),
    ranked: answers,
    about: asNameList(plan.entity),
    limit: plan.limit,
    notes: [NO_DAYS],
  };
  return toolsAnswer(tools, ['region', 'days', 'engine', ...severalIn(plan, 'topic')]);
}

async function toolsOnPrompt(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, api } = ask;
  const prompt = await promptMeant(plan.prompt ?? '', ask);
  const { entities = [], ...own } = await api(project).promptDetail(project.id, prompt.id);
  const named = entities.flatMap(({ name, type = '', ...figures }) =>
    name === undefined ? [] : { entity_name: name, entity_type: type, figures },
  );
  const isOwn = matchOwnBrand(named, project.name);
  const rows = named.map(
    (tool): ToolRow => ({ name: tool.entity_name, isOwn: isOwn(tool), ...figuresOf(tool.figures) }),
  );
  if (!rows.some((row) => row.isOwn) && own.score !== undefined) {
    rows.push({ name: project.name, isOwn: true, ...figuresOf(own) });
  }
  const tools: NamedTools = {
    project,
    where: ` for “${prompt.text}”`,
    by: 'score',
    rows: byScore(rows),
    about: asNameList(plan.entity),
    limit: plan.limit,
    notes: [NO_DAYS],
  };
  return toolsAnswer(tools, ['engine', 'region', 'topic', 'metric', 'days']);
}

/** By the list of mentions; for an engine, region or prompt by those in its answers. */
export async function namedAnswer(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const isPart = plan.engine !== undefined || plan.region !== undefined || plan.prompt !== undefined;
  if (plan.topic !== undefined && !isPart && !hasDays(plan)) return toolsOnTopic(plan, ask);
  return countedAnswer(plan, await countedTools(plan, ask));
}

function hasDays({ from, to }: Plan): boolean {
  return from !== undefined || to !== undefined;
}

type CountedTools = { tools: NamedTools; unheeded: Field[] };

async function countedTools(plan: Plan, ask: PlanAsk): Promise<CountedTools> {
  const { project, api } = ask;
  const client = api(project);
  const [mentions, of] = await Promise.all([
    client.mentions(project.id, { limit: MENTIONS_ASKED }),
    answersOf(plan, ask),
  ]);
  const days: Days = { from: plan.from, to: plan.to };
  const { tools, ...counted } = countTools(mentions, project.name, days, of?.ids);
  const all = countTools(mentions, project.name);
  const isCut = mentions.length >= MENTIONS_ASKED || mentions.rest !== undefined;
  const isByFirst = plan.metric === 'rank';
  const rows = isByFirst ? tools.toSorted((a, b) => b.first - a.first || b.answers - a.answers) : tools;
  // Open-ended days go back as far as the mentions do.
  const isEarlier = hasDays(plan) && all.since !== undefined && (plan.from ?? '') < all.since;
  const named: NamedTools = {
    project,
    where: of?.where ?? '',
    by: isByFirst ? 'first' : 'answers',
    rows: rows.map(({ name, isOwn, answers, first, rank }) => ({
      name,
      isOwn,
      answers,
      first: counted.ranked > 0 ? first : undefined,
      averageRank: rank,
    })),
    ...counted,
    about: asNameList(plan.entity),
    limit: plan.limit,
    unread: isEarlier ? days : undefined,
    notes: [
      ...(isCut && (isEarlier || !hasDays(plan))
        ? [`The API lists the latest mentions only, here back to ${dayName(all.since ?? '')}.`]
        : []),
      ...(!isCut && isEarlier ? [`The API’s mentions begin on ${dayName(all.since ?? '')}.`] : []),
      ...(of?.notes ?? []),
    ],
  };
  return {
    tools: named,
    unheeded: [
      ...(of?.unheeded ?? []),
      ...(plan.metric === 'score' || plan.metric === 'sentiment' ? (['metric'] as const) : []),
    ],
  };
}

function countedAnswer(plan: Plan, { tools, unheeded }: CountedTools): PlanAnswer {
  return toolsAnswer(tools, unheeded, hasDays(plan) ? 'none_of_those_days' : 'none_listed');
}
