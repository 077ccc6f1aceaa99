/**
 * Classifies failed responses, once: from here on a failure is an error class whose `retry` alone decides on retries.
 */
import { DAY_MS } from '../durations.ts';
import {
  NotFoundError,
  QuotaError,
  RateLimitedError,
  RedirectedError,
  RefusedError,
  type Retry,
  UnauthorisedError,
  UnavailableError,
  ValidationError,
  VisibilityError,
} from './errors.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';
import { quotaReason, refusalDetails, saysWrongKey } from './refusal.ts';
import { isRaw } from './values.ts';

/**
 * The error in a 2xx response whose body says that it failed: {"ok": false, …}, or {"error": "Invalid API key"}. By its status alone, a refused read
 * would be an empty list and a refused write a success.
 */
export function refusalIn(
  operation: string,
  status: number,
  body: unknown,
  redact: (text: string) => string,
): VisibilityError | undefined {
  if (!isRaw(body)) return undefined;
  const isRefusal = [body.ok, body.success].some((each) => each === false || each === 0);
  if (!isRefusal && !body.error) return undefined;
  const details = refusalDetails(JSON.stringify(body), redact);
  if (saysWrongKey(details)) return new UnauthorisedError(operation, status);
  if (!isRefusal) return undefined;
  const quota = quotaReason(status, details);
  if (quota !== undefined) return new QuotaError(operation, status, quota, 'never');
  return new RefusedError(operation, status, details);
}

/**
 * The error for a response; undefined for a 2xx. Only 422 is documented, the other statuses mean what HTTP says.
 * `redact` removes the API key from text of the response.
 */
export function failureOf(
  asked: Pick<HttpRequest, 'operation' | 'repeatable' | 'path'>,
  answer: HttpAnswer,
  redact: (text: string) => string,
): VisibilityError | undefined {
  const { operation, repeatable, path } = asked;
  const { status, text } = answer;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400)
    return new RedirectedError(operation, status, baseOf(answer.location, path));
  const afterMs = retryAfterMs(answer.retryAfter ?? waitSaid(text), answer.date);
  // A failed write may have been done: the caller decides, never a loop.
  const later: Retry = repeatable ? { afterMs } : 'never';
  const details = refusalDetails(text, redact);
  const quota = [402, 403, 429].includes(status) ? quotaReason(status, details) : undefined;
  if (quota !== undefined) return new QuotaError(operation, status, quota, status === 429 ? later : 'never');
  if (status === 400 && saysWrongKey(details)) return new UnauthorisedError(operation, status);
  switch (status) {
    case 401:
    case 403:
      return new UnauthorisedError(operation, status);
    case 404:
      return new NotFoundError(operation);
    case 422:
      return new ValidationError(operation, details, status);
    case 429:
      return new RateLimitedError(operation, later, afterMs);
  }
  const isPassing = status === 408 || status >= 500;
  return isPassing
    ? new UnavailableError(operation, status, later)
    : new RefusedError(operation, status, details);
}

/** Seconds from words in the body: {"retryDelay": "1s"} (Google), {"retry_after": 1.5}, {"retryAfterMs": 1500}. */
function waitSaid(text: string): string | undefined {
  const words =
    /"retry[-_]?(?:delay|after)[-_]?(ms)?(?:in)?[-_]?(?:s|secs?|seconds)?"\s*:\s*"?(\d{1,9}(?:\.\d{1,9})?)(?:s"|"|[\s,}])/i;
  const [, isMs, wait] = words.exec(text.slice(0, LONGEST_REFUSAL)) ?? [];
  return isMs ? String(Number(wait) / 1000) : wait;
}

const LONGEST_REFUSAL = 10_000;

/** The base address behind a redirected request, or the whole address if it is of something else. */
function baseOf(location: string | undefined, path: string): string | undefined {
  const [asked = ''] = path.split('?');
  return location?.endsWith(asked) ? location.slice(0, -asked.length) : location;
}

/** The longest Retry-After that is respected. */
export const LONGEST_RETRY_AFTER_MS = DAY_MS;

/**
 * Ms to wait, from 0 to a day; undefined where the header is missing or invalid. An HTTP date is compared with the
 * response's own Date, not with our clock; without Date it is ignored.
 * https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfterMs(retryAfter: string | undefined, date: string | undefined): number | undefined {
  const wait = /^\d+(\.\d+)?$/.test(retryAfter?.trim() ?? '')
    ? Math.ceil(Number(retryAfter) * 1000)
    : httpDate(retryAfter) - httpDate(date);
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER_MS);
}

/** Epoch ms of an HTTP date in any of its three forms, else NaN. */
function httpDate(text: string | undefined): number {
  const date = text?.trim() ?? '';
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(date)) return Number.NaN;
  // The asctime form names no zone and would be read as local time.
  return Date.parse(date.endsWith('GMT') ? date : `${date} GMT`);
}

const MOST_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 250;
/** Longer waits are left to the caller (`retry.afterMs`). */
const LONGEST_WAIT_MS = 10_000;

/** `random` in [0, 1); `sleep` ends early when the signal aborts. */
export type Patience = {
  random(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/**
 * Ms to wait after attempt number `attempt` (from 1) failed; undefined to give up. At least what the API asked for; the
 * backoff doubles, with jitter from half to full so that projects don't retry in step.
 */
export function waitAfter(error: unknown, attempt: number, random: number): number | undefined {
  if (!(error instanceof VisibilityError) || error.retry === 'never') return undefined;
  const { afterMs = 0 } = error.retry;
  if (attempt >= MOST_ATTEMPTS || afterMs > LONGEST_WAIT_MS) return undefined;
  return Math.max(afterMs, FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + random / 2));
}

/** Calls `attempt` with its number, from 1, until it succeeds. @throws its final failure, or the signal's reason. */
export async function retrying<T>(
  attempt: (number: number) => Promise<T>,
  { random, sleep }: Patience,
  signal?: AbortSignal,
): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      const wait = waitAfter(error, number, random());
      if (wait === undefined) throw error;
      await sleep(wait, signal);
      signal?.throwIfAborted();
    }
  }
}
