/** Bolt, wired: requests come in over HTTP (signed) or over a socket, and are authorised by the installations. */
import type { RequestListener } from 'node:http';
import { App, HTTPReceiver, SocketModeReceiver } from '@slack/bolt';
import type { Logger, WebClientOptions } from '@slack/web-api';
import type { SlackConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { KeptInstallations, Wait } from './installations.ts';
import { slackLogger } from './logger.ts';
import { createInstaller, type Installing, isInstalling } from './oauth.ts';
import { REMOVAL_EVENTS, removalIn } from './removal.ts';
import { keptSocket, withoutSaid } from './socket.ts';
import type { SparingLog } from './sparing-log.ts';
import { tellingOfStale, withoutStale } from './stale-requests.ts';
import { acknowledgeUnreadable, refuseUnreadable, withoutNull } from './unreadable.ts';

export type Bolt = {
  app: App;
  /** Answers /slack/events, and /slack/install where many workspaces install; missing over a socket. */
  listener?: RequestListener;
  /**
   * Asks for a socket, where there is one, until Slack opens it or `signal` aborts; requests over HTTP are answered as
   * soon as `listener` is served.
   */
  start(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
  /** Over a socket: whether it stands now. */
  socketIsOpen?(): boolean;
};

/** A request from a workspace that the bot is not (or not yet) installed in. */
class NotInstalled extends AppError {
  readonly code = 'not_installed';
}

/** Where Slack sends everything to, over HTTP. */
const ENDPOINT = '/slack/events';

/** Wrong signatures and stale timestamps are answered 401 by the receiver. */
export function createBolt(
  slack: SlackConfig,
  installations: KeptInstallations,
  clientOptions: WebClientOptions,
  { log, sparing, wait }: { log: Log; sparing: SparingLog; wait: Wait },
  installing: Installing,
): Bolt {
  const logger = slackLogger(log);
  const receiver = createReceiver(slack, clientOptions, logger);
  const app = new App({
    receiver,
    logger,
    clientOptions,
    // What Slack says of the bot itself (it was removed, invited) is just what it has to hear.
    ignoreSelf: false,
    authorize: async ({ teamId = '' }, body) => {
      const installation = installations.of(teamId);
      if (installation) {
        const { botId, botUserId, client } = installation;
        // With it Bolt's own `client` and `say` speak for this workspace.
        return { teamId, botId, botUserId, ...(client.token !== undefined && { botToken: client.token }) };
      }
      // Of a workspace whose token died first, its removal is still to be heard.
      if (removalIn(body)) return { teamId };
      throw new NotInstalled(`Not installed in workspace ${teamId}`);
    },
  });
  for (const event of REMOVAL_EVENTS) {
    app.event(event, async ({ body }) => {
      const removal = removalIn(body);
      if (removal) await installations.removed(removal.team, removal.at);
    });
  }
  if (receiver instanceof HTTPReceiver) {
    const secret = slack.mode === 'socket' ? '' : slack.signingSecret;
    const told = tellingOfStale(receiver.requestListener, { secret, realNow: installing.realNow, log });
    const heard = withoutNull(told, ENDPOINT);
    const installer = slack.mode === 'oauth' && createInstaller(slack, installing, clientOptions, logger);
    const listener: RequestListener = (req, res) =>
      installer && isInstalling(req) ? installer(req, res) : heard(req, res);
    return { app, listener, start: async () => {}, stop: async () => {} };
  }
  const socket = keptSocket(receiver, { log, sparing }, wait);
  return { app, start: socket.open, stop: socket.close, socketIsOpen: socket.isOpen };
}

function createReceiver(
  slack: SlackConfig,
  clientOptions: WebClientOptions,
  logger: Logger,
): HTTPReceiver | SocketModeReceiver {
  if (slack.mode !== 'socket') {
    return new HTTPReceiver({
      signingSecret: slack.signingSecret,
      endpoints: ENDPOINT,
      processEventErrorHandler: refuseUnreadable,
      logger: withoutStale(logger),
    });
  }
  return new SocketModeReceiver({
    appToken: slack.appToken,
    processEventErrorHandler: acknowledgeUnreadable,
    logger: withoutSaid(logger),
    autoReconnectEnabled: false,
    installerOptions: { clientOptions },
  });
}
