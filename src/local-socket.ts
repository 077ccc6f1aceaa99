/**
 * The way to a running bot for verbs on its machine: a socket file that its owner alone can open. One JSON line goes in, one
 * comes back, and that was all.
 */
import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { AppError, messageOf } from './errors.ts';

/** What is answered, by the verb that asks; what one throws is told in its sentence. */
export type LocalAnswers = Readonly<Record<string, (given: unknown) => Promise<unknown>>>;

/** The running bot said no, in a sentence for whoever asked; or it stopped while they waited. */
export class LocalFault extends AppError {
  readonly code = 'local_fault';
}

const Asked = z.object({ verb: z.string(), given: z.unknown() });
const Told = z.union([z.object({ answer: z.unknown() }), z.object({ fault: z.string() })]);

/** Characters of a line. */
const LONGEST = 4_000_000;

/** Beside the embedded store. A path from here may be much shorter, and the system takes about a hundred characters. */
export function socketIn(dataDir: string): string {
  const whole = path.resolve(dataDir, 'sightline.sock');
  const short = path.relative('', whole);
  return short.length < whole.length ? short : whole;
}

/**
 * Listens until it is closed. Whoever calls it has the store, so that a file of that name is an earlier bot's.
 * Rejects where the file cannot be made: its path is too long, or its disk knows no sockets.
 */
export async function serveLocally(file: string, answers: LocalAnswers): Promise<{ close(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // Who went away hears nothing.
    socket.on('error', () => socket.destroy());
    void lineFrom(socket)
      .then((line) => told(line, answers))
      .then((answer) => socket.end(`${JSON.stringify(answer)}\n`))
      .catch(() => socket.destroy());
  });
  rmSync(file, { force: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  // Others are to find no moment in which they may open it; the file is made before this returns.
  const before = process.umask(0o177);
  try {
    server.listen(file, resolve);
  } finally {
    process.umask(before);
  }
  await promise;
  return {
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

async function told(line: string, answers: LocalAnswers): Promise<z.input<typeof Told>> {
  try {
    const { verb, given } = Asked.parse(JSON.parse(line));
    const answer = Object.hasOwn(answers, verb) ? answers[verb] : undefined;
    if (!answer) return { fault: `The Sightline that runs knows no “${verb}”. Restart it.` };
    return { answer: await answer(given) };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

/** Undefined where no bot listens there. @throws LocalFault */
export async function askLocally(
  file: string,
  verb: string,
  given: unknown,
): Promise<{ answer: unknown } | undefined> {
  const socket = await connected(file);
  if (!socket) return undefined;
  const line = await asked(socket, JSON.stringify({ verb, given })).catch((error: unknown) => {
    throw new LocalFault('Sightline stopped while it was asked. Ask again.', { cause: error });
  });
  const answer = Told.parse(JSON.parse(line));
  if ('fault' in answer) throw new LocalFault(answer.fault);
  return answer;
}

function connected(file: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(file);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

function asked(socket: Socket, line: string): Promise<string> {
  socket.write(`${line}\n`);
  return lineFrom(socket).finally(() => socket.destroy());
}

/** Up to the first line break; rejects where the other side ends before. */
function lineFrom(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > LONGEST) reject(new LocalFault('That is too long.'));
    });
    socket.once('close', () => reject(new LocalFault('Nothing more came.')));
    socket.once('error', reject);
  });
}
