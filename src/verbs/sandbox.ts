/** npm run sandbox: the API's sandbox and a local Slack, without a bot: for connecting one that runs elsewhere. */
import { realNow } from '../clock.ts';
import type { Environment } from '../config.ts';
import { startLocalSlack } from './local-slack.ts';
import { readSandboxConfig } from './sandbox-config.ts';

export async function sandbox(
  env: Environment,
  print: (text: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const settings = readSandboxConfig(env);
  const running = await startLocalSlack({ ...settings, start: realNow() });
  running.connectBot(settings.botUrl);
  const lines = Object.entries(running.botEnvironment).map(([name, value]) => `    ${name}=${value}`);
  print(`
  The sandbox is running: the API at ${running.apiUrl}, a local Slack at ${running.slackUrl}.
  The API’s dialect is ${settings.dialect} (SANDBOX_DIALECT).
  A bot that uses them needs this environment, and projects.example.yml copied to projects.yml:

${lines.join('\n')}

  Slack's requests go to ${settings.botUrl}. Stop with Ctrl+C; nothing is kept.
`);
  return { stop: running.close };
}
