/** Joins leads with citations: an answer in a thread that AI engines already cite is read twice. */
import { type DigestLead, type LeadDigest, leadFacts } from '../decision.ts';
import type { Citation, Source, WarmLead } from '../visibility/assumed.ts';
import { filterLeads, type LeadFilters } from './lead-filter.ts';
import { toLeadKey } from './lead-key.ts';
import { toThreadUrl } from './thread-url.ts';

/** The names of the engines that cite a thread, by its normalised URL; empty if the API names none. */
export type CitedThreads = ReadonlyMap<string, readonly string[]>;

/** A missing list couldn't be read or wasn't requested. */
export type CitationSnapshot = {
  citations?: readonly (Pick<Citation, 'url' | 'engine'> & Partial<Pick<Citation, 'engines'>>)[] | undefined;
  sources?: readonly Pick<Source, 'url' | 'engines'>[] | undefined;
  warm?: readonly WarmLead[] | undefined;
};

export function findCitedThreads({ citations = [], sources = [] }: CitationSnapshot): CitedThreads {
  const cited = new Map<string, Set<string>>();
  const note = (url: string | undefined, engines: readonly string[]) => {
    if (url === undefined) return;
    const thread = toThreadUrl(url);
    cited.set(thread, new Set([...(cited.get(thread) ?? []), ...engines]));
  };
  for (const { url, engine, engines = [] } of citations) note(url, engine === undefined ? engines : [engine]);
  for (const { url, engines = [] } of sources) note(url, engines);
  return new Map([...cited].map(([thread, engines]) => [thread, [...engines].toSorted()]));
}

/** Adds the engines that cite the leads' threads, and the warm leads that the digest doesn't contain yet. */
export function withCitations(
  digest: LeadDigest,
  cited: CitedThreads,
  warmLeads?: readonly WarmLead[],
): LeadDigest {
  const known = (leads: readonly DigestLead[] = []) => leads.map((lead) => withEngines(lead, cited));
  return {
    ...digest,
    leads: known(digest.leads),
    stillOpen: known(digest.stillOpen),
    ...(warmLeads && { warm: leaveOutShown(warmLeads.map(toWarmLead), digest) }),
  };
}

function leaveOutShown(warm: readonly DigestLead[], { leads, stillOpen = [] }: LeadDigest): DigestLead[] {
  const shown = new Set([...leads, ...stillOpen].flatMap(({ url }) => toThread(url) ?? []));
  return warm.filter(({ url }) => !shown.has(toThread(url) ?? ''));
}

/** The warm leads that pass a feed's filters. `now` in epoch ms. */
export function filterWarmLeads(
  { warm }: CitationSnapshot,
  filters: LeadFilters,
  now: number,
): readonly WarmLead[] | undefined {
  return warm && filterLeads(warm, filters, now).kept;
}

/** The leads whose threads engines cite. */
export function findCitedLeads(
  leads: readonly DigestLead[],
  cited: CitedThreads,
): { key: string; citedBy: readonly string[] }[] {
  return leads.flatMap((lead) => {
    const { key, citedBy } = withEngines(lead, cited);
    return citedBy ? [{ key, citedBy }] : [];
  });
}

/** Turns the API's warm lead into the shape of decisions and messages. */
export function toWarmLead(lead: WarmLead): DigestLead {
  return { ...leadFacts({ ...lead, key: toLeadKey(lead) }), citedBy: lead.engines ?? [] };
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
