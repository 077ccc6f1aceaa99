/**
 * What the simulated answers give as their sources: pages that suit the prompt, and forum threads, which engines begin
 * to cite as soon as they are posted. Some of those are the project's leads. Pages and domains are counted from them.
 */
import { ENGINES } from './cast.ts';
import { DAY_MS } from './day.ts';
import { type Random, randomOf } from './random.ts';
import type { Citation, Lead, PromptRun } from './rows.ts';
import type { PageScript } from './script.ts';

/** A thread older than this is cited no more. */
const FRESH_DAYS = 14;

type Page = Pick<Citation, 'url' | 'title'>;

/** The citations of all runs of one day, in the order of the runs. `threads` are those that some engine cites. */
export function citationsOfDay(
  pages: readonly PageScript[],
  runs: readonly PromptRun[],
  threads: readonly Lead[],
): Citation[] {
  const closest = closestPrompts(runs, threads);
  return ENGINES.flatMap((engine) => {
    const answers = runs.filter(({ engineId }) => engineId === engine.id).toSorted(byTime);
    const known = threads.filter(({ citedBy }) => citedBy.includes(engine.displayName));
    const first = new Map(known.map((thread) => [thread, answers.find((run) => isFresh(thread, run))]));
    const fromThreads = (run: PromptRun) =>
      known.filter(
        (thread) =>
          isFresh(thread, run) && (first.get(thread) === run || closest.get(thread) === run.prompt.text),
      );
    return answers.flatMap((run) => {
      const sources = [...pagesFor(pages, run, engine.surface), ...fromThreads(run)];
      return sources.map(({ url, title }, index) => ({ run, position: index + 1, url, title }));
    });
  });
}

function byTime(a: PromptRun, b: PromptRun): number {
  return a.completedAt - b.completedAt;
}

function isFresh({ postedAt }: Lead, { completedAt }: PromptRun): boolean {
  return completedAt >= postedAt && completedAt < postedAt + FRESH_DAYS * DAY_MS;
}

/** An engine that searches gives 2 to 4 pages, one that chats often none. */
function pagesFor(pages: readonly PageScript[], run: PromptRun, surface: string): Page[] {
  const random = randomOf('sources', run.id);
  const suitable = pages.filter(({ topics, brand }) => {
    const onTopic = topics?.some((label) => run.prompt.topics.includes(label)) ?? true;
    return onTopic && (brand === undefined || run.response.mentions.some(({ entity }) => entity === brand));
  });
  const count = surface === 'search' ? random.int(2, 4) : random.int(0, 3);
  return favourites(suitable, random).slice(0, count);
}

/** Earlier pages tend to come first. */
function favourites(pages: readonly PageScript[], random: Random): PageScript[] {
  return pages
    .map((page, index) => ({ page, order: random.next() * (index + 4) }))
    .sort((a, b) => a.order - b.order)
    .map(({ page }) => page);
}

/** Which of the day's prompts each thread is cited for. */
function closestPrompts(runs: readonly PromptRun[], threads: readonly Lead[]): Map<Lead, string> {
  const prompts = [...new Set(runs.map(({ prompt }) => prompt.text))].sort();
  return new Map(
    threads.flatMap((thread) => {
      const words = wordsOf(thread.title);
      const shared = (prompt: string) => wordsOf(prompt).filter((word) => words.includes(word)).length;
      const [best] = prompts.toSorted((a, b) => shared(b) - shared(a));
      const prompt = thread.citedFor ?? best;
      return prompt === undefined ? [] : [[thread, prompt] as const];
    }),
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [];
}

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
