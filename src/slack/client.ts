/** One Web API client per installation, with Slack's retries and queueing taken into our own hands. */
import { type FetchFunction, type Logger, WebClient, type WebClientOptions } from '@slack/web-api';
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
