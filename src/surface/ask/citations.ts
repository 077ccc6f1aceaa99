/** Answers which pages and sites engines cite, how often, and which engine cites a site most. */
import { asksFor, type Plan } from '../../ask/plan.ts';
import { siteOf as siteOfName } from '../../ask/plan-fields.ts';
import { asNameList } from '../../messages/ask/reading.ts';
import {
  type Cited,
  citationFigures,
  citedFigures,
  citedPage,
  linksOf,
} from '../../messages/ask/what-engines-say.ts';
import { brief } from '../../messages/lengths.ts';
import { sourcesPage } from '../../messages/lookups/evidence.ts';
import { dayName, daysInWords } from '../../messages/times.ts';
import { dayOf } from '../../rules/calendar.ts';
import {
  addUpSites,
  CITATIONS_ASKED,
  type CitedBy,
  countCitedPages,
  countEachSite,
  countOnList,
  pagesOfSites,
  sumCitations,
  sumCounts,
} from '../../rules/cited-threads.ts';
import type { Listing } from '../../visibility/answer.ts';
import type { Citation } from '../../visibility/assumed.ts';
import { isOfSite } from '../../words/answers.ts';
import { type Filter, resolveFilter } from '../lookups/filters.ts';
import { requireTopicLabel } from '../lookups/lookups.ts';
import { slicePage } from '../run-command.ts';
import { requirePrompts } from './find-answers.ts';
import {
  describeWhere,
  findSeveral,
  hasDays,
  isSameName,
  type PlanAnswer,
  type PlanAsk,
} from './plan-ask.ts';

export async function answerSources(plan: Plan, ask: PlanAsk): Promise<PlanAnswer> {
  const { project, page } = ask;
  const api = ask.api(project);
  const { ids, only } = await resolveFilter({ options: toOptions(plan), words: '', line: '' }, api);
  const isNarrowed = [plan.entity, plan.prompt, plan.topic, plan.from, plan.to].some(
    (one) => one !== undefined,
  );
  if (plan.said !== undefined) {
    const address = await findPage(plan.said, plan, ask);
    const answer = await answerCitations({ ...plan, entity: address ?? plan.entity }, ids, ask);
    return address ? answer : { ...answer, unheeded: [...(answer.unheeded ?? []), 'said'] };
  }
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
    unheeded: others.length === 0 ? ['not', 'order'] : ['order'],
    pages,
  };
}

/** The address of the only listed page of the site that has these words in its title or its path. */
async function findPage(
  words: string,
  { entity }: Plan,
  { project, api }: PlanAsk,
): Promise<string | undefined> {
  const listed = await api(project).sources(project.id);
  const wanted = words.toLowerCase().split(' ');
  const [only, second] = pagesOfSites(listed, asNameList(entity)).filter(({ title = '', url = '' }) =>
    wanted.every((word) => `${title} ${url}`.toLowerCase().includes(word)),
  );
  return second ? undefined : only?.url?.replace(/^https?:\/\//i, '').replace(/\/$/, '');
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
  const isBySite = plan.entity === 'sites';
  const sites = isBySite ? [] : asNameList(plan.entity).map((name) => resolveSite(name, ask));
  const others = sitesLeftOut(plan, ask);
  const by = { ...(await findCitingAnswers(plan, ask)), domain: sites };
  const [{ onList, citations, isCut, ofLatest }, ofEngines] = await Promise.all([
    readCited(plan, ids, by, others, ask),
    sites.length === 1 ? countByEngine(plan, ids, by, others, ask) : undefined,
  ]);
  const ofList = ofEngines?.isOfLatest ? undefined : countOnList(onList, sites, ofLatest);
  const counted = ofList ?? ofLatest;
  const { isWhole, isBefore, ...latest } = describeLatest(citations, isCut, plan, ask);
  const several = sites.length > 1 ? sites : [];
  const nameless = several
    .filter((site) => !isAddress(site))
    .map((site) => `No cited site is called “${brief(site, 'place')}”, so its citations aren’t known.`);
  const ofSites = countEachSite(several.filter(isAddress), counted.pages).map(({ site, ...times }) => ({
    ...times,
    where: describeCited(plan, [site], others, ask),
    beside: `of ${brief(site, 'place')}`,
    of: counted.total,
  }));
  const engines = ofEngines?.each.map(({ engine, ...times }) => ({
    ...times,
    where: describeCited({ ...plan, engine }, sites, others, ask),
    beside: `on ${brief(engine, 'place')}`,
  }));
  const cited: Cited = {
    project,
    where: describeCited(plan, sites, others, ask),
    ...counted,
    each: engines ?? ofSites,
    // Those of each engine were counted in lists of their own.
    pages: ofEngines && !ofList ? [] : pagesInOrder(counted.pages, plan),
    of: isBySite ? 'site' : 'page',
    latest: ofList || ofEngines ? undefined : latest,
    isWhole: ofEngines?.isWhole ?? (ofList ? onList?.rest === undefined : isWhole),
    isBefore,
    limit: plan.limit,
    notes: [
      ...nameless,
      orderNote(plan, ofEngines !== undefined),
      ofList && 'Counted as in the list of most cited pages. The API doesn’t say which days it covers.',
      ofEngines?.isOfLatest && 'Counted in the latest citations that the API lists of each engine.',
      ...notesOn(counted, latest.since, plan),
    ].flatMap((note) => note || []),
  };
  return {
    page: citedPage(cited),
    figures: citedFigures(cited),
    names: cited.pages.map(siteOf),
    sources: linksOf(cited.pages),
    isSo: ofEngines ? ofEngines.isSo : sites.length === 1 ? isAny(counted, cited) : undefined,
    emptyBecause: counted.citations > 0 ? undefined : whyNone(plan, citations, isBefore),
    unheeded: [
      ...findSeveral(plan, 'topic'),
      ...(ofEngines || plan.order === 'worst' ? [] : (['order'] as const)),
      ...(others.length === 0 ? (['not'] as const) : []),
    ],
  };
}

/** Pages, or the sites they’re from; most cited first unless the least cited are asked for. */
function pagesInOrder(pages: Parameters<typeof addUpSites>[0], { entity, order }: Plan): Cited['pages'] {
  const mostFirst: Cited['pages'] = entity === 'sites' ? addUpSites(pages) : pages;
  return order === 'worst' ? mostFirst.toReversed() : mostFirst;
}

function orderNote({ entity, order }: Plan, areEngines: boolean): string | undefined {
  const what = entity === 'sites' ? 'Sites' : 'Pages';
  return order === 'worst' && !areEngines
    ? `Least cited first. ${what} that are never cited aren’t listed.`
    : undefined;
}

/** What of the citations isn't counted. `since`: the first day with one. */
function notesOn(
  { undated, untied }: Pick<ReturnType<typeof countCitedPages>, 'undated' | 'untied'>,
  since: string | undefined,
  { from }: Plan,
) {
  return [
    since !== undefined &&
      from !== undefined &&
      since > from &&
      `The listed citations begin on ${dayName(since)}.`,
    undated > 0 && `${undated} have no date and aren’t counted.`,
    untied > 0 && `${untied} don’t say which answer they’re from and aren’t counted.`,
  ];
}

/** A list that is cut may lack one. */
function isAny({ citations }: { citations: number }, { isWhole }: Cited): boolean | undefined {
  return citations > 0 || (isWhole ? false : undefined);
}

async function readCited(
  plan: Plan,
  ids: Filter['ids'],
  by: CitedBy,
  others: readonly string[],
  { project, api }: PlanAsk,
) {
  const client = api(project);
  const [listed, onList] = await Promise.all([
    client.citations(project.id, { limit: CITATIONS_ASKED, ...ids }),
    // Without other filters, the API's list, which /visibility sources shows, usually counts more. It can't leave sites out.
    isOnlySite(plan) && others.length === 0 ? client.sources(project.id, ids) : undefined,
  ]);
  const citations = withoutSites(listed, others);
  const isCut = listed.length >= CITATIONS_ASKED || listed.rest !== undefined;
  const { citations: total } = countCitedPages(citations, { ...by, domain: [] });
  return { onList, citations, isCut, ofLatest: { ...countCitedPages(citations, by), total } };
}

/** Asked one by one: as many as people wait for. */
const MOST_ENGINES = 8;

/**
 * How often each engine cites the site, where that is asked, or several are: most first, or least. `isOfLatest`: by the
 * latest citations, not by the API's list. `isSo`: whether the first one asked about does so more than the others.
 */
async function countByEngine(
  plan: Plan,
  ids: Filter['ids'],
  by: CitedBy,
  others: readonly string[],
  ask: PlanAsk,
) {
  const { tracked, engineNames } = ask.names;
  const asked = asNameList(plan.engine);
  const engines = asked.length > 1 ? asked : asksFor('by engine', plan) ? tracked.engines : [];
  if (engines.length < 2) return undefined;
  const read = engines.slice(0, MOST_ENGINES).map(async (engine) => {
    const engineIds = [...engineNames].flatMap(([id, name]) => (isSameName(engine, name) ? id : []));
    const { onList, isCut, ofLatest } = await readCited(plan, { ...ids, engineIds }, by, others, ask);
    const list = onList && {
      citations: sumCitations(pagesOfSites(onList, by.domain ?? [])),
      of: sumCitations(onList),
    };
    const latest = { citations: ofLatest.citations, of: ofLatest.total };
    return { engine, latest, list, isCut, isListCut: onList?.rest !== undefined };
  });
  const all = await Promise.all(read);
  const isOfLatest = all.some(({ latest, list }) => (list?.citations ?? -1) < latest.citations);
  const areAll = engines.length <= MOST_ENGINES;
  const isWhole = areAll && !all.some(({ isCut, isListCut }) => (isOfLatest ? isCut : isListCut));
  const counted = all.map(({ engine, latest, list }) => ({
    engine,
    ...(isOfLatest ? latest : (list ?? latest)),
  }));
  const way = plan.order === 'worst' ? -1 : 1;
  const each = counted.toSorted((a, b) => way * (b.citations - a.citations));
  const [first, second] = each;
  const isFirst = first?.engine === engines[0] && first?.citations !== second?.citations;
  return { each, isOfLatest, isWhole, isSo: asked.length > 1 && isWhole ? isFirst : undefined };
}

function whyNone(plan: Plan, citations: readonly Citation[], isBefore: boolean) {
  if (isBefore) return 'api_lacks_it';
  if (citations.length === 0) return 'none_listed';
  return hasDays(plan) ? 'none_of_those_days' : 'filtered_out';
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

function isOnlySite({ entity, prompt, topic, from, to }: Plan): boolean {
  return entity !== undefined && [prompt, topic, from, to].every((one) => one === undefined);
}

function isAddress(site: string): boolean {
  return site.includes('.');
}

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
