/** npm run demo: the sandbox, a local Slack in the browser, and between them the bot as it runs everywhere. */
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
import { EXAMPLE_PROJECTS, latestMorning, startLocalSlack } from './local-slack.ts';
import { readSandboxConfig } from './sandbox-config.ts';

/**
 * Keeps nothing: the store is a temporary folder, so a second start shows the same again.
 * @throws ConfigError on a production machine: whoever reaches its page acts as anybody.
 */
export async function demo(
  env: Environment,
  print: (text: string) => void,
): Promise<Pick<App, 'stop' | 'storeLost'>> {
  if (env.NODE_ENV === 'production') {
    throw new ConfigError([
      'NODE_ENV is production, where the demo does not run: start it elsewhere, or unset NODE_ENV',
    ]);
  }
  const settings = readSandboxConfig(env);
  // A minute before nine: when everything stands, the clock is moved to nine, and the jobs of the morning run.
  const sandbox = await startLocalSlack({ ...settings, start: latestMorning() - MINUTE_MS });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sightline-demo-'));
  const leaveNothing = async () => {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const app = await startBot(env, sandbox.botEnvironment, dataDir, print).catch(async (error) => {
    await leaveNothing();
    throw error;
  });
  sandbox.connectBot(`${app.url}/slack/events`);
  await app.confirmed;
  sandbox.advance({ minutes: 1 });

  print(greeting(sandbox.slackUrl, sandbox.botEnvironment, unusedByDemo(env)));
  return {
    storeLost: app.storeLost,
    async stop() {
      await app.stop();
      await leaveNothing();
    },
  };
}

/** The bot as anybody configures it; but its log is told in words, unless LOG_LEVEL asks for it. */
async function startBot(
  env: Environment,
  world: Environment,
  dataDir: string,
  print: (text: string) => void,
): Promise<App> {
  const projectsFile = path.join(dataDir, 'projects.yml');
  await writeFile(projectsFile, await demoProjects());
  const own = {
    DATA_DIR: dataDir,
    PROJECTS_FILE: projectsFile,
    PORT: '0',
    LOG_LEVEL: env.LOG_LEVEL ?? 'warn',
    // So that connecting a project can be tried; the store is gone afterwards, and so may its key be.
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  const config = readConfig({
    ...world,
    ...own,
    METRICS_PORT: env.METRICS_PORT,
    METRICS_HOST: env.METRICS_HOST,
    MCP_WRITES: env.MCP_WRITES,
  });
  return startApp(config, env.LOG_LEVEL === undefined ? { logTo: createDemoLog(print) } : {});
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** `unused` are variables that were set for a bot of somebody's own. */
function greeting(
  slackUrl: string,
  { VISIBILITY_BASE_URL, VISIBILITY_API_KEY }: Environment,
  unused: readonly string[],
): string {
  const be = unused.length > 1 ? 'are' : 'is';
  const but =
    unused.length > 0
      ? `\n  ${LIST.format(unused)} ${be} set and not used here: this is the demo, for no SLACK_… or VISIBILITY_… is set.\n`
      : '';
  return `
  Sightline demo: a simulated Slack, invented data, nothing leaves this machine.
${but}
    Open  ${slackUrl}

  What happens next: within seconds the morning's posts arrive in three channels, best leads first,
  a score alert with its chart, and a segment suggestion in #tidewater. Then try, in the page:
    /visibility help        /visibility-leads        /visibility topic pricing
    /visibility track best crm for startups          and the button "Next day"
  A Monday brings the recap of a week to #acme-leads, and to Ben, in Messages, how all projects fare.

  The API of this demo is at ${VISIBILITY_BASE_URL} (key: ${VISIBILITY_API_KEY}).
  Connect a real Slack: README.md, "Connect a real Slack", ten minutes. Stop with Ctrl+C; nothing is kept.
`;
}

/** Ben, the admin. */
const OWNERS = ['U0BENOKOYE'];

/** The text of the file. */
export async function demoProjects(): Promise<string> {
  const file = parseDocument(await readFile(EXAMPLE_PROJECTS, 'utf8'));
  file.set('owners', OWNERS);
  // Whoever opens the channel first is to see the alert, and not what came after it.
  file.setIn(['projects', 0, 'suggestions', 'schedule'], 'every day at 10:00');
  file.setIn(['projects', 0, 'recap'], { channel: 'C0ACMELEADS', schedule: 'Mondays at 9:00' });
  return file.toString();
}

/** Of what log.ts writes, the words for people. */
const Line = z.looseObject({
  time: z.number(),
  msg: z.string().default(''),
  /** Stands in the answer that a person got. */
  reference: z.string().optional(),
  err: z.looseObject({ message: z.string(), code: z.string().optional() }).optional().catch(undefined),
});

/** One trouble fails much; who broke it has read of it. */
const AGAIN_AFTER_MS = 60_000;

/** Takes the log's lines. `print` gets a text for each that is told. */
export function createDemoLog(print: (text: string) => void): { write(line: string): void } {
  const told = new Map<string, number>();
  return {
    write: (line) => {
      const { time, msg, err, reference } = Line.parse(JSON.parse(line));
      const kind = `${msg} ${err?.code}`;
      if (time - (told.get(kind) ?? 0) < AGAIN_AFTER_MS) return;
      told.set(kind, time);
      const [why] = err?.message.split('\n') ?? [];
      const words = reference === undefined ? msg : `${msg} (${reference})`;
      print(`  ${why ? `${words}: ${why}` : words}`);
    },
  };
}
