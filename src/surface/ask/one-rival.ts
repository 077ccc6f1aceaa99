/** Answers a question about one rival: the page of /visibility compare, with what the question asks for on top. */
import { asksFor, type Figure, type Plan } from '../../ask/plan.ts';
import type { GapRow, Metric, RivalComparison } from '../../decision.ts';
import { UNITS } from '../../messages/ask/course-figures.ts';
import { asNameList, metricOfPlan } from '../../messages/ask/reading.ts';
import { firstInPartsPage, firstsSaid, type ToolRow } from '../../messages/ask/rivals.ts';
import { quoteParts, toneWords } from '../../messages/ask/what-engines-say.ts';
import { percentFactor } from '../../messages/figures.ts';
import {
  competitorPage,
  courseLine,
  leads,
  promptGapsPage,
  verdict,
} from '../../messages/lookups/compare.ts';
import { paragraph, withBelowHeadline } from '../../messages/page.ts';
import { METRIC_WORDS } from '../../messages/scores/score-words.ts';
import { bold, flexible, say, type Text } from '../../messages/text.ts';
import { daysInWords } from '../../messages/times.ts';
import type { PromptDetail } from '../../visibility/assumed.ts';
import type { TopicDetail } from '../../visibility/contract.ts';
import { foldName, matchOwnBrand } from '../../words/answers.ts';
import type { Compared } from '../lookups/compare.ts';
import { ifReadable } from '../refused.ts';
import { findPrompts, PROMPTS_READ, readQuotes } from './find-answers.ts';
import type { PlanAnswer, PlanAsk } from './plan-ask.ts';

/** The whole comparison, with the plan's figure, engines and topics in the headline. */
export async function compareWithOne(
  plan: Plan,
  { name, compared, ...beside }: Compared,
  ask: PlanAsk,
): Promise<PlanAnswer> {
  // “Where is Globex strongest?” is answered by the first of its engines.
  const best = METRIC_WORDS[compared.metric].best === 'lowest' ? 1 : -1;
  const engines = compared.engines.toSorted((a, b) => best * ((a.rival ?? 0) - (b.rival ?? 0)));
  const asked = { ...compared, engines, topics: await readTopics(plan, name, compared, ask) };
  const isByMetric = plan.metric === undefined || metricOfPlan(plan.metric) === compared.metric;
  const past =
    plan.intent === 'compare' && !asksFor('past', plan) ? undefined : courseLine(beside.course, name);
  const isOfSaid = (['words', 'negative', 'positive'] as const).some((one) => asksFor(one, plan));
  const quotes = plan.metric === 'sentiment' || isOfSaid ? await readQuotes(plan, ask, name) : undefined;
  const tone = isOfSaid && quotes ? toneWords(quotes, asksFor('if any', plan)) : undefined;
  const page = competitorPage(ask.project, name, compared, {
    ...beside,
    asked: [...(tone === undefined ? [] : [say`${tone}`]), ...partLines(plan, name, asked)],
  });
  return {
    page: withBelowHeadline(page, ...(quotes ? quoteParts(ask.project, quotes) : []), paragraph(past)),
    figures: comparedFigures(plan, name, asked),
    isSo: isOnThatSide(plan, asked),
    unheeded: ['region', ...(isByMetric || (quotes && isOfSaid) ? [] : (['metric'] as const)), 'days'],
  };
}

/** Whether the brand is ahead or behind, as the question says: overall, or on the one engine or topic asked about. */
function isOnThatSide(plan: Plan, { metric, own, rival, engines, topics }: RivalComparison) {
  const side = asksFor('ahead', plan) ? 'own' : asksFor('behind', plan) ? 'rival' : undefined;
  const parts = [...engines.filter(isOneOf(plan.engine)), ...topics.filter(isOneOf(plan.topic))];
  const isOfWhole = (plan.engine ?? plan.topic) === undefined;
  const [row, second] = isOfWhole ? [{ own: own?.[metric], rival: rival[metric] }] : parts;
  const isKnown = row && !second && row.own !== undefined && row.rival !== undefined;
  return side && isKnown ? leads(side, row, metric) : undefined;
}

/** The brand against one rival on each tracked prompt, by score, or by mention rate if that is asked for. */
export async function compareByPrompt(plan: Plan, rival: string, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, api } = ask;
  const metric = plan.metric === 'mention_rate' ? 'mentionRate' : 'score';
  const prompts = await findPrompts(plan, ask);
  const read = prompts.slice(0, PROMPTS_READ).map(async ({ id, text }): Promise<GapRow> => {
    const detail = await ifReadable(api(project).promptDetail(project.id, id), ask);
    const tools = toolsOfPrompt(detail);
    const ours = tools.find(matchOwnBrand(tools, project.name));
    const its = tools.find(({ entity_name }) => foldName(entity_name) === foldName(rival));
    return { name: text, own: detail?.[metric] ?? ours?.figures[metric], rival: its?.figures[metric] };
  });
  const way = plan.order === 'best' ? -1 : 1;
  const behind = ({ own = 0, rival: its = 0 }: GapRow) => own - its;
  const rows = (await Promise.all(read)).toSorted((a, b) => way * (behind(a) - behind(b)));
  const both = rows.filter((one) => one.own !== undefined && one.rival !== undefined);
  const rates = both.flatMap(({ own, rival: its }) => [own, its]);
  const shown = both.slice(0, plan.limit);
  return {
    page: promptGapsPage(project, rival, { metric, rows, of: prompts.length, limit: plan.limit }),
    figures: shown.flatMap((row) => gapFigures(metric, rival, row, { where: ` for “${row.name}”`, rates })),
    names: shown.map(({ name = '' }) => name),
    emptyBecause: both.length === 0 ? 'api_lacks_it' : undefined,
    unheeded: [
      'engine',
      'region',
      'topic',
      'days',
      ...(plan.metric === 'rank' || plan.metric === 'sentiment' ? (['metric'] as const) : []),
    ],
  };
}

/** Who is first by score on each topic or prompt, and where the rivals asked about and the brand are. */
export async function answerFirstInParts(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, api, names } = ask;
  const kind = asksFor('by topic', plan) ? 'topic' : 'prompt';
  const all = kind === 'topic' ? names.topics.map((id) => ({ id, text: id })) : await findPrompts(plan, ask);
  const read = all.slice(0, PROMPTS_READ).map(async ({ id, text }) => {
    const client = api(project);
    const tools =
      kind === 'topic'
        ? ifReadable(client.topicDetail(project.id, id), ask).then((topic) => toolsOnTopic(topic, ask))
        : ifReadable(client.promptDetail(project.id, id), ask).then((prompt) => toolsForPrompt(prompt, ask));
    return { part: text, tools: (await tools).filter(({ score }) => score !== undefined) };
  });
  const rows = (await Promise.all(read)).filter(({ tools }) => tools.length > 0);
  const about = asNameList(plan.entity);
  return {
    page: firstInPartsPage({ project, kind, rows, about, of: all.length }),
    figures: firstsSaid(rows, about, project).map(({ name, firsts }) => ({
      name: `${kind}s on which ${name} is first`,
      value: firsts,
      unit: `${kind}s`,
    })),
    names: rows.map(({ part }) => part),
    emptyBecause: rows.length === 0 ? 'api_lacks_it' : undefined,
    unheeded: ['engine', 'region', 'days'],
  };
}

/** The tools in the answers on a topic, best score first; none if no answer is. */
export function toolsOnTopic(topic: TopicDetail | undefined, { project }: PlanAsk): ToolRow[] {
  const tools = topic && topic.answer_count > 0 ? topic.entities : [];
  const isOwn = matchOwnBrand(tools, project.name);
  const isCounted = tools.some(({ top_pick_count }) => top_pick_count > 0);
  const rows = tools.map((tool) => ({
    name: tool.entity_name,
    isOwn: isOwn(tool),
    score: tool.score,
    mentionRate: tool.mention_rate,
    averageRank: tool.average_rank ?? undefined,
    first: isCounted ? tool.top_pick_count : undefined,
  }));
  return sortTools('score', rows);
}

/** The tools in the answers to a prompt, best score first: the brand also if the API gives its figures apart. */
export function toolsForPrompt(prompt: PromptDetail | undefined, { project }: PlanAsk): ToolRow[] {
  const tools = toolsOfPrompt(prompt);
  const isOwn = matchOwnBrand(tools, project.name);
  const rows: ToolRow[] = tools.map((tool) => ({
    ...tool.figures,
    name: tool.entity_name,
    isOwn: isOwn(tool),
  }));
  const own = prompt?.score === undefined || rows.some((row) => row.isOwn) ? [] : [prompt];
  return sortTools('score', [
    ...rows,
    ...own.map((figures) => ({ ...figures, answers: undefined, name: project.name, isOwn: true })),
  ]);
}

/** Best first; those without the figure last. */
export function sortTools(by: Metric, rows: readonly ToolRow[]): ToolRow[] {
  const worst = METRIC_WORDS[by].best === 'lowest' ? Infinity : -Infinity;
  const way = worst > 0 ? 1 : -1;
  return rows.toSorted((a, b) => way * ((a[by] ?? worst) - (b[by] ?? worst)) || 0);
}

/** The tools in the answers to a prompt, in the shape in which the brand itself is found among them. */
function toolsOfPrompt(detail: PromptDetail | undefined) {
  return (detail?.entities ?? []).flatMap(({ name, type = '', ...figures }) =>
    name === undefined ? [] : { entity_name: name, entity_type: type, figures },
  );
}

/** The plan's topics. If the API’s comparison lacks a side of one, both sides come from the topic’s own figures. */
async function readTopics(
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

/** The comparison on the plan's engines and topics: "On Gemini: Globex leads by 36.0 (71.3 to 35.3)". */
function partLines(plan: Plan, rival: string, compared: RivalComparison): Text[] {
  const { metric, engines, topics } = compared;
  const values = [...engines, ...topics].flatMap(({ own, rival: its }) => [own ?? [], its ?? []].flat());
  const scale = METRIC_WORDS[metric].scale(values);
  const linesOf = (before: string, names: Plan['engine'], rows: RivalComparison['engines']) => {
    const found = rows.filter(isOneOf(names));
    const missing = asNameList(names).filter((name) => !found.some(isOneOf(name)));
    return [
      ...found.map((row) => say`${bold(`${before} ${row.name}`)}: ${verdict(row, rival, metric, scale)}`),
      ...missing.map((name) => say`The API gives no comparison ${before.toLowerCase()} ${flexible(name)}.`),
    ];
  };
  return [...linesOf('On', plan.engine, engines), ...linesOf('About', plan.topic, topics)];
}

const isOneOf = (wanted: Plan['engine']) => (row: GapRow) =>
  asNameList(wanted).some((one) => foldName(one) === foldName(row.name ?? ''));

function comparedFigures(plan: Plan, name: string, compared: RivalComparison): Figure[] {
  const { metric, own, rival, ownDays: days, engines, topics } = compared;
  const rates = [own?.mentionRate, rival.mentionRate];
  return [
    ...engines
      .filter(isOneOf(plan.engine))
      .flatMap((row) => gapFigures(metric, name, row, { where: ` on ${row.name}`, days, rates })),
    // Topics have no figures by day.
    ...topics
      .filter(isOneOf(plan.topic))
      .flatMap((row) => gapFigures(metric, name, row, { where: ` about ${row.name}`, rates })),
    ...gapFigures(metric, name, { own: own?.[metric], rival: rival[metric] }, { days, rates }),
  ];
}

/** A figure of the brand, of some `days` if that is known, and the same of a rival. `rates` tell what the whole is. */
function gapFigures(
  metric: Metric,
  name: string,
  { own, rival }: GapRow,
  {
    where = '',
    days,
    rates = [],
  }: { where?: string; days?: RivalComparison['ownDays']; rates?: readonly (number | undefined)[] },
): Figure[] {
  const times = metric === 'mentionRate' ? percentFactor(rates) : 1;
  const { name: called } = METRIC_WORDS[metric];
  const average = days && days.from !== days.to ? `, average of ${daysInWords(days)}` : '';
  const figure = (of: string, value: number | undefined, day?: { day: string }): Figure[] =>
    value === undefined
      ? []
      : [{ name: `${called}${of}`, value: value * times, unit: UNITS[metric], ...day }];
  return [
    ...figure(`${where}${average}`, own, days && { day: days.to }),
    ...figure(` of ${name}${where}`, rival),
  ];
}
