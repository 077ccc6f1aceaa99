/** "Next day", one after the other: a day begins when what came of the one before is there. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isoDay, secondsOf } from './workspace/page/dates.ts';

export type Days = {
  /** Resolves when the next day's morning has come and grown quiet; `moved` is called at each stop on the way. */
  next(moved?: () => void): Promise<void>;
  /** Days that were asked for and are not over yet. */
  toCome(): number;
  /** Something is asked of the API or of Slack, which takes as long as `work`: meanwhile it is not quiet. */
  during(work: () => Promise<void>): Promise<void>;
  /** The bot asked for the time, as it does in the beginning of each of its turns. */
  looked(): void;
};

/** A bot posts once a second in a channel, and looks at the clock ten times a second: more may come until then. */
export const QUIET_MS = 1_300;
const LONGEST_MS = 8_000;

/** Many clicks are a few days: nobody reads what a month brings. */
const MOST_WAITING = 5;

const DAY_MS = 24 * 3_600_000;

/** Who looked twice has ended the turn in which it saw the new time: what was due then is under way. */
const LOOKS = 2;

/** `now` and `advanceTo` are of simulated time, epoch ms; `realNow` in epoch ms and `quietMs` are real. */
export function createDays(deps: {
  now(): number;
  timezone: string;
  advanceTo(at: number): void;
  realNow(): number;
  quietMs: number;
}): Days {
  const { now, timezone, advanceTo, realNow, quietMs } = deps;
  const stir = { last: 0, underWay: 0, any: false, looks: 0 };
  let toCome = 0;
  let last: Promise<void> = Promise.resolve();

  /** Where nothing was due, one need not wait as long as after a post. */
  function isQuiet(): boolean {
    const idle = stir.looks >= LOOKS && !stir.any;
    return stir.underWay === 0 && realNow() - stir.last >= (idle ? quietMs / 4 : quietMs);
  }

  async function reach(stop: number): Promise<void> {
    advanceTo(stop);
    const began = realNow();
    Object.assign(stir, { last: began, any: false, looks: 0 });
    while (!isQuiet() && realNow() - began < LONGEST_MS) await sleep(quietMs / 10);
  }

  async function day(moved: () => void): Promise<void> {
    for (const stop of stopsUntilMorning(now(), timezone)) {
      await reach(stop);
      moved();
    }
    toCome -= 1;
  }

  return {
    next: (moved = () => {}) => {
      if (toCome >= MOST_WAITING) return last;
      toCome += 1;
      last = last.then(() => day(moved));
      return last;
    },
    toCome: () => toCome,
    async during(work) {
      stir.any = true;
      stir.underWay += 1;
      await work().finally(() => {
        stir.underWay -= 1;
        stir.last = realNow();
      });
    },
    looked: () => {
      stir.looks += 1;
      if (stir.looks <= LOOKS) stir.last = realNow();
    },
  };
}

/**
 * The times at which one stops on the way to nine o'clock of the next day, that one last: so that what failed for
 * four hours in the morning is told, and what is due by day is there, the same day. Epoch ms; the days are those of `timezone`.
 */
export function stopsUntilMorning(now: number, timezone: string): number[] {
  const today = isoDay(now, timezone);
  const tomorrow = new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10);
  return [`${today}T09:00`, `${today}T13:30`, `${today}T17:00`, `${tomorrow}T09:00`]
    .map((wall) => secondsOf(wall, timezone) * 1_000)
    .filter((stop) => stop > now);
}
