/** The entry point: runs a verb, or the bot if none is named (the demo if nothing is configured). */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { realNow } from './clock.ts';
import { type Environment, readConfig, wantsDemo } from './config.ts';
import { AppError, ConfigError, StoreError } from './errors.ts';
import { useProxy } from './proxy.ts';
import { type Ended, findMistyped, readCommandLine, type Verb, type VerbName } from './verbs/command-line.ts';

/** Runs until it is stopped. */
type Running = { stop(): Promise<void>; storeLost?: Promise<never> };

/** Imported on demand: the bot mustn't wait for the sandbox to load. */
const VERBS: Readonly<Record<VerbName, () => Promise<Verb<Running | Ended | undefined>>>> = {
  start: async () => async (env, print, args, terminal) => {
    const start = wantsDemo(env) ? await VERBS.demo() : startBot;
    const running = await start(env, print, args, terminal);
    for (const fault of findMistyped(env)) terminal.aside(`${fault}\n`);
    return running;
  },
  demo: async () => (await import('./verbs/demo.ts')).demo,
  sandbox: async () => (await import('./verbs/sandbox.ts')).sandbox,
  ask: async () => (await import('./verbs/ask.ts')).ask,
  doctor: async () => (await import('./verbs/doctor.ts')).doctor,
  docs: async () => (await import('./verbs/docs.ts')).docs,
  learn: async () => (await import('./verbs/learn.ts')).learn,
  mcp: async () => (await import('./verbs/mcp.ts')).mcp,
  replay: async () => (await import('./verbs/replay.ts')).replay,
  backup: async () => (await import('./verbs/backup.ts')).backup,
  forget: async () => (await import('./verbs/forget.ts')).forget,
  'migrate-store': async () => (await import('./verbs/migrate-store.ts')).migrateStore,
  'rotate-key': async () => (await import('./verbs/rotate-key.ts')).rotateKey,
};

async function startBot(env: Environment): Promise<Running> {
  const config = readConfig(env);
  const { startApp } = await import('./app.ts');
  return startApp(config);
}

/** Enough for pending answers, which may take 16 s. */
const STOP_WITHIN_MS = 19_000;
/** One Ctrl-C comes twice under npm, which passes on what its whole process group got: this soon it's no second request. */
const ECHO_MS = 2_000;
const GAVE_UP = 'Sightline stopped without waiting any longer; the next start goes on with what was left.';

/** Verbs whose failure reads "Sightline cannot start"; for others it names the verb. */
const STARTS: ReadonlySet<VerbName> = new Set(['start', 'demo', 'sandbox', 'doctor', 'docs', 'replay']);

let verbName: VerbName = 'start';

async function main(): Promise<void> {
  if (existsSync('.env')) loadEnvironment('.env');
  const commandLine = readCommandLine(process.argv.slice(2));
  const { stdout, stderr } = process;
  // Whoever reads has enough, as in `npm run ask -- … | head -1`.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  const print = (text: string) => void stdout.write(`${text}\n`);
  if ('reply' in commandLine) return print(commandLine.reply);
  verbName = commandLine.verb;
  let started: Running | undefined;
  stopOnSignals(() => started);
  // Else resvg's allocator returns a picture's memory to the system, and asking for the next one's takes half of its time.
  process.env.MIMALLOC_PURGE_DELAY ??= '-1';
  await useProxy(process.env);
  const verb = await VERBS[verbName]();
  const running = await verb(process.env, print, commandLine.args, {
    live: stderr.isTTY === true,
    colours: stdout.isTTY && stdout.hasColors(),
    columns: stdout.columns ?? stderr.columns ?? 100,
    aside: (text) => void stderr.write(text),
  });
  if (!running) return;
  if ('exitCode' in running) {
    process.exitCode = running.exitCode;
    return;
  }
  started = running;
  await running.storeLost;
}

/** @throws ConfigError if the file can't be read, or sets nothing although it has more than comments */
function loadEnvironment(file: string): void {
  const text = readText(file);
  const variables = parseEnv(text);
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  if (Object.keys(variables).length === 0 && /^[^\S\n]*[^\s#]/m.test(text))
    throw new ConfigError([`${file} sets no variable; write NAME=value, each on a line of its own`]);
}

/** @throws ConfigError */
function readText(file: string): string {
  try {
    // Drops a byte order mark, which would become a part of the first name.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
    // An old Mac's line ends would make one line of all.
    return text.replace(/\r\n?/g, '\n');
  } catch {
    throw new ConfigError([
      `${file} is there but can’t be read; make it a file in UTF-8 that this user may read`,
    ]);
  }
}

/** Installed first thing: a container's first process ignores signals without a handler. */
function stopOnSignals(running: () => Running | undefined): void {
  let stoppingSince: number | undefined;
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => {
      const started = running();
      if (!started) process.exit(exitCode);
      if (stoppingSince !== undefined) {
        if (realNow() - stoppingSince > ECHO_MS) process.exit(1);
        return;
      }
      stoppingSince = realNow();
      void Promise.race([started.stop(), delay(STOP_WITHIN_MS, GAVE_UP)])
        .then((gaveUp) => gaveUp && process.stderr.write(`${gaveUp}\n`))
        .finally(() => process.exit(0));
    });
  }
}

main().catch((error: unknown) => {
  const end = (exitCode: number, text: string) => {
    process.stderr.write(`${text}\n`);
    process.exit(exitCode);
  };
  if (error instanceof ConfigError) {
    const headline = STARTS.has(verbName) ? 'Sightline cannot start' : `npm run ${verbName} failed`;
    const faults = [...findMistyped(process.env), ...error.faults];
    end(1, [`${headline}:`, ...faults.map((fault) => `  - ${fault}`)].join('\n'));
  }
  if (error instanceof StoreError) end(2, error.message);
  if (error instanceof AppError) end(1, error.message);
  throw error;
});
