/**
 * What operators read about a failure of the API, and how to fix it; and one small class per failure. None has a cause:
 * undici's errors can carry bytes of a response, and with them an echoed API key.
 */
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { AppError } from '../errors.ts';

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

/** 401 or 403: the key is missing, wrong, or for another project; or `said`, which is the API's own other reason. */
export class UnauthorisedError extends VisibilityError {
  readonly code = 'visibility_unauthorised';
  readonly said: string | undefined;
  /** Whether the key may be good, only not for this project. */
  readonly isOfProject: boolean;

  constructor(operation: string, status: number, said?: string, isOfProject = false) {
    const why = said ?? 'the API key is wrong or not allowed here';
    super(operation, `was refused (${status}): ${why}.`, 'never', status);
    this.said = said;
    this.isOfProject = isOfProject;
  }
}

/** There is no key, such as before one is given in Slack, or one that no header can carry: nothing is sent. */
export class KeylessError extends VisibilityError {
  readonly code = 'visibility_unauthorised';

  constructor() {
    super('Every operation', 'needs an API key, and there is none that can be sent.', 'never');
  }
}

/** 404, or a read that says so: no such project, prompt, segment or run, or no such operation. */
export class NotFoundError extends VisibilityError {
  readonly code = 'visibility_not_found';
  /** Whether the API says that there are none of what was asked for, as others answer with an empty list. */
  readonly isNone: boolean;

  constructor(operation: string, status = 404, details: readonly ValidationDetail[] = []) {
    super(operation, `found nothing: it doesn’t exist (${status}).`, 'never', status);
    this.isNone = details.some(({ message }) => saysNone(operation, message));
  }
}

/** "No segment suggestions", "No results for this project yet". */
function saysNone(operation: string, message: string): boolean {
  const said = message.replaceAll('_', ' ');
  const [listed] = /\w+$/.exec(operation) ?? [];
  const none = `\\bno (?:\\w+ ){0,2}${listed}\\b|\\b${listed} (?:were )?not found|\\b(?:no|none|nothing)\\b.*\\byet\\b`;
  return !NO_PROJECT.test(said) && new RegExp(none, 'i').test(said);
}

/** An unknown project has none of anything either, but that is no answer. */
const NO_PROJECT =
  /\b(?:no|unknown|invalid|such) (?:\w+ )?(?:project|account|workspace|brand)\b|\b(?:project|account|workspace|brand)\b.*\b(?:not found|(?:does not|doesn[’']t) exist|unknown|yet to)/i;

/**
 * One fault of a request. `at`: where, like "query.limit" or "body.text", if the API says. `kind`: what is wrong, if
 * that is clear. `most`: the largest number that the API accepts.
 */
export type ValidationDetail = {
  at?: string;
  message: string;
  kind?: 'missing' | 'extra' | 'too_large' | 'not_an_id' | 'no_list' | 'no_object';
  most?: number;
};

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
    const wait = retryAfterMs === undefined ? '' : ` for ${waitInWords(retryAfterMs)}`;
    super(operation, `was rate limited${wait} (429).`, retry, 429);
    this.retryAfterMs = retryAfterMs;
  }
}

function waitInWords(ms: number): string {
  if (ms < 2 * MINUTE_MS) return `${Math.ceil(ms / 1000)} s`;
  return ms < 2 * HOUR_MS ? `${Math.ceil(ms / MINUTE_MS)} min` : `${Math.ceil(ms / HOUR_MS)} h`;
}

/** 402; or a 403 or 429 that mentions a quota or plan: the key is right but not enough. `said` is the API's reason. */
export class QuotaError extends VisibilityError {
  readonly code = 'visibility_quota';
  /** Ends in a full stop. */
  readonly said: string;

  constructor(operation: string, status: number, said: string, retry: Retry) {
    const sentence = `${said.replace(/\.$/, '')}.`;
    super(operation, `was refused because of the plan or its quota (${status}): ${sentence}`, retry, status);
    this.said = sentence;
  }
}

/** 5xx or 408; or, without a status, no complete response (network, timeout). A write may have succeeded all the same. */
export class UnavailableError extends VisibilityError {
  readonly code = 'visibility_unavailable';
  readonly why: number | string;

  /** `why`: the status, or the literal error code of the network ("ECONNREFUSED"). */
  constructor(operation: string, why: number | string, retry: Retry) {
    if (typeof why === 'number') super(operation, `failed at the API (${why}).`, retry, why);
    else super(operation, noAnswerSentence(why), retry);
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

/** Why a call is aborted that lasted longer than a person waits. */
export class WaitOver extends DOMException {
  constructor() {
    super('Too late', 'TimeoutError');
  }
}

/** Rows whose engine or region can't be told, so none may be used. `came` says what they look like. */
export class UnreadableError extends VisibilityError {
  readonly code = 'visibility_unreadable';

  constructor(operation: string, came: string) {
    super(operation, `cannot be read: ${came}.`, 'never', 200);
  }
}

/** A redirect that wasn't followed, as any to another host: the key stays where it belongs. `to`: the base address it leads to, if known. */
export class RedirectedError extends VisibilityError {
  readonly code = 'visibility_redirected';

  constructor(operation: string, status: number, to: string | undefined) {
    const sentence = `got a redirect (${status}): VISIBILITY_BASE_URL redirects to ${to ?? 'another address'}.`;
    super(operation, sentence, 'never', status);
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

/** The response isn't what the API's document describes. `path` is a JSON path ("$[3].id"), `came` the value found there. */
export class ContractError extends VisibilityError {
  readonly code = 'visibility_contract';
  readonly path: string;
  readonly came: string;

  constructor(operation: string, fault: { path: string; wanted: string; came: string; status?: number }) {
    const { path, wanted, came, status } = fault;
    const at = path === '$' ? '' : ` at ${path}`;
    super(operation, `isn’t answered as Sightline expects${at}: ${wanted} (got: ${came}).`, 'never', status);
    this.path = path;
    this.came = came;
  }
}

/** Whether the same request may succeed in a minute. */
export function mayPass(error: unknown): error is UnavailableError | RateLimitedError {
  return error instanceof UnavailableError || error instanceof RateLimitedError;
}

/** Undefined if the API knows nothing of that name or id; `onlyNone`: only if it says that there are none. */
export function ifKnown<Found>(read: Promise<Found>, onlyNone = false): Promise<Found | undefined> {
  return read.catch((error: unknown) => {
    if (error instanceof NotFoundError && (error.isNone || !onlyNone)) return undefined;
    throw error;
  });
}

/** The start of an HTML document, whatever its content type says. */
const WEB_PAGE = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)\b/i;

export function isWebPage(text: string): boolean {
  return WEB_PAGE.test(text);
}

export function webPageSentence(baseUrl: string): string {
  return `${addressWithoutSecrets(baseUrl)} answers with a web page, not as an API: VISIBILITY_BASE_URL seems to point to a website.`;
}

/** `said`: the API's own reason, unless it is that the key is wrong. */
export function refusedKeySentence(
  keyName: string,
  status: number | undefined,
  said: string | undefined,
): string {
  return `The API refuses ${keyName} (${status}${said === undefined ? '' : `: ${said}`})`;
}

export function mendRefusedKey(keyName: string, said: string | undefined): string {
  return said === undefined
    ? `Replace ${keyName} with a key that the API accepts.`
    : `See to the reason that the API gives. If it is about the key, replace ${keyName}.`;
}

/** `why`: the literal error code of the network, or another reason. */
export function noAnswerSentence(why: string): string {
  const remedy = remedyOf(why);
  const words = why === 'UND_ERR_SOCKET' ? 'the connection was closed' : why;
  return `got no answer (${words}).${remedy === undefined ? '' : ` ${remedy}`}`;
}

/** What is wrong and what to do, where the reason for no answer tells: for the API and for Slack. */
export function remedyOf(why: string): string | undefined {
  return REMEDIES.find(([codes]) => codes.test(why))?.[1];
}

const REMEDIES: readonly [RegExp, string][] = [
  [
    /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|\bCERT_UNTRUSTED/,
    'Its certificate isn’t trusted. If a CA of yours signed it, start with NODE_EXTRA_CA_CERTS=/path/to/ca.pem in the environment (.env is read too late).',
  ],
  [
    /\bCERT_HAS_EXPIRED/,
    'Its certificate has expired. Have it renewed, unless this machine’s clock is wrong.',
  ],
  [/ALTNAME_INVALID/, 'Its certificate is for another host. Use the host’s name in the certificate.'],
  [
    /WRONG_VERSION_NUMBER|\bEPROTO/,
    'It doesn’t speak TLS on that port. If it’s plain HTTP, use an address with http://.',
  ],
  [/^the proxy/, 'Check HTTPS_PROXY and HTTP_PROXY.'],
];

export const MEND_ADDRESS = 'Set VISIBILITY_BASE_URL to the address of the API; it ends in /v1/public.';

export function mendKey(keyName: string): string {
  return `Set ${keyName} to the project’s API key.`;
}

/** Whether a line of an API profile can help: names and numbers can be corrected there, but no id, key or empty answer. */
export function mayProfileHelp(error: VisibilityError): boolean {
  if (error instanceof UnreadableError) return true;
  if (error instanceof ContractError) return error.path !== '$' || !NOTHING_TO_NAME.test(error.came);
  if (!(error instanceof ValidationError || error instanceof RefusedError)) return false;
  return error.details.some(({ at = '', kind }) => kind !== undefined && at !== '' && !OF_CALLER.test(at));
}

const NOTHING_TO_NAME = /^(?:nothing$|null$|a web page$|text of \d|a list of 0$)/;
/** What no profile decides on: who asks, and about which project. */
const OF_CALLER = /header|project|\bkey\b|token/i;

/** What is known of a failure: the code of a VisibilityError, and `why` in words. */
type Failed = { code: string; status?: number | undefined; why?: string; mayProfileHelp?: boolean };

/** `keyName` says where the key comes from. */
export function mendOf({ code, status, why = '', mayProfileHelp }: Failed, keyName: string): string {
  switch (code) {
    case 'visibility_unauthorised':
      return `Replace ${keyName} with a key for this project.`;
    case 'visibility_redirected':
      return 'Use that address, if it is the API’s.';
    case 'visibility_quota':
      return `Check the plan of ${keyName} and its quota in the API’s developer portal.`;
    case 'visibility_validation':
    case 'visibility_refused':
    case 'visibility_contract':
    case 'visibility_unreadable':
      if (mayProfileHelp)
        return 'Run `npm run learn -- --out api-profile.yml`: the file says what each answer has and where Sightline looks for it. Enter the right names, and name the file under api: profile: in projects.yml.';
      if (status === 410) return 'The API no longer has this operation: ask whoever runs it.';
      return /project/i.test(why)
        ? 'Compare the project’s id in projects.yml with the dashboard.'
        : 'Send this line to whoever runs the API: nothing in Sightline’s configuration can change it.';
    case 'visibility_not_found':
      return 'Compare the project’s id with the dashboard. If it is right, the API doesn’t have this operation.';
    case 'visibility_rate_limited':
      return 'The bot waits as long as the API asks. If that is too long, or goes on, ask whoever runs the API for a higher limit.';
    case 'visibility_unavailable':
      return 'Nothing for now: the bot tries again by itself. If it goes on, tell whoever runs the API.';
    default:
      return 'Send this line to whoever runs the API.';
  }
}

/** Without user, password and query. */
export function addressWithoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
