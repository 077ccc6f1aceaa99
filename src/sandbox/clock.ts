/** The sandbox's own time, which its world, its API and its workspace share: real time from a chosen start, plus what was advanced. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How far to move: days and minutes add up; neither may be negative, because a simulated past never changes. */
export type Advance = { days?: number; minutes?: number };

export type SandboxClock = {
  /** Epoch ms. Flows at the machine's pace between advances. */
  now(): number;
  /** Moves on and answers the new time; listeners hear it before the call returns. @throws RangeError on a negative step. */
  advance(by: Advance): number;
  /** Moves on to a time (epoch ms), as `advance` does; one that has passed leaves it where it is. */
  advanceTo(at: number): void;
  /** Calls `listener` with the new time after each advance, until the returned function is called. */
  onAdvance(listener: (now: number) => void): () => void;
};

/** `start` is the simulated time at creation, epoch ms; `realNow` the machine's time, epoch ms. */
export function createSandboxClock({
  start,
  realNow,
}: {
  start: number;
  realNow: () => number;
}): SandboxClock {
  const begun = realNow();
  const listeners = new Set<(now: number) => void>();
  let advanced = 0;
  const now = () => start + (realNow() - begun) + advanced;
  const moveOn = (ms: number) => {
    advanced += ms;
    const reached = now();
    for (const listener of listeners) listener(reached);
    return reached;
  };

  return {
    now,
    advance({ days = 0, minutes = 0 }) {
      if (!(days >= 0 && minutes >= 0)) throw new RangeError('Simulated time only moves forward.');
      return moveOn(days * DAY_MS + minutes * MINUTE_MS);
    },
    advanceTo: (at) => void moveOn(Math.max(0, at - now())),
    onAdvance(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
