/** Sets up Bolt: requests come over HTTP (signed) or a socket, and are authorised by the installations. */
import type { RequestListener } from 'node:http';
import type * as bolt from '@slack/bolt';
import appModule from '@slack/bolt/dist/App.js';
import receiverModule from '@slack/bolt/dist/receivers/HTTPReceiver.js';
import type { WebClientOptions } from '@slack/web-api';
import type { SlackConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import type { Log, SparingLog } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Spans } from '../trace.ts';
import { createSlackClient, createSlackLogger } from './client.ts';
import { createIncomingOnce } from './incoming-once.ts';
import type { KeptInstallations, Wait } from './installations.ts';
import { createInstaller, findRemoval, type Installing, isInstalling, REMOVAL_EVENTS } from './oauth.ts';
import { createDoor, refuseUnreadable } from './refused-requests.ts';
import { createSocketReceiver, type SocketReceiver } from './socket.ts';

// Not from Bolt's index, which also loads Express: 120 modules that we don't need.
const { default: App } = appModule;
const { default: HTTPReceiver } = receiverModule;

export type Bolt = {
  app: bolt.App;
  /** Answers /slack/events and, in oauth mode, /slack/install; missing in socket mode. */
  listener?: RequestListener;
  /** In socket mode, tries until Slack opens a socket or `signal` aborts; over HTTP there is nothing to do. */
  start(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
  /** Socket mode only. */
  socketIsOpen?(): boolean;
  /** That Slack refuses the app token, in words. */
  refusal?(): string | undefined;
};

export type BoltDeps = {
  log: Log;
  sparing: SparingLog;
  wait: Wait;
  /** Real time, epoch ms. */
  realNow: () => number;
  /** Called when Slack holds back events of a workspace that had too many. */
  onLimited: (team: string) => void;
  metrics: Metrics;
  /** Missing without a collector. */
  spans?: Spans | undefined;
};

/** A request from a workspace that the bot is not (or not yet) installed in. */
class NotInstalled extends AppError {
  readonly code = 'not_installed';
}

class NoAddress extends AppError {
  readonly code = 'no_address';
}

const ENDPOINT = '/slack/events';

export function createBolt(
  slack: SlackConfig,
  installations: KeptInstallations,
  clientOptions: WebClientOptions,
  deps: BoltDeps,
  installing: Installing,
): Bolt {
  const logger = createSlackLogger(deps.log);
  const receiver = createReceiver(slack, clientOptions, deps);
  const app = new App({
    receiver,
    logger,
    clientOptions,
    // The bot needs the events about itself, such as its removal from a channel.
    ignoreSelf: false,
    // Bolt's own memory of conversations: unused, and it throws for each request that it knows nothing of.
    convoStore: false,
    authorize: async ({ teamId = '' }, body) => {
      const installation = installations.of(teamId);
      if (installation) {
        const { botId, botUserId, client } = installation;
        // For Bolt's own `client` and `say`.
        return { teamId, botId, botUserId, ...(client.token !== undefined && { botToken: client.token }) };
      }
      // The removal from a workspace must get through even after its token was revoked.
      if (findRemoval(body)) return { teamId };
      throw new NotInstalled(`Not installed in workspace ${teamId}`);
    },
  });
  app.processEvent = createIncomingOnce(app.processEvent.bind(app), {
    now: deps.realNow,
    onLimited: deps.onLimited,
    metrics: deps.metrics,
    spans: deps.spans,
  });
  for (const event of REMOVAL_EVENTS) {
    app.event(event, async ({ body }) => {
      const removal = findRemoval(body);
      if (removal) await installations.removed(removal.team, removal.at);
    });
  }
  if (receiver instanceof HTTPReceiver) {
    const { signingSecret, formerSigningSecret } = slack.mode === 'socket' ? {} : slack;
    const door = createDoor(receiver.requestListener, {
      endpoint: ENDPOINT,
      secrets: [signingSecret, formerSigningSecret].flatMap((secret) => secret || []),
      realNow: deps.realNow,
      log: deps.log,
      countRefusal: deps.metrics.countRefusal,
    });
    const installer =
      slack.mode === 'oauth' &&
      createInstaller(slack, { ...installing, realNow: deps.realNow }, clientOptions, logger);
    const listener: RequestListener = (req, res) =>
      installer && isInstalling(req) ? installer(req, res) : door(req, res);
    return { app, listener, start: async () => {}, stop: async () => {} };
  }
  const { start, stop, isOpen, refusal } = receiver;
  return { app, start, stop, socketIsOpen: isOpen, refusal };
}

function createReceiver(
  slack: SlackConfig,
  clientOptions: WebClientOptions,
  { log, sparing, wait, realNow, metrics }: BoltDeps,
): bolt.HTTPReceiver | SocketReceiver {
  if (slack.mode !== 'socket') {
    return new HTTPReceiver({
      signingSecret: slack.signingSecret,
      endpoints: ENDPOINT,
      // createDoor has verified it.
      signatureVerification: false,
      processEventErrorHandler: refuseUnreadable,
      logger: createSlackLogger(log),
    });
  }
  const { apps } = createSlackClient(slack.appToken, clientOptions, metrics.countSlackCall);
  return createSocketReceiver({
    async openUrl() {
      const { url } = await apps.connections.open({});
      if (!url) throw new NoAddress('Slack returned no URL for a socket');
      return url;
    },
    log,
    sparing,
    wait,
    now: realNow,
  });
}
