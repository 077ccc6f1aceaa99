/** Reads the Retry-After of a 429 or 503 for failure.ts: pure, and without a clock of ours. */
import { DAY_MS } from '../durations.ts';

/** No header silences a project for longer than this. */
export const LONGEST_RETRY_AFTER_MS = DAY_MS;

/**
 * How long to wait, in ms from 0 to a day; undefined where the header is absent or no such thing.
 * An HTTP date is measured against the answer's own Date, so that a clock that runs differently (ours, a sandbox's)
 * changes nothing; without Date it means nothing. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfterMs(retryAfter: string | undefined, date: string | undefined): number | undefined {
  const wait = /^\d+(\.\d+)?$/.test(retryAfter?.trim() ?? '')
    ? Math.ceil(Number(retryAfter) * 1000)
    : httpDate(retryAfter) - httpDate(date);
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER_MS);
}

/** Epoch ms of any of the three forms of an HTTP date, NaN of anything else. */
function httpDate(text: string | undefined): number {
  const date = text?.trim() ?? '';
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(date)) return Number.NaN;
  // The asctime form names no zone and would be read as local time.
  return Date.parse(date.endsWith('GMT') ? date : `${date} GMT`);
}
