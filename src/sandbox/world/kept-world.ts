/** The simulated world with its clock, kept in a file if asked: then a restart finds what people changed, and the time. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { createSandboxClock, type SandboxClock } from '../clock.ts';
import { Change } from './changes.ts';
import { createWorld, DEFAULT_SEED, type World, type WorldOptions } from './world.ts';

/** All that does not follow from anything else. Times are epoch ms. */
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
  /** Writes down the time too; changes and advances are written as they happen. */
  close(): void;
};

/**
 * `start` (epoch ms) is when a new world begins; one that was kept goes on at the time it was left at. Without `file`
 * everything stays in memory. @throws Error with a sentence, when the file holds something else.
 */
export function openWorld(
  options: {
    start: number;
    realNow: () => number;
    file?: string | undefined;
  } & Pick<WorldOptions, 'runsOf'>,
): KeptWorld {
  const { realNow, file, ...chance } = options;
  const kept = file !== undefined && existsSync(file) ? readState(file) : undefined;
  const { seed, start, now, changes } = kept ?? {
    seed: DEFAULT_SEED,
    start: options.start,
    now: options.start,
    changes: {},
  };
  const clock = createSandboxClock({ start: now, realNow });
  const world: World = createWorld({ ...chance, seed, start, changes, onChange: keep });
  clock.onAdvance(keep);

  function keep(): void {
    if (file === undefined) return;
    const state: State = { version: 1, seed, start, now: clock.now(), changes: world.changes() };
    // Written beside and then moved: whoever is stopped in between leaves the old one whole.
    writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`);
    renameSync(`${file}.new`, file);
  }
  return { world, clock, close: keep };
}

function readState(file: string): State {
  try {
    return State.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} does not hold a sandbox's state. Remove it to begin anew.`, { cause });
  }
}
