/** Refuses requests that Slack didn’t sign just now, and those that Bolt can’t read. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { ReceiverProcessEventErrorHandlerArgs } from '@slack/bolt';
import { AuthorizationError, isCodedError } from '@slack/bolt/dist/errors.js';
import {
  bufferIncomingMessage,
  buildNoBodyResponse,
  defaultBodyLimit,
  defaultProcessEventErrorHandler,
  isRawBodyError,
  parseHTTPRequestBody,
} from '@slack/bolt/dist/receivers/HTTPModuleFunctions.js';
import { MINUTE_MS } from '../durations.ts';
import { createSparingLog, type Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

const REFUSED = 'Refused a request that Bolt cannot read';

/** Answers 400 over HTTP. Errors from handlers and authorisation have a code; those from Bolt's parsing don't. */
export async function refuseUnreadable(args: ReceiverProcessEventErrorHandlerArgs): Promise<boolean> {
  const { error, response, logger } = args;
  if (isCodedError(error) || response.headersSent) return defaultProcessEventErrorHandler(args);
  logger.warn(REFUSED);
  buildNoBodyResponse(response, 400);
  return true;
}

/** Over a socket, refused requests are acknowledged, so Slack doesn't retry; those that hit a bug may be retried. */
export function isRefused(error: unknown, log: Log): boolean {
  if (!(error instanceof Error && isCodedError(error))) {
    log.warn(REFUSED);
    return true;
  }
  if (error instanceof AuthorizationError) {
    log.warn({ reason: error.message }, 'Refused a request from a workspace that isn’t installed');
    return true;
  }
  log.error({ err: error }, 'A request from Slack failed');
  return false;
}

/** Slack's recommendation. https://docs.slack.dev/authentication/verifying-requests-from-slack */
const FURTHEST_MS = 5 * MINUTE_MS;

/**
 * Whether Slack signed this body with one of the secrets (while one is being changed, it may use either), and whether
 * that was less than five minutes ago, or ahead. `realNow`: epoch ms.
 */
export function judgeSignature(
  { timestamp = '', signature = '' }: { timestamp: string | undefined; signature: string | undefined },
  rawBody: Uint8Array | string,
  signingSecrets: readonly string[],
  realNow: number,
): 'right' | 'untimely' | 'wrong' {
  const [, given] = signature.match(/^v0=([0-9a-f]{64})$/) ?? [];
  if (given === undefined || !/^\d{1,12}$/.test(timestamp)) return 'wrong';
  const isSigned = signingSecrets.some((secret) => {
    const made = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(rawBody).digest();
    return timingSafeEqual(made, Buffer.from(given, 'hex'));
  });
  if (!isSigned) return 'wrong';
  return Math.abs(realNow - Number(timestamp) * 1_000) > FURTHEST_MS ? 'untimely' : 'right';
}

type DoorOptions = {
  endpoint: string;
  secrets: readonly string[];
  /** Epoch ms. */
  realNow: () => number;
  log: Log;
  countRefusal: Metrics['countRefusal'];
};

/**
 * Lets Slack's requests through to `bolt`, which verifies nothing itself, since it knows only one secret and accepts
 * times ahead of ours. Refused ones get 401 (signature, time) or 400 (unreadable), and are counted.
 */
export function createDoor(
  bolt: RequestListener,
  { endpoint, secrets, realNow, log, countRefusal }: DoorOptions,
): RequestListener {
  const [sayWrong, sayUntimely] = [createSparingLog(log, realNow), createSparingLog(log, realNow)];
  let untimelyInARow = 0;

  function isFromSlack({ headers, rawBody }: ReadRequest): boolean {
    const [timestamp, signature] = [headers['x-slack-request-timestamp'], headers['x-slack-signature']].map(
      (value) => value?.toString(),
    );
    const verdict = judgeSignature({ timestamp, signature }, rawBody, secrets, realNow());
    if (verdict === 'wrong') sayWrong({}, WRONG_SECRET);
    else untimelyInARow = verdict === 'untimely' ? untimelyInARow + 1 : 0;
    // A single late one may have been under way for long.
    if (verdict === 'untimely' && untimelyInARow > 1)
      sayUntimely({ aheadMs: realNow() - Number(timestamp) * 1_000 }, CLOCK_OFF);
    return verdict === 'right';
  }

  function findRefusal(request: ReadRequest): number | undefined {
    if (isCertificateCheck(request)) return 200;
    if (!isFromSlack(request)) return 401;
    return isNull(request) ? 400 : undefined;
  }

  return (req, res) => {
    // Nothing else may reach `bolt`, which reads addresses such as /slack/./events as the endpoint's.
    if (req.method !== 'POST' || req.url?.split('?')[0] !== endpoint) return buildNoBodyResponse(res, 404);
    res.once('finish', () => {
      if (res.statusCode === 401) countRefusal('signature');
      if (res.statusCode === 400) countRefusal('unreadable');
    });
    bufferIncomingMessage(req, defaultBodyLimit).then(
      (read) => {
        const status = findRefusal(read);
        return status === undefined ? bolt(read, res) : buildNoBodyResponse(res, status);
      },
      (error) => buildNoBodyResponse(res, isRawBodyError(error) ? error.statusCode : 400),
    );
  };
}

type ReadRequest = Awaited<ReturnType<typeof bufferIncomingMessage>>;

/** Unsigned. https://docs.slack.dev/interactivity/implementing-slash-commands */
function isCertificateCheck({ headers, rawBody }: ReadRequest): boolean {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return isForm && new URLSearchParams(rawBody.toString()).get('ssl_check') === '1';
}

/** A body of JSON null would end the process inside Bolt, which refuses what isn't JSON at all. */
function isNull(request: ReadRequest): boolean {
  try {
    const body: unknown = parseHTTPRequestBody(request);
    return body === null;
  } catch {
    return false;
  }
}

const WRONG_SECRET =
  'Refused a request that isn’t signed with SLACK_SIGNING_SECRET (401). If commands fail in Slack, it isn’t this app’s: copy it from "Basic Information" in the app’s settings, and restart.';
const CLOCK_OFF =
  'Slack’s requests are refused (401) because this machine’s clock is more than five minutes off. Sync it.';
