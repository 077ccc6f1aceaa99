/**
 * Classifies failed responses, once: from here on a failure is an error class whose `retry` alone decides on retries. Why
 * the API refused is read in any of the usual error formats, without ever throwing.
 */
import { DAY_MS } from '../durations.ts';
import { parseJson } from '../json.ts';
import {
  addressWithoutSecrets,
  isWebPage,
  NotFoundError,
  QuotaError,
  RateLimitedError,
  RedirectedError,
  RefusedError,
  type Retry,
  UnauthorisedError,
  UnavailableError,
  type ValidationDetail,
  ValidationError,
  VisibilityError,
} from './errors.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';
import { isRaw, type Raw, readNumber, readText } from './values.ts';

/**
 * The error in a 2xx response whose body says that it failed: {"ok": false, …}, {"error": "Invalid API key"}, JSend's
 * {"status": "fail", …}, or {"deleted": false} where something should have been deleted.
 */
export function refusalIn(
  operation: string,
  status: number,
  body: unknown,
  redact: (text: string) => string,
): VisibilityError | undefined {
  if (!isRaw(body)) return undefined;
  const words = operation.startsWith('DELETE ') ? ['ok', 'success', 'deleted', 'removed'] : ['ok', 'success'];
  const isRefusal =
    words.some((word) => body[word] === false || body[word] === 0) ||
    hasFailed(operation, body) ||
    hasOnlyErrors(body);
  if (!isRefusal && !body.error) return undefined;
  const details = refusalDetails(JSON.stringify(body), redact);
  if (saysWrongKey(details)) return new UnauthorisedError(operation, status);
  if (!isRefusal) return undefined;
  const quota = quotaReason(status, details);
  if (quota !== undefined) return new QuotaError(operation, status, quota, 'never');
  return refused(operation, status, details);
}

/** As JSend says it of a write. What is read may have such a status of its own: {"status": "failed"} of suggestions. */
function hasFailed(operation: string, body: Raw): boolean {
  const isOutcome = !operation.startsWith('GET ') && Object.keys(body).every((name) => OF_OUTCOMES.has(name));
  return isOutcome && typeof body.status === 'string' && /^(?:fail(?:ed|ure)?|error)$/i.test(body.status);
}

const OF_OUTCOMES = new Set(['status', 'message', 'code', 'data', 'error', 'errors', 'detail', 'details']);

/** {"data": null, "errors": [{"message": …}]}, as GraphQL answers, and {"error": {"message": …}}: nothing else came. */
function hasOnlyErrors(body: Raw): boolean {
  if (!body.errors && !body.error) return false;
  const { errors, error, ...rest } = body;
  const said = Array.isArray(errors) && errors.length > 0 ? errors : isRaw(error) ? [error] : [];
  const isNone = (value: unknown): boolean =>
    typeof value !== 'object' || value === null || Object.values(value).every((each) => each === null);
  return said.length > 0 && faultsOf(said).length > 0 && Object.values(rest).every(isNone);
}

/**
 * The error for a response; undefined for a 2xx, except for a read that the API has only accepted, to compute its
 * answer. Only 422 is documented, the other statuses mean what HTTP says.
 * `redact` removes the API key from text of the response.
 */
export function failureOf(
  asked: Pick<HttpRequest, 'operation' | 'repeatable' | 'path'>,
  answer: HttpAnswer,
  redact: (text: string) => string,
): VisibilityError | undefined {
  const { operation, repeatable, path } = asked;
  const { status, text } = answer;
  if (isDone(operation, status)) return undefined;
  if (status >= 300 && status < 400) {
    const to = answer.location && addressWithoutSecrets(answer.location);
    return new RedirectedError(operation, status, baseOf(to, path));
  }
  const afterMs = retryAfterMs(answer.retryAfter ?? waitSaid(text), answer.date);
  // A failed write may have been done: the caller decides, never a loop.
  const later: Retry = repeatable ? { afterMs } : 'never';
  const details = refusalDetails(text, redact);
  const quota = [402, 403, 429].includes(status) ? quotaReason(status, details) : undefined;
  if (quota !== undefined) return new QuotaError(operation, status, quota, status === 429 ? later : 'never');
  const isKeyWrong = saysWrongKey(details);
  if (status === 400 && isKeyWrong) return new UnauthorisedError(operation, status);
  const said = isKeyWrong ? undefined : details[0]?.message;
  const isUnasked = details.some(({ at, kind }) => kind === 'missing' && at?.startsWith('query.'));
  const unauthorised = () => new UnauthorisedError(operation, status, said, status === 403 && !isKeyWrong);
  const invalid = () => new ValidationError(operation, details, status);
  const unavailable = () => new UnavailableError(operation, status, later);
  const known: Readonly<Record<number, () => VisibilityError>> = {
    [ACCEPTED]: unavailable,
    401: unauthorised,
    403: unauthorised,
    404: () => (isUnasked ? invalid() : new NotFoundError(operation, status, details)),
    408: unavailable,
    422: invalid,
    429: () => new RateLimitedError(operation, later, afterMs),
  };
  const other = status >= 500 ? unavailable : () => refused(operation, status, details);
  return (known[status] ?? other)();
}

/** Some say of what is read that it isn't there with another status than 404: 406, or 200 and {"success": false, …}. */
function refused(operation: string, status: number, details: readonly ValidationDetail[]): VisibilityError {
  const isRead = operation.startsWith('GET ');
  const isGone = details.some(({ message, kind }) => !kind && NOT_THERE.test(message));
  // There is no such operation (405), or no more (410).
  if (isRead && (isGone || [405, 410].includes(status))) return new NotFoundError(operation, status, details);
  return new RefusedError(operation, status, details);
}

const NOT_THERE = /\bnot[ _-]?found\b|\bdoes(?: not|n[’']t) exist\b|\bcontains 0 rows\b/i;

const ACCEPTED = 202;

/** A read that is only accepted isn't: its answer is still to come. */
function isDone(operation: string, status: number): boolean {
  return status >= 200 && status < 300 && !(status === ACCEPTED && operation.startsWith('GET '));
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

/** Ms to wait after an attempt, from 1; undefined to give up. Doubles, with jitter so that projects don't retry in step. */
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

const MOST_DETAILS = 10;
const LONGEST_TEXT = 200;

/** The faults that a refusal names, shortened and redacted; empty where none can be read. */
export function refusalDetails(text: string, redact: (text: string) => string): ValidationDetail[] {
  const body = inLowerCase(parseJson(text)) ?? (isWebPage(text) ? undefined : text);
  const short = (words: string) =>
    redact(words)
      .slice(0, LONGEST_TEXT)
      .replace(/[\s.]+$/, '');
  return faultsIn(body)
    .slice(0, MOST_DETAILS)
    .map(({ at, message, ...rest }) => ({ ...(at && { at: short(at) }), message: short(message), ...rest }));
}

/** A refusal as .NET may write it, {"Error": {"Message": …, "Field": …}}, with the names that others write. */
function inLowerCase(body: unknown): unknown {
  if (!isRaw(body) || !Object.keys(body).every((name) => /^[A-Z]/.test(name))) return body;
  const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
  const known = new Set([...FAULTS, ...PLACES, ...MESSAGES, 'code', 'type', 'status']);
  const all = (value: unknown, depth: number): unknown => {
    if (Array.isArray(value)) return depth > DEEPEST ? [] : value.map((each) => all(each, depth + 1));
    if (!isRaw(value)) return value;
    const entries = depth > DEEPEST ? [] : Object.entries(value);
    return Object.fromEntries(
      entries.map(([name, each]) => [known.has(lower(name)) ? lower(name) : name, all(each, depth + 1)]),
    );
  };
  return all(body, 0);
}

/** From FastAPI's `detail`, RFC 9457's `errors` and the like, each as text, list or map by field; or from plain text. */
function faultsIn(body: unknown): ValidationDetail[] {
  if (!isRaw(body)) return faultsOf(body);
  const [hint, needed] = NEEDED.exec(readText(body.hint) ?? '') ?? [];
  if (hint && needed) return [{ at: `query.${needed}`, message: hint, kind: 'missing' }];
  const listed = typeof body.message === 'string' ? [] : faultsOf(body.message);
  if (listed.length > 0) return listed;
  const said = readText(body.message) ?? readText(body.title) ?? readText(body.error_description);
  for (const name of FAULTS) {
    const faults = said && isCode(body[name]) ? [] : faultsOf(body[name]);
    if (faults.length > 0) return faults;
  }
  return said === undefined ? faultsOf(body) : [faultOf(body, said)];
}

/** {"error": "bad_request", "message": …}: a code says less than the sentence beside it, unless of the key or the plan. */
const isCode = (said: unknown) => typeof said === 'string' && CODE.test(said);
const CODE =
  /^(?!.*(?:key|token|auth|quota|plan|credit|billing|pay|subscri|limit|trial))[a-z]+(?:[_-][a-z]+)*$/i;

/** PostgREST knows functions by their parameters: "Perhaps you meant to call the function api.topic_detail(project_id, label)". */
const NEEDED = /\bmeant to call the function \S+\((?:\w*project\w*, )?(\w+).*/;

/** Names for the faults of a request, and for the sentence that describes one. */
const FAULTS =
  'errors violations field_errors fieldErrors invalid_params invalid-params invalidParams issues detail details fields error err fault reason _embedded'.split(
    ' ',
  );
/** Names for the place of a fault, next to its sentence. */
const PLACES = 'field param parameter target property propertyPath propertyref path name fields'.split(' ');
const MESSAGES = 'msg message defaultMessage detail reason issue problem description error title'.split(' ');

const INNER = [
  ...FAULTS.filter((name) => /(?:s|params)$/i.test(name)),
  ...['fieldViolations', 'innererror', 'errordetails'],
];
/** What a status is called says nothing about the fault: {"error": "Bad Request", "message": …}. */
const STATUS_NAMES = new Set(Object.values(process.getBuiltinModule('node:http').STATUS_CODES));

/** Hostile answers may be nested without end. */
const DEEPEST = 10;

function faultsOf(said: unknown, field = '', depth = 0): ValidationDetail[] {
  const inside = (each: unknown, name = field) => faultsOf(each, name, depth + 1);
  if (typeof said === 'string') return faultsInText(said.trim(), field, depth);
  if (depth > DEEPEST) return [];
  if (Array.isArray(said)) return said.flatMap((each) => inside(each));
  if (!isRaw(said)) return [];
  const message = MESSAGES.map((name) => {
    const text = said[name];
    return readText(isRaw(text) ? text.value : text);
  }).find((text) => text !== undefined);
  // Beside a sentence, names alone are the fields that it is about.
  const areNames = (value: unknown) =>
    message !== undefined && Array.isArray(value) && value.every((each) => /^\w+$/.test(String(each)));
  const inner = INNER.flatMap((name) => (areNames(said[name]) ? [] : inside(said[name], '')));
  if (inner.length > 0) return inner;
  const listed = faultsListed(message, field, depth);
  if (listed.length > 0) return listed;
  if (message !== undefined || said.loc !== undefined) return [faultOf(said, message ?? 'not valid', field)];
  return Object.entries(said).flatMap(([name, each]) => {
    if (typeof each === 'object' && each !== null) return inside(each, name);
    const fault = typeof each === 'string' ? withKind({ at: name, message: each }) : undefined;
    // Beside a fault's words may be others: {"code": "E12"}.
    return fault?.kind ? fault : [];
  });
}

/** A list of faults written as text, like the message of a ZodError. */
function faultsListed(said = '', field: string, depth: number): ValidationDetail[] {
  return said.startsWith('[') && depth <= DEEPEST ? faultsOf(parseJson(said), field, depth + 1) : [];
}

function faultsInText(said: string, field: string, depth: number): ValidationDetail[] {
  if (said === '' || STATUS_NAMES.has(said)) return [];
  const faults = faultsListed(said, field, depth);
  return faults.length > 0 ? faults : [withKind({ at: field, message: said })];
}

function faultOf(said: Raw, message: string, field = ''): ValidationDetail {
  const source = isRaw(said.source) ? (said.source.pointer ?? said.source.parameter) : undefined;
  // Beside a status, "path" is that of the request.
  const fields = PLACES.map((name) =>
    name === 'path' && said.status !== undefined ? undefined : said[name],
  );
  // Zod names keys that it doesn't know beside the place of their object.
  const [unknown] = Array.isArray(said.keys) ? said.keys : [];
  const key = unknown === undefined ? '' : [said.path, unknown].flat();
  const places = [key, said.loc, said.pointer, source, ...fields, field];
  const named = places.map(placeOf).find((each) => each !== '') ?? '';
  // {"in": "query", "field": "limit"}
  const within = readText(said.in) ?? readText(said.location);
  const place = within && named !== '' && !named.startsWith(`${within}.`) ? `${within}.${named}` : named;
  const context = isRaw(said.ctx) ? said.ctx : {};
  const [le, max, maximum, lt] = [context.le, context.max, said.maximum, context.lt].map(readNumber);
  const most = le ?? max ?? maximum ?? (lt === undefined ? undefined : lt - 1);
  return withKind(
    { at: place, message, ...(most !== undefined && { most }) },
    readText(said.type) ?? readText(said.code),
  );
}

/** ["query", "limit"], "/query/limit", "query[limit]" and "query.limit" are all "query.limit". */
function placeOf(place: unknown): string {
  if (Array.isArray(place)) {
    return place.filter((step) => typeof step === 'string' || typeof step === 'number').join('.');
  }
  if (typeof place !== 'string') return '';
  return place
    .replace(/^#?\/+/, '')
    .replaceAll('/', '.')
    .replace(/\[(\w+)\]/g, '.$1');
}

const KINDS: Readonly<Record<NonNullable<ValidationDetail['kind']>, RegExp>> = {
  missing:
    /\bmissing\b|\brequired\b|\b(?:can[’']t|cannot|must not|should not|may not) be (?:blank|empty|null)\b|\b(?:must|should) be (?:set|provided|given|defined)\b|\bno ['"`]?\w+['"`]? (?:field|property|parameter) (?:found|given|provided)\b|\b(?:must|please) (?:specify|provide|include|supply)\b|\bnot-null\b|\bto be present\b|\breceived undefined\b|\bcould not find field\b/i,
  too_large:
    /less_than|too_(?:large|big|high)|less than|at most|maximum|no more than|must not exceed|up to|cannot exceed/i,
  not_an_id: /uuid|guid/i,
  no_list: /list_type|\b(?:valid|an?|be|expected|type) ['"]?(?:list|array)\b|\bof type \[\]|ArrayList/i,
  no_object:
    /model_attributes_type|model_type|dict_type|\b(?:valid|an?|be|expected|type) ['"]?(?:object|dict(?:ionary)?|hash|map)\b/i,
  extra:
    /extra_forbidden|not permitted|not allowed|unexpected|unknown (?:query |body )?(?:field|param|name|key|property|argument)|unrecogni[sz]ed/i,
};
const KIND_NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];
const BOUND =
  /(less than or equal to|at most|maximum(?: value)?(?: is| of|:)?|no more than|exceed|up to|less than|<=?) ?(\d[\d,]*)/i;

/** Ajv begins its sentences with the place: "querystring/limit must be <= 100". */
const PLACE_FIRST = /^(body|querystring|params|headers)((?:\/[\w-]+)+) /;

function withKind(said: ValidationDetail, type = ''): ValidationDetail {
  const [, place, steps] = PLACE_FIRST.exec(said.message) ?? [];
  const detail =
    said.at || !place ? said : { ...said, at: placeOf(`${place.replace('string', '')}${steps}`) };
  const kindOf = (said: string) => KIND_NAMES.find((kind) => KINDS[kind].test(said));
  // Symfony's types are UUIDs, which say nothing about ids.
  const kind = kindOf(type.replace(/^urn:uuid:.*/, '')) ?? kindOf(detail.message);
  if (kind === undefined) return detail;
  const [, how = '', bound] = kind === 'too_large' ? (BOUND.exec(detail.message) ?? []) : [];
  const number = readNumber(bound);
  const isBelow = /^(?:less than|<)$/i.test(how);
  const most = detail.most ?? (number === undefined ? undefined : number - (isBelow ? 1 : 0));
  return { ...detail, kind, ...(most !== undefined && { most }) };
}

const WRONG_KEY =
  /\b(?:invalid|incorrect|wrong|missing|unknown|expired|revoked|bad|no)\b.{0,20}\bapi[ _-]?(?:key|token)\b|\bapi[ _-]?(?:key|token)\b.{0,20}\b(?:invalid|incorrect|wrong|missing|unknown|expired|revoked|required|not valid)\b|\bunauthori[sz]ed\b/i;

/** Whether the API's words are about the key, whatever the status. */
function saysWrongKey(details: readonly ValidationDetail[]): boolean {
  return details.some(({ message }) => WRONG_KEY.test(message));
}

const QUOTA =
  /\bquota|\bplan\b|\bcredits?\b|\bbilling|\bupgrade|\bpayment|\bsubscription|\busage (?:limit|cap)|\b(?:monthly|daily) limit|\btrial\b|\bspend|\b(?:prompt|engine|region|project)s? limit|\b(?:limit|maximum) of \d+ (?:tracked |active )?(?:prompt|engine|region|project)/i;

/** The API's words about a used-up quota or an unpaid plan; undefined for any other refusal. */
export function quotaReason(status: number, details: readonly ValidationDetail[]): string | undefined {
  const said = details.find(({ message }) => QUOTA.test(message))?.message;
  return status === 402 ? (said ?? details[0]?.message ?? 'payment is required') : said;
}
