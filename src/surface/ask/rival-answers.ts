/** Answers how the brand compares with rivals, whom answers name, how often and how often first, and who gained, lost or passed. */
import { asksFor, asksForFirsts, type EmptyCause, type Plan, type Premise } from '../../ask/plan.ts';
import type { MovedTool, RivalsMoved } from '../../decision.ts';
import { findBreaks } from '../../feeds/rival-watch.ts';
import {
  gainWords,
  namesMoved,
  type ReportedGain,
  rivalsMovedFigures,
  rivalsMovedPage,
  rivalsUnmoved,
  withPasses,
} from '../../messages/ask/moves.ts';
import { asNameList, metricOfPlan, type Unheeded } from '../../messages/ask/reading.ts';
import {
  describeStandings,
  isThere,
  type NamedTools,
  namedToolFigures,
  namedToolsPage,
  namesShown,
  type ToolRow,
} from '../../messages/ask/rivals.ts';
import { SPAN_UNKNOWN } from '../../messages/figures.ts';
import { brief } from '../../messages/lengths.ts';
import { ownDaysLine } from '../../messages/lookups/compare.ts';
import { paragraph, withBelowHeadline } from '../../messages/page.ts';
import { lines } from '../../messages/text.ts';
import { dayName } from '../../messages/times.ts';
import { DEFAULT_MIN_CHANGE } from '../../projects/projects-schema.ts';
import { type Days, today } from '../../rules/calendar.ts';
import { findPasses } from '../../rules/mention-alerts.ts';
import {
  closestTo,
  compareFirsts,
  compareMentions,
  countTools,
  type NamedDay,
} from '../../rules/named-days.ts';
import type { Mention } from '../../visibility/contract.ts';
import { foldName } from '../../words/answers.ts';
import { compareWith, MENTIONS_ASKED, readNamed } from '../lookups/compare.ts';
import { ifReadable } from '../refused.ts';
import { ALERT_MS, findAlertsSeen, readMeasuredChanges } from '../scores/scores.ts';
import { findAnswers, requireOnePrompt } from './find-answers.ts';
import {
  answerFirstInParts,
  compareByPrompt,
  compareWithOne,
  sortTools,
  toolsForPrompt,
  toolsOnTopic,
} from './one-rival.ts';
import {
  findReportedGain,
  findSeveral,
  hasDays,
  type PlanAnswer,
  type PlanAsk,
  readOnce,
  readTopic,
} from './plan-ask.ts';

/** The page of /visibility compare for one rival; all tools side by side for several, a topic or a prompt. */
export async function answerComparison(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const rivals = asNameList(plan.entity);
  const [rival, second] = rivals;
  if (plan.prompt !== undefined) return answerPromptTools(plan, ask);
  if (rival !== undefined && second === undefined && asksFor('by prompt', plan))
    return compareByPrompt(plan, rival, ask);
  const isOfRegion = plan.region !== undefined && (plan.topic !== undefined || rival !== undefined);
  const isOfDays = hasDays(plan) && rival !== undefined && plan.topic === undefined;
  if (isOfRegion || (isOfDays && plan.metric !== 'score' && plan.metric !== 'sentiment')) {
    const counted = await compareByMentions(plan, ask);
    if (counted) return counted;
  }
  if (plan.topic !== undefined && (rival === undefined || second !== undefined || plan.metric === 'rank'))
    return answerTopicTools(plan, ask);
  // Without a rival: every tool that answers name, apart from the brand, or the figures of each rival known.
  if (rival === undefined)
    return asksForGiven(plan) ? compareWithSeveral(plan, ask.names.rivals, ask) : answerNamed(plan, ask);
  const others = rivals.filter((one) => foldName(one) !== foldName(ask.project.name));
  const [only = rival, ...more] = others;
  if (more.length > 0) return compareWithSeveral(plan, others, ask);
  return compareWithOne(plan, await compareWith(only, ask, metricOfPlan(plan.metric)), ask);
}

/** Whether it asks for a figure that mentions don't have, and that the API gives of each tool as a whole. */
function asksForGiven(plan: Plan): boolean {
  const isOfWhole = (plan.engine ?? plan.region) === undefined && !hasDays(plan);
  return isOfWhole && (plan.metric === 'score' || plan.metric === 'sentiment');
}

/** The API doesn't compare by region or day, so this counts mentions. Undefined unless all are known, and all rivals mentioned. */
async function compareByMentions(plan: Plan, ask: PlanAsk): Promise<PlanAnswer | undefined> {
  const rivals = asNameList(plan.entity);
  const entity = rivals.length > 0 ? [...rivals, ask.project.name] : undefined;
  const counted = await countPlanTools({ ...plan, entity }, ask);
  const named = new Set(counted.tools.rows.map(({ name }) => foldName(name)));
  if (counted.unheeded.includes('region') || named.size === 0 || counted.tools.unread) return undefined;
  if (!rivals.every((one) => named.has(foldName(one)))) return undefined;
  const answer = answerCounted(plan, counted);
  const instead =
    plan.region === undefined
      ? 'The API doesn’t compare by day. This is how often the answers of these days name each.'
      : 'The API doesn’t compare by region. This is how often the latest answers there name each.';
  // Of one topic, few answers are from one region.
  const everywhere = plan.topic === undefined ? undefined : await readTopicTools(plan, ask);
  const where = plan.engine === undefined ? 'In all regions' : 'On all engines and in all regions';
  const overall = everywhere && `${where}: ${describeStandings(everywhere)}.`;
  return { ...answer, page: withBelowHeadline(answer.page, paragraph(lines(instead, overall))) };
}

/** One call each: as many as people wait for. */
const MOST_COMPARED = 12;

async function compareWithSeveral(plan: Plan, rivals: readonly string[], ask: PlanAsk): Promise<PlanAnswer> {
  const { project } = ask;
  const metric = metricOfPlan(plan.metric);
  const once = readOnce(ask);
  const wanted = wantedOf(plan);
  const read = rivals.slice(0, MOST_COMPARED).map((one) => {
    const compared = compareWith(one, once, metric);
    return wanted.areRivals ? ifReadable(compared, ask) : compared;
  });
  const all = (await Promise.all(read)).flatMap((one) => one ?? []);
  const [first] = all;
  if (!first) return answerNamed(plan, ask);
  const rows: ToolRow[] = all.map(({ name, compared: { rival } }) => ({ ...rival, name, isOwn: false }));
  const { own, ownDays } = first.compared;
  if (own) rows.push({ ...own, name: project.name, isOwn: true });
  const isGiven = rows.every((row) => row[metric] !== undefined);
  const by = isGiven ? metric : 'score';
  const tools: NamedTools = {
    project,
    where: '',
    by,
    rows: sortTools(by, rows),
    isOfSome: true,
    ...wanted,
    about: wanted.areRivals ? [] : [...all.map(({ name }) => name), project.name],
    notes: [
      ownDays ? `${ownDaysLine(ownDays)} The others’ may cover other days.` : SPAN_UNKNOWN,
      ...(rivals.length > MOST_COMPARED ? [`Only the first ${MOST_COMPARED} rivals were compared.`] : []),
    ],
  };
  return answerTools(tools, ['engine', 'region', 'topic', 'days', ...(isGiven ? [] : (['metric'] as const))]);
}

function wantedOf(plan: Plan) {
  const { intent, entity, not, limit, place } = plan;
  const areRivals = intent === 'compare' && entity === undefined;
  const isWithin = place !== undefined && asksFor('within', plan);
  const where = isWithin ? { within: place + 1 } : { place };
  return { about: asNameList(entity), not: asNameList(not), limit, areRivals, ...where };
}

function answerTools(tools: NamedTools, unheeded: Unheeded[], none: EmptyCause = 'none_listed'): PlanAnswer {
  return {
    page: namedToolsPage(tools),
    figures: namedToolFigures(tools),
    names: namesShown(tools),
    isSo: isThere(tools),
    emptyBecause: tools.rows.length === 0 ? none : undefined,
    unheeded,
  };
}

async function answerTopicTools(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const unheeded: Unheeded[] = ['region', 'days', 'engine', ...findSeveral(plan, 'topic')];
  return answerTools(await readTopicTools(plan, ask), unheeded);
}

async function readTopicTools(plan: Plan, ask: PlanAsk): Promise<NamedTools> {
  const { project } = ask;
  const [topic = ''] = asNameList(plan.topic);
  const detail = await readTopic(topic, ask);
  const { label, answer_count: answers } = detail;
  const rows = toolsOnTopic(detail, ask);
  const isByFirst = plan.metric === 'rank' && rows.some(({ first }) => first !== undefined);
  return {
    project,
    where: ` about “${label}”`,
    by: isByFirst ? 'first' : 'score',
    rows: isByFirst ? rows.toSorted((a, b) => (b.first ?? 0) - (a.first ?? 0)) : rows,
    ranked: answers,
    ...wantedOf(plan),
    notes: [SPAN_UNKNOWN],
  };
}

async function answerPromptTools(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, api } = ask;
  const prompt = await requireOnePrompt(plan.prompt ?? '', ask);
  const rows = toolsForPrompt(await api(project).promptDetail(project.id, prompt.id), ask);
  const tools: NamedTools = {
    project,
    where: ` for “${prompt.text}”`,
    by: 'score',
    rows,
    ...wantedOf(plan),
    notes: [SPAN_UNKNOWN],
  };
  return answerTools(tools, ['engine', 'region', 'topic', 'metric', 'days']);
}

/** Counts the listed mentions, or for an engine, region or prompt those in its answers. */
export async function answerNamed(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  if (asksForFirsts(plan)) return answerFirstInParts(plan, ask);
  const isPart = plan.engine !== undefined || plan.region !== undefined || plan.prompt !== undefined;
  if (plan.topic !== undefined && !isPart && !hasDays(plan)) return answerTopicTools(plan, ask);
  const counted = await countPlanTools(plan, ask);
  const closest = asksFor('closest', plan) ? closestTo(counted.tools.rows) : undefined;
  if (closest === undefined) return answerCounted(plan, counted);
  const about = [closest, ask.project.name];
  const answer = answerCounted(plan, { ...counted, tools: { ...counted.tools, about } });
  const said = `By how many answers name each, ${brief(closest, 'name')} is closest to you.`;
  return { ...answer, page: withBelowHeadline(answer.page, paragraph(said)) };
}

type CountedTools = { tools: NamedTools; unheeded: Unheeded[] };

async function countPlanTools(plan: Plan, ask: PlanAsk): Promise<CountedTools> {
  const { project, api } = ask;
  const client = api(project);
  const [mentions, of] = await Promise.all([
    client.mentions(project.id, { limit: MENTIONS_ASKED }),
    findAnswers(plan, ask),
  ]);
  const days: Days = { from: plan.from, to: plan.to };
  const { tools, ...counted } = countTools(mentions, project.name, days, of?.ids);
  const all = countTools(mentions, project.name);
  const isCut = mentions.length >= MENTIONS_ASKED || mentions.rest !== undefined;
  const isByFirst = plan.metric === 'rank';
  const rows = isByFirst ? tools.toSorted((a, b) => b.first - a.first || b.answers - a.answers) : tools;
  // Days without a start go back as far as the mentions do.
  const isEarlier = hasDays(plan) && all.since !== undefined && (plan.from ?? '') < all.since;
  const isOfLatest = isCut && (plan.from ?? '') <= (all.since ?? '');
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
    isOfLatest,
    ...wantedOf(plan),
    unread: isEarlier ? days : undefined,
    notes: [
      ...(isEarlier ? [`The mentions that could be read begin on ${dayName(all.since ?? '')}.`] : []),
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

function answerCounted(plan: Plan, { tools, unheeded }: CountedTools): PlanAnswer {
  return answerTools(tools, unheeded, hasDays(plan) ? 'none_of_those_days' : 'none_listed');
}

/** If the API’s mentions don’t reach back far enough, it says so and lists who is named. */
export async function answerRivalsMoved(plan: Plan, premise: Premise, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, api } = ask;
  const [mentions, of, { moved: measured }, alerts] = await Promise.all([
    api(project).mentions(project.id, { limit: MENTIONS_ASKED }),
    findAnswers(plan, ask),
    readMeasuredChanges(ask, { now: ask.now() }),
    findAlertsSeen(ask, ask.now() - ALERT_MS),
  ]);
  const wanted = asNameList(plan.entity).map(foldName);
  const unwanted = asNameList(plan.not).map(foldName);
  const isWanted = ({ name }: { name: string }) =>
    (wanted.length === 0 || wanted.includes(foldName(name))) && !unwanted.includes(foldName(name));
  const kept = of ? [] : await readNamed(mentions, ask);
  const compared = compareTools(plan, mentions, kept, ask, of?.ids);
  // Days that are asked for without a move are told in whole, or not compared.
  const moved = compared?.isPart && plan.premise === undefined && hasDays(plan) ? undefined : compared;
  const { from: since, to: until } = moved?.before ?? {};
  const isSince = since === plan.from && until === plan.from;
  // An alert is about all answers of a day, and only knows who gained.
  const gain = of || premise !== 'better' ? undefined : findReportedGain(alerts, plan, isSince);
  const reported = gain && isWanted(gain) ? gain : undefined;
  if (!moved) {
    const answer = await answerNamed(plan, ask);
    const since = kept[0]?.day ?? countTools(mentions, project.name).since;
    const below = [reported && paragraph(gainWords(reported)), paragraph(rivalsUnmoved(since))];
    return { ...answer, page: withBelowHeadline(answer.page, ...below) };
  }
  // The alert's test knows more days than are compared here.
  const gained = moved.by === 'first' && reported ? foldName(reported.name) : undefined;
  const tools = moved.tools
    .filter((tool) => tool.isOwn || isWanted(tool))
    .map((tool) => ({
      ...tool,
      isBeyond: tool.isBeyond || (foldName(tool.name) === gained && tool.now > tool.before),
    }));
  // Of a rival that no answer names there's only the comparison.
  const [only, second] = wanted.length > 0 ? tools.filter(({ isOwn }) => !isOwn) : [];
  if (wanted.length > 0 && !only) return answerComparison(plan, ask);
  const answer = {
    project,
    where: of?.where ?? '',
    ...moved,
    tools,
    isOfSome: wanted.length > 0,
    told: reported,
    premise,
    since: isSince ? since : undefined,
    limit: plan.limit,
    measured: measured.filter(({ day }) => day > moved.before.from && day <= moved.now.to),
    notes: of?.notes ?? [],
  };
  return {
    page: rivalsMovedPage(answer),
    figures: rivalsMovedFigures(answer),
    names: namesMoved(answer),
    isSo: second || moved.isPart ? undefined : gainedAs(only, premise, reported),
    unheeded: of?.unheeded ?? [],
  };
}

/** By who is named first, as in alerts, whatever days are asked about; by who is named if that is asked, or no places are known. */
function compareTools(
  { from, to, metric }: Plan,
  mentions: readonly Mention[],
  kept: readonly NamedDay[],
  { project, now }: PlanAsk,
  of: ReadonlySet<string> | undefined,
): RivalsMoved | undefined {
  const days = { from, to, today: today(now(), 'UTC') };
  const hasPlaces = kept.some(({ ranked }) => ranked > 0) || countTools(mentions, project.name).ranked > 0;
  if (metric === 'mention_rate' || !hasPlaces)
    return compareMentions(mentions, project.name, days, 'named', of);
  const known = compareFirsts(kept, project.name, days);
  if (!known) return compareMentions(mentions, project.name, days, 'first', of);
  const { isPart, ...moved } = known;
  // Without days asked about, none of them are missing.
  return isPart && hasDays({ from, to }) ? known : moved;
}

/** Undefined if it isn't known: an alert may report a gain that these days don't show. */
function gainedAs(rival: MovedTool | undefined, premise: Premise, reported: ReportedGain | undefined) {
  const isSo = rival && hasMoved(rival, premise);
  return isSo || !reported ? isSo : undefined;
}

/** What may be chance is no move. */
function hasMoved({ now, before, isBeyond }: MovedTool, premise: Premise): boolean {
  return isBeyond && now > before === (premise === 'better');
}

/** Whether the rival that the plan names, or any, overtook the brand in the days known. */
export async function answerPassed(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, api } = ask;
  const [mentions, { moved }] = await Promise.all([
    api(project).mentions(project.id, { limit: MENTIONS_ASKED }),
    readMeasuredChanges(ask, { now: ask.now() }),
  ]);
  const { from = '', to = '9999-12-31' } = plan;
  const wanted = asNameList(plan.entity).map(foldName);
  const all = (await readNamed(mentions, ask)).filter(({ ranked }) => ranked > 0);
  const breaks = findBreaks(all, [], moved);
  const passes = findPasses(all, { minChange: DEFAULT_MIN_CHANGE, breaks }).filter(
    ({ about }) =>
      about.since >= from &&
      about.since <= to &&
      (wanted.length === 0 || wanted.includes(foldName(about.rival))),
  );
  const answer = await answerNamed({ intent: 'named', metric: 'rank', from: plan.from, to: plan.to }, ask);
  const asked = all.filter(({ day }) => day >= from && day <= to);
  const isAhead = ({ own, rivals }: NamedDay) =>
    rivals.some(({ name, first }) => first > own && wanted.includes(foldName(name)));
  const about = asNameList(plan.entity);
  const wasAhead = about.length === 1 && asked.every(isAhead);
  const days = asked.map(({ day }) => day);
  const [first] = days;
  // A rival may have passed before the first day known.
  const isWhole = first !== undefined && (plan.from === undefined || first <= plan.from);
  return {
    ...answer,
    page: withPasses(answer.page, project, passes, { about, days, wasAhead }),
    isSo: about.length > 1 ? undefined : passes.length > 0 || (isWhole ? false : undefined),
    unheeded: ['engine', 'region', 'topic', 'prompt'],
  };
}
