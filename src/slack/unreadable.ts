/** What Slack signed and Bolt cannot read all the same: refused before anything of ours is reached, and nothing is done. */
import type { RequestListener } from 'node:http';
import {
  AuthorizationError,
  defaultBodyLimit,
  HTTPModuleFunctions,
  isCodedError,
  isRawBodyError,
  type ReceiverProcessEventErrorHandlerArgs,
} from '@slack/bolt';
import type { Log } from '../log.ts';

const { bufferIncomingMessage, buildNoBodyResponse, defaultProcessEventErrorHandler, parseHTTPRequestBody } =
  HTTPModuleFunctions;

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

/** What is no JSON at all Bolt refuses itself. */
function isNull(request: Parameters<typeof parseHTTPRequestBody>[0]): boolean {
  try {
    const body: unknown = parseHTTPRequestBody(request);
    return body === null;
  } catch {
    return false;
  }
}
