/** Answers what engines say and cite: the text of the latest answers to a prompt or on a topic, and the pages cited in them. */
import { asksFor, type Plan } from '../../ask/plan.ts';
import { siteOf as siteOfName } from '../../ask/plan-fields.ts';
import type { CitedPage } from '../../decision.ts';
import { asNameList, namingIn } from '../../messages/ask/reading.ts';
import {
  answerTextsFigures,
  answerTextsPage,
  type Cited,
  citationFigures,
  citedFigures,
  citedPage,
  countByPrompt,
  isListed,
  linksOf,
  MOST_QUOTED,
  type QuotedText,
} from '../../messages/ask/what-engines-say.ts';
import { brief } from '../../messages/lengths.ts';
import { sourcesPage } from '../../messages/lookups/evidence.ts';
import { dayName, daysInWords } from '../../messages/times.ts';
import { dayOf, daysBefore } from '../../rules/calendar.ts';
import { CITATIONS_ASKED, type CitedBy, countCitedPages, sumCounts } from '../../rules/cited-threads.ts';
import type { Listing } from '../../visibility/answer.ts';
import type { Citation, Source, TopicAnswer } from '../../visibility/assumed.ts';
import { withEngineNames } from '../../visibility/breakdown.ts';
import type { Mention } from '../../visibility/contract.ts';
import { answersNaming, excerptOf, isOfSite, matchOwnBrand, namesAny } from '../../words/answers.ts';
import { MENTIONS_ASKED } from '../lookups/compare.ts';
import { type Filter, resolveFilter } from '../lookups/filters.ts';
import { requireTopicLabel } from '../lookups/lookups.ts';
import { ifReadable } from '../refused.ts';
import { slicePage } from '../run-command.ts';
import { readRuns, requirePrompts } from './find-answers.ts';
import { describeWhere, findSeveral, hasDays, isWanted, type PlanAnswer, type PlanAsk } from './plan-ask.ts';

export async function answerSources(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, page } = ask;
  const api = ask.api(project);
  const { ids, only } = await resolveFilter({ options: toOptions(plan), words: '', line: '' }, api);
  const isNarrowed = [plan.entity, plan.prompt, plan.topic, plan.from, plan.to].some(
    (one) => one !== undefined,
  );
  if (isNarrowed) return answerCitations(plan, ids, ask);
  const others = sitesLeftOut(plan, ask);
  const all = withoutSites(await api.sources(project.id, ids), others);
  const first = all.slice(0, plan.limit);
  const listed =
    first.length === all.length ? all : Object.assign(first, { rest: all.rest ?? { total: all.length } });
  const { shown, pages } = slicePage(listed, page);
  return {
    page: sourcesPage(project, shown, listed, { only: only.concat(others.map((one) => `without ${one}`)) }),
    figures: citationFigures(listed),
    names: shown.map(siteOf),
    sources: linksOf(shown, shown.length),
    emptyBecause: listed.length === 0 ? 'none_listed' : undefined,
    unheeded: others.length === 0 ? ['not'] : [],
    pages,
  };
}

/** Empty if the API doesn't say, so that the others keep their places. */
function siteOf({ domain = '' }: { domain?: string | undefined }): string {
  return domain;
}

function toOptions({ engine, region }: Plan): Record<string, string> {
  return { engine: asNameList(engine).join(', '), region: asNameList(region).join(', ') };
}

async function answerCitations(plan: Plan, ids: Filter['ids'], ask: PlanAsk): Promise<PlanAnswer> {
  const { project } = ask;
  const api = ask.api(project);
  const isBySite = plan.entity === 'sites';
  const sites = isBySite ? [] : asNameList(plan.entity).map((name) => resolveSite(name, ask));
  const others = sitesLeftOut(plan, ask);
  const [listed, by, onList] = await Promise.all([
    api.citations(project.id, { limit: CITATIONS_ASKED, ...ids }),
    findCitingAnswers(plan, ask),
    // Without other filters, the API's list, which /visibility sources shows, usually counts more.
    isOnlySite(plan) ? api.sources(project.id, ids) : undefined,
  ]);
  const citations = withoutSites(listed, others);
  const { citations: total } = countCitedPages(citations, by);
  const ofLatest = { ...countCitedPages(citations, { ...by, domain: sites }), total };
  const ofList = others.length === 0 ? countOnList(onList, sites, ofLatest) : undefined;
  const counted = ofList ?? ofLatest;
  const isCut = listed.length >= CITATIONS_ASKED || listed.rest !== undefined;
  const { isWhole, isBefore, ...latest } = describeLatest(citations, isCut, plan, ask);
  const cited: Cited = {
    project,
    where: describeCited(plan, sites, others, ask),
    ...counted,
    beside:
      sites.length > 1 && counted.citations > 0 ? countEach(sites.filter(isAddress), counted.pages) : [],
    there: describeCited(plan, [], others, ask),
    pages: isBySite ? addUpSites(counted.pages) : counted.pages,
    of: isBySite ? 'site' : 'page',
    latest: ofList ? undefined : latest,
    isWhole: ofList ? onList?.rest === undefined : isWhole,
    isBefore,
    limit: plan.limit,
    notes: [
      ...(sites.length > 1 ? sites.filter((site) => !isAddress(site)) : []).map(
        (site) => `No cited site is called “${brief(site, 'place')}”, so its citations aren’t known.`,
      ),
      ofList && 'Counted as in the list of most cited pages. The API doesn’t say which days it covers.',
      plan.from !== undefined &&
        (latest.since ?? '') > plan.from &&
        `The listed citations begin on ${dayName(latest.since ?? '')}.`,
      counted.undated > 0 && `${counted.undated} have no date and aren’t counted.`,
      counted.untied > 0 && `${counted.untied} don’t say which answer they’re from and aren’t counted.`,
    ].flatMap((note) => note || []),
  };
  return {
    page: citedPage(cited),
    figures: citedFigures(cited),
    names: cited.pages.map(siteOf),
    sources: linksOf(cited.pages),
    isSo: sites.length === 1 ? counted.citations > 0 || (cited.isWhole ? false : undefined) : undefined,
    emptyBecause: counted.citations > 0 ? undefined : whyNone(plan, citations, isBefore),
    unheeded: [...findSeveral(plan, 'topic'), ...(others.length === 0 ? (['not'] as const) : [])],
  };
}

function whyNone(plan: Plan, citations: readonly Citation[], isBefore: boolean) {
  if (isBefore) return 'api_lacks_it';
  if (citations.length === 0) return 'none_listed';
  return hasDays(plan) ? 'none_of_those_days' : 'filtered_out';
}

/** The sites' pages on the API's list, unless the latest citations show more. */
function countOnList(
  list: Listing<Source> | undefined,
  sites: readonly string[],
  { citations, pages }: Pick<ReturnType<typeof countCitedPages>, 'citations' | 'pages'>,
) {
  const isAsked = (source: Source) => sites.length === 0 || sites.some((site) => isOfSite(source, site));
  const onList = list?.filter(isAsked) ?? [];
  const total = sumCitations(onList);
  const hasMore = total > 0 && total >= citations && onList.length >= pages.length;
  const all = sumCitations(list ?? []);
  return hasMore ? { pages: onList, citations: total, total: all, undated: 0, untied: 0 } : undefined;
}

/** `isWhole` and `isBefore` as in Cited; the list may be cut. */
function describeLatest(
  citations: readonly Citation[],
  isCut: boolean,
  { from, to }: Plan,
  { today }: PlanAsk,
) {
  const dates = citations
    .flatMap(({ createdAt = '' }) => (createdAt === '' ? [] : dayOf(createdAt)))
    .toSorted();
  const [since, until] = [dates[0], dates.at(-1)];
  const ids = citations.flatMap(({ promptRunId, responseId }) => promptRunId ?? responseId ?? []);
  const span = daysInWords({ from: since, to: until }, today);
  const isBefore = isCut && since !== undefined && to !== undefined && to < since;
  const isWhole = !isCut || (since !== undefined && from !== undefined && from > since);
  return { of: sumCounts(citations), since, span, answers: new Set(ids).size, isBefore, isWhole };
}

/** " of globex.example without acme.example on Gemini about “pricing”, last week" */
function describeCited(
  plan: Plan,
  sites: readonly string[],
  others: readonly string[],
  { today }: PlanAsk,
): string {
  const days = daysInWords(plan, today);
  return [
    sites.length > 0 ? ` of ${sites.map((site) => brief(site, 'place')).join(' or ')}` : '',
    ...others.map((site) => ` without ${brief(site, 'place')}`),
    describeWhere(plan),
    days === undefined ? '' : `, ${days}`,
  ].join('');
}

/** None if the brand's own site isn't known. */
function sitesLeftOut({ not }: Plan, ask: PlanAsk): string[] {
  return asNameList(not)
    .map((name) => resolveSite(name, ask))
    .filter(isAddress);
}

function withoutSites<Page extends { url?: string | undefined; domain?: string | undefined }>(
  pages: Listing<Page>,
  sites: readonly string[],
): Listing<Page> {
  const kept: Listing<Page> = pages.filter((page) => !sites.some((site) => isOfSite(page, site)));
  return pages.rest ? Object.assign(kept, { rest: sites.length > 0 ? {} : pages.rest }) : kept;
}

function addUpSites(pages: readonly CitedPage[]): CitedPage[] {
  return [...Map.groupBy(pages, siteOf)]
    .map(([domain, all]) => ({ domain, citations: sumCitations(all) }))
    .toSorted((a, b) => b.citations - a.citations);
}

/** Most cited first. */
function countEach(sites: readonly string[], pages: readonly CitedPage[]): Cited['beside'] {
  return sites
    .map((site) => ({ site, citations: sumCitations(pages.filter((page) => isOfSite(page, site))) }))
    .toSorted((a, b) => b.citations - a.citations);
}

function sumCitations(pages: readonly { citations?: number | undefined }[]): number {
  return pages.reduce((sum, { citations: times = 0 }) => sum + times, 0);
}

function isOnlySite({ entity, prompt, topic, from, to }: Plan): boolean {
  return entity !== undefined && [prompt, topic, from, to].every((one) => one === undefined);
}

const isAddress = (site: string): boolean => site.includes('.');

/** A rival's name means its site: "Globex" is globex.example. */
function resolveSite(name: string, { names }: PlanAsk): string {
  return isAddress(name) ? name : (asNameList(siteOfName(name, names.known))[0] ?? name);
}

async function findCitingAnswers(plan: Plan, ask: PlanAsk): Promise<Omit<CitedBy, 'domain'>> {
  const { project } = ask;
  const [topic] = asNameList(plan.topic);
  const [prompts, label] = await Promise.all([
    plan.prompt === undefined ? undefined : requirePrompts(plan.prompt, ask),
    topic === undefined ? undefined : requireTopicLabel(topic, 'topic', ask),
  ]);
  const answers = label === undefined ? undefined : await ask.api(project).topicAnswers(project.id, label);
  return {
    from: plan.from,
    to: plan.to,
    prompts: prompts && {
      ids: new Set(prompts.map(({ id }) => id)),
      texts: new Set(prompts.map(({ text }) => text.trim().toLowerCase())),
    },
    responses: answers && {
      runs: new Set(answers.flatMap(({ promptRunId }) => promptRunId ?? [])),
      ids: new Set(answers.flatMap(({ responseId }) => responseId ?? [])),
    },
  };
}

const SHOWN = 4;

type Found = Omit<QuotedText, 'excerpt'> & Partial<Pick<TopicAnswer, 'responseId' | 'text' | 'evidence'>>;

/** @throws Refused if there is no such prompt or topic */
export async function answerTexts(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, page } = ask;
  const api = ask.api(project);
  const [topic] = asNameList(plan.topic);
  const label = topic === undefined ? undefined : await requireTopicLabel(topic, 'topic', ask);
  const [{ answers, missing }, mentions = []] = await Promise.all([
    label === undefined ? readAnswers(plan, ask) : readTopicAnswers(label, ask),
    ifReadable(api.mentions(project.id, { limit: MENTIONS_ASKED }), ask),
  ]);
  const { from = '', to = '9999-12-31', entity, not } = plan;
  const isOfRivals = (entity ?? not) !== undefined;
  const naming = isOfRivals ? tellNaming(plan, answers, mentions, project.name) : { answers, notes: [] };
  const there = naming.answers.filter(
    ({ engine, region }) =>
      isWanted(engine, asNameList(plan.engine)) &&
      (label !== undefined || isWanted(region, asNameList(plan.region))),
  );
  const wanted = there.filter(({ day = '' }) => !hasDays(plan) || (day >= from && day <= to));
  const fitting = keepNaming(wanted, plan);
  const isList = isListed(plan);
  const { shown: chosen, pages } = isList
    ? slicePage(sortByDay(fitting, plan), page)
    : { shown: chooseAnswers(fitting, plan), pages: 1 };
  const own = listOwnNames(mentions, project.name);
  const shown = await Promise.all(
    chosen.map(async ({ text, evidence, responseId: _, ...answer }): Promise<QuotedText> => {
      const { runId } = answer;
      const read =
        text === undefined && runId !== undefined && !isList
          ? ifReadable(api.promptRun(runId), ask)
          : undefined;
      const said = text ?? (await read)?.response?.raw_text ?? '';
      const excerpt = excerptOf(said || (evidence ?? ''), own);
      const isNamed = answer.isNamed ?? (said ? namesAny(said, own) : undefined);
      return { ...answer, isNamed, excerpt: (isList && evidence) || excerpt };
    }),
  );
  const named = namingIn({ ...plan, order: undefined, metric: isOfRivals ? plan.metric : undefined });
  const byPrompt =
    isOfRivals && asksFor('by prompt', plan) && plan.prompt === undefined
      ? countByPrompt(wanted, fitting)
      : [];
  const texts = {
    project,
    own,
    where: `${describeWhere(label === undefined ? plan : { engine: plan.engine, topic: label })}${named && ` that ${named}`}`,
    plan,
    answers: shown,
    of: fitting.length,
    all: wanted.length,
    since: there.flatMap(({ day }) => day ?? []).sort()[0],
    byPrompt,
    notes: [...missing, ...naming.notes],
  };
  const none = hasDays(plan) ? ('none_of_those_days' as const) : ('none_listed' as const);
  return {
    page: answerTextsPage(texts),
    figures: answerTextsFigures(texts),
    names: byPrompt.map(({ prompt }) => prompt),
    emptyBecause: wanted.length === 0 ? none : fitting.length === 0 ? 'filtered_out' : undefined,
    unheeded: [
      ...(label === undefined ? [] : (['region', 'prompt'] as const)),
      ...findSeveral(plan, 'topic'),
    ],
    pages,
  };
}

function sortByDay(found: readonly Found[], { order, limit }: Plan): Found[] {
  const sign = order === 'oldest' ? 1 : -1;
  return found.toSorted((a, b) => sign * (a.day ?? '').localeCompare(b.day ?? '')).slice(0, limit);
}

async function readAnswers(plan: Plan, ask: PlanAsk): Promise<{ answers: Found[]; missing: string[] }> {
  const { runs, missing } = await readRuns(plan, ask);
  const answers = runs.flatMap(
    ({ promptRunId: runId, completedAt, mentioned: isNamed, rank: place, ...run }) =>
      runId === undefined
        ? []
        : { ...run, runId, isNamed, place, day: completedAt === undefined ? undefined : dayOf(completedAt) },
  );
  const isNoneNamed = answers.length === 0 && runs.length > 0;
  const none = 'The API gives answers without ids, so none can be read.';
  return { answers, missing: isNoneNamed ? [...missing, none] : missing };
}

/** Far more than a list is by default, so that questions on past days find some. */
const TOPIC_ANSWERS_ASKED = 300;

async function readTopicAnswers(label: string, { project, api, names }: PlanAsk) {
  const listed = withEngineNames(
    await api(project).topicAnswers(project.id, label, { limit: TOPIC_ANSWERS_ASKED }),
    names.engineNames,
  );
  const answers = listed.map(
    ({ promptRunId: runId, createdAt, ...answer }): Found => ({
      ...answer,
      runId,
      day: createdAt === undefined ? undefined : dayOf(createdAt),
    }),
  );
  return { answers, missing: [] };
}

/** The answers that name the plan's rivals, or don't: of those older than the mentions read that isn't known. */
function tellNaming(
  { entity, not, metric }: Plan,
  all: readonly Found[],
  mentions: Listing<Mention>,
  brand: string,
) {
  const isCut = mentions.length >= MENTIONS_ASKED || mentions.rest !== undefined;
  const [oldest = ''] = isCut ? mentions.map(({ created_at }) => dayOf(created_at)).sort() : [];
  const ids = new Set(mentions.map(({ response_id }) => response_id));
  const areTied = all.some(({ responseId = '' }) => ids.has(responseId));
  // Of the oldest day some mentions may be missing.
  const since = not === undefined || oldest === '' ? oldest : daysBefore(oldest, -1);
  const known = all.filter(({ day = '' }) => areTied && day >= since);
  const asked = { named: asNameList(entity), unnamed: asNameList(not), isFirst: metric === 'rank', brand };
  const notes = [
    !areTied && all.length > 0 && 'Whom these answers name couldn’t be read.',
    areTied && known.length < all.length && `Whom answers before ${dayName(since)} name isn’t known.`,
  ];
  return { answers: answersNaming(known, mentions, asked), notes: notes.filter((one) => one !== false) };
}

/** Of answers asked for by whether they name the brand: those that do, or name it first, or those that don't. */
function keepNaming(found: readonly Found[], { order, metric, entity }: Plan): readonly Found[] {
  if (metric === 'rank' && entity === undefined) return found.filter(({ place }) => place === 1);
  if ((order !== 'best' && order !== 'worst') || found.some(({ isNamed }) => isNamed === undefined))
    return found;
  return found.filter(({ isNamed }) => isNamed === (order === 'best'));
}

/** The newest, one for each engine, or each region of one engine, before any other. */
function chooseAnswers(found: readonly Found[], { engine, order, limit }: Plan): Found[] {
  const place = ({ place: rank = 50 }: Found) => (order === 'best' ? rank : 0);
  const sorted = found.toSorted((a, b) => place(a) - place(b) || (b.day ?? '').localeCompare(a.day ?? ''));
  const groups = Map.groupBy(sorted, (one) => (asNameList(engine).length === 1 ? one.region : one.engine));
  const firsts = [...groups.values()].flatMap(([first]) => first ?? []);
  return [...firsts, ...sorted.filter((one) => !firsts.includes(one))].slice(
    0,
    Math.min(limit ?? groups.size, limit === undefined ? SHOWN : MOST_QUOTED),
  );
}

function listOwnNames(mentions: readonly Mention[], brand: string): string[] {
  const own = mentions.filter(matchOwnBrand(mentions, brand));
  const names = [brand, ...own.flatMap(({ entity_name, matched_term }) => [entity_name, matched_term ?? ''])];
  return [...new Set(names.filter(Boolean))].toSorted((a, b) => b.length - a.length);
}
