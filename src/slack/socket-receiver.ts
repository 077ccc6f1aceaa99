/** Socket Mode for Bolt: every envelope of any shape is acknowledged and survived. Stands where @slack/socket-mode would. */
import type { App, Receiver } from '@slack/bolt';
import type { Log } from '../log.ts';
import { isRefused } from './refused-requests.ts';
import { keptSocket, type SocketDeps } from './socket.ts';
import type { Envelope } from './socket-connection.ts';

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
