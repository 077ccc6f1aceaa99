/** Slack's side of Socket Mode before the local Slack: it gives out the socket's address, the rest goes on to there. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { z } from 'zod';
import { until } from './until.ts';

const Acknowledgement = z.object({ envelope_id: z.string(), payload: z.unknown() });

/** What Slack says before it takes a socket away, and why. */
export const REASONS = ['warning', 'refresh_requested', 'link_disabled'] as const;
type Reason = (typeof REASONS)[number];

/** `slackUrl` is where the local Slack is, for the Web API beside the socket. */
export async function startSocketSlack(slackUrl: string, appToken: string) {
  let fewest = Number.POSITIVE_INFINITY;
  let asked = 0;
  let greets = true;
  const sockets: Socket[] = [];
  const acknowledged = new Map<string, unknown[]>();
  let url = '';
  let down = false;
  let turnedAway = 0;
  let givesSockets = true;

  const app = new Hono()
    .use(async (c, next) => {
      if (!down) return next();
      turnedAway += 1;
      return c.text('Service Unavailable', 503);
    })
    .post('/api/apps.connections.open', (c) => {
      asked += 1;
      if (!givesSockets) return c.text('Service Unavailable', 503);
      return c.req.header('authorization') === `Bearer ${appToken}`
        ? c.json({ ok: true, url: url.replace('http', 'ws') })
        : c.json({ ok: false, error: 'invalid_auth' });
    })
    .post('/api/:method', (c) => proxy(`${slackUrl}/api/${c.req.param('method')}`, c.req));
  const open = () => sockets.filter((socket) => socket.isOpen());
  const server = createServer(getRequestListener(app.fetch));
  acceptSockets(server, {
    onOpen(socket) {
      if (!greets) return;
      sockets.push(socket);
      socket.send(JSON.stringify({ type: 'hello', num_connections: open().length }));
    },
    onText(text) {
      const { envelope_id, payload } = Acknowledgement.parse(JSON.parse(text));
      acknowledged.set(envelope_id, [...(acknowledged.get(envelope_id) ?? []), payload]);
    },
    onEnd() {
      fewest = Math.min(fewest, open().length);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
  url = `http://127.0.0.1:${address.port}`;

  return {
    apiUrl: `${url}/api/`,
    /** How many sockets were opened so far. */
    opened: () => sockets.length,
    /** Those that were opened and greeted, the oldest first. */
    sockets: (): readonly Socket[] => sockets,
    /** How many are open now, and how many were left each time one ended, at the fewest. */
    open: () => open().length,
    fewest: () => fewest,
    /** How often a socket was asked for. */
    asked: () => asked,
    /** Sends anything over a socket, or the latest that is open. @throws where none is: Slack would lose it */
    send(envelope: unknown, socket = open().at(-1)): void {
      if (!socket) throw new Error('No socket is open.');
      socket.send(typeof envelope === 'string' ? envelope : JSON.stringify(envelope));
    },
    /** What came as acknowledgements of an envelope so far. */
    acknowledgements: (envelopeId: string): readonly unknown[] => acknowledged.get(envelopeId) ?? [],
    /** Sends a request over the latest socket; resolves with what the bot acknowledged. */
    async request(type: 'slash_commands' | 'interactive' | 'events_api', payload: unknown): Promise<unknown> {
      const envelope_id = randomUUID();
      sockets.at(-1)?.send(JSON.stringify({ type, envelope_id, payload, accepts_response_payload: true }));
      return until(
        'the acknowledgement',
        () => acknowledged.has(envelope_id) && { body: acknowledged.get(envelope_id)?.[0] },
      );
    },
    /** How many calls were answered with 503. */
    turnedAway: () => turnedAway,
    /** What Slack says before it takes a socket away. */
    recycle: (reason: Reason = 'refresh_requested', socket = sockets.at(-1)) =>
      socket?.send(JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'wss-test' } })),
    /** Slack answers nothing but 503, until it is set back. */
    setDown(now: boolean): void {
      down = now;
    },
    /** Whether Slack says hello over a new socket. */
    setGreets(now: boolean): void {
      greets = now;
    },
    /** Whether Slack opens sockets, beside which everything works. */
    setSockets(now: boolean): void {
      givesSockets = now;
    },
    async close() {
      for (const socket of sockets) socket.drop();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** https://www.rfc-editor.org/rfc/rfc6455#section-1.3 */
const HANDSHAKE_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** Slack's end ends a socket with 1009 at a longer frame (revelrylabs/slax 614). */
const FRAME_BYTES = 20_480;
const OPCODES = { text: 1, close: 8, ping: 9, pong: 10 } as const;

export type Socket = {
  send(text: string): void;
  /** Any bytes, in a frame of any kind. */
  sendFrame(opcode: number, payload: Buffer): void;
  /** Says goodbye, as a server that goes away does. */
  close(code: number): void;
  /** Ends it without a word. */
  drop(): void;
  /** From now on it neither hears nor answers, and the connection stays: a machine that is gone. */
  freeze(): void;
  /** From now on a goodbye is not answered. */
  lingerOn(): void;
  isOpen(): boolean;
};

/** Takes every upgrade of the server, and is told what comes. */
function acceptSockets(
  server: Server,
  hears: {
    onOpen(socket: Socket): void;
    onText(text: string, socket: Socket): void;
    onEnd?(socket: Socket): void;
  },
): void {
  server.on('upgrade', (request, stream: Duplex) => {
    const key = `${request.headers['sec-websocket-key']}${HANDSHAKE_GUID}`;
    const accept = createHash('sha1').update(key).digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    stream.write([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));

    let isFrozen = false;
    let lingers = false;
    let saidGoodbye = false;
    const write = (opcode: number, payload: Buffer) => {
      if (!isFrozen && stream.writable) stream.write(writtenFrame(opcode, payload));
    };
    const socket: Socket = {
      send: (text) => write(OPCODES.text, Buffer.from(text)),
      sendFrame: write,
      close(code) {
        saidGoodbye = true;
        write(OPCODES.close, Buffer.from([code >> 8, code & 0xff]));
      },
      drop: () => void stream.destroy(),
      freeze() {
        isFrozen = true;
      },
      lingerOn() {
        lingers = true;
      },
      isOpen: () => stream.writable && !isFrozen && !saidGoodbye,
    };

    const hear = (payload: Buffer) =>
      payload.length > FRAME_BYTES ? socket.close(1009) : hears.onText(payload.toString('utf8'), socket);
    let unread = Buffer.alloc(0);
    stream.on('data', (chunk: Buffer) => {
      if (isFrozen) return;
      unread = Buffer.concat([unread, chunk]);
      for (let frame = readFrame(unread); frame; frame = readFrame(unread)) {
        unread = unread.subarray(frame.length);
        if (frame.opcode === OPCODES.text) hear(frame.payload);
        if (frame.opcode === OPCODES.ping) write(OPCODES.pong, frame.payload);
        if (frame.opcode !== OPCODES.close || lingers) continue;
        if (!saidGoodbye) write(OPCODES.close, frame.payload);
        stream.end();
      }
    });
    // Whoever is on the other end may be gone by now.
    stream.on('error', () => stream.destroy());
    stream.on('end', () => stream.end());
    stream.on('close', () => hears.onEnd?.(socket));
    hears.onOpen(socket);
  });
}

/** The first whole frame of a client, which masks what it sends; undefined while it is not whole. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const maskAt = short === 127 ? 10 : short === 126 ? 4 : 2;
  const start = maskAt + 4;
  if (bytes.length < start) return undefined;
  const size =
    short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  if (bytes.length < start + size) return undefined;
  const mask = bytes.subarray(maskAt, start);
  const masked = bytes.subarray(start, start + size);
  const payload = Buffer.from(masked.map((byte, i) => byte ^ (mask[i % 4] ?? 0)));
  return { opcode: bytes.readUInt8(0) & 0x0f, payload, length: start + size };
}

/** A server's frames are whole and not masked. */
function writtenFrame(opcode: number, payload: Buffer): Buffer {
  const size = payload.length;
  const head = Buffer.alloc(size > 0xffff ? 10 : size > 125 ? 4 : 2);
  head.writeUInt8(0x80 | opcode, 0);
  head.writeUInt8(size > 0xffff ? 127 : size > 125 ? 126 : size, 1);
  if (size > 0xffff) head.writeBigUInt64BE(BigInt(size), 2);
  else if (size > 125) head.writeUInt16BE(size, 2);
  return Buffer.concat([head, payload]);
}
