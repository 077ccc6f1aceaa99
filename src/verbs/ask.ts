/** npm run ask: answers a question in the terminal, through the running bot or, without one, in this process. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openLocalBot } from '../app/local.ts';
import { type Environment, type LocalConfig, readLocalConfig, wantsDemo } from '../config.ts';
import { AppError, ConfigError } from '../errors.ts';
import { askRunningBot, LocalFault } from '../local-socket.ts';
import { createRedactor, secretsOf } from '../redact.ts';
import { askClock } from '../serve.ts';
import {
  answerLocally,
  type LocalAnswer,
  type LocalQuestion,
  NoAnswer,
} from '../surface/ask/answer-locally.ts';
import { COMMAND_LINES, type Ended, makePrintable, type Verb, VerbError } from './command-line.ts';
import { EXAMPLE_PROJECTS, findDemoStore, readSandboxConfig } from './sandbox.ts';

/** Exit code 1 if the question couldn't be put; "I can't tell" is an answer, too. */
export const ask: Verb<Ended> = async (env, print, args, terminal) => {
  const { options, usage } = COMMAND_LINES.ask;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const { project, json = false } = values;
  const page = parsePage(values.page);
  const text = positionals.join(' ').trim();
  if (text === '') throw new VerbError(`Ask a question.\nUsage: ${usage}`);
  const question = { text, page, ...(project !== undefined && { project }) };
  const secrets = new Set<string>();
  const redact = createRedactor(secrets);
  try {
    const config = await readConfigOrSandbox(env);
    for (const secret of secretsOf(config)) secrets.add(secret);
    const running = await askRunningBot(config, 'ask', question);
    const answer = running ? BotAnswer.parse(running.answer) : await answerHere(question, config, secrets);
    requirePage(answer, page);
    print(redact(json ? formatJson(answer) : formatText(answer, page)));
    return { exitCode: 0 };
  } catch (error) {
    if (json && error instanceof AppError) print(redact(formatJson(failedAnswer(error.message))));
    if (!(error instanceof NoAnswer || error instanceof LocalFault)) throw error;
    terminal.aside(`${redact(error.message)}\n`);
    return { exitCode: 1 };
  }
};

/**
 * Like the bot's configuration, without Slack. If nothing is set, that of the demo or the sandbox on this machine.
 * @throws ConfigError
 */
export async function readConfigOrSandbox(env: Environment): Promise<LocalConfig> {
  if (!wantsDemo(env)) return readLocalConfig(env);
  const { apiPort, apiKey } = readSandboxConfig(env);
  const sandbox = `http://127.0.0.1:${apiPort}`;
  const clockUrl = `${sandbox}/sandbox/clock`;
  await askClock(clockUrl)().catch(() => {
    const sentence = `Nothing is configured, and no demo or sandbox answers on port ${apiPort}. Start one with \`npm start\` or \`npm run sandbox\` (SANDBOX_PORT if it has another port), or fill in .env (see "Connect a real Slack" in README.md).`;
    throw new ConfigError([sentence]);
  });
  return readLocalConfig({
    VISIBILITY_BASE_URL: `${sandbox}/v1/public`,
    VISIBILITY_API_KEY: apiKey,
    PROJECTS_FILE: EXAMPLE_PROJECTS,
    // The sandbox alone has no store.
    DATA_DIR: (await findDemoStore(sandbox)) ?? '/nonexistent',
    CLOCK_URL: clockUrl,
    LOG_LEVEL: env.LOG_LEVEL,
  });
}

/** @throws VerbError unless it's a number of 1 or more */
function parsePage(typed = '1'): number {
  if (!/^[1-9]\d{0,3}$/.test(typed)) throw new VerbError(`--page must be 1, 2 and so on, not “${typed}”.`);
  return Number(typed) - 1;
}

const BotAnswer = z.object({
  project: z.string(),
  pages: z.number().optional(),
  plan: z.record(z.string(), z.unknown()).nullable(),
  reading: z.string(),
  verdict: z.string(),
  answer: z.object({
    text: z.string(),
    figures: z.array(z.record(z.string(), z.unknown())),
    sources: z.array(z.string()),
  }),
});

type Answer = z.infer<typeof BotAnswer> | LocalAnswer;

/** For programs, which can't tell from a sentence what went wrong. */
function failedAnswer(text: string): Answer {
  return {
    project: '',
    plan: null,
    reading: '',
    verdict: 'failed',
    answer: { text, figures: [], sources: [] },
  };
}

async function answerHere(
  question: LocalQuestion,
  config: LocalConfig,
  secrets: Set<string>,
): Promise<LocalAnswer> {
  const { close, ...local } = await openLocalBot(config, secrets, 'silent');
  return answerLocally(question, local).finally(close);
}

/** Only the fields that programs may rely on. */
function formatJson({ plan, reading, verdict, answer }: Answer): string {
  return JSON.stringify({ plan, reading, verdict, answer }, null, 2);
}

/** `page` counts from 0. @throws VerbError past the end, where the answer would be that of the last one */
function requirePage({ pages = 1 }: Answer, page: number): void {
  if (page < pages) return;
  const last = pages === 1 ? 'this answer has only one' : `the last one is --page ${pages}`;
  throw new VerbError(`There’s no page ${page + 1}: ${last}.`);
}

/** `page` counts from 0. */
function formatText({ project, pages = 1, answer: { text, sources } }: Answer, page: number): string {
  const [first = '', ...rest] = text.split('\n');
  const heading = first.includes(project) ? [] : [project, ''];
  const links = sources.length > 0 ? ['', 'Sources:', ...sources] : [];
  const next = `Page ${page + 1} of ${pages}. For the next one, add --page ${page + 2}`;
  const more = page + 1 < pages ? ['', next] : [];
  return [...heading, first, ...rest, ...links, ...more].map(makePrintable).join('\n');
}
