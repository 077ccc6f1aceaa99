/**
 * The sandbox's simulated world, seen as a whole: projects with their rows, engines and regions. The same seed, start
 * day and changes give the same world for ever.
 */
import { runsOfDay } from './answers.ts';
import { ENGINES, REGIONS } from './cast.ts';
import type { Change } from './changes.ts';
import { dayOf } from './day.ts';
import { createProject } from './project.ts';
import { findPromptRun, findRunGroup } from './run-groups.ts';
import { readScript } from './script.ts';
import { suggestionDays } from './suggestions.ts';

export type World = ReturnType<typeof createWorld>;

/** What people changed, by project id. */
type WorldChanges = Readonly<Record<string, readonly Change[]>>;

const SCRIPTS = [
  readScript(new URL('./acme.yml', import.meta.url)),
  readScript(new URL('./tidewater.yml', import.meta.url)),
];

/** A seed whose chance tells the scripted story well: clear falls and rises, quiet days between. */
export const DEFAULT_SEED = 60;

export type WorldOptions = {
  seed: number;
  /** Any time (epoch ms) of the world's first day, UTC; 60 days of history lie before it. */
  start: number;
  /** Made before, as `changes()` told them. */
  changes?: WorldChanges;
  /** Hears of every further change, after it was made. */
  onChange?: () => void;
  /** As answers.ts makes them; for whoever has made them before. */
  runsOf?: typeof runsOfDay;
};

export function createWorld(options: WorldOptions) {
  const { seed, start, changes = {}, onChange = () => {}, runsOf = runsOfDay } = options;
  const days = suggestionDays(SCRIPTS, seed);
  const projects = SCRIPTS.map((script) =>
    createProject({
      script,
      seed,
      start: dayOf(start),
      suggestionDays: days.get(script.id) ?? [],
      changes: changes[script.id] ?? [],
      onChange,
      runsOf,
    }),
  );
  return {
    engines: ENGINES,
    regions: REGIONS,
    projects,
    /** Undefined where there is no such project. */
    project: (id: string) => projects.find((project) => project.id === id),
    /** The forum thread of this address; undefined where the world has none. */
    thread: (url: string, now: number) =>
      projects.map((project) => project.thread(url, now)).find((thread) => thread !== undefined),
    /** Undefined where there is none of this id, or it is too long ago. */
    runGroup: (id: string, now: number) => findRunGroup(projects, id, now),
    /** A run and the group that it belongs to; undefined like a group. */
    promptRun: (id: string, now: number) => findPromptRun(projects, id, now),
    changes: (): WorldChanges => Object.fromEntries(projects.map(({ id, changes }) => [id, changes()])),
  };
}
