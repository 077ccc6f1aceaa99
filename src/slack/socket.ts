/**
 * Socket Mode for Bolt: opens the next socket before Slack closes this one, and acknowledges every envelope. Envelopes
 * are parsed as outside text. https://docs.slack.dev/apis/events-api/using-socket-mode
 */
import type { App, Receiver } from '@slack/bolt';
import { z } from 'zod';
import { APP_TOKEN } from '../config.ts';
import { isRecord, parseJson } from '../json.ts';
import type { Log, SparingLog } from '../log.ts';
import { type SlackFailure, toSlackFailure } from './failures.ts';
import { ASK_AGAIN_MS, createRefusals, shareRun, type Wait } from './installations.ts';
import { isRefused } from './refused-requests.ts';
import type { Connection } from './socket-connection.ts';

const Text = z.string().optional().catch(undefined);

const Envelope = z.looseObject({
  type: Text,
  /** Of `disconnect`: warning, refresh_requested, link_disabled. */
  reason: Text,
  /** The id to acknowledge; without one, no acknowledgement is expected. */
  envelope_id: z.string().min(1).optional().catch(undefined),
  payload: z.unknown().optional(),
  retry_attempt: z.number().optional().catch(undefined),
  retry_reason: Text,
});
type Envelope = z.output<typeof Envelope>;

type SocketDeps = {
  /** Asks Slack for the URL of a socket. @throws what the Web API's client throws */
  openUrl: () => Promise<string>;
  /** `acknowledge` uses the envelope's own socket, or another one if that is gone. */
  onEnvelope: (envelope: Envelope, acknowledge: (payload: object) => void) => void;
  log: Log;
  sparing: SparingLog;
  wait: Wait;
  /** Real time, epoch ms. */
  now: () => number;
  pace?: typeof PACE;
};

/** ms. */
const PACE = {
  /** Between pings. */
  pingMs: 3_000,
  /** From the request for a URL to Slack's hello. */
  helloMs: 10_000,
  /** How long an old socket is still read once its successor is open. */
  lingerMs: 15_000,
};

/** If sockets keep dying young, slow down: after this many in this time, open one only every ASK_AGAIN_MS. */
const YOUNG = { sockets: 4, withinMs: 10_000 };

/** `opening` until Slack's hello, `leaving` after its disconnect. */
type Held = { connection: Connection; state: 'opening' | 'open' | 'leaving' };

export function createSocket({ openUrl, onEnvelope, log, sparing, wait, now, pace = PACE }: SocketDeps) {
  const all = new Set<Held>();
  let openedAt: number[] = [];
  const refusals = createRefusals('SLACK_APP_TOKEN', APP_TOKEN, log);
  let stopping: AbortSignal | undefined;

  const isOpen = () => [...all].some(({ state }) => state === 'open');

  function acknowledge(on: Held, envelopeId: string, payload: object): void {
    const text = JSON.stringify({ envelope_id: envelopeId, payload });
    const newestFirst = [...all].reverse();
    // If no socket is open, Slack retries the envelope, and the retry is acknowledged.
    if (![on, ...newestFirst].some(({ connection }) => connection.send(text)))
      log.warn('No socket is open to acknowledge a request from Slack');
  }

  function handle(held: Held, envelope: Envelope, onHello: () => void): void {
    const { type, envelope_id, reason } = envelope;
    const isOfSocket = type === 'hello' || type === 'disconnect';
    if (isOfSocket && envelope_id) acknowledge(held, envelope_id, {});
    if (type === 'hello') onHello();
    if (type === 'disconnect') {
      log.info({ reason }, 'Slack is closing the socket; opening another');
      leave(held);
    }
    if (isOfSocket) return;
    if (envelope_id === undefined)
      log.warn({ type }, 'Slack sent an envelope over the socket that can’t be acknowledged');
    else onEnvelope(envelope, (payload) => acknowledge(held, envelope_id, payload));
  }

  /** Resolves when it is open, or with the reason why it isn't. */
  async function openOne(signal: AbortSignal): Promise<SlackFailure | undefined> {
    // Loaded only here: it loads all of undici, with fetch.
    const [url, { openConnection }] = await Promise.all([openUrl(), import('./socket-connection.ts')]);
    if (signal.aborted) return undefined;
    const { promise, resolve } = Promise.withResolvers<SlackFailure | undefined>();
    const connection = openConnection(url, { onText: hear, onEnd: lose }, pace.pingMs);
    const held: Held = { connection, state: 'opening' };
    all.add(held);
    const deadline = setTimeout(connection.cut, pace.helloMs);

    function hear(text: string): void {
      const envelope = Envelope.safeParse(parseJson(text)).data;
      if (envelope) handle(held, envelope, open);
      else log.warn('Slack sent something over the socket that isn’t an envelope');
    }

    function open(): void {
      clearTimeout(deadline);
      if (held.state === 'opening') held.state = 'open';
      resolve(undefined);
    }

    function lose(): void {
      clearTimeout(deadline);
      all.delete(held);
      resolve(CLOSED);
      void replace();
    }
    return promise;
  }

  /** Keeps reading it until its successor is open, and for a while after that. */
  function leave(held: Held): void {
    if (held.state === 'leaving') return;
    held.state = 'leaving';
    void replace().then(() => setTimeout(held.connection.close, pace.lingerMs).unref());
  }

  const openUntilOneHolds = shareRun(async (signal) => {
    while (!signal.aborted && !isOpen()) {
      openedAt = openedAt.filter((at) => now() - at < YOUNG.withinMs);
      if (openedAt.length >= YOUNG.sockets) await wait(ASK_AGAIN_MS, signal);
      if (!signal.aborted) await tryOne(signal);
    }
  });

  /** Waits after a failure. */
  async function tryOne(signal: AbortSignal): Promise<void> {
    const failure = await openOne(signal).catch(toSlackFailure);
    if (signal.aborted) return;
    const isRefused = refusals.note(failure);
    if (!failure) {
      openedAt.push(now());
      return;
    }
    if (!isRefused)
      sparing({ reason: failure.reason }, 'Slack opens no socket for SLACK_APP_TOKEN; trying again');
    const afterMs = failure.kind === 'later' ? (failure.afterMs ?? 0) : 0;
    await wait(Math.max(ASK_AGAIN_MS, afterMs), signal);
  }

  async function replace(): Promise<void> {
    if (!stopping) return;
    const signal = stopping;
    await openUntilOneHolds(signal);
    // The one just opened may have been lost by now.
    if (!signal.aborted && !isOpen()) await replace();
  }

  return {
    /** Resolves when a socket is open, or when `signal` aborts: then an open one is kept, but no other is opened. */
    start(signal: AbortSignal): Promise<void> {
      stopping = signal;
      signal.addEventListener('abort', () => {
        for (const { connection, state } of all) if (state === 'opening') connection.cut();
      });
      return replace();
    },
    async stop(): Promise<void> {
      for (const { connection } of all) connection.close();
    },
    isOpen,
    /** That Slack refuses the app token, in words. */
    refusal: refusals.inWords,
  };
}

/** For a socket that ends before Slack's hello. */
const CLOSED: SlackFailure = { kind: 'later', reason: 'closed at once' };

export type SocketReceiver = Receiver & ReturnType<typeof createSocket>;

/**
 * Replaces Bolt's receiver, whose client crashes the process on an event without an event (slackapi/node-slack-sdk
 * 2167), and hears nothing between the end of one socket and the hello of the next.
 */
export function createSocketReceiver(deps: Omit<SocketDeps, 'onEnvelope'>): SocketReceiver {
  let app: App | undefined;
  const socket = createSocket({
    ...deps,
    onEnvelope: (envelope, acknowledge) => void handleEnvelope(envelope, acknowledge, app, deps.log),
  });
  const init = (bolt: App) => {
    app = bolt;
  };
  return { ...socket, init };
}

async function handleEnvelope(
  { type, envelope_id, payload, retry_attempt, retry_reason }: Envelope,
  acknowledge: (payload: object) => void,
  app: App | undefined,
  log: Log,
): Promise<void> {
  if (!isRecord(payload)) {
    log.warn({ type }, 'Acknowledged an envelope without a payload from Slack');
    return acknowledge({});
  }
  try {
    await app?.processEvent({
      body: payload,
      ack: async (answer?: unknown) =>
        acknowledge(typeof answer === 'string' ? { text: answer } : { ...(isRecord(answer) && answer) }),
      ...(retry_attempt !== undefined && { retryNum: retry_attempt }),
      ...(retry_reason !== undefined && { retryReason: retry_reason }),
      customProperties: { envelopeId: envelope_id },
    });
  } catch (error) {
    // Our own failures aren't acknowledged: Slack then tells the person, and may retry.
    if (isRefused(error, log)) acknowledge({});
  }
}
