/** npm run demo: runs the bot, unchanged, between the sandbox and a local Slack in the browser. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { type App, startApp } from '../app.ts';
import { type Environment, readConfig, unusedByDemo } from '../config.ts';
import { MINUTE_MS } from '../durations.ts';
import { ConfigError } from '../errors.ts';
import { andList } from '../messages/figures.ts';
import type { Verb } from './command-line.ts';
import { EXAMPLE_PROJECTS, findLatestMorning, readSandboxConfig, startLocalSlack } from './sandbox.ts';

/**
 * Keeps nothing: the store is in a temporary folder, so every start shows the same.
 * @throws ConfigError in production: anybody who reaches the demo's page can act as anybody.
 */
export const demo: Verb<Pick<App, 'stop' | 'storeLost'>> = async (env, print) => {
  if (env.NODE_ENV === 'production') {
    throw new ConfigError([
      'NODE_ENV is production, and the demo does not run there: start it elsewhere, or unset NODE_ENV',
    ]);
  }
  const settings = readSandboxConfig(env);
  // Starts a minute before nine. Once all is up, the clock moves to nine and the morning's feeds run.
  const sandbox = await startLocalSlack({ ...settings, start: findLatestMorning() - MINUTE_MS });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sightline-demo-'));
  const cleanUp = async () => {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const app = await startBot(env, sandbox.botEnvironment, dataDir, print).catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  sandbox.connectBot(`${app.url}/slack/events`, {
    dataDir,
    async hasWork() {
      const { slotsDue, outboxPending } = await app.backlog();
      return slotsDue + outboxPending > 0;
    },
  });
  await app.confirmed;
  sandbox.advance({ minutes: 1 });

  print(formatGreeting(sandbox.slackUrl, sandbox.botEnvironment, unusedByDemo(env)));
  return {
    storeLost: app.storeLost,
    async stop() {
      await app.stop();
      await cleanUp();
    },
  };
};

/** Configures the bot as anybody would. Its log is shortened for people, unless LOG_LEVEL is set. */
async function startBot(
  env: Environment,
  world: Environment,
  dataDir: string,
  print: (text: string) => void,
): Promise<App> {
  const projectsFile = path.join(dataDir, 'projects.yml');
  await writeFile(projectsFile, await readDemoProjects());
  const config = readConfig({
    ...world,
    DATA_DIR: dataDir,
    PROJECTS_FILE: projectsFile,
    PORT: '0',
    LOG_LEVEL: env.LOG_LEVEL ?? 'warn',
    // Lets people try to connect a project. The key can go with the store.
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    METRICS_PORT: env.METRICS_PORT,
    METRICS_HOST: env.METRICS_HOST,
    MCP_WRITES: env.MCP_WRITES,
  });
  return startApp(config, env.LOG_LEVEL === undefined ? { logTo: createDemoLog(print) } : {});
}

/** `unused` are variables that the demo ignores. */
function formatGreeting(
  slackUrl: string,
  { VISIBILITY_BASE_URL, VISIBILITY_API_KEY }: Environment,
  unused: readonly string[],
): string {
  const warning = `
  Ignored: ${andList(unused)}. No SLACK_… or VISIBILITY_… is set, so this is the demo.
`;
  const { port } = new URL(VISIBILITY_BASE_URL ?? '');
  // Another terminal looks for the demo at its usual port.
  const where = port === String(readSandboxConfig({}).apiPort) ? '' : `SANDBOX_PORT=${port} `;
  return `
  Sightline demo: a simulated Slack, invented data, nothing leaves this machine.
${unused.length > 0 ? warning : ''}
    Open  ${slackUrl}

  Within seconds, the morning's posts arrive in three channels: the best leads, a score alert with
  its chart, and a segment suggestion in #tidewater. Then try, in the page:
    /visibility help        /visibility-leads        /visibility topic pricing
    /visibility track best crm for startups          and the button "Next day"
  or, in another terminal:  ${where}npm run --silent ask -- "why did we drop on Gemini?"
  On Mondays, #acme-leads gets a recap of the week, and Ben gets a summary of all projects in Messages.

  The API of this demo is at ${VISIBILITY_BASE_URL} (key: ${VISIBILITY_API_KEY}).
  To connect a real Slack (ten minutes), see README.md. Stop with Ctrl+C; nothing is kept.
`;
}

/** The example's projects file, changed for the demo. */
export async function readDemoProjects(): Promise<string> {
  const file = parseDocument(await readFile(EXAMPLE_PROJECTS, 'utf8'));
  // Ben, the admin.
  file.set('owners', ['U0BENOKOYE']);
  // Later than the score alert, which should be the last post in the channel when people open it.
  file.setIn(['projects', 0, 'suggestions', 'schedule'], 'every day at 10:00');
  file.setIn(['projects', 0, 'recap'], { channel: 'C0ACMELEADS', schedule: 'Mondays at 9:00' });
  return file.toString();
}

/** The fields of a log line (log.ts) that people read. */
const LogLine = z.looseObject({
  time: z.number(),
  msg: z.string().default(''),
  /** Also in the answer that the person got. */
  reference: z.string().optional(),
  err: z.looseObject({ message: z.string(), code: z.string().optional() }).optional().catch(undefined),
});

/** One cause can fail many requests. */
const REPEAT_AFTER_MS = 60_000;

/** Prints each log line for people, but the same failure only once a minute. */
export function createDemoLog(print: (text: string) => void): { write(line: string): void } {
  const printedAt = new Map<string, number>();
  return {
    write: (line) => {
      const { time, msg, err, reference } = LogLine.parse(JSON.parse(line));
      const kind = `${msg} ${err?.code}`;
      if (time - (printedAt.get(kind) ?? 0) < REPEAT_AFTER_MS) return;
      printedAt.set(kind, time);
      const [why] = err?.message.split('\n') ?? [];
      const words = reference === undefined ? msg : `${msg} (${reference})`;
      print(`  ${why ? `${words}: ${why}` : words}`);
    },
  };
}
