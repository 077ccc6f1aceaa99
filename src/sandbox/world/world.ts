/**
 * The sandbox's simulated world as a whole: projects, engines and regions. The same seed, start day and changes always
 * give the same world.
 */
import { generateRuns } from './answers.ts';
import { dayOf } from './day.ts';
import { createProject } from './project.ts';
import { ENGINES, REGIONS } from './rows.ts';
import { readScript } from './script.ts';
import { planSuggestions } from './suggestions.ts';

export type World = ReturnType<typeof createWorld>;

const SCRIPTS = [
  readScript(new URL('./acme.yml', import.meta.url)),
  readScript(new URL('./tidewater.yml', import.meta.url)),
];

/** A seed that brings out the scripted story: clear drops and rises with quiet days between. */
export const DEFAULT_SEED = 60;

export type WorldOptions = {
  seed: number;
  /** Any time (epoch ms) on the world's first day, UTC; 60 days of history come before it. */
  start: number;
  /** Replaces the generator in answers.ts, e.g. with a cache. */
  runsOf?: typeof generateRuns;
};

export function createWorld({ seed, start, runsOf = generateRuns }: WorldOptions) {
  const days = planSuggestions(SCRIPTS, seed);
  const projects = SCRIPTS.map((script) =>
    createProject({
      script,
      seed,
      start: dayOf(start),
      suggestionDays: days.get(script.id) ?? [],
      runsOf,
    }),
  );
  return {
    engines: ENGINES,
    regions: REGIONS,
    projects,
    project: (id: string) => projects.find((project) => project.id === id),
    /** The forum thread at this address. */
    thread: (url: string, now: number) =>
      projects.map((project) => project.thread(url, now)).find((thread) => thread !== undefined),
  };
}
