/**
 * Connects verbs to the bot on this machine, over a socket file that only its owner can open: one JSON line each way.
 */
import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { AppError, messageOf, StoreError } from './errors.ts';

/** What answers each verb. If it throws, the message is sent back. */
type LocalAnswers = Readonly<Record<string, (given: unknown) => Promise<unknown>>>;

/** The running bot refused, with a sentence for the person who asked, or stopped before it answered. */
export class LocalFault extends AppError {
  readonly code = 'local_fault';
}

const Question = z.object({ verb: z.string(), given: z.unknown() });
/** `ofStore`: the store is at fault, as it would be for the verb itself. */
const Answer = z.union([
  z.object({ answer: z.unknown() }),
  z.object({ fault: z.string(), ofStore: z.boolean().optional() }),
]);

/** In characters. */
const LONGEST_LINE = 4_000_000;

/** Next to the embedded store. Relative if that is shorter: a socket path can have only about a hundred characters. */
export function socketIn(dataDir: string): string {
  const absolute = path.resolve(dataDir, 'sightline.sock');
  const relative = path.relative('', absolute);
  return relative.length < absolute.length ? relative : absolute;
}

/**
 * Listens until closed. The caller holds the store, so an existing socket file is left from an earlier bot. Rejects
 * if the file can't be created: its path is too long, or the file system has no sockets.
 */
export async function serveLocally(file: string, answers: LocalAnswers): Promise<{ close(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    void readLine(socket)
      .then((line) => answerLine(line, answers))
      .then((answer) => socket.end(`${JSON.stringify(answer)}\n`))
      .catch(() => socket.destroy());
  });
  rmSync(file, { force: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  // Nobody else may ever open it, so it is created with these rights: listen() creates it before it returns.
  const umask = process.umask(0o177);
  try {
    server.listen(file, resolve);
  } finally {
    process.umask(umask);
  }
  await promise;
  return {
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

async function answerLine(line: string, answers: LocalAnswers): Promise<z.input<typeof Answer>> {
  try {
    const { verb, given } = Question.parse(JSON.parse(line));
    const answer = Object.hasOwn(answers, verb) ? answers[verb] : undefined;
    if (!answer) return { fault: `The running Sightline is another version, without “${verb}”. Restart it.` };
    return { answer: await answer(given) };
  } catch (error) {
    return { fault: messageOf(error), ofStore: error instanceof StoreError };
  }
}

/**
 * Asks the bot that runs on this store. Undefined if none does, or if the store is PostgreSQL, which many bots may share.
 * @throws LocalFault, StoreError
 */
export async function askRunningBot(
  { databaseUrl, dataDir }: { databaseUrl?: string; dataDir: string },
  verb: string,
  given: unknown,
): Promise<{ answer: unknown } | undefined> {
  const socket = databaseUrl === undefined ? await connectTo(socketIn(dataDir)) : undefined;
  if (!socket) return undefined;
  socket.write(`${JSON.stringify({ verb, given })}\n`);
  const line = await readLine(socket)
    .catch((error: unknown) => {
      throw new LocalFault('Sightline stopped before it answered. Try again.', { cause: error });
    })
    .finally(() => socket.destroy());
  const answer = Answer.parse(JSON.parse(line));
  if ('fault' in answer) throw new (answer.ofStore ? StoreError : LocalFault)(answer.fault);
  return answer;
}

function connectTo(file: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(file);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

/** Reads up to the first line break. Rejects if the connection ends before it. */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > LONGEST_LINE) reject(new LocalFault('The line is too long.'));
    });
    socket.once('close', () => reject(new LocalFault('The connection was closed.')));
    socket.once('error', reject);
  });
}
