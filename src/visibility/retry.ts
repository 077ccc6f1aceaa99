/** Asks again within one call: only where the failure's own classification allows it, which of the writes only a replaced set's does. */
import { VisibilityError } from './errors.ts';

const MOST_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 250;
/** Whoever must wait longer is told (`retry.afterMs`), and comes back later by itself. */
const LONGEST_WAIT_MS = 10_000;

/** `random` in [0, 1); `sleep` ends early when the signal aborts. */
export type Patience = {
  random(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/**
 * How long to wait after the failure of attempt number `attempt` (from 1), in ms; undefined: give up and throw it.
 * What the API asks for is obeyed; backoff doubles, between half and full, so that projects do not come back as one.
 */
export function waitAfter(error: unknown, attempt: number, random: number): number | undefined {
  if (!(error instanceof VisibilityError) || error.retry === 'never') return undefined;
  const { afterMs = 0 } = error.retry;
  if (attempt >= MOST_ATTEMPTS || afterMs > LONGEST_WAIT_MS) return undefined;
  return Math.max(afterMs, FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + random / 2));
}

/** Runs `attempt` (told its number, from 1) until it succeeds or its failure is final. Throws that, or the signal's reason. */
export async function retrying<T>(
  attempt: (number: number) => Promise<T>,
  { random, sleep }: Patience,
  signal?: AbortSignal,
): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      const wait = waitAfter(error, number, random());
      if (wait === undefined) throw error;
      await sleep(wait, signal);
      signal?.throwIfAborted();
    }
  }
}
