/** Opens the simulated world and its clock; with a file, people's changes and the time survive a restart. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { createSandboxClock, type SandboxClock } from '../clock.ts';
import { Change } from './changes.ts';
import { createWorld, DEFAULT_SEED, type World, type WorldOptions } from './world.ts';

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
