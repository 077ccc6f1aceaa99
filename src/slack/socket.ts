/** Keeps a socket to Slack: asks until Slack opens one, and for another where one ends. */
import type { SocketModeReceiver } from '@slack/bolt';
import type { Logger } from '@slack/web-api';
import type { Log } from '../log.ts';
import { type SlackFailure, slackFailure } from './failures.ts';
import { ASK_AGAIN_MS, type Wait } from './installations.ts';
import type { SparingLog } from './sparing-log.ts';

/** Of Bolt's receiver what is used here. */
type Receiver = Pick<SocketModeReceiver, 'start' | 'stop'> & {
  client: { on(event: 'disconnected', heard: () => void): unknown };
};

export type Socket = {
  /** Resolves when a socket stands, or when `signal` aborts. */
  open(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
  isOpen(): boolean;
};

/**
 * The receiver must not reconnect by itself: its second try that fails would end the process, and of a token that Slack
 * refuses it says nothing that an operator could act on.
 */
export function keptSocket(
  receiver: Receiver,
  { log, sparing }: { log: Log; sparing: SparingLog },
  wait: Wait,
): Socket {
  let opening: Promise<void> | undefined;
  let stopping: AbortSignal | undefined;
  let stands = false;

  async function untilOpen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await receiver.start();
        stands = true;
        if (signal.aborted) await receiver.stop();
        return;
      } catch (error) {
        const failure = error === undefined ? CLOSED : slackFailure(error);
        const { kind, reason } = failure;
        const words = 'Slack opens no socket for SLACK_APP_TOKEN; asking again';
        if (kind === 'refused') log.warn({ reason }, words);
        else sparing({ reason }, words);
        const told = failure.kind === 'later' ? (failure.afterMs ?? 0) : 0;
        await wait(Math.max(ASK_AGAIN_MS, told), signal);
      }
    }
  }

  function open(signal: AbortSignal): Promise<void> {
    opening ??= untilOpen(signal).finally(() => {
      opening = undefined;
    });
    return opening;
  }

  receiver.client.on('disconnected', () => {
    stands = false;
    const signal = stopping;
    if (!signal || signal.aborted || opening) return;
    // Slack takes a socket away every few hours; one that it takes away at once must not be asked for at once.
    void wait(ASK_AGAIN_MS, signal).then(() => open(signal));
  });

  return {
    open(signal) {
      stopping = signal;
      return open(signal);
    },
    close: async () => void (await receiver.stop()),
    isOpen: () => stands,
  };
}

/** The receiver gives no reason where a socket ends before Slack's first word. */
const CLOSED: SlackFailure = { kind: 'later', reason: 'closed at once' };

/** What the warning above says already, the receiver says as an error. */
const SAID = /^Failed to retrieve a new WSS URL/;

/** For the receiver: without what is said here. */
export function withoutSaid(logger: Logger): Logger {
  return {
    ...logger,
    error: (...words) => (SAID.test(String(words[0])) ? logger.debug(...words) : logger.error(...words)),
  };
}
