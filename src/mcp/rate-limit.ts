/** How often somebody may ask over MCP: so many times in a minute, counted in this process alone. */
import { MINUTE_MS } from '../durations.ts';

/** Of so many at once; who asked longest ago is forgotten first. */
const REMEMBERED = 10_000;

/** `most` in a minute for each key; `realNow` in epoch ms. */
export function createRateLimit(most: number, realNow: () => number) {
  const minutes = new Map<string, { since: number; count: number }>();
  /** Counts one. Undefined where it may be, else in how many seconds the next one may. */
  return function take(key: string): number | undefined {
    const now = realNow();
    const before = minutes.get(key);
    const isOver = !before || now - before.since >= MINUTE_MS || now < before.since;
    const minute = isOver ? { since: now, count: 0 } : before;
    if (minute.count >= most) return Math.ceil((minute.since + MINUTE_MS - now) / 1_000);
    minute.count += 1;
    if (isOver) {
      // Put behind all others, so that the first is the one to be forgotten.
      minutes.delete(key);
      minutes.set(key, minute);
    }
    const [oldest] = minutes.keys();
    if (minutes.size > REMEMBERED && oldest !== undefined) minutes.delete(oldest);
    return undefined;
  };
}
