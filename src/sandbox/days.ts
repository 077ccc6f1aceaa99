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

/** A bot looks at the clock four times a second, so that it has seen a new day by then. */
const QUIET_MS = 700;
const LONGEST_MS = 8_000;

/** Many clicks are a few days: nobody reads what a month brings. */
const MOST_WAITING = 5;

/** `begin` moves the time on by a day; `realNow` in epoch ms. */
export function createDays({ begin, realNow }: { begin(): void; realNow(): number }): Days {
  let stirred = 0;
  let toCome = 0;
  let last: Promise<void> = Promise.resolve();

  async function day(): Promise<void> {
    begin();
    const began = realNow();
    stirred = began;
    while (realNow() - stirred < QUIET_MS && realNow() - began < LONGEST_MS) await sleep(QUIET_MS / 5);
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
