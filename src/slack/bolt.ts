/** Bolt, wired: requests come in over HTTP (signed) or over a socket, and are authorised by the installations. */
import type { RequestListener } from 'node:http';
import type * as bolt from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { SlackConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import type { Log, SparingLog } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Spans } from '../trace.ts';
import { App, HTTPReceiver } from './bolt-parts.ts';
import { createSlackClient, slackLogger } from './client.ts';
import { incomingOnce } from './incoming-once.ts';
import type { KeptInstallations, Wait } from './installations.ts';
import { createInstaller, type Installing, isInstalling, REMOVAL_EVENTS, removalIn } from './oauth.ts';
import {
  countingRefused,
  refuseUnreadable,
  takingFormer,
  tellingOfStale,
  withoutNull,
  withoutStale,
} from './refused-requests.ts';
import { type SocketReceiver, socketReceiver } from './socket.ts';

export type Bolt = {
  app: bolt.App;
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

export type BoltDeps = {
  log: Log;
  /** For what would be said too often. */
  sparing: SparingLog;
  wait: Wait;
  /** Real time, epoch ms. */
  realNow: () => number;
  /** Slack holds back the events of a workspace, which had too many. */
  onLimited: (team: string) => void;
  metrics: Metrics;
  /** Missing where no collector is named. */
  spans?: Spans | undefined;
};

/** A request from a workspace that the bot is not (or not yet) installed in. */
class NotInstalled extends AppError {
  readonly code = 'not_installed';
}

class NoAddress extends AppError {
  readonly code = 'no_address';
}

/** Where Slack sends everything to, over HTTP. */
const ENDPOINT = '/slack/events';

/** Wrong signatures and stale timestamps are answered 401 by the receiver. */
export function createBolt(
  slack: SlackConfig,
  installations: KeptInstallations,
  clientOptions: WebClientOptions,
  deps: BoltDeps,
  installing: Installing,
): Bolt {
  const logger = slackLogger(deps.log);
  const receiver = createReceiver(slack, clientOptions, deps);
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
  app.processEvent = incomingOnce(app.processEvent.bind(app), {
    now: deps.realNow,
    onLimited: deps.onLimited,
    metrics: deps.metrics,
    spans: deps.spans,
  });
  for (const event of REMOVAL_EVENTS) {
    app.event(event, async ({ body }) => {
      const removal = removalIn(body);
      if (removal) await installations.removed(removal.team, removal.at);
    });
  }
  if (receiver instanceof HTTPReceiver) {
    const { signingSecret: secret = '', formerSigningSecret: former } = slack.mode === 'socket' ? {} : slack;
    const told = tellingOfStale(receiver.requestListener, {
      secret,
      realNow: installing.realNow,
      log: deps.log,
    });
    const known = takingFormer(told, { secret, former });
    const heard = countingRefused(withoutNull(known, ENDPOINT), deps.metrics);
    const installer = slack.mode === 'oauth' && createInstaller(slack, installing, clientOptions, logger);
    const listener: RequestListener = (req, res) =>
      installer && isInstalling(req) ? installer(req, res) : heard(req, res);
    return { app, listener, start: async () => {}, stop: async () => {} };
  }
  const { start, stop, isOpen } = receiver;
  return { app, start, stop, socketIsOpen: isOpen };
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
      processEventErrorHandler: refuseUnreadable,
      logger: withoutStale(slackLogger(log)),
    });
  }
  const { apps } = createSlackClient(slack.appToken, clientOptions, metrics.slackCalled);
  return socketReceiver({
    async openUrl() {
      const { url } = await apps.connections.open({});
      if (!url) throw new NoAddress('Slack gave no address for a socket');
      return url;
    },
    log,
    sparing,
    wait,
    now: realNow,
  });
}
