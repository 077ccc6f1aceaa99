/** An app of the benches in a process of its own, as somebody would start it: the bot, or the bare Bolt app beside it. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const SCRIPTS = {
  bot: path.join(ROOT, 'src/main.ts'),
  'built bot': path.join(ROOT, 'dist/main.cjs'),
  'bare Bolt': path.join(import.meta.dirname, 'bare-bolt.js'),
};
const GIVE_UP_MS = 60_000;

export type AppProcess = {
  pid: number;
  /** Where Slack sends everything. */
  eventsUrl: string;
  /** From its beginning until /readyz said yes, ms. */
  readyMs: number;
  stop(): Promise<void>;
};

/** On an empty store unless the environment names one, with its log in `folder`. Resolves when it is ready. */
export async function startAppProcess(
  what: keyof typeof SCRIPTS,
  environment: Readonly<Record<string, string>>,
  folder: string,
): Promise<AppProcess> {
  const own = await mkdtemp(path.join(folder, 'app-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(path.join(folder, 'bots.log'), 'a');
  const began = performance.now();
  const child = spawn(process.execPath, ['-r', path.join(ROOT, 'src/before-start.cjs'), SCRIPTS[what]], {
    // A folder without a .env, which the bot would read.
    cwd: own,
    env: {
      DATA_DIR: path.join(own, 'data'),
      ...environment,
      PORT: String(port),
      NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const gone = once(child, 'exit');
  const stop = async () => {
    // Gently: what was compiled is kept at the end.
    child.kill('SIGTERM');
    await gone;
  };
  try {
    await until('an app to be ready', async () => child.exitCode !== null || isReady(url), GIVE_UP_MS);
    if (child.exitCode !== null) throw new Error(`The ${what} ended by itself: see ${folder}/bots.log`);
    const readyMs = performance.now() - began;
    return { pid: child.pid ?? 0, eventsUrl: `${url}/slack/events`, readyMs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes what the image runs, from the source as it stands: the built bot. */
export async function buildBot(): Promise<void> {
  await promisify(execFile)('npm', ['run', 'build'], { cwd: ROOT });
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`);
  await answer.arrayBuffer();
  return answer.ok;
}
