/** Classifies failed calls to Slack, once: refused for good, to be retried later, or unclear. */
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { messageOf } from '../errors.ts';
import { readProxyRefusal } from '../proxy.ts';

type Spoilt = 'message' | 'place' | 'installation';

/**
 * refused: for good. later: retry, at the earliest after `afterMs`; `isUnknown`: Slack's reason isn't in the tables
 * below and may be permanent. unclear: the call may have arrived (timeout, reset, 5xx), so a retry may double it.
 */
export type SlackFailure =
  | { kind: 'refused'; reason: string; spoilt: Spoilt }
  | { kind: 'later'; reason: string; afterMs?: number; isUnknown?: true }
  | { kind: 'unclear'; reason: string };

/**
 * Permanent errors, by what they affect: this message, every post to this place, or the installation.
 * https://docs.slack.dev/reference/methods/chat.postMessage#errors
 * https://docs.slack.dev/reference/methods/chat.update#errors
 */
const PERMANENT: Readonly<Record<string, Spoilt>> = {
  block_mismatch: 'message',
  cannot_reply_to_message: 'message',
  cant_update_message: 'message',
  edit_window_closed: 'message',
  invalid_blocks: 'message',
  message_not_found: 'message',
  metadata_too_large: 'message',
  msg_blocks_too_long: 'message',
  // Not documented: the whole message has too many bytes (archestra-ai/archestra 6000).
  msg_too_large: 'message',
  msg_too_long: 'message',
  no_text: 'message',
  restricted_action_non_threadable_channel: 'message',
  restricted_action_thread_locked: 'message',
  thread_not_found: 'message',
  channel_not_found: 'place',
  ekm_access_denied: 'place',
  is_archived: 'place',
  is_inactive: 'place',
  messages_tab_disabled: 'place',
  missing_scope: 'place',
  no_permission: 'place',
  not_in_channel: 'place',
  restricted_action: 'place',
  restricted_action_read_only_channel: 'place',
  restricted_action_thread_only_channel: 'place',
  team_access_not_granted: 'place',
  user_not_found: 'place',
  account_inactive: 'installation',
  invalid_auth: 'installation',
  not_allowed_token_type: 'installation',
  not_authed: 'installation',
  token_expired: 'installation',
  token_revoked: 'installation',
};

/** Temporary troubles of Slack or of the workspace, though they may last for hours. */
const PASSING = new Set([
  'accesslimited',
  'external_channel_migrating',
  'fetch_members_failed',
  'org_login_required',
  'rate_limited',
  'ratelimited',
  'request_timeout',
  'service_unavailable',
  'team_added_to_org',
]);

/** "It's possible some aspect of the operation succeeded before the error was raised", says the same page. */
const HALF_DONE = new Set(['fatal_error', 'internal_error']);

/** web-api's message for a 429 without a readable Retry-After, for which it has no error class. */
const LIMITED_WITHOUT_TIME = /^Retry header did not contain/;

/** The request was never sent, so it can't have arrived. */
const NEVER_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT/;

export function toSlackFailure(error: unknown): SlackFailure {
  if (error instanceof WebAPIRateLimitedError) {
    const { retryAfter } = error;
    // Without a time callers wait a while; a time of zero would have them call at full speed.
    return { kind: 'later', reason: 'ratelimited', ...(retryAfter > 0 && { afterMs: retryAfter * 1000 }) };
  }
  if (error instanceof WebAPIPlatformError) return classifyRefusal(error.data.error);
  if (error instanceof WebAPIHTTPError) return { kind: 'unclear', reason: `http_${error.statusCode}` };
  if (error instanceof WebAPIRequestError) {
    const reason =
      readProxyRefusal(error.original) ??
      `${messageOf(error.original)} ${findCauseCode(error.original)}`.trim();
    return NEVER_SENT.test(reason) ? { kind: 'later', reason: 'unreachable' } : { kind: 'unclear', reason };
  }
  const reason = messageOf(error);
  return LIMITED_WITHOUT_TIME.test(reason)
    ? { kind: 'later', reason: 'ratelimited' }
    : { kind: 'unclear', reason };
}

/** Whether Slack itself said no, even for a reason we don't know. Otherwise the connection may be at fault. */
export function isRefusal(failure: SlackFailure): boolean {
  return failure.kind === 'refused' || (failure.kind === 'later' && failure.isUnknown === true);
}

/** `reason`: the error that Slack answered. */
function classifyRefusal(reason: unknown): SlackFailure {
  // web-api takes any non-JSON text, such as a proxy's page, for an error name.
  if (typeof reason !== 'string' || !/^\w{1,100}$/.test(reason))
    return { kind: 'unclear', reason: 'unreadable answer' };
  if (HALF_DONE.has(reason)) return { kind: 'unclear', reason };
  const spoilt = PERMANENT[reason];
  if (spoilt) return { kind: 'refused', reason, spoilt };
  return PASSING.has(reason) ? { kind: 'later', reason } : { kind: 'later', reason, isUnknown: true };
}

function findCauseCode(error: Error): string {
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
