/** One Web API client per installation, with Slack's retries and queueing taken into our own hands, and what it logs. */
import { type FetchFunction, type Logger, LogLevel, WebClient, type WebClientOptions } from '@slack/web-api';
import type { Log } from '../log.ts';
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

export function createSlackClient(token: string, options: WebClientOptions): WebClient {
  return new WebClient(token, options);
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
