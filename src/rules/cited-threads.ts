/** Joins leads with citations: threads that AI engines cite already. Also counts the pages that answers cite most. */
import { type CitedPage, type DigestLead, type LeadDigest, leadFacts, type WarmThread } from '../decision.ts';
import type { Citation, Source, WarmLead } from '../visibility/assumed.ts';
import { isOfSite } from '../words/answers.ts';
import { type Days, dayOf } from './calendar.ts';
import { type Filterable, filterLeads, type LeadFilters } from './lead-filter.ts';
import { identitiesOf, toLeadKey, toThreadUrl } from './lead-key.ts';

export const CITATIONS_ASKED = 1_000;

/** The names of the engines that cite a thread, by its normalised URL; empty if the API names none. */
export type CitedThreads = ReadonlyMap<string, readonly string[]>;

/** A missing list couldn't be read or wasn't requested. */
export type CitationSnapshot = {
  citations?: readonly (Pick<Citation, 'url' | 'engine'> & Partial<Pick<Citation, 'engines'>>)[] | undefined;
  sources?: readonly Pick<Source, 'url' | 'engines'>[] | undefined;
  warm?: readonly WarmLead[] | undefined;
};

/** Warm leads are threads that engines cite, by what their operation is for. */
export function findCitedThreads({
  citations = [],
  sources = [],
  warm = [],
}: CitationSnapshot): CitedThreads {
  const cited = new Map<string, Set<string>>();
  const note = (url: string | undefined, engines: readonly string[]) => {
    if (url === undefined) return;
    const thread = toThreadUrl(url);
    cited.set(thread, new Set([...(cited.get(thread) ?? []), ...engines]));
  };
  for (const { url, engine, engines = [] } of citations) note(url, engine === undefined ? engines : [engine]);
  for (const { url, engines = [] } of [...sources, ...warm]) note(url, engines);
  return new Map([...cited].map(([thread, engines]) => [thread, [...engines].toSorted()]));
}

/** The leads, each with the engines that cite its thread. */
export function withCitations<L extends { url?: string | undefined }>(
  leads: readonly L[],
  cited: CitedThreads,
): (L & Pick<DigestLead, 'citedBy'>)[] {
  // Most projects' leads are cited nowhere, and reading a URL takes a while.
  if (cited.size === 0) return [...leads];
  return leads.map((lead) => ({ ...lead, citedBy: cited.get(toThread(lead.url) ?? '') }));
}

/** The API's warm lead in the shape of decisions and messages, with the key of the lead that it is, too. */
export function toWarmLead(warm: WarmLead, keys: ReadonlyMap<string, string> = new Map()) {
  const [key = toLeadKey(warm)] = identitiesOf(warm).flatMap((identity) => keys.get(identity) ?? []);
  return { ...warm, key, citedBy: warm.engines ?? [] };
}

/** Those that pass a feed's filters, nobody has taken and the digest doesn't show already. `now` in epoch ms. */
export function chooseWarmThreads(
  warm: readonly (WarmThread & Filterable)[],
  { leads, stillOpen = [] }: Pick<LeadDigest, 'leads' | 'stillOpen'>,
  filters: LeadFilters,
  now: number,
): WarmThread[] {
  const shown = new Set([...leads, ...stillOpen].flatMap(({ url }) => toThread(url) ?? []));
  return filterLeads(warm, filters, now)
    .kept.filter(({ url }) => !shown.has(toThread(url) ?? ''))
    .map((one) => ({ ...leadFacts(one), isLead: one.isLead }));
}

function toThread(url: string | undefined): string | undefined {
  return url === undefined ? undefined : toThreadUrl(url);
}

/** Any of the domains (in any case, with or without "www."), prompts and answers. Days in UTC, both included. */
export type CitedBy = Days & {
  domain?: readonly string[] | undefined;
  prompts?: { ids: ReadonlySet<string>; texts: ReadonlySet<string> } | undefined;
  responses?: { runs: ReadonlySet<string>; ids: ReadonlySet<string> } | undefined;
};

/** Most cited first. `undated`, `untied`: citations left out for lack of a day, or of a prompt or topic. */
export function countCitedPages(citations: readonly Citation[], by: CitedBy) {
  const { from = '', to = '9999-12-31', domain = [], prompts, responses } = by;
  const isSite = (one: Citation) => domain.length === 0 || domain.some((site) => isOfSite(one, site));
  const hasDays = by.from !== undefined || by.to !== undefined;
  const ofSite = citations.filter(isSite);
  const tied = ofSite.filter((one) => isTied(one, { prompts, responses }));
  const found = tied.filter(({ createdAt }) => {
    if (!hasDays) return true;
    const day = dayOf(createdAt ?? '');
    return day !== '' && day >= from && day <= to;
  });
  const pages = [
    ...Map.groupBy(found, ({ url, title, domain: site }) => url ?? title ?? site ?? '').values(),
  ].map((ofPage) => {
    const [{ url, title, domain: site } = {} as Partial<Citation>] = ofPage;
    const engines = ofPage.flatMap(({ engine, engines: several = [] }) => engine ?? several);
    return {
      url,
      title,
      domain: site,
      citations: sumCounts(ofPage),
      engines: [...new Set(engines)].toSorted(),
    };
  });
  const isUntied = ({ promptId, prompt, promptRunId, responseId }: Citation) =>
    (prompts !== undefined && promptId === undefined && prompt === undefined) ||
    (responses !== undefined && promptRunId === undefined && responseId === undefined);
  return {
    pages: pages.toSorted((a, b) => b.citations - a.citations),
    citations: sumCounts(found),
    undated: hasDays ? tied.filter(({ createdAt }) => createdAt === undefined).length : 0,
    untied: ofSite.filter(isUntied).length,
  };
}

/** An API may list each citation, or each page with their number. */
export function sumCounts(citations: readonly Pick<Citation, 'count'>[]): number {
  return citations.reduce((sum, { count = 1 }) => sum + count, 0);
}

function isTied(
  { promptId, prompt, promptRunId, responseId }: Citation,
  { prompts, responses }: Pick<CitedBy, 'prompts' | 'responses'>,
): boolean {
  const ofPrompt =
    !prompts || prompts.ids.has(promptId ?? '') || prompts.texts.has(prompt?.trim().toLowerCase() ?? '');
  const ofAnswer = !responses || responses.runs.has(promptRunId ?? '') || responses.ids.has(responseId ?? '');
  return ofPrompt && ofAnswer;
}

type Pages = readonly { citations?: number | undefined }[];

/** Of pages whose citations the API counts. */
export function sumCitations(pages: Pages): number {
  return pages.reduce((sum, { citations: times = 0 }) => sum + times, 0);
}

/** All if no site is named. */
export function pagesOfSites<Page extends CitedPage>(
  pages: readonly Page[],
  sites: readonly string[],
): Page[] {
  return pages.filter((page) => sites.length === 0 || sites.some((site) => isOfSite(page, site)));
}

/** The sites' pages on the API's list, unless the latest citations show more. */
export function countOnList(
  list: readonly Source[] | undefined,
  sites: readonly string[],
  { citations, pages }: Pick<ReturnType<typeof countCitedPages>, 'citations' | 'pages'>,
) {
  const onList = pagesOfSites(list ?? [], sites);
  const total = sumCitations(onList);
  const hasMore = total > 0 && total >= citations && onList.length >= pages.length;
  const all = sumCitations(list ?? []);
  return hasMore ? { pages: onList, citations: total, total: all, undated: 0, untied: 0 } : undefined;
}

/** The pages added up by their sites, most cited first. */
export function addUpSites(pages: readonly CitedPage[]): CitedPage[] {
  return [...Map.groupBy(pages, ({ domain = '' }) => domain)]
    .map(([domain, all]) => ({ domain, citations: sumCitations(all) }))
    .toSorted((a, b) => b.citations - a.citations);
}

/** Most cited first. */
export function countEachSite(sites: readonly string[], pages: readonly CitedPage[]) {
  return sites
    .map((site) => ({ site, citations: sumCitations(pagesOfSites(pages, [site])) }))
    .toSorted((a, b) => b.citations - a.citations);
}
