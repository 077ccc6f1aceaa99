/** Quiet hours as schedules see them: it is quiet whenever a clock on the wall there shows a time within them. */
import { CronDate } from 'croner';
import { MINUTE_MS } from '../durations.ts';
import { parseQuiet } from '../schedule-words.ts';

const DAY_MINUTES = 1_440;
/** Every timezone changes its clocks at a full quarter of an hour of UTC. */
const QUARTER = 15;

/**
 * The unbroken quiet around a moment, undefined if it is not quiet then: the last full minute `before` it, and its
 * `end`, the first moment after it. All epoch ms.
 */
export function quietAround(
  quiet: string | undefined,
  timezone: string,
  at: number,
): { before: number; end: number } | undefined {
  const hours = quiet === undefined ? undefined : parseQuiet(quiet);
  if (!hours) return undefined;
  const { from, lasts } = hours;
  /** Minutes since the wall showed the beginning; it is quiet while they are fewer than `lasts`. */
  const passed = (minute: number) => {
    const wall = new CronDate(new Date(minute * MINUTE_MS), timezone);
    return (wall.hour * 60 + wall.minute - from + DAY_MINUTES) % DAY_MINUTES;
  };
  const here = Math.floor(at / MINUTE_MS);
  if (passed(here) >= lasts) return undefined;
  // Within a quarter of an hour the wall clock runs evenly, so no step goes beyond one.
  let [before, end] = [here, here];
  for (let since = passed(before); since < lasts; since = passed(before))
    before -= Math.min(since, before % QUARTER) + 1;
  for (let since = passed(end); since < lasts; since = passed(end))
    end += Math.min(lasts - since, QUARTER - (end % QUARTER));
  return { before: before * MINUTE_MS, end: end * MINUTE_MS };
}
