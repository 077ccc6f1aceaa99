/** The server's end of a WebSocket, as much of RFC 6455 as Socket Mode needs, with the faults that a network has. */
import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

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
export function acceptSockets(
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
