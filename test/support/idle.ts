/** Waits until a bot has nothing left to do. */
import { setTimeout as pause } from 'node:timers/promises';
import { until } from './until.ts';

/** Looks grow apart from this to that. */
const [SOONEST_MS, LATEST_MS] = [10, 80];

/** `tickedAt` is when the last finished tick began, epoch ms on the bot's clock. */
export type ToDo = { tickedAt: number | undefined; slotsDue: number; outboxPending: number };

/** By what /metrics say: for a bot in a process of its own. */
export async function readToDo(metricsUrl: string): Promise<ToDo> {
  const figure = figuresIn(await (await fetch(metricsUrl)).text());
  return {
    tickedAt: figure('sightline_clock_seconds') * 1000,
    slotsDue: figure('sightline_slots_due'),
    outboxPending: figure('sightline_outbox_pending'),
  };
}

/**
 * `since` (epoch ms): the bot must have finished a tick at that time or later, so that whatever is due by then is
 * counted. A queued post waits for its channel's turn, one a second.
 */
export async function idle({ toDo }: { toDo(): Promise<ToDo> }, since: number): Promise<void> {
  const look = async () => {
    const { tickedAt = 0, slotsDue, outboxPending } = await toDo();
    return tickedAt >= since && slotsDue === 0 && outboxPending === 0;
  };
  await until(`the bot to be idle at ${new Date(since).toISOString()}`, look, undefined, betweenLooks());
}

/** What to wait for between one look and the next. */
export function betweenLooks(): () => Promise<void> {
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
