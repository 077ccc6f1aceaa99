/** Web API clients, one per installation, without their own retries and queueing, which the outbox does. */
import {
  type FetchFunction,
  type Logger,
  LogLevel,
  type WebAPICallResult,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import type { Log } from '../log.ts';
import { runStep } from '../trace.ts';
import { toSlackFailure } from './failures.ts';
import type { Send } from './poster.ts';

const TIMEOUT_MS = 10_000;

/**
 * Calls go through `send` and end within 10 s, without retries (a repeated chat.postMessage doubles the post) and
 * without a shared pause (by default a 429 stops all other calls of the client). `listening` observes the answers.
 */
export function makeClientOptions(
  apiUrl: string | undefined,
  logger: Logger,
  send: Send = fetch,
  listening: (fetch: FetchFunction) => FetchFunction = (fetch) => fetch,
): WebClientOptions {
  return {
    ...(apiUrl && { slackApiUrl: apiUrl }),
    fetch: listening((url, init = {}) => send(String(url), init)),
    timeout: TIMEOUT_MS,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    logger,
  };
}

/** Gets the outcome of each call: ok, rate_limited, or the kind of a SlackFailure. */
export type OnCall = (method: string, outcome: string) => void;

export function createSlackClient(
  token: string,
  options: WebClientOptions,
  onCall: OnCall = () => undefined,
): WebClient {
  return new ObservedClient(token, options, onCall);
}

/** A subclass, because the constructor binds every method to apiCall before anybody could wrap it. */
class ObservedClient extends WebClient {
  private readonly onCall: OnCall;

  constructor(token: string, options: WebClientOptions, onCall: OnCall) {
    super(token, options);
    this.onCall = onCall;
  }

  override async apiCall(...[method, options]: Parameters<WebClient['apiCall']>): Promise<WebAPICallResult> {
    try {
      const result = await runStep(method, {}, () => super.apiCall(method, options && toJson(options)));
      this.onCall(method, 'ok');
      return result;
    } catch (error) {
      const { kind, reason } = toSlackFailure(error);
      this.onCall(method, reason === 'ratelimited' ? 'rate_limited' : kind);
      throw error;
    }
  }
}

/** Serialised as web-api does it, but without its deep copy for a debug line. */
function toJson(options: Record<string, unknown>): Record<string, unknown> {
  const serialise = (value: unknown) =>
    typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, serialise(value)]));
}

/** Callers log failed calls themselves: they know what a failure means. */
const FAILED = /^http request failed/;

export function createSlackLogger(log: Log): Logger {
  const textOf = (words: unknown[]) =>
    words.map((word) => (word instanceof Error ? word.message : String(word))).join(' ');
  return {
    debug: (...words) => log.trace(textOf(words)),
    info: (...words) => log.debug(textOf(words)),
    warn: (...words) => (FAILED.test(String(words[0])) ? log.debug(textOf(words)) : log.warn(textOf(words))),
    error: (...words) => log.error(textOf(words)),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}
