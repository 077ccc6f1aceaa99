/** Why a request of Slack's is refused: Bolt cannot read what it signed, or it bears another time than this machine's. */
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
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

const REFUSED = 'A request that Bolt cannot read was refused';

/** Over HTTP it is answered 400. What handlers and authorisation throw has a code; what Bolt stumbles over has none. */
export async function refuseUnreadable(args: ReceiverProcessEventErrorHandlerArgs): Promise<boolean> {
  const { error, response, logger } = args;
  if (isCodedError(error) || response.headersSent) return defaultProcessEventErrorHandler(args);
  logger.warn(REFUSED);
  buildNoBodyResponse(response, 400);
  return true;
}

/** Over a socket what is refused is acknowledged, or it comes again; what failed by a fault of ours may do so. */
export function isRefused(error: unknown, log: Log): boolean {
  if (!(error instanceof Error && isCodedError(error))) {
    log.warn(REFUSED);
    return true;
  }
  if (error instanceof AuthorizationError) {
    log.warn({ reason: error.message }, 'A request of no workspace here was refused');
    return true;
  }
  log.error({ err: error }, 'A request of Slack’s failed');
  return false;
}

/** JSON's null ends the process inside Bolt, where nobody can catch it: at `endpoint` it is answered 400 before that. */
export function withoutNull(bolt: RequestListener, endpoint: string): RequestListener {
  return (req, res) => {
    if (req.method !== 'POST' || req.url?.split('?')[0] !== endpoint) return bolt(req, res);
    bufferIncomingMessage(req, defaultBodyLimit).then(
      (buffered) => (isNull(buffered) ? buildNoBodyResponse(res, 400) : bolt(buffered, res)),
      (error) => buildNoBodyResponse(res, isRawBodyError(error) ? error.statusCode : 400),
    );
  };
}

/** Counts what is answered 401 (its signature, or its age) and 400 (it can't be read). */
export function countingRefused(
  bolt: RequestListener,
  { slackRefused }: Pick<Metrics, 'slackRefused'>,
): RequestListener {
  return (req, res) => {
    res.once('finish', () => {
      if (res.statusCode === 401) slackRefused('signature');
      if (res.statusCode === 400) slackRefused('unreadable');
    });
    return bolt(req, res);
  };
}

/** What is no JSON at all Bolt refuses itself. */
function isNull(request: Parameters<typeof parseHTTPRequestBody>[0]): boolean {
  try {
    const body: unknown = parseHTTPRequestBody(request);
    return body === null;
  } catch {
    return false;
  }
}

/** As Slack asks, and Bolt does. https://docs.slack.dev/authentication/verifying-requests-from-slack */
const OLDEST_MS = 5 * MINUTE_MS;

const SAY_AGAIN_MS = 10 * MINUTE_MS;

/** Says so at most every ten minutes. What nobody signed with the secret is not spoken of: it says nothing of the clock. */
export function tellingOfStale(
  bolt: RequestListener,
  { secret, realNow, log }: { secret: string; realNow: () => number; log: Log },
): RequestListener {
  let quietUntil = 0;
  return (req, res) => {
    const now = realNow();
    const at = Number(req.headers['x-slack-request-timestamp']) * 1000;
    const aheadMs = now - at;
    if (Math.abs(aheadMs) > OLDEST_MS && now >= quietUntil && isSigned(req, secret)) {
      quietUntil = now + SAY_AGAIN_MS;
      log.error(
        { aheadMs },
        'Slack’s requests are refused (401): the clock of this machine is more than five minutes off; sync it',
      );
    }
    return bolt(req, res);
  };
}

/**
 * While Slack changes from one signing secret to the next, it signs with either. What the former one signed goes on signed with
 * the present one, which is all that Bolt knows.
 */
export function takingFormer(
  bolt: RequestListener,
  { secret, former }: { secret: string; former: string | undefined },
): RequestListener {
  if (former === undefined) return bolt;
  return (req, res) => {
    if (isSigned(req, former)) req.headers['x-slack-signature'] = signatureOf(req, secret);
    return bolt(req, res);
  };
}

/** Read before, so that its body is kept beside it. */
type ReadRequest = IncomingMessage & { rawBody?: unknown };

function isSigned(req: ReadRequest, secret: string): boolean {
  const given = Buffer.from(String(req.headers['x-slack-signature']));
  const right = Buffer.from(signatureOf(req, secret));
  return given.length === right.length && timingSafeEqual(given, right);
}

function signatureOf(req: ReadRequest, secret: string): string {
  const at = req.headers['x-slack-request-timestamp'];
  const body = Buffer.isBuffer(req.rawBody) ? req.rawBody : Buffer.alloc(0);
  return `v0=${createHmac('sha256', secret).update(`v0:${at}:`).update(body).digest('hex')}`;
}

/** What Bolt says of each such request, and of what anybody sends: once in a while is enough. */
const OF_AGE = /request is stale$/;

/** For the receiver: without what is said here. */
export function withoutStale(logger: Logger): Logger {
  return {
    ...logger,
    warn: (...words) => (OF_AGE.test(String(words[0])) ? logger.debug(...words) : logger.warn(...words)),
  };
}
