/** The bot as its users run it: a process of its own, which knows nothing but its environment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type App, startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { TIMING, type Timing } from '../../src/outbox/pump.ts';
import type { Timeouts } from '../../src/visibility/http.ts';
import { bundled } from './bundle.ts';
import { COMPILED, compiledBeside } from './compiled.ts';
import { freePort } from './free-port.ts';
import { readToDo, type ToDo } from './idle.ts';
import { until } from './until.ts';

type Environment = Readonly<Record<string, string>>;

const ROOT = path.join(import.meta.dirname, '..', '..');

/** projects.example.yml, which names the sandbox's projects. */
export const EXAMPLE_PROJECTS = path.join(ROOT, 'projects.example.yml');

/** Two processes may be given one port; whoever comes second asks for another. */
const TRIES = 3;
const PORT_TAKEN = /cannot listen on/;

export type BotProcess = {
  /** What it has written so far. */
  stdout(): string;
  stderr(): string;
  /** Its exit code, when it has ended; null if a signal ended it. */
  exited: Promise<number | null>;
  running(): boolean;
  /** Asks this process to end, as a service manager does or otherwise, and answers its exit code. */
  stop(signal?: 'SIGTERM' | 'SIGHUP' | 'SIGKILL'): Promise<number | null>;
};

// Vitest ends its workers by this signal, after which nobody would hear of their `exit`.
process.once('SIGTERM', () => process.exit());

/** How the image and `npm start` run it. */
const AS_IN_USE = ['--max-semi-space-size=16', '--heap-growing-percent=60'];

/**
 * `main` is the script; `environment` is all that it gets: nothing of the machine's own comes through. What one process of
 * it has compiled, the next one need not. With `mostKiB` no file of it may grow beyond that, as on a full disk.
 */
export function spawnScript(
  main: string,
  environment: Environment,
  verb: readonly string[] = [],
  { mostKiB }: { mostKiB?: number } = {},
): BotProcess {
  const run = [process.execPath, ...AS_IN_USE, main, ...verb];
  const limited = ['/bin/bash', '-c', `ulimit -f ${mostKiB}; exec "$0" "$@"`, ...run];
  const [program = '', ...args] = mostKiB === undefined ? run : limited;
  const child = spawn(program, args, {
    // A folder without a .env, which the bot would read.
    cwd: import.meta.dirname,
    env: { ...compiledBeside(main), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  // No bot outlives its tests, not even one whose start they gave up.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let ended = false;
  // `close` comes after the last output, `exit` may come before it.
  const exited = once(child, 'close').then(([code]): number | null => {
    ended = true;
    process.off('exit', kill);
    return typeof code === 'number' ? code : null;
  });
  return {
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    exited,
    running: () => !ended,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}

/** Runs a verb in a process, as npm's scripts do: the demo and the sandbox are never bundled. */
export function spawnSource(
  environment: Environment,
  verb: readonly string[] = [],
  limits?: { mostKiB: number },
): BotProcess {
  const main = path.join(ROOT, 'src', 'main.ts');
  return spawnScript(main, { ...environment, NODE_COMPILE_CACHE: COMPILED }, verb, limits);
}

/** Runs a verb in a process, as in the image. */
export async function spawnBot(environment: Environment, verb: readonly string[] = []): Promise<BotProcess> {
  return spawnScript(await bundled('main'), environment, verb);
}

export type Bot = BotProcess & {
  /** Where Slack's requests go. */
  eventsUrl: string;
  readyUrl: string;
  metricsUrl: string;
  toDo(): Promise<ToDo>;
};

/** A bot on free ports, as in the image; resolves when it answers at all. @throws Error with what it wrote, if it ends instead. */
export async function startBot(environment: Environment): Promise<Bot> {
  return startScript(await bundled('main'), environment);
}

/** The same bot, but that it keeps no pace in Slack: for journeys of many days. */
export async function startBriskBot(
  environment: Environment,
  apiTimeouts: Partial<Timeouts> = {},
  otherTiming: Partial<Timing> = {},
): Promise<Bot> {
  const args = [apiTimeouts, otherTiming].map((given) => JSON.stringify(given));
  return startScript(await bundled('brisk-bot'), environment, args);
}

/** @throws as startBot */
export async function startScript(
  main: string,
  environment: Environment,
  args: readonly string[] = [],
): Promise<Bot> {
  for (let attempt = 1; ; attempt += 1) {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
    const child = spawnScript(main, { ...environment, ...ports }, args);
    const url = `http://127.0.0.1:${port}`;
    const alive = await until('the bot to answer or to end', async () => {
      if (!child.running()) return 'ended';
      return (await fetch(`${url}/healthz`)).ok && 'alive';
    });
    if (alive === 'alive') {
      const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
      const [eventsUrl, readyUrl] = [`${url}/slack/events`, `${url}/readyz`];
      return { ...child, eventsUrl, readyUrl, metricsUrl, toDo: () => readToDo(metricsUrl) };
    }
    if (attempt === TRIES || !PORT_TAKEN.test(child.stderr()))
      throw new Error(`The bot ended: ${child.stderr()}`);
  }
}

/**
 * The whole bot in this process, over real HTTP, keeping no pace in Slack: for journeys that neither kill it nor read its output.
 * @throws ConfigError, StoreError
 */
export async function startBotHere(
  environment: Environment,
  {
    apiTimeouts = {},
    timing = {},
    manyFeeds,
  }: { apiTimeouts?: Partial<Timeouts>; timing?: Partial<Timing>; manyFeeds?: number | undefined } = {},
): Promise<Bot> {
  const written: string[] = [];
  const brisk = { ...TIMING, postIntervalMs: 0, ...timing };
  const logTo = { write: (line: string) => void written.push(line) };
  const options = { timing: brisk, apiTimeouts, logTo, ...(manyFeeds !== undefined && { manyFeeds }) };
  const start = async (attempt: number): Promise<{ app: App; metricsPort: number }> => {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const config = readConfig({ ...environment, PORT: `${port}`, METRICS_PORT: `${metricsPort}` });
    try {
      return { app: await startApp(config, options), metricsPort };
    } catch (error) {
      if (attempt === TRIES || !PORT_TAKEN.test(`${error}`)) throw error;
      return start(attempt + 1);
    }
  };
  const { app, metricsPort } = await start(1);
  const ended = Promise.withResolvers<number | null>();
  let isRunning = true;
  return {
    stdout: () => '',
    stderr: () => written.join(''),
    exited: ended.promise,
    running: () => isRunning,
    async stop() {
      if (isRunning) {
        isRunning = false;
        await app.stop();
        ended.resolve(0);
      }
      return ended.promise;
    },
    eventsUrl: `${app.url}/slack/events`,
    readyUrl: `${app.url}/readyz`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    toDo: app.backlog,
  };
}

/** Resolves when the bot says that Slack has confirmed it. Its first tick, which loads the schedules, may be yet to come. */
export async function ready({ readyUrl, stderr }: Bot): Promise<void> {
  await until('the bot to be ready', async () => (await fetch(readyUrl)).status === 200).catch((cause) => {
    throw new Error(`The bot is not ready: ${stderr()}`, { cause });
  });
}

/** What it writes for people when it is up, as soon as it says so. @throws Error with what it wrote, if it ends instead. */
export async function greeting({ stdout, stderr, running }: BotProcess, words: RegExp): Promise<string[]> {
  const said = await until('its greeting', () => stdout().match(words) ?? (!running() && 'ended'));
  if (said === 'ended') throw new Error(`It ended: ${stderr()}`);
  return [...said];
}
