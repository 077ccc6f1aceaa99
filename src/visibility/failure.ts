/** Tells an answer that is no success apart, once: from here on a failure is a class with `retry`, not a status. */
import {
  NotFoundError,
  QuotaError,
  RateLimitedError,
  RefusedError,
  type Retry,
  UnauthorisedError,
  UnavailableError,
  ValidationError,
  type VisibilityError,
} from './errors.ts';
import type { HttpAnswer } from './http.ts';
import { quotaReason, refusalDetails } from './refusal.ts';
import { retryAfterMs } from './retry-after.ts';
import { isRaw } from './values.ts';

/**
 * The error in an answer that says in its body that it is none: {"ok": false, …}. A status alone would make an empty world
 * of a refused read, and of a refused write one that was done.
 */
export function refusalIn(
  operation: string,
  status: number,
  body: unknown,
  blind: (text: string) => string,
): VisibilityError | undefined {
  if (!isRaw(body) || (body.ok !== false && body.success !== false)) return undefined;
  const details = refusalDetails(JSON.stringify(body), blind);
  const quota = quotaReason(status, details);
  if (quota !== undefined) return new QuotaError(operation, status, quota, 'never');
  return new RefusedError(operation, status, details);
}

/**
 * The error an answer amounts to; undefined for a 2xx. Only 422 is documented, the rest is HTTP's own meaning.
 * `blind` takes the API key out of whatever the answer says.
 */
export function failureOf(
  asked: { operation: string; repeatable: boolean },
  answer: HttpAnswer,
  blind: (text: string) => string,
): VisibilityError | undefined {
  const { operation, repeatable } = asked;
  const { status, text } = answer;
  if (status >= 200 && status < 300) return undefined;
  const afterMs = retryAfterMs(answer.retryAfter, answer.date);
  // A write that failed may have been done: whoever asked for it decides, never a loop.
  const later: Retry = repeatable ? (afterMs === undefined ? {} : { afterMs }) : 'never';
  const details = refusalDetails(text, blind);
  const quota = [402, 403, 429].includes(status) ? quotaReason(status, details) : undefined;
  if (quota !== undefined) return new QuotaError(operation, status, quota, status === 429 ? later : 'never');
  if (status === 401 || status === 403) return new UnauthorisedError(operation, status);
  if (status === 404) return new NotFoundError(operation);
  if (status === 422) return new ValidationError(operation, details, status);
  if (status === 429) return new RateLimitedError(operation, later, afterMs);
  if (status === 408 || status >= 500) return new UnavailableError(operation, status, later);
  return new RefusedError(operation, status, details);
}
