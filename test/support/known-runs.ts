/** Caches the simulated world's runs for all tests of a process: they take a while to generate and never differ. */
import { generateRuns } from '../../src/sandbox/world/answers.ts';
import type { PromptRun } from '../../src/sandbox/world/rows.ts';

/** A year of both projects. */
const MAX_DAYS = 800;

const cache = new Map<string, PromptRun[]>();

export const knownRuns: typeof generateRuns = (script, seed, start, day, asking) => {
  const key = JSON.stringify([script.id, seed, start, day, asking]);
  const known = cache.get(key) ?? generateRuns(script, seed, start, day, asking);
  cache.set(key, known);
  const [oldest] = cache.keys();
  if (cache.size > MAX_DAYS && oldest !== undefined) cache.delete(oldest);
  return known;
};
