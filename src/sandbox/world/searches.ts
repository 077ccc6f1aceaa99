/** Query fan-out of the simulated world: what engines look up on the web while they answer a prompt. */
import { randomOf } from './random.ts';
import type { PromptRun } from './rows.ts';

/** {rival} is the first other tool that the answer names. */
const SEARCHES = [
  '{prompt}',
  '{prompt} reviews',
  '{prompt} pricing',
  '{prompt} reddit',
  '{prompt} open source',
  '{rival} vs {brand}',
  '{rival} reviews',
];

export type FanOut = { query: string; promptId: string; prompt: string; engineId: string; count: number };

/** One to three queries, each once. */
export function searchesOf(brand: string, run: PromptRun): string[] {
  const random = randomOf('searches', run.id);
  const rival = run.response.mentions.find(({ own }) => !own)?.entity ?? brand;
  return random
    .shuffled(SEARCHES)
    .slice(0, random.int(1, 3))
    .map((search) =>
      search.replace('{prompt}', run.prompt.text).replace('{rival}', rival).replace('{brand}', brand),
    );
}

/** How often each engine looked up each query for each prompt, most frequent first. */
export function fanOutOf(brand: string, runs: readonly PromptRun[]): FanOut[] {
  const rows = new Map<string, FanOut>();
  for (const run of runs) {
    const { id: promptId, text: prompt } = run.prompt;
    for (const query of searchesOf(brand, run)) {
      const key = JSON.stringify([query, promptId, run.engineId]);
      const row = rows.get(key) ?? { query, promptId, prompt, engineId: run.engineId, count: 0 };
      rows.set(key, { ...row, count: row.count + 1 });
    }
  }
  return [...rows.values()].sort((a, b) => b.count - a.count || a.query.localeCompare(b.query));
}
