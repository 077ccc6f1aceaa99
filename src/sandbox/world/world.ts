/**
 * The sandbox's simulated world as a whole: projects, engines and regions. The same seed, start day and changes always
 * give the same world. With a file, people's changes and the time survive a restart.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { createSandboxClock, type SandboxClock } from '../clock.ts';
import { generateRuns } from './answers.ts';
import { Change } from './changes.ts';
import { dayOf } from './day.ts';
import { createProject } from './project.ts';
import { ENGINES, REGIONS } from './rows.ts';
import { findPromptRun, findRunGroup } from './run-groups.ts';
import { readScript } from './script.ts';
import { planSuggestions } from './suggestions.ts';

export type World = ReturnType<typeof createWorld>;

/** What people changed, by project id. */
type WorldChanges = Readonly<Record<string, readonly Change[]>>;

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
  /** Earlier changes, as returned by `changes()`. */
  changes?: WorldChanges;
  /** Runs after each new change. */
  onChange?: () => void;
  /** Replaces the generator in answers.ts, e.g. with a cache. */
  runsOf?: typeof generateRuns;
};

export function createWorld(options: WorldOptions) {
  const { seed, start, changes = {}, onChange = () => {}, runsOf = generateRuns } = options;
  const days = planSuggestions(SCRIPTS, seed);
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
    project: (id: string) => projects.find((project) => project.id === id),
    /** The forum thread at this address. */
    thread: (url: string, now: number) =>
      projects.map((project) => project.thread(url, now)).find((thread) => thread !== undefined),
    /** Undefined if there's no such group, or it's too old. */
    runGroup: (id: string, now: number) => findRunGroup(projects, id, now),
    /** A run with its group; undefined if there's no such run, or it's too old. */
    promptRun: (id: string, now: number) => findPromptRun(projects, id, now),
    changes: (): WorldChanges => Object.fromEntries(projects.map(({ id, changes }) => [id, changes()])),
  };
}

/** Times are epoch ms. */
const State = z.strictObject({
  version: z.literal(1),
  seed: z.int(),
  start: z.number(),
  now: z.number(),
  changes: z.record(z.guid(), z.array(Change).readonly()),
});
type State = z.output<typeof State>;

type KeptWorld = {
  world: World;
  clock: SandboxClock;
  /** Saves the time; changes and advances are saved as they happen. */
  close(): void;
};

/**
 * A new world begins at `start` (epoch ms); a saved one resumes where it stopped. Without `file`, everything stays in
 * memory. @throws Error with a readable message when the file holds something else
 */
export function openWorld(
  options: {
    start: number;
    realNow: () => number;
    file?: string | undefined;
  } & Pick<WorldOptions, 'runsOf'>,
): KeptWorld {
  const { realNow, file, ...worldOptions } = options;
  const saved = file !== undefined && existsSync(file) ? readState(file) : undefined;
  const { seed, start, now, changes } = saved ?? {
    seed: DEFAULT_SEED,
    start: options.start,
    now: options.start,
    changes: {},
  };
  const clock = createSandboxClock({ start: now, realNow });
  const world: World = createWorld({ ...worldOptions, seed, start, changes, onChange: save });
  clock.onAdvance(save);

  function save(): void {
    if (file === undefined) return;
    const state: State = { version: 1, seed, start, now: clock.now(), changes: world.changes() };
    // Write beside the file, then move: an interruption leaves the old state intact.
    writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`);
    renameSync(`${file}.new`, file);
  }
  return { world, clock, close: save };
}

function readState(file: string): State {
  try {
    return State.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} does not hold a sandbox's state. Remove it to start over.`, { cause });
  }
}
