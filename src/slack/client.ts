/** One Web API client per installation, with Slack's retries and queueing taken into our own hands, and what it logs. */
import {
  type FetchFunction,
  type Logger,
  LogLevel,
  type WebAPICallResult,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import type { Log } from '../log.ts';
import { step } from '../trace.ts';
import { slackFailure } from './failures.ts';
import type { Send } from './files.ts';

const TIMEOUT_MS = 10_000;

/**
 * Every call goes out by `send`, and ends: within 10 s, with no silent retry (a repeated chat.postMessage doubles the
 * post) and no shared pause (by default one 429 stops every other call of the client). `listening` hears the answers.
 */
export function clientOptions(
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

/** Hears of each call of a method and what came of it: ok, rate_limited, or the kind of a SlackFailure. */
export type OnCall = (method: string, outcome: string) => void;

export function createSlackClient(
  token: string,
  options: WebClientOptions,
  onCall: OnCall = () => undefined,
): WebClient {
  return new HeardClient(token, options, onCall);
}

/** Every method of the client comes down to apiCall, bound before anybody could wrap it. */
class HeardClient extends WebClient {
  private readonly onCall: OnCall;

  constructor(token: string, options: WebClientOptions, onCall: OnCall) {
    super(token, options);
    this.onCall = onCall;
  }

  override async apiCall(...[method, options]: Parameters<WebClient['apiCall']>): Promise<WebAPICallResult> {
    try {
      const result = await step(method, {}, () => super.apiCall(method, options && asJson(options)));
      this.onCall(method, 'ok');
      return result;
    } catch (error) {
      const { kind, reason } = slackFailure(error);
      this.onCall(method, reason === 'ratelimited' ? 'rate_limited' : kind);
      throw error;
    }
  }
}

/** As web-api writes them too, but only after it copied them part by part, for a line of debugging that nobody reads. */
function asJson(options: Record<string, unknown>): Record<string, unknown> {
  const written = (value: unknown) =>
    typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, written(value)]));
}

/** What a call failed of is said by whoever made it, who knows what it means. */
const FAILED = /^http request failed/;

export function slackLogger(log: Log): Logger {
  const said = (words: unknown[]) =>
    words.map((word) => (word instanceof Error ? word.message : String(word))).join(' ');
  return {
    debug: (...words) => log.trace(said(words)),
    info: (...words) => log.debug(said(words)),
    warn: (...words) => (FAILED.test(String(words[0])) ? log.debug(said(words)) : log.warn(said(words))),
    error: (...words) => log.error(said(words)),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}
