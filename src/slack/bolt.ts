/** Sets up Bolt: each request, over HTTP or a socket, is authorised, handled once and always acknowledged. */
import type { RequestListener } from 'node:http';
import type * as bolt from '@slack/bolt';
import type { ReceiverEvent } from '@slack/bolt';
import appModule from '@slack/bolt/dist/App.js';
import receiverModule from '@slack/bolt/dist/receivers/HTTPReceiver.js';
import type { WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import { startStopwatch } from '../clock.ts';
import type { SlackConfig } from '../config.ts';
import { MINUTE_MS } from '../durations.ts';
import { AppError } from '../errors.ts';
import type { Log, SparingLog } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { runTraced, type Spans } from '../trace.ts';
import { createSlackClient, createSlackLogger } from './client.ts';
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

type BoltDeps = {
  log: Log;
  sparing: SparingLog;
  wait: Wait;
  /** Real time, epoch ms. */
  realNow: () => number;
  metrics: Metrics;
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
      // Bolt takes the team of whoever clicked, who may be of another organisation in a shared channel.
      const view = body && 'view' in body ? body.view : undefined;
      const installation = installations.of(view?.app_installed_team_id ?? teamId);
      if (installation) {
        const { team, botId, botUserId, client } = installation;
        // For Bolt's own `client` and `say`.
        const { token: botToken } = client;
        return { teamId: team, botId, botUserId, ...(botToken !== undefined && { botToken }) };
      }
      // The removal from a workspace must get through even after its token was revoked.
      if (findRemoval(body)) return { teamId };
      throw new NotInstalled(`Not installed in workspace ${teamId}`);
    },
  });
  app.processEvent = createIncomingOnce(app.processEvent.bind(app), deps);
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
  deps: BoltDeps,
): bolt.HTTPReceiver | SocketReceiver {
  if (slack.mode !== 'socket') {
    return new HTTPReceiver({
      signingSecret: slack.signingSecret,
      endpoints: ENDPOINT,
      // createDoor has verified it.
      signatureVerification: false,
      processEventErrorHandler: refuseUnreadable,
      logger: createSlackLogger(deps.log),
    });
  }
  const { apps } = createSlackClient(slack.appToken, clientOptions, deps.metrics.countSlackCall);
  return createSocketReceiver({
    async openUrl() {
      const { url } = await apps.connections.open({});
      if (!url) throw new NoAddress('Slack returned no URL for a socket');
      return url;
    },
    now: deps.realNow,
    ...deps,
  });
}

type Process = (event: ReceiverEvent) => Promise<void>;

/** Slack's last retry comes after five minutes (docs.slack.dev/apis/events-api#retries). */
const REPEATED_WITHIN_MS = 10 * MINUTE_MS;

/** Beyond this number the oldest are dropped. Most take a few hundred bytes, a form's answer a few thousand. */
const KEPT = 20_000;

const Text = z.string().min(1).optional().catch(undefined);
const Named = z.object({ type: Text, command: Text, trigger_id: Text, event_id: Text, team_id: Text });

/** `answer` settles with the acknowledgement, or rejects with a failure before it. */
type Seen = { at: number; answer: Promise<unknown> };

/** Runs `process` once per request; a retry within ten minutes only gets the first acknowledgement. */
function createIncomingOnce(process: Process, { realNow: now, sparing, metrics, spans }: BoltDeps): Process {
  const seen = new Map<string, Seen>();

  function forgetOld(): void {
    for (const [key, { at }] of seen) {
      if (seen.size <= KEPT && now() - at < REPEATED_WITHIN_MS) return;
      seen.delete(key);
    }
  }

  /** `acknowledged` settles with the acknowledgement, or rejects with a failure before it. */
  async function handle(event: ReceiverEvent, type: string, acknowledged: PromiseWithResolvers<unknown>) {
    const took = startStopwatch();
    let isAcknowledged = false;
    const ack: ReceiverEvent['ack'] = async (response) => {
      isAcknowledged = true;
      acknowledged.resolve(response);
      await event.ack(response);
      metrics.observeAcknowledgement(type, took());
    };
    try {
      await runTraced(`slack ${type}`, { spans }, () => process({ ...event, ack }));
      if (!isAcknowledged) await ack();
      metrics.observeAnswer(type, took());
    } catch (error) {
      acknowledged.reject(error);
      throw error;
    }
  }

  return async (event) => {
    const named = Named.safeParse(event.body).data ?? {};
    if (named.type === 'app_rate_limited') {
      sparing(
        { team: named.team_id },
        'Slack drops events past 30,000 an hour. Remove those that this app’s manifest doesn’t list',
      );
      return event.ack();
    }
    // Bolt throws for malformed ones, and nothing handles any.
    if (named.type === 'view_closed') return event.ack();

    forgetOld();
    const keys = keysOf(named, event.customProperties?.envelopeId);
    const earlier = keys.map((key) => seen.get(key)).find((one) => one !== undefined);
    if (earlier) return event.ack(await earlier.answer);

    const acknowledged = Promise.withResolvers<unknown>();
    acknowledged.promise.catch(() => {
      for (const key of keys) seen.delete(key);
    });
    for (const key of keys) seen.set(key, { at: now(), answer: acknowledged.promise });
    await handle(event, typeOf(named), acknowledged);
  };
}

const TYPES = new Set(['block_actions', 'event_callback', 'message_action', 'shortcut', 'view_submission']);

function typeOf({ type = '', command }: Partial<z.output<typeof Named>>): string {
  if (command) return 'command';
  return TYPES.has(type) ? type : 'other';
}

/** The ids that a retry shares with its first request: trigger, event, envelope. */
function keysOf(
  { type, command, trigger_id, event_id }: Partial<z.output<typeof Named>>,
  envelopeId: unknown,
): string[] {
  return [
    ...(trigger_id ? [`trigger ${type ?? command} ${trigger_id}`] : []),
    ...(event_id ? [`event ${event_id}`] : []),
    ...(typeof envelopeId === 'string' ? [`envelope ${envelopeId}`] : []),
  ];
}
