/**
 * Generates what simulated answers cite: pages that suit the prompt, and forum threads from the moment they're posted,
 * some of them the project's leads. Also counts pages and domains.
 */
import { oncePer } from '../../once-per.ts';
import { DAY_MS } from './day.ts';
import { randomOf } from './random.ts';
import type { Citation, Lead, PromptRun } from './rows.ts';
import { ENGINES } from './rows.ts';
import type { PageScript } from './script.ts';

/** Older threads are no longer cited. */
const FRESH_DAYS = 14;

type Page = Pick<Citation, 'url' | 'title'>;

/** A search engine cites 2 to 4 pages; a chat engine 0 to 3. */
const pickPages = oncePer((run: PromptRun, pages: readonly PageScript[], surface: string): Page[] => {
  const random = randomOf('sources', run.id);
  const suitable = pages.filter(({ topics, brand }) => {
    const onTopic = topics?.some((label) => run.prompt.topics.includes(label)) ?? true;
    return onTopic && (brand === undefined || run.response.mentions.some(({ entity }) => entity === brand));
  });
  const count = surface === 'search' ? random.int(2, 4) : random.int(0, 3);
  // Pages that the script lists first tend to come first.
  return suitable
    .map((page, index) => ({ page, order: random.next() * (index + 4) }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ page }) => page);
});

/** The citations of a day's runs, engine by engine. `threads` are those that some engine cites. */
export function generateCitations(
  pages: readonly PageScript[],
  runs: readonly PromptRun[],
  threads: readonly Lead[],
): Citation[] {
  const closest = matchPrompts(runs, threads);
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
      const sources = [...pickPages(run, pages, engine.surface), ...fromThreads(run)];
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

/** The prompt each thread is cited for: the script's, or the one with the most words in common. */
function matchPrompts(runs: readonly PromptRun[], threads: readonly Lead[]): Map<Lead, string> {
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

/** Groups the citations, e.g. by page or domain; most cited first. `share` is of all citations, 0 to 1. */
export function countCitations(citations: readonly Citation[], keyOf: (citation: Citation) => string) {
  return [...Map.groupBy(citations, keyOf)]
    .map(([key, cited]) => ({
      key,
      cited,
      count: cited.length,
      share: cited.length / citations.length,
    }))
    .sort((a, b) => b.count - a.count || a.key.localeCompare(b.key));
}

/** Display names, in the order of rows.ts. */
export function listEngines(citations: readonly Citation[]): string[] {
  const ids = new Set(citations.map(({ run }) => run.engineId));
  return ENGINES.filter(({ id }) => ids.has(id)).map(({ displayName }) => displayName);
}

export function domainOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}
