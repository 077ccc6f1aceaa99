/** npm run demo: the sandbox, a local Slack in the browser, and between them the bot as it runs everywhere. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type App, startApp } from '../app.ts';
import { type Environment, readConfig, readSandboxConfig } from '../config.ts';
import { EXAMPLE_PROJECTS, latestMorning, startLocalSlack } from './local-slack.ts';

const MINUTE_MS = 60_000;

/** Keeps nothing: the store is a temporary folder, so a second start shows the same again. */
export async function demo(
  env: Environment,
  print: (text: string) => void,
): Promise<Pick<App, 'stop' | 'storeLost'>> {
  const settings = readSandboxConfig(env);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sightline-demo-'));
  // A minute before nine: when everything stands, the clock is moved to nine, and the jobs of the morning run.
  const sandbox = await startLocalSlack({ ...settings, start: latestMorning() - MINUTE_MS });
  const app = await startApp(
    readConfig({
      ...sandbox.botEnvironment,
      PROJECTS_FILE: EXAMPLE_PROJECTS,
      DATA_DIR: dataDir,
      PORT: '0',
      METRICS_PORT: env.METRICS_PORT,
      LOG_LEVEL: env.LOG_LEVEL ?? 'warn',
    }),
  );
  sandbox.connectBot(`${app.url}/slack/events`);
  await app.confirmed;
  sandbox.advance({ minutes: 1 });

  print(greeting(sandbox.slackUrl, sandbox.apiUrl));
  return {
    storeLost: app.storeLost,
    async stop() {
      await app.stop();
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function greeting(slackUrl: string, apiUrl: string): string {
  return `
  Sightline demo: a simulated Slack, invented data, nothing leaves this machine.

    Open  ${slackUrl}

  What happens next: within seconds the morning's posts arrive in three channels, best leads first,
  a score alert with its chart, and a segment suggestion to accept. Then try, in the page:
    /visibility help        /visibility-leads        /visibility topic pricing
    /visibility track best crm for startups          and the button "Next day"

  The API of this demo is at ${apiUrl} (key: demo-key).
  Connect a real Slack: README.md, "Connect a real Slack", ten minutes. Stop with Ctrl+C; nothing is kept.
`;
}
