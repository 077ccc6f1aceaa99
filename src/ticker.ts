/** The tick that drives everything: once a minute, or every 100 ms where a sandbox's clock may jump. Never overlapping. */
import cron from 'node-cron';

const SIMULATED_MS = 100;

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
