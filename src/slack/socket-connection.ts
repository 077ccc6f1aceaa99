/** One WebSocket to Slack, which notices by itself when the other end is gone. */
import type { Socket as TcpSocket } from 'node:net';
import { buildConnector, Pool, ping, WebSocket } from 'undici';
import { openDispatcher } from '../undici-parts.ts';

export type Connection = ReturnType<typeof openConnection>;

type ConnectionEvents = {
  onText(text: string): void;
  /** Once, however it ends. */
  onEnd(): void;
};

const CLOSING_MS = 2_000;

/** A connection is dead if nothing came during this many pings in a row, not even a pong. */
const SILENT_PINGS = 2;

/** Connects to `url` at once; a failed connection attempt also calls `onEnd`. `pingMs`: between pings. */
export function openConnection(url: string, { onText, onEnd }: ConnectionEvents, pingMs: number) {
  let tcp: TcpSocket | undefined;
  // undici hides the TCP socket, which is needed to cut off a silent peer.
  const keeping =
    (connect: buildConnector.connector): buildConnector.connector =>
    (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error) return callback(error, null);
        tcp = socket;
        callback(null, socket);
      });
  const dispatcher = openDispatcher({
    allowH2: false,
    factory: (origin, { connect, ...options }: Pool.Options) =>
      new Pool(origin, {
        ...options,
        connect: keeping(typeof connect === 'function' ? connect : buildConnector({ allowH2: false })),
      }),
  });
  const socket = new WebSocket(url, { dispatcher });

  let pinging: NodeJS.Timeout | undefined;
  let closing: NodeJS.Timeout | undefined;
  let ended = false;
  function end(): void {
    if (ended) return;
    ended = true;
    clearInterval(pinging);
    clearTimeout(closing);
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
  });
  socket.addEventListener('error', end);
  socket.addEventListener('close', end);

  return {
    /** False if it isn't open and nothing was sent. */
    send(text: string): boolean {
      if (ended || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    /** Waits a moment for the other end's close frame. */
    close(): void {
      if (ended || closing) return;
      closing = setTimeout(end, CLOSING_MS);
      socket.close(1000);
    },
    cut: end,
  };
}
