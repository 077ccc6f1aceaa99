/** Waits until a bot has nothing left to do, by what its own /metrics say. */
import { setTimeout as pause } from 'node:timers/promises';
import { until } from './until.ts';

/** Writing its metrics costs the bot several ms: looks grow apart from this to that. */
const [SOONEST_MS, LATEST_MS] = [50, 200];

/**
 * `since` (epoch ms): the bot must have finished a tick at that time or later, so that whatever is due by then is
 * counted. A queued post waits for its channel's turn, one a second.
 */
export async function idle(metricsUrl: string, since: number): Promise<void> {
  const look = async () => {
    const figure = figuresIn(await (await fetch(metricsUrl)).text());
    const ticked = figure('sightline_clock_seconds') * 1000 >= since;
    return ticked && figure('sightline_slots_due') === 0 && figure('sightline_outbox_pending') === 0;
  };
  await until(`the bot to be idle at ${new Date(since).toISOString()}`, look, undefined, betweenScrapes());
}

/** What to wait for between one look at the metrics and the next. */
export function betweenScrapes(): () => Promise<void> {
  let waitMs = SOONEST_MS;
  return () => {
    const now = waitMs;
    waitMs = Math.min(waitMs * 1.5, LATEST_MS);
    return pause(now);
  };
}

/** The figures of a Prometheus text; `name` as it stands there, labels included. NaN where it does not. */
export function figuresIn(text: string): (name: string) => number {
  const figures = new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const end = line.lastIndexOf(' ');
        return [line.slice(0, end), Number(line.slice(end + 1))];
      }),
  );
  return (name) => figures.get(name) ?? Number.NaN;
}
