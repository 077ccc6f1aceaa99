/** The tick that drives everything: once a minute, or every 250 ms where a sandbox's clock may jump. Never overlapping. */
import cron from 'node-cron';
import type { Log } from './log.ts';

const SIMULATED_MS = 250;

/** Starts ticking; returns how to stop. A tick that fails is logged, the next one tries again. */
export function startTicking(simulated: boolean, log: Log, tick: () => Promise<void>): () => void {
  let running = false;
  const once = async () => {
    if (running) return;
    running = true;
    try {
      await tick();
    } catch (error) {
      log.error({ err: error }, 'A tick failed; the next one tries again');
    } finally {
      running = false;
    }
  };
  if (simulated) {
    const timer = setInterval(once, SIMULATED_MS);
    return () => clearInterval(timer);
  }
  const task = cron.schedule('* * * * *', once, { timezone: 'UTC' });
  return () => void task.destroy();
}
