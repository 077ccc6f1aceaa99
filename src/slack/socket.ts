/** Socket Mode for Bolt: keeps a socket to Slack, opens its successor before Slack takes it away, and acknowledges every envelope of any shape. */
import type { App, Receiver } from '@slack/bolt';
import type { Log, SparingLog } from '../log.ts';
import { type SlackFailure, slackFailure } from './failures.ts';
import { ASK_AGAIN_MS, type Wait } from './installations.ts';
import { isRefused } from './refused-requests.ts';
import { type Connection, type Envelope, openConnection, readEnvelope } from './socket-connection.ts';

export type Socket = {
  /** Resolves when a socket stands, or when `signal` aborts: then one that stands is kept, and no other is asked for. */
  open(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
  isOpen(): boolean;
};

type SocketDeps = {
  /** Asks Slack for the address of a socket. @throws what the Web API's client throws */
  openUrl: () => Promise<string>;
  /** `acknowledge` sends the answer to this envelope over its own socket, or another where that is gone. */
  onEnvelope: (envelope: Envelope, acknowledge: (payload: object) => void) => void;
  log: Log;
  /** For what would be said too often. */
  sparing: SparingLog;
  wait: Wait;
  /** Real time, epoch ms. */
  now: () => number;
  pace?: Pace;
};

/** ms. */
type Pace = {
  /** From ping to ping. */
  pingMs: number;
  /** From the question for an address to Slack's first word. */
  helloMs: number;
  /** So long a socket that Slack takes away is still listened to once its successor stands. */
  lingerMs: number;
};
const PACE: Pace = { pingMs: 3_000, helloMs: 10_000, lingerMs: 15_000 };

/** Sockets that all die young are asked for slowly: after this many in this time, only every ASK_AGAIN_MS. */
const YOUNG = { sockets: 4, withinMs: 10_000 };

/** `opening` until Slack says hello, `leaving` once it says that it takes the socket away. */
type Held = { connection: Connection; state: 'opening' | 'standing' | 'leaving' };

export function keptSocket({
  openUrl,
  onEnvelope,
  log,
  sparing,
  wait,
  now,
  pace = PACE,
}: SocketDeps): Socket {
  const all = new Set<Held>();
  let openedAt: number[] = [];
  let opening: Promise<void> | undefined;
  let stopping: AbortSignal | undefined;

  const stands = () => [...all].some(({ state }) => state === 'standing');

  function acknowledge(on: Held, envelopeId: string, payload: object): void {
    const text = JSON.stringify({ envelope_id: envelopeId, payload });
    const newestFirst = [...all].reverse();
    // Slack then sends the envelope again, and the repetition is acknowledged.
    if (![on, ...newestFirst].some(({ connection }) => connection.send(text)))
      log.warn('No socket is open to acknowledge a request of Slack’s');
  }

  /** Resolves when it stands, or with why it doesn't. */
  async function openOne(signal: AbortSignal): Promise<SlackFailure | undefined> {
    const url = await openUrl();
    if (signal.aborted) return undefined;
    const { promise, resolve } = Promise.withResolvers<SlackFailure | undefined>();
    const connection = openConnection(url, { onText: hear, onEnd: lose }, pace.pingMs);
    const held: Held = { connection, state: 'opening' };
    all.add(held);
    const deadline = setTimeout(connection.cut, pace.helloMs);

    function hear(text: string): void {
      const envelope = readEnvelope(text);
      if (!envelope) {
        log.warn('Slack sent something over the socket that is no envelope');
        return;
      }
      const { type, envelope_id, reason } = envelope;
      if (envelope_id && (type === 'hello' || type === 'disconnect')) acknowledge(held, envelope_id, {});
      if (type === 'hello') {
        clearTimeout(deadline);
        if (held.state === 'opening') held.state = 'standing';
        resolve(undefined);
      } else if (type === 'disconnect') {
        log.info({ reason }, 'Slack takes the socket away; another is opened');
        leave(held);
      } else if (envelope_id === undefined) {
        log.warn({ type }, 'Slack sent an envelope over the socket that can’t be acknowledged');
      } else {
        onEnvelope(envelope, (payload) => acknowledge(held, envelope_id, payload));
      }
    }

    function lose(): void {
      clearTimeout(deadline);
      all.delete(held);
      resolve(CLOSED);
      void replace();
    }
    return promise;
  }

  /** What still comes over it is heard until its successor stands, and for a while after that. */
  function leave(held: Held): void {
    if (held.state === 'leaving') return;
    held.state = 'leaving';
    void replace().then(() => setTimeout(held.connection.close, pace.lingerMs).unref());
  }

  async function untilStands(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !stands()) {
      openedAt = openedAt.filter((at) => now() - at < YOUNG.withinMs);
      if (openedAt.length >= YOUNG.sockets) await wait(ASK_AGAIN_MS, signal);
      if (signal.aborted) return;
      const failure = await openOne(signal).catch(slackFailure);
      if (signal.aborted) return;
      if (!failure) {
        openedAt.push(now());
        continue;
      }
      const { kind, reason } = failure;
      const words = 'Slack opens no socket for SLACK_APP_TOKEN; asking again';
      if (kind === 'refused') log.warn({ reason }, words);
      else sparing({ reason }, words);
      const told = kind === 'later' ? (failure.afterMs ?? 0) : 0;
      await wait(Math.max(ASK_AGAIN_MS, told), signal);
    }
  }

  async function replace(): Promise<void> {
    if (!stopping) return;
    const signal = stopping;
    opening ??= untilStands(signal).finally(() => {
      opening = undefined;
    });
    await opening;
    // The one just opened may have been lost by now.
    if (!signal.aborted && !stands()) await replace();
  }

  return {
    open(signal) {
      stopping = signal;
      signal.addEventListener('abort', () => {
        for (const { connection, state } of all) if (state === 'opening') connection.cut();
      });
      return replace();
    },
    async close() {
      for (const { connection } of all) connection.close();
    },
    isOpen: stands,
  };
}

/** A socket that ends before Slack's first word gives no reason. */
const CLOSED: SlackFailure = { kind: 'later', reason: 'closed at once' };

export type SocketReceiver = Receiver & {
  start(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
  isOpen(): boolean;
};

/**
 * Not the receiver of Bolt: its client throws at an event without an event, and ends the process
 * (slackapi/node-slack-sdk 2167); it has one socket, and is deaf from the end of that to the hello of the next.
 */
export function socketReceiver(deps: Omit<SocketDeps, 'onEnvelope'>): SocketReceiver {
  let app: App | undefined;
  const { open, close, isOpen } = keptSocket({
    ...deps,
    onEnvelope: (envelope, acknowledge) => void process(envelope, acknowledge, app, deps.log),
  });
  return {
    init(bolt) {
      app = bolt;
    },
    start: open,
    stop: close,
    isOpen,
  };
}

async function process(
  { type, envelope_id, payload, retry_attempt, retry_reason }: Envelope,
  acknowledge: (payload: object) => void,
  app: App | undefined,
  log: Log,
): Promise<void> {
  if (!isRecord(payload)) {
    log.warn({ type }, 'An envelope of Slack’s with nothing in it was acknowledged');
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
    // A fault of ours is not acknowledged: Slack tells the person, and may send the same again.
    if (isRefused(error, log)) acknowledge({});
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
