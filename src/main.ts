/** The entry: one verb, or none for the bot (or, with nothing configured, the demo). Faults end it with a sentence. */
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startApp } from './app.ts';
import { type Environment, readConfig, wantsDemo } from './config.ts';
import { ConfigError, StoreError } from './errors.ts';
import { demo } from './verbs/demo.ts';
import { docs } from './verbs/docs.ts';
import { ReplayError, replay } from './verbs/replay.ts';
import { sandbox } from './verbs/sandbox.ts';

/** What runs until it is told to stop. */
type Running = { stop(): Promise<void>; storeLost?: Promise<never> };
type Verb = (
  env: Environment,
  print: (text: string) => void,
  args: readonly string[],
) => Promise<Running | undefined>;

const VERBS: Readonly<Record<string, Verb>> = {
  start: async (env, print) => (wantsDemo(env) ? demo(env, print) : startApp(readConfig(env))),
  demo,
  sandbox,
  docs,
  replay,
};

const STOP_WITHIN_MS = 10_000;

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const [name = 'start', ...args] = process.argv.slice(2);
  const verb = VERBS[name];
  if (!verb) throw new ConfigError([`There is no verb “${name}”. Verbs: ${Object.keys(VERBS).join(', ')}.`]);
  const running = await verb(process.env, (text) => void process.stdout.write(`${text}\n`), args);
  if (!running) return;
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (asked) process.exit(1);
      asked = true;
      void Promise.race([running.stop(), delay(STOP_WITHIN_MS)]).finally(() => process.exit(0));
    });
  }
  await running.storeLost;
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) {
    process.stderr.write(
      `Sightline cannot start:\n${error.faults.map((fault) => `  - ${fault}`).join('\n')}\n`,
    );
    process.exit(1);
  }
  if (error instanceof ReplayError) {
    process.stderr.write(`Nothing to replay. ${error.message}\n`);
    process.exit(1);
  }
  if (error instanceof StoreError) {
    process.stderr.write(`Sightline cannot use its store: ${error.message}\n`);
    process.exit(2);
  }
  throw error;
});
