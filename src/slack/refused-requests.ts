/** Handles requests that Bolt refuses or chokes on: unreadable bodies, untimely ones, a former signing secret. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
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
import type { Logger } from '@slack/web-api';
import { MINUTE_MS } from '../durations.ts';
import type { Log, SparingLog } from '../log.ts';
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

/** A body of JSON null crashes the process inside Bolt: at `endpoint` it is answered with 400 before. */
export function refuseNull(bolt: RequestListener, endpoint: string): RequestListener {
  return (req, res) => {
    if (req.method !== 'POST' || req.url?.split('?')[0] !== endpoint) return bolt(req, res);
    bufferIncomingMessage(req, defaultBodyLimit).then(
      (buffered) => (isNull(buffered) ? buildNoBodyResponse(res, 400) : bolt(buffered, res)),
      (error) => buildNoBodyResponse(res, isRawBodyError(error) ? error.statusCode : 400),
    );
  };
}

/** Counts 401s (bad signature, or too old) and 400s (unreadable). */
export function countRefused(
  bolt: RequestListener,
  { countRefusal }: Pick<Metrics, 'countRefusal'>,
): RequestListener {
  return (req, res) => {
    res.once('finish', () => {
      if (res.statusCode === 401) countRefusal('signature');
      if (res.statusCode === 400) countRefusal('unreadable');
    });
    return bolt(req, res);
  };
}

/** Bolt itself refuses what isn't JSON at all. */
function isNull(request: Parameters<typeof parseHTTPRequestBody>[0]): boolean {
  try {
    const body: unknown = parseHTTPRequestBody(request);
    return body === null;
  } catch {
    return false;
  }
}

/** Slack's recommendation. https://docs.slack.dev/authentication/verifying-requests-from-slack */
const FURTHEST_MS = 5 * MINUTE_MS;

const WARN_AGAIN_MS = 10 * MINUTE_MS;

/**
 * Answers 401 to requests more than five minutes old or, which Bolt would accept, ahead. If two correctly signed ones in
 * a row are, it's this machine's clock, and the log says so, at most every ten minutes.
 */
export function refuseUntimely(
  bolt: RequestListener,
  { secret, realNow, log }: { secret: string; realNow: () => number; log: Log },
): RequestListener {
  let quietUntil = 0;
  let inARow = 0;
  return (req, res) => {
    const now = realNow();
    const aheadMs = now - Number(req.headers['x-slack-request-timestamp']) * 1000;
    if (!(Math.abs(aheadMs) > FURTHEST_MS)) {
      if (inARow > 0 && isSigned(req, secret)) inARow = 0;
      return bolt(req, res);
    }
    if (isSigned(req, secret)) inARow += 1;
    if (inARow > 1 && now >= quietUntil) {
      quietUntil = now + WARN_AGAIN_MS;
      log.error(
        { aheadMs },
        'Slack’s requests are refused (401) because this machine’s clock is more than five minutes off. Sync it.',
      );
    }
    buildNoBodyResponse(res, 401);
  };
}

/**
 * While a signing secret is being changed, Slack may sign with either. Requests signed with the former one are
 * re-signed, since Bolt knows only the current one.
 */
export function acceptFormerSecret(
  bolt: RequestListener,
  { secret, former }: { secret: string; former: string | undefined },
): RequestListener {
  if (former === undefined) return bolt;
  return (req, res) => {
    if (isSigned(req, former)) req.headers['x-slack-signature'] = sign(req, secret);
    return bolt(req, res);
  };
}

/** A request that was already read, with its body. */
type ReadRequest = IncomingMessage & { rawBody?: unknown };

function isSigned(req: ReadRequest, secret: string): boolean {
  const given = Buffer.from(String(req.headers['x-slack-signature']));
  const right = Buffer.from(sign(req, secret));
  return given.length === right.length && timingSafeEqual(given, right);
}

function sign(req: ReadRequest, secret: string): string {
  const at = req.headers['x-slack-request-timestamp'];
  const body = Buffer.isBuffer(req.rawBody) ? req.rawBody : Buffer.alloc(0);
  return `v0=${createHmac('sha256', secret).update(`v0:${at}:`).update(body).digest('hex')}`;
}

/** Bolt's warning for each request without Slack's signature. */
const UNSIGNED = /verify the request/;

/** Says of such requests, once a minute at most, what it means if they are Slack's own. */
export function demoteUnsigned(logger: Logger, sparing: SparingLog): Logger {
  return {
    ...logger,
    warn: (...words) =>
      UNSIGNED.test(String(words[0])) ? sparing({ why: words[0] }, WRONG_SECRET) : logger.warn(...words),
  };
}

const WRONG_SECRET =
  'Refused a request that isn’t signed with SLACK_SIGNING_SECRET (401). If commands fail in Slack, it isn’t this app’s: copy it from "Basic Information" in the app’s settings, and restart.';
