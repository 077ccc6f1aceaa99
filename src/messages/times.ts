/** Times that every reader sees in their own timezone; whoever cannot reads them in UTC, which is said. */

import { HOUR_MS } from '../durations.ts';
import { dayAt, utcMoment, utcTime } from './days.ts';
import type { Text } from './text.ts';

/** A time of day. */
export function clock(ms: number): Text {
  return { spans: [{ at: ms, as: 'time', said: utcTime(ms) }] };
}

/** A day and a time of it; with `url`, a link. */
export function moment(ms: number, url?: string): Text {
  return { spans: [{ at: ms, as: 'moment', said: utcMoment(ms), url }] };
}

/** A time as said behind another one: the day too, where it was another day. */
export function momentBeside(ms: number, other: number): Text {
  const isSameDay = dayAt(ms, 'UTC') === dayAt(other, 'UTC') && Math.abs(ms - other) < 12 * HOUR_MS;
  return isSameDay ? clock(ms) : moment(ms);
}
