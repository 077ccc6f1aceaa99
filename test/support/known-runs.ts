/** The simulated world's runs as one process of tests shares them: the same chance makes the same, and making them takes a while. */
import { generateRuns } from '../../src/sandbox/world/answers.ts';
import type { PromptRun } from '../../src/sandbox/world/rows.ts';

/** Days in memory: a year of both projects. */
const MOST = 800;

const made = new Map<string, PromptRun[]>();

export const knownRuns: typeof generateRuns = (script, seed, start, day, asking) => {
  const key = JSON.stringify([script.id, seed, start, day, asking]);
  const known = made.get(key) ?? generateRuns(script, seed, start, day, asking);
  made.set(key, known);
  const [oldest] = made.keys();
  if (made.size > MOST && oldest !== undefined) made.delete(oldest);
  return known;
};
