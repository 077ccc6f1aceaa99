/**
 * One WebSocket to Slack: hands on what comes over it, and notices by itself when nobody is at the other end. What comes is
 * read without trusting its shape: https://docs.slack.dev/apis/events-api/using-socket-mode
 */

import type { Socket as TcpSocket } from 'node:net';
import { Agent, buildConnector, ping, WebSocket } from 'undici';
import { z } from 'zod';
import { jsonIn } from '../json.ts';

export type Connection = {
  /** False if it isn't open: then nothing was sent. */
  send(text: string): boolean;
  /** Says goodbye and waits a moment for the other end to do the same. */
  close(): void;
  /** Ends it without a word. */
  cut(): void;
};

export type ConnectionEvents = {
  onText(text: string): void;
  /** Once, however it ends. */
  onEnd(): void;
};

/** So long the other end may take to answer a goodbye. */
const GOODBYE_MS = 2_000;

/** A connection over which nothing came for two pings in a row, not even an answer to them, is dead. */
const SILENT_PINGS = 2;

/** Connects to `url` at once; a connection that never comes about ends like any other. `pingMs`: from ping to ping. */
export function openConnection(url: string, { onText, onEnd }: ConnectionEvents, pingMs: number): Connection {
  let tcp: TcpSocket | undefined;
  const connector = buildConnector({ allowH2: false });
  // undici hides the socket of a WebSocket, and without it a peer that went silent can't be cut off.
  const dispatcher = new Agent({
    connect: (options, callback) =>
      connector(options, (...[error, socket]) => {
        if (error) return callback(error, null);
        tcp = socket;
        callback(null, socket);
      }),
  });
  const socket = new WebSocket(url, { dispatcher });
  socket.binaryType = 'arraybuffer';

  let pinging: NodeJS.Timeout | undefined;
  let goodbye: NodeJS.Timeout | undefined;
  let ended = false;
  function end(): void {
    if (ended) return;
    ended = true;
    clearInterval(pinging);
    clearTimeout(goodbye);
    tcp?.destroy();
    dispatcher.destroy().catch(() => undefined);
    onEnd();
  }

  socket.addEventListener('open', () => {
    let read = -1;
    let silent = 0;
    pinging = setInterval(() => {
      silent = tcp?.bytesRead === read ? silent + 1 : 0;
      if (silent >= SILENT_PINGS) return end();
      read = tcp?.bytesRead ?? -1;
      ping(socket);
    }, pingMs);
  });
  socket.addEventListener('message', ({ data }: { data: unknown }) => {
    if (typeof data === 'string') onText(data);
    else if (data instanceof ArrayBuffer) onText(new TextDecoder().decode(data));
  });
  socket.addEventListener('error', end);
  socket.addEventListener('close', end);

  return {
    send(text) {
      if (ended || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    close() {
      if (ended || goodbye) return;
      goodbye = setTimeout(end, GOODBYE_MS);
      socket.close(1000);
    },
    cut: end,
  };
}

const Text = z.string().optional().catch(undefined);

const Envelope = z.looseObject({
  type: Text,
  /** Of `disconnect`: warning, refresh_requested, link_disabled. */
  reason: Text,
  /** What is acknowledged; what has none asks for nothing. */
  envelope_id: z.string().min(1).optional().catch(undefined),
  payload: z.unknown().optional(),
  retry_attempt: z.number().optional().catch(undefined),
  retry_reason: Text,
});
export type Envelope = z.output<typeof Envelope>;

/** Undefined for what is no JSON object. */
export function readEnvelope(text: string): Envelope | undefined {
  return Envelope.safeParse(jsonIn(text)).data;
}
