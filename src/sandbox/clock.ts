/** The simulated time of the sandbox's world, API and workspace: real time from a chosen start, plus any advances. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

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
