/** The tick that drives everything: once a minute, or every 100 ms where a sandbox's clock may jump. Never overlapping. */
import { realNow } from '../clock.ts';
import { MINUTE_MS } from '../durations.ts';

const SIMULATED_MS = 100;
const AGAIN_MS = 5_000;
/** After the minute: a timer may come a moment early, and would come twice. */
const PAST_MS = 10;

/** Starts ticking; returns how to stop, which waits for the tick under way. A tick that fails is told to `onFault`; the next one tries again. */
export function startTicking(
  simulated: boolean,
  onFault: (error: unknown) => void,
  tick: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const once = () => {
    running ??= tick()
      .catch(onFault)
      .finally(() => {
        running = undefined;
      });
  };
  if (simulated) {
    const timer = setInterval(once, SIMULATED_MS);
    return async () => {
      clearInterval(timer);
      await running;
    };
  }
  // Set anew each time: one for many minutes would drift, and know nothing of a machine that slept.
  let timer: NodeJS.Timeout;
  const atNextMinute = () => {
    timer = setTimeout(
      () => {
        once();
        atNextMinute();
      },
      MINUTE_MS - (realNow() % MINUTE_MS) + PAST_MS,
    );
  };
  atNextMinute();
  return async () => {
    clearTimeout(timer);
    await running;
  };
}

/**
 * What comes before the first tick, tried until it succeeds or `signal` aborts: a store that was away for a moment must
 * not leave behind a bot that lives and is never ready. `pause` ends early when the signal aborts.
 */
export async function untilDone(
  work: () => Promise<void>,
  {
    onFault,
    pause,
    signal,
  }: {
    onFault: (error: unknown) => void;
    pause: (ms: number, signal: AbortSignal) => Promise<void>;
    signal: AbortSignal;
  },
): Promise<void> {
  while (!signal.aborted) {
    const isDone = await work().then(
      () => true,
      (error) => {
        onFault(error);
        return false;
      },
    );
    if (isDone) return;
    await pause(AGAIN_MS, signal);
  }
}
