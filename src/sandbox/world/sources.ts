/** Which pages and which domains the simulated answers give as sources, counted from their citations. */
import { ENGINES } from './cast.ts';
import type { Citation } from './rows.ts';

/** `share` is of all citations counted, 0 to 1. */
type Count = { count: number; share: number };

export type Source = Count & { url: string; title: string; engines: readonly string[] };
export type Referrer = Count & { domain: string };

/** Each page once, most cited first; `engines` are the display names of those that cite it. */
export function sourcesOf(citations: readonly Citation[]): Source[] {
  return counted(citations, ({ url }) => url).map(({ key, cited, ...count }) => ({
    ...count,
    url: key,
    title: cited[0]?.title ?? key,
    engines: enginesCiting(cited),
  }));
}

/** Each domain once, most cited first. */
export function referrersOf(citations: readonly Citation[]): Referrer[] {
  return counted(citations, ({ url }) => domainOf(url)).map(({ key, count, share }) => ({
    domain: key,
    count,
    share,
  }));
}

/** Display names, in the cast's order. */
export function enginesCiting(citations: readonly Citation[]): string[] {
  const ids = new Set(citations.map(({ run }) => run.engineId));
  return ENGINES.filter(({ id }) => ids.has(id)).map(({ displayName }) => displayName);
}

export function domainOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}

function counted(citations: readonly Citation[], keyOf: (citation: Citation) => string) {
  return [...Map.groupBy(citations, keyOf)]
    .map(([key, cited]) => ({
      key,
      cited,
      count: cited.length,
      share: cited.length / citations.length,
    }))
    .sort((a, b) => b.count - a.count || a.key.localeCompare(b.key));
}
