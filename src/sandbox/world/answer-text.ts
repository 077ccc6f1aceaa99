/** Writes the text of a simulated answer, and picks what the engine searched the web for. */
import { randomOf } from './random.ts';
import type { Citation, PromptRun } from './rows.ts';

const OPENINGS = [
  'For “{prompt}”, these are worth a look:',
  'There are several good options for “{prompt}”.',
  'It depends on your size and budget. Most often named for “{prompt}”:',
  'Here is what people use for “{prompt}” today.',
];

/** Plain text that names everything in the response; `sources` are the run's citations. */
export function writeAnswer(run: PromptRun, sources: readonly Citation[]): string {
  const opening = randomOf('opening', run.id).pick(OPENINGS).replace('{prompt}', run.prompt.text);
  const { mentions, topics } = run.response;
  const parts = [
    opening,
    mentions.map(({ rank, entity, description }) => `${rank}. ${entity}: ${description}.`).join('\n'),
    topics.map(({ evidence }) => evidence).join(' '),
    sources.map(({ position, title, url }) => `[${position}] ${title}: ${url}`).join('\n'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** {rival} is the first competitor that the answer names. */
const SEARCHES = [
  '{prompt}',
  '{prompt} reviews',
  '{prompt} pricing',
  '{prompt} reddit',
  '{prompt} open source',
  '{rival} vs {brand}',
  '{rival} reviews',
];

type FanOut = { query: string; promptId: string; prompt: string; engineId: string; count: number };

/** One to three different queries. */
export function pickSearches(brand: string, run: PromptRun): string[] {
  const random = randomOf('searches', run.id);
  const rival = run.response.mentions.find(({ own }) => !own)?.entity ?? brand;
  return random
    .shuffled(SEARCHES)
    .slice(0, random.int(1, 3))
    .map((search) =>
      search.replace('{prompt}', run.prompt.text).replace('{rival}', rival).replace('{brand}', brand),
    );
}

/** How often each engine searched for each query, per prompt; most frequent first. */
export function countSearches(brand: string, runs: readonly PromptRun[]): FanOut[] {
  const rows = new Map<string, FanOut>();
  for (const run of runs) {
    const { id: promptId, text: prompt } = run.prompt;
    for (const query of pickSearches(brand, run)) {
      const key = JSON.stringify([query, promptId, run.engineId]);
      const row = rows.get(key) ?? { query, promptId, prompt, engineId: run.engineId, count: 0 };
      rows.set(key, { ...row, count: row.count + 1 });
    }
  }
  return [...rows.values()].sort((a, b) => b.count - a.count || a.query.localeCompare(b.query));
}
