/** The tick that drives everything: once a minute, or every 100 ms where a sandbox's clock may jump. Never overlapping. */
import cron from 'node-cron';

const SIMULATED_MS = 100;
const AGAIN_MS = 5_000;

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
  const task = cron.schedule('* * * * *', once, { timezone: 'UTC' });
  return async () => {
    await task.destroy();
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
