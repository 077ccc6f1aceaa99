/** Starts the benches' bot, and ends it: gently, or at any instruction. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Timing } from '../../src/outbox/pump.ts';

export type BotProcess = {
  /** Ends it without a word (SIGKILL); resolves when it is gone. @throws Error if it had ended by itself. */
  kill(): Promise<void>;
  /** Lets it stand still, as a machine that is suspended does, and go on as if nothing had been. */
  freeze(ms: number): Promise<void>;
  /** Asks it to end (SIGTERM); resolves when it is gone. */
  stop(): Promise<void>;
  /** Resolves when it is gone, for whatever reason. */
  gone: Promise<unknown>;
};

/** How long things may take, and from how many feeds on slots have a thread of their own. */
export type Patience = Timing & { manyFeeds?: number | undefined };

/** `environment` is all that it gets, its log goes to the end of `logFile`. */
export function startBot(
  environment: Readonly<Record<string, string>>,
  patience: Patience,
  logFile: string,
): BotProcess {
  const log = openSync(logFile, 'a');
  const script = path.join(import.meta.dirname, 'bot.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(patience)], {
    // A folder without a .env, which the bot would read.
    cwd: import.meta.dirname,
    env: environment,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const gone = once(child, 'exit');
  let asked = false;
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!asked && (child.exitCode ?? child.signalCode) !== null) {
      const last = readFileSync(logFile, 'utf8').split('\n').slice(-20).join('\n');
      throw new Error(`A bot ended by itself (${child.exitCode ?? child.signalCode}):\n${last}`);
    }
    asked = true;
    child.kill(signal);
    await gone;
  };
  return {
    kill: () => end('SIGKILL'),
    async freeze(ms) {
      child.kill('SIGSTOP');
      await delay(ms);
      child.kill('SIGCONT');
    },
    stop: () => end('SIGTERM'),
    gone,
  };
}
