/** Why Slack's own requests are refused: they are signed as they should be, and their time is not this machine's. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Logger } from '@slack/web-api';
import { MINUTE_MS } from '../durations.ts';
import type { Log } from '../log.ts';

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

/** `req` was read before: its body is kept beside it. */
function isSigned(req: IncomingMessage & { rawBody?: unknown }, secret: string): boolean {
  const { 'x-slack-request-timestamp': at, 'x-slack-signature': signature } = req.headers;
  const body = Buffer.isBuffer(req.rawBody) ? req.rawBody : Buffer.alloc(0);
  const right = `v0=${createHmac('sha256', secret).update(`v0:${at}:`).update(body).digest('hex')}`;
  const given = Buffer.from(String(signature));
  return given.length === right.length && timingSafeEqual(given, Buffer.from(right));
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
