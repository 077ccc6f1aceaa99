/** "Next day", one after the other: a day begins when what came of the one before is there. */
import { setTimeout as sleep } from 'node:timers/promises';

export type Days = {
  /** Resolves when the day has begun and grown quiet. */
  next(): Promise<void>;
  /** Days that were asked for and are not over yet. */
  toCome(): number;
  /** The bot did something: the day is not quiet yet. */
  stir(): void;
};

/** A bot posts once a second in a channel, and looks at the clock ten times a second: more may come until then. */
export const QUIET_MS = 1_300;
const LONGEST_MS = 8_000;

/** Many clicks are a few days: nobody reads what a month brings. */
const MOST_WAITING = 5;

const DAY_MINUTES = 24 * 60;

/** After so many minutes a bot has given up what it tried in vain since the morning, and says so. */
const ENDURED_MINUTES = 4 * 60 + 1;

/** `advance` moves the time on; `fails` says whether the bot's work fails now; `realNow` in epoch ms, `quietMs` real too. */
export function createDays(deps: {
  advance(minutes: number): void;
  fails(): boolean;
  realNow(): number;
  quietMs: number;
}): Days {
  const { advance, fails, realNow, quietMs } = deps;
  let stirred = 0;
  let toCome = 0;
  let pastMorning = 0;
  let last: Promise<void> = Promise.resolve();

  async function forward(minutes: number): Promise<void> {
    advance(minutes);
    const began = realNow();
    stirred = began;
    while (realNow() - stirred < quietMs && realNow() - began < LONGEST_MS) await sleep(quietMs / 5);
  }

  async function day(): Promise<void> {
    await forward(DAY_MINUTES - pastMorning);
    pastMorning = fails() ? ENDURED_MINUTES : 0;
    if (pastMorning > 0) await forward(pastMorning);
    toCome -= 1;
  }

  return {
    next: () => {
      if (toCome >= MOST_WAITING) return last;
      toCome += 1;
      last = last.then(day);
      return last;
    },
    toCome: () => toCome,
    stir: () => {
      stirred = realNow();
    },
  };
}
