/** What a failed call to Slack means, classified once: refused for good, later, or unclear whether it arrived. */
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { messageOf } from '../errors.ts';

/**
 * refused: Slack said no and will say so again. later: try again, at the earliest after `afterMs`. unclear: the call
 * may have arrived (timeout, reset, 5xx), so repeating it may double it.
 */
export type SlackFailure =
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; afterMs?: number }
  | { kind: 'unclear'; reason: string };

/** Errors that no retry mends. https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const PERMANENT = new Set([
  'account_inactive',
  'cannot_reply_to_message',
  'cant_update_message',
  'channel_not_found',
  'ekm_access_denied',
  'invalid_auth',
  'invalid_blocks',
  'is_archived',
  'message_not_found',
  'messages_tab_disabled',
  'missing_scope',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_permission',
  'no_text',
  'not_authed',
  'not_in_channel',
  'restricted_action',
  'token_expired',
  'token_revoked',
]);

/** "It's possible some aspect of the operation succeeded before the error was raised", says the same page. */
const HALF_DONE = new Set(['fatal_error', 'internal_error']);

/** What web-api says of a 429 without a readable Retry-After: no class of its own, and still a clear no. */
const LIMITED_WITHOUT_TIME = /^Retry header did not contain/;

/** The request never left: nothing can have arrived. */
const NEVER_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT/;

export function slackFailure(error: unknown): SlackFailure {
  if (error instanceof WebAPIRateLimitedError) {
    return { kind: 'later', reason: 'ratelimited', afterMs: error.retryAfter * 1000 };
  }
  if (error instanceof WebAPIPlatformError) {
    const reason = error.data.error;
    // web-api takes any text that is no JSON, such as a proxy's page, for the name of an error.
    if (!/^\w{1,100}$/.test(reason)) return { kind: 'unclear', reason: 'unreadable answer' };
    if (HALF_DONE.has(reason)) return { kind: 'unclear', reason };
    return { kind: PERMANENT.has(reason) ? 'refused' : 'later', reason };
  }
  if (error instanceof WebAPIHTTPError) return { kind: 'unclear', reason: `http_${error.statusCode}` };
  if (error instanceof WebAPIRequestError) {
    const reason = `${messageOf(error.original)} ${causeCode(error.original)}`.trim();
    return NEVER_SENT.test(reason) ? { kind: 'later', reason: 'unreachable' } : { kind: 'unclear', reason };
  }
  const reason = messageOf(error);
  return LIMITED_WITHOUT_TIME.test(reason)
    ? { kind: 'later', reason: 'ratelimited' }
    : { kind: 'unclear', reason };
}

function causeCode(error: Error): string {
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
