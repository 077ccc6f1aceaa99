/**
 * The simulated time of the sandbox's world, API and workspace: real time from a chosen start, plus any advances. "Next
 * day" on the local Slack's page moves it on, and waits until the bot has dealt with it.
 */
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { isoDay, secondsOf } from './workspace/page/dates.ts';

/** Days and minutes add up. Neither may be negative, because the simulated past never changes. */
export type Advance = { days?: number; minutes?: number };

export type SandboxClock = {
  /** Epoch ms. Runs at the machine's pace between advances. */
  now(): number;
  /** Returns the new time. @throws RangeError on a negative step */
  advance(by: Advance): number;
  /** Advances to a time (epoch ms), unless it has passed. */
  advanceTo(at: number): void;
};

/** `start` is the simulated time at creation, epoch ms; `realNow` the machine's time, epoch ms. */
export function createSandboxClock({
  start,
  realNow,
}: {
  start: number;
  realNow: () => number;
}): SandboxClock {
  const startedAt = realNow();
  let advanced = 0;
  const now = () => start + (realNow() - startedAt) + advanced;
  const move = (ms: number) => {
    advanced += ms;
    return now();
  };

  return {
    now,
    advance({ days = 0, minutes = 0 }) {
      if (!(days >= 0 && minutes >= 0)) throw new RangeError('Simulated time only moves forward.');
      return move(days * DAY_MS + minutes * MINUTE_MS);
    },
    advanceTo: (at) => void move(Math.max(0, at - now())),
  };
}

type Days = {
  /** Resolves when it's quiet on the next day's morning; `onStop` runs at each stop on the way. Calls queue up. */
  next(onStop?: () => void): Promise<void>;
  /** How many days are still to come. */
  pending(): number;
  /** Runs a request to the API or to Slack. It's not quiet until it ends. */
  track(work: () => Promise<void>): Promise<void>;
  /** The bot read the clock, as it does between ticks and at the start of each. */
  noteClockRead(): void;
};

/** A bot posts once a second per channel, so there may be more to come for this long. */
export const QUIET_MS = 1_300;
const MAX_WAIT_MS = 8_000;

/** Quiet is counted in looks rather than time, because a machine that stalls isn't quiet. */
const LOOKS = 10;

/** Nobody reads a month of posts. */
const MAX_PENDING = 5;

/**
 * The first look tells the bot that the clock has moved, the second begins a tick. At the third that tick is finished:
 * whatever is due has started.
 */
const ENOUGH_READS = 3;

/** A bot that read the clock this recently is running, and reads it several times a second. */
const WATCHED_MS = 3_000;

/** A bot with work left gets this much longer, since a slow machine may only just be drawing its next post. */
const WORK_LEFT = 2;

/**
 * `now` and `advanceTo` take simulated time, `realNow`, `sleep` and `quietMs` real time; all in epoch ms or ms.
 * `hasWork`: whether the bot has something left to do, which may never end while the API or Slack is down.
 */
export function createDays(deps: {
  now(): number;
  timezone: string;
  advanceTo(at: number): void;
  realNow(): number;
  sleep(ms: number): Promise<unknown>;
  quietMs: number;
  hasWork(): Promise<boolean>;
}): Days {
  const { now, timezone, advanceTo, realNow, sleep, quietMs, hasWork } = deps;
  const activity = { still: 0, running: 0, any: false, clockReads: 0, readAt: Number.NEGATIVE_INFINITY };
  let pending = 0;
  let queue: Promise<void> = Promise.resolve();

  /** Nothing was due if the bot had time to act and didn't: then a shorter wait is enough. */
  async function isQuiet(): Promise<boolean> {
    const hasRead = activity.clockReads >= ENOUGH_READS;
    const wasIdle = hasRead && !activity.any;
    const isLong = (times: number) => activity.still >= times * LOOKS;
    if (!hasRead && realNow() - activity.readAt < WATCHED_MS) return false;
    if (activity.running > 0 || !isLong(wasIdle ? 1 / 4 : 1)) return false;
    return isLong(WORK_LEFT) || !(await hasWork());
  }

  async function moveTo(stop: number): Promise<void> {
    advanceTo(stop);
    const startedAt = realNow();
    Object.assign(activity, { still: 0, any: false, clockReads: 0 });
    while (!(await isQuiet()) && realNow() - startedAt < MAX_WAIT_MS) {
      await sleep(quietMs / LOOKS);
      activity.still += 1;
    }
  }

  async function moveToMorning(onStop: () => void): Promise<void> {
    for (const stop of stopsUntilMorning(now(), timezone)) {
      await moveTo(stop);
      onStop();
    }
    pending -= 1;
  }

  return {
    next(onStop = () => {}) {
      if (pending >= MAX_PENDING) return queue;
      pending += 1;
      queue = queue.then(() => moveToMorning(onStop));
      return queue;
    },
    pending: () => pending,
    async track(work) {
      activity.any = true;
      activity.running += 1;
      await work().finally(() => {
        activity.running -= 1;
        activity.still = 0;
      });
    },
    noteClockRead() {
      activity.clockReads += 1;
      activity.readAt = realNow();
      if (activity.clockReads <= ENOUGH_READS) activity.still = 0;
    },
  };
}

/**
 * The stops on the way to 9:00 on the next day, epoch ms: the example's feeds are due at 9:00 and 10:00, a failed
 * morning is reported after four hours, and what is due in the afternoon is posted that afternoon. Days are those of
 * `timezone`.
 */
export function stopsUntilMorning(now: number, timezone: string): number[] {
  const today = isoDay(now, timezone);
  const tomorrow = new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10);
  return [`${today}T09:00`, `${today}T10:00`, `${today}T14:30`, `${today}T17:00`, `${tomorrow}T09:00`]
    .map((wall) => secondsOf(wall, timezone) * 1_000)
    .filter((stop) => stop > now);
}
