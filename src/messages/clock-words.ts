/** How far a clock is from Slack's, as the owners and whoever asks for the status read it. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { count } from './figures.ts';

/** "11 minutes ahead of Slack’s", "2 days behind Slack’s". */
export function besideSlacks(aheadMs: number): string {
  const off = Math.abs(aheadMs);
  const [unit, name] =
    off >= 2 * DAY_MS
      ? ([DAY_MS, 'day'] as const)
      : off >= 2 * HOUR_MS
        ? ([HOUR_MS, 'hour'] as const)
        : ([MINUTE_MS, 'minute'] as const);
  return `${count(Math.round(off / unit), name)} ${aheadMs > 0 ? 'ahead of' : 'behind'} Slack’s`;
}

export const MEND_CLOCK =
  'Sync the clock of the machine it runs on. Beyond five minutes, Sightline refuses commands and clicks that reach it over HTTP.';
