/** npm run ask: a question about a project, asked in the terminal. The bot that runs here answers it, or else this process. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openLocalBot } from '../app/local-bot.ts';
import { type Environment, type LocalConfig, readLocalConfig, wantsDemo } from '../config.ts';
import { ConfigError, messageOf } from '../errors.ts';
import { askLocally, LocalFault, socketIn } from '../local-socket.ts';
import { askClock } from '../serve.ts';
import { secretsOf, striking } from '../strike.ts';
import {
  answerLocally,
  type LocalAnswer,
  type LocalQuestion,
  NoAnswer,
} from '../surface/ask/answer-locally.ts';
import { COMMAND_LINES } from './command-line.ts';
import type { Terminal } from './doctor/progress.ts';
import { printable } from './doctor.ts';
import { EXAMPLE_PROJECTS } from './local-slack.ts';
import { readSandboxConfig } from './sandbox-config.ts';

/** Exit code 1 where nothing could be asked; that nothing can be said of it is an answer. `args` are those of COMMAND_LINES. */
export async function ask(
  env: Environment,
  print: (text: string) => void,
  args: readonly string[],
  terminal: Terminal,
): Promise<{ exitCode: 0 | 1 }> {
  const { options } = COMMAND_LINES.ask;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const { project, json = false } = values;
  const question = { text: positionals.join(' ').trim(), ...(project !== undefined && { project }) };
  const config = await configured(env);
  const secrets = new Set(secretsOf(config));
  const strike = striking(secrets);
  try {
    const told = (await toldByBot(question, config)) ?? (await toldHere(question, config, secrets));
    print(strike(json ? inJson(told) : inLines(told)));
    return { exitCode: 0 };
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof LocalFault)) throw error;
    terminal.aside(`${strike(error.message)}\n`);
    return { exitCode: 1 };
  }
}

/** As for a bot but for what only Slack needs; where nothing is set, the sandbox that runs here. @throws ConfigError */
export async function configured(env: Environment): Promise<LocalConfig> {
  if (!wantsDemo(env)) return readLocalConfig(env);
  const { apiPort, apiKey } = readSandboxConfig(env);
  const there = `http://127.0.0.1:${apiPort}`;
  const clockUrl = `${there}/sandbox/clock`;
  await askClock(clockUrl)().catch((error: unknown) => {
    const sentence = `Nothing is configured, and no sandbox answers on port ${apiPort} (${messageOf(error)}). Start one with \`npm run sandbox\`, or fill in .env as README.md says under "Connect a real Slack".`;
    throw new ConfigError([sentence]);
  });
  return readLocalConfig({
    VISIBILITY_BASE_URL: `${there}/v1/public`,
    VISIBILITY_API_KEY: apiKey,
    PROJECTS_FILE: EXAMPLE_PROJECTS,
    DATA_DIR: NO_STORE,
    CLOCK_URL: clockUrl,
    LOG_LEVEL: env.LOG_LEVEL,
  });
}

/** The sandbox has none of its own. */
const NO_STORE = '/nonexistent';

const Told = z.object({
  project: z.string(),
  plan: z.record(z.string(), z.unknown()).nullable(),
  reading: z.string(),
  verdict: z.string(),
  answer: z.object({
    text: z.string(),
    figures: z.array(z.record(z.string(), z.unknown())),
    sources: z.array(z.string()),
  }),
});

type Told = z.infer<typeof Told>;

/** Undefined where none runs on this store, or the store is one that many share. @throws LocalFault */
async function toldByBot(
  question: LocalQuestion,
  { databaseUrl, dataDir }: LocalConfig,
): Promise<Told | undefined> {
  if (databaseUrl !== undefined) return undefined;
  const told = await askLocally(socketIn(dataDir), 'ask', question);
  return told && Told.parse(told.answer);
}

async function toldHere(
  question: LocalQuestion,
  config: LocalConfig,
  secrets: Set<string>,
): Promise<LocalAnswer> {
  const { close, ...local } = await openLocalBot(config, secrets);
  return answerLocally(question, local).finally(close);
}

/** Of all that was told the part that programs were promised. */
function inJson({ plan, reading, verdict, answer }: Told | LocalAnswer): string {
  return JSON.stringify({ plan, reading, verdict, answer }, null, 2);
}

function inLines({ project, answer: { text, sources } }: Told | LocalAnswer): string {
  const links = sources.length > 0 ? ['', 'Sources:', ...sources] : [];
  return [project, '', ...text.split('\n'), ...links].map(printable).join('\n');
}
