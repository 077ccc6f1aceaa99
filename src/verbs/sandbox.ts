/** npm run sandbox: runs the simulated API and a local Slack for a bot that you start yourself. */
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
  To run a bot in it, copy projects.example.yml to projects.yml and start the bot with this environment:

${lines.join('\n')}

  The local Slack sends its requests to ${settings.botUrl}. Stop with Ctrl+C; nothing is kept.
`);
  return { stop: running.close };
}
