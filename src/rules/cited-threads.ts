/** Joins leads with citations: which threads AI engines cite already, so that an answer there is read twice. */
import type { Citation, Source } from '../visibility/assumed.ts';
import { threadUrl } from './thread-url.ts';

/** The names of the engines that cite a thread, by its normal address; empty where the API names none. */
export type CitedThreads = ReadonlyMap<string, readonly string[]>;

/** What was read of the API; a list that could not be read is missing. */
export type CitationSnapshot = {
  citations?: readonly Pick<Citation, 'url' | 'engine'>[] | undefined;
  sources?: readonly Pick<Source, 'url' | 'engines'>[] | undefined;
};

export function citedThreads({ citations = [], sources = [] }: CitationSnapshot): CitedThreads {
  const cited = new Map<string, Set<string>>();
  const note = (url: string | undefined, engines: readonly string[]) => {
    if (url === undefined) return;
    const thread = threadUrl(url);
    cited.set(thread, new Set([...(cited.get(thread) ?? []), ...engines]));
  };
  for (const { url, engine } of citations) note(url, engine === undefined ? [] : [engine]);
  for (const { url, engines = [] } of sources) note(url, engines);
  return new Map([...cited].map(([thread, engines]) => [thread, [...engines].toSorted()]));
}

/** The engines that cite the thread at an address; undefined if none is known to. */
export function citedBy(cited: CitedThreads, url: string | undefined): readonly string[] | undefined {
  return url === undefined ? undefined : cited.get(threadUrl(url));
}
