/**
 * One small class per failure of the Visibility API, thrown by failure.ts, http.ts and answer.ts. None has a cause:
 * undici's errors can carry bytes of a response, and with them an echoed API key.
 */
import { AppError } from '../errors.ts';
import type { ValidationDetail } from './refusal.ts';
import { noAnswerSentence } from './remedies.ts';

/** Whether a retry can help: never, or later; `afterMs` where the API says when. */
export type Retry = 'never' | { afterMs?: number | undefined };

/** Base of every failed call. `operation` is method and path template: "GET /projects/{project_id}/topics". */
export abstract class VisibilityError extends AppError {
  readonly operation: string;
  readonly retry: Retry;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;

  constructor(operation: string, sentence: string, retry: Retry, status?: number) {
    super(`${operation} ${sentence}`);
    this.operation = operation;
    this.retry = retry;
    this.status = status;
  }
}

/** 401 or 403: the key is missing, wrong, or for another project. */
export class UnauthorisedError extends VisibilityError {
  readonly code = 'visibility_unauthorised';

  constructor(operation: string, status: number) {
    super(operation, `was refused: the API key is wrong or not allowed here (${status}).`, 'never', status);
  }
}

/** There is no key, such as before one is given in Slack, or one that no header can carry: nothing is sent. */
export class KeylessError extends VisibilityError {
  readonly code = 'visibility_unauthorised';

  constructor() {
    super('Every operation', 'needs an API key, and there is none that can be sent.', 'never');
  }
}

/** 404: no such project, prompt, segment or run, or no such operation. */
export class NotFoundError extends VisibilityError {
  readonly code = 'visibility_not_found';

  constructor(operation: string) {
    super(operation, 'found nothing: it doesn’t exist (404).', 'never', 404);
  }
}

/** 422; or, without a status, an invalid request that was never sent. */
export class ValidationError extends VisibilityError {
  readonly code = 'visibility_validation';
  readonly details: readonly ValidationDetail[];

  constructor(operation: string, details: readonly ValidationDetail[], status?: number) {
    const faults = details.map(({ at, message }) => (at ? `${at}: ${message}` : message)).join('; ');
    super(operation, `was not valid: ${faults || 'the API doesn’t say why'}.`, 'never', status);
    this.details = details;
  }
}

/** 429. `retryAfterMs` is how long the API wants us to wait, if it says. */
export class RateLimitedError extends VisibilityError {
  readonly code = 'visibility_rate_limited';
  readonly retryAfterMs: number | undefined;

  constructor(operation: string, retry: Retry, retryAfterMs?: number) {
    const wait = retryAfterMs === undefined ? '' : ` for ${Math.ceil(retryAfterMs / 1000)} s`;
    super(operation, `was rate limited${wait} (429).`, retry, 429);
    this.retryAfterMs = retryAfterMs;
  }
}

/** 402; or a 403 or 429 that mentions a quota or plan: the key is right but used up. `said` is the API's reason. */
export class QuotaError extends VisibilityError {
  readonly code = 'visibility_quota';
  /** Ends in a full stop. */
  readonly said: string;

  constructor(operation: string, status: number, said: string, retry: Retry) {
    const sentence = `${said.replace(/\.$/, '')}.`;
    super(operation, `was refused because of a quota (${status}): ${sentence}`, retry, status);
    this.said = sentence;
  }
}

/**
 * 5xx or 408; or, without a status, no complete response (network, timeout). A write may have succeeded all the same.
 */
export class UnavailableError extends VisibilityError {
  readonly code = 'visibility_unavailable';
  readonly why: number | string;

  /** `why`: the status, or the literal error code of the network ("ECONNREFUSED"). */
  constructor(operation: string, why: number | string, retry: Retry) {
    const status = typeof why === 'number' ? why : undefined;
    super(
      operation,
      typeof why === 'string' ? noAnswerSentence(why) : `failed at the API (${why}).`,
      retry,
      status,
    );
    this.why = why;
  }
}

/** Never sent: the budget of calls is used up (VisibilityClient.limited). */
export class OutOfCallsError extends VisibilityError {
  readonly code = 'visibility_out_of_calls';

  constructor(operation: string) {
    super(operation, 'was not sent: the budget of calls is used up.', 'never');
  }
}

/** Rows whose engine or region can't be told, so none may be used. `came` says what they look like. */
export class UnreadableError extends VisibilityError {
  readonly code = 'visibility_unreadable';

  constructor(operation: string, came: string) {
    super(operation, `cannot be read: ${came}.`, 'never', 200);
  }
}

/** A redirect, which isn't followed: the key stays where it belongs. `to`: the base address it leads to, if known. */
export class RedirectedError extends VisibilityError {
  readonly code = 'visibility_redirected';

  constructor(operation: string, status: number, to: string | undefined) {
    const where = to === undefined ? 'to another address' : `to ${to}`;
    super(operation, `got a redirect (${status}): VISIBILITY_BASE_URL redirects ${where}.`, 'never', status);
  }
}

/** Any other status that isn't a success: 400, 405, 409. `details` as for a 422. */
export class RefusedError extends VisibilityError {
  readonly code = 'visibility_refused';
  readonly details: readonly ValidationDetail[];

  constructor(operation: string, status: number, details: readonly ValidationDetail[]) {
    const said = details.map(({ message }) => message).join('; ');
    super(operation, `was refused with status ${status}${said && `: ${said}`}.`, 'never', status);
    this.details = details;
  }
}

/**
 * The response isn't what the API's document describes. `path` is a JSON
 * path ("$[3].id"), `came` the value found there.
 */
export class ContractError extends VisibilityError {
  readonly code = 'visibility_contract';
  readonly path: string;
  readonly came: string;

  constructor(operation: string, fault: { path: string; wanted: string; came: string; status?: number }) {
    const { path, wanted, came, status } = fault;
    super(
      operation,
      `isn’t answered as Sightline expects${path === '$' ? '' : ` at ${path}`}: ${wanted} (got: ${came}).`,
      'never',
      status,
    );
    this.path = path;
    this.came = came;
  }
}

/** Whether the same request may succeed in a minute. */
export function mayPass(error: unknown): error is UnavailableError | RateLimitedError {
  return error instanceof UnavailableError || error instanceof RateLimitedError;
}

/** Undefined if the API knows nothing of that name or id. */
export function ifKnown<Found>(read: Promise<Found>): Promise<Found | undefined> {
  return read.catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
}
