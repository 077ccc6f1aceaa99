/** Joins leads with citations: threads that AI engines cite already. Also counts the pages that answers cite most. */
import { type DigestLead, type LeadDigest, leadFacts, type WarmThread } from '../decision.ts';
import type { Citation, Source, WarmLead } from '../visibility/assumed.ts';
import { isOfSite } from '../words/answers.ts';
import { type Days, dayOf } from './calendar.ts';
import type { LeadMemory } from './lead-digest.ts';
import { filterLeads, type LeadFilters } from './lead-filter.ts';
import { identitiesOf, toLeadKey, toThreadUrl } from './lead-key.ts';
import { isTaken } from './lead-state.ts';

export const CITATIONS_ASKED = 1_000;

/** The names of the engines that cite a thread, by its normalised URL; empty if the API names none. */
type CitedThreads = ReadonlyMap<string, readonly string[]>;

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

/** Adds the engines that cite the leads' threads, and the warm leads that the digest doesn't contain yet. */
export function withCitations(digest: LeadDigest, cited: CitedThreads, warm?: readonly WarmThread[]) {
  const known = (leads: readonly DigestLead[] = []) => leads.map((lead) => withEngines(lead, cited));
  const shown = new Set(
    [...digest.leads, ...(digest.stillOpen ?? [])].flatMap(({ url }) => toThread(url) ?? []),
  );
  const isShown = ({ url }: DigestLead) => shown.has(toThread(url) ?? '');
  return {
    ...digest,
    leads: known(digest.leads),
    stillOpen: known(digest.stillOpen),
    ...(warm && { warm: warm.filter((lead) => !isShown(lead)) }),
  };
}

/** The warm leads that pass a feed's filters and that nobody has taken. `now` in epoch ms. */
export function filterWarmLeads(
  { warm }: CitationSnapshot,
  filters: LeadFilters,
  { keys, kept }: Pick<LeadMemory, 'keys' | 'kept'>,
  now: number,
): WarmThread[] | undefined {
  return (
    warm &&
    filterLeads(warm, filters, now)
      .kept.map((one) => toWarmLead(one, keys))
      .filter(({ key }) => !isTaken(kept?.get(key)?.state ?? { state: 'new' }, now))
      .map((lead) => ({ ...lead, isLead: kept?.has(lead.key) }))
  );
}

/** The leads whose threads engines cite. */
export function findCitedLeads(leads: readonly DigestLead[], cited: CitedThreads) {
  return leads.flatMap((lead) => {
    const { key, citedBy } = withEngines(lead, cited);
    return citedBy ? [{ key, citedBy }] : [];
  });
}

/** Turns the API's warm lead into the shape of decisions and messages, with the key of the lead that it is, too. */
export function toWarmLead(warm: WarmLead, keys: ReadonlyMap<string, string> = new Map()): DigestLead {
  const [key = toLeadKey(warm)] = identitiesOf(warm).flatMap((identity) => keys.get(identity) ?? []);
  return { ...leadFacts({ ...warm, key }), citedBy: warm.engines ?? [] };
}

function withEngines(lead: DigestLead, cited: CitedThreads): DigestLead {
  // Most projects' leads are cited nowhere, and reading a URL takes a while.
  const thread = cited.size === 0 ? undefined : toThread(lead.url);
  const citedBy = thread === undefined ? undefined : cited.get(thread);
  return citedBy ? { ...lead, citedBy } : lead;
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
