/**
 * The sandbox's simulated world, seen as a whole: projects with their rows, engines and regions. The same seed and
 * start day give the same world for ever; only what is written through the API differs, and that lives in memory.
 */
import { acme } from './acme/project.ts';
import { ENGINES, REGIONS } from './cast.ts';
import { dayOf } from './day.ts';
import { createProject } from './project.ts';
import { suggestionDays } from './suggestions.ts';
import { tidewater } from './tidewater/project.ts';

export type World = ReturnType<typeof createWorld>;

const SCRIPTS = [acme, tidewater];

/** A seed whose chance tells the scripted story well: clear falls and rises, quiet days between. */
export const DEFAULT_SEED = 60;

/** `start` is any time (epoch ms) of the world's first day, UTC; 60 days of history lie before it. */
export function createWorld({ seed, start }: { seed: number; start: number }) {
  const firstDay = dayOf(start);
  const days = suggestionDays(SCRIPTS, seed);
  const projects = SCRIPTS.map((script) => createProject(script, seed, firstDay, days.get(script.id) ?? []));
  return {
    engines: ENGINES,
    regions: REGIONS,
    projects,
    /** Undefined where there is no such project. */
    project: (id: string) => projects.find((project) => project.id === id),
  };
}
