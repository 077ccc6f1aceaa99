/** Connects verbs to the bot running on this machine, over a socket file that only its owner can open: one JSON line each way. */
import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { AppError, messageOf } from './errors.ts';

/** An answer for each verb; the message of whatever it throws is sent back. */
export type LocalAnswers = Readonly<Record<string, (given: unknown) => Promise<unknown>>>;

/** The running bot refused, with a sentence for the person who asked, or stopped meanwhile. */
export class LocalFault extends AppError {
  readonly code = 'local_fault';
}

const Asked = z.object({ verb: z.string(), given: z.unknown() });
const Answer = z.union([z.object({ answer: z.unknown() }), z.object({ fault: z.string() })]);

/** Characters of a line. */
const LONGEST = 4_000_000;

/** Beside the embedded store. Relative where that is shorter: a socket path can have only about a hundred characters. */
export function socketIn(dataDir: string): string {
  const whole = path.resolve(dataDir, 'sightline.sock');
  const short = path.relative('', whole);
  return short.length < whole.length ? short : whole;
}

/**
 * Listens until closed. The caller has the store, so an existing socket file is left from an earlier bot. Rejects where the
 * file can't be created: its path is too long, or the file system has no sockets.
 */
export async function serveLocally(file: string, answers: LocalAnswers): Promise<{ close(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    void lineFrom(socket)
      .then((line) => answerTo(line, answers))
      .then((answer) => socket.end(`${JSON.stringify(answer)}\n`))
      .catch(() => socket.destroy());
  });
  rmSync(file, { force: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  // Set the rights at creation, so that others can never open it; listen() creates the file before it returns.
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

async function answerTo(line: string, answers: LocalAnswers): Promise<z.input<typeof Answer>> {
  try {
    const { verb, given } = Asked.parse(JSON.parse(line));
    const answer = Object.hasOwn(answers, verb) ? answers[verb] : undefined;
    if (!answer) return { fault: `The running Sightline is another version without “${verb}”. Restart it.` };
    return { answer: await answer(given) };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

/** Undefined where no bot is listening. @throws LocalFault */
export async function askLocally(
  file: string,
  verb: string,
  given: unknown,
): Promise<{ answer: unknown } | undefined> {
  const socket = await connectTo(file);
  if (!socket) return undefined;
  const line = await ask(socket, JSON.stringify({ verb, given })).catch((error: unknown) => {
    throw new LocalFault('Sightline stopped before it answered. Try again.', { cause: error });
  });
  const answer = Answer.parse(JSON.parse(line));
  if ('fault' in answer) throw new LocalFault(answer.fault);
  return answer;
}

function connectTo(file: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(file);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

function ask(socket: Socket, line: string): Promise<string> {
  socket.write(`${line}\n`);
  return lineFrom(socket).finally(() => socket.destroy());
}

/** Reads up to the first line break; rejects where the connection ends before it. */
function lineFrom(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > LONGEST) reject(new LocalFault('The line is too long.'));
    });
    socket.once('close', () => reject(new LocalFault('The connection was closed.')));
    socket.once('error', reject);
  });
}
