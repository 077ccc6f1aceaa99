/** Waits for something that happens elsewhere: looks again and again, and gives up at a deadline with a sentence. */
import { setTimeout as pause } from 'node:timers/promises';

/** Most of what is waited for comes at once: looks grow apart from this to that. */
const [SOONEST_MS, LATEST_MS] = [5, 40];
/** Where one is told of changes, looks in between are for what comes without any. */
const UNTOLD_MS = 500;
/** A little less than a test has: on the slowest machine it still says what it waited for. */
const GIVE_UP_MS = 100_000;

/**
 * The first thing that `look` finds; undefined and false are not yet, and so is a fault. `next` resolves when something
 * may have changed since the last look began. @throws Error naming `what`
 */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined | false> | Found | undefined | false,
  giveUpMs = GIVE_UP_MS,
  next?: () => Promise<void>,
): Promise<Found> {
  const deadline = AbortSignal.timeout(giveUpMs);
  let cause: unknown;
  let waitMs = SOONEST_MS;
  while (!deadline.aborted) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
      cause = undefined;
    } catch (fault) {
      cause = fault;
    }
    if (next) await Promise.race([next(), pause(UNTOLD_MS)]);
    else await pause(waitMs);
    waitMs = Math.min(waitMs * 2, LATEST_MS);
  }
  throw new Error(`Waited ${giveUpMs} ms in vain for ${what}.`, { cause });
}
