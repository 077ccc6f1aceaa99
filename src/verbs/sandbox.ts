/**
 * npm run sandbox: runs the simulated API and a local Slack for a bot that you start yourself. The demo uses the same local
 * Slack: the app's commands and profile, and the example's channels.
 */
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { z } from 'zod';
import { realNow } from '../clock.ts';
import {
  blankIsUnset,
  type Environment,
  parseEnvironment,
  port,
  readStoreConfig,
  type StoreConfig,
  wantsDemo,
} from '../config.ts';
import { ConfigError, messageOf } from '../errors.ts';
import { findLatestRun } from '../feeds/schedule.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { findPortFaults, getJson } from '../serve.ts';
import { isStoreThere } from '../store/open.ts';
import { LEAVES, OPTIONAL_SCOPES, SCOPES, SUMMARY } from '../surface/lookups/help.ts';
import type { Verb } from './command-line.ts';
import { manifest, slashCommands } from './manifest.ts';

/** The sandbox's projects; the demo's are derived from them. */
export const EXAMPLE_PROJECTS = fileURLToPath(new URL('../../projects.example.yml', import.meta.url));

/** The timezone of the example's feeds and of the local workspace. */
const TIMEZONE = 'Europe/Berlin';

/** The last time the example's feeds were due, 9:00 in their timezone, in epoch ms. */
export function findLatestMorning(): number {
  return findLatestRun({ cron: '0 9 * * *', timezone: TIMEZONE }, realNow()) ?? realNow();
}

/** @throws ConfigError with a sentence for each port that can't be used */
export async function startLocalSlack(settings: SandboxConfig & { start: number }): Promise<Sandbox> {
  try {
    return await startSandbox({ ...settings, ...makeSlackSetup(), realNow });
  } catch (error) {
    const host = '127.0.0.1';
    const faults = await findPortFaults([
      { host, port: settings.slackPort, variable: 'DEMO_PORT' },
      { host, port: settings.apiPort, variable: 'SANDBOX_PORT' },
    ]);
    throw new ConfigError(faults.length > 0 ? faults : [messageOf(error)]);
  }
}

const LEADS = 'C0ACMELEADS';
const SCORES = 'C0ACMEVISIB';

/** Shows in three clicks what Sightline is for. */
export const TOUR = [
  { label: 'Claim the first lead', doneBy: ['lead.claim'], channel: LEADS },
  {
    label: 'See why the score fell',
    doneBy: ['alert.why', 'alert.details'],
    typed: /^\/visibility\s+(why\s+)?a\d+\s*$/i,
    channel: SCORES,
  },
  { label: 'Press Next day', doneBy: ['/next-day'] },
];

function makeSlackSetup() {
  const { features, oauth_config, settings } = manifest('http');
  return {
    timezone: TIMEZONE,
    channels: [
      { id: LEADS, name: 'acme-leads', topic: 'Threads where Acme could help' },
      { id: SCORES, name: 'acme-visibility', topic: 'How AI engines speak of Acme' },
      { id: 'C0TIDEWATER', name: 'tidewater', topic: 'Everything about Tidewater' },
    ],
    commands: slashCommands().map(({ command, description, usage_hint = '', should_escape }) => ({
      command,
      description,
      usageHint: usage_hint,
      shouldEscape: should_escape,
    })),
    shortcuts: features.shortcuts.map(({ callback_id, ...shortcut }) => ({
      ...shortcut,
      callbackId: callback_id,
    })),
    scopes: oauth_config.scopes.bot,
    botEvents: settings.event_subscriptions.bot_events,
    directReadOnly: features.app_home.messages_tab_read_only_enabled,
    tour: TOUR,
    about: {
      summary: SUMMARY,
      scopes: [
        ...Object.entries(SCOPES).map(([scope, why]) => ({ scope, why })),
        ...Object.entries(OPTIONAL_SCOPES).map(([scope, why]) => ({ scope, why, optional: true })),
      ],
      leaves: LEAVES,
      connect: CONNECT,
    },
  };
}

const CONNECT = [
  {
    title: 'Create the Slack app',
    text: 'At https://api.slack.com/apps choose "Create New App", "From an app manifest", and paste this (the project’s manifest.yml).',
    code: stringify(manifest('socket'), { lineWidth: 0 }),
  },
  {
    title: 'Fill in the environment',
    text: 'Save this as .env. Once you install the app, the bot token is under "OAuth & Permissions". Create the app token under "Basic Information", with the scope connections:write.',
    code: 'SLACK_BOT_TOKEN=xoxb-…\nSLACK_APP_TOKEN=xapp-…\nVISIBILITY_BASE_URL=https://…/v1/public\nVISIBILITY_API_KEY=…',
  },
  {
    title: 'Name your projects',
    text: 'Copy the example and put in the ids of your project and its channels. Remove "unlisted" unless your API has those operations. In each channel: /invite @Sightline.',
    code: 'cp projects.example.yml projects.yml',
  },
  {
    title: 'Find out how your API speaks',
    text: 'It calls every read operation once and prints where it found what; README.md says how to correct it. It needs no Slack and changes nothing.',
    code: 'npm run learn',
  },
  {
    title: 'Ask the doctor',
    text: 'It checks the tokens, the scopes, the key and every channel, posts nothing, and says what to fix.',
    code: 'npm run doctor',
  },
  { title: 'Start', text: 'The first digest comes at the next scheduled time.', code: 'npm start' },
];

/** The sandbox and its local Slack listen on loopback; `botUrl` is where the local Slack sends its requests. */
type SandboxConfig = Readonly<{
  slackPort: number;
  apiPort: number;
  apiKey: string;
  /** How the API speaks: words that the sandbox knows, separated by commas. */
  dialect: string;
  botUrl: string;
}>;

const SandboxVariables = z.object({
  DEMO_PORT: port(4400),
  SANDBOX_PORT: port(4401),
  SANDBOX_API_KEY: z.preprocess(blankIsUnset, z.string().default('demo-key')),
  SANDBOX_DIALECT: z.preprocess(blankIsUnset, z.string().default('plain')),
  PORT: port(3000),
});

/** @throws ConfigError */
export function readSandboxConfig(env: Environment): SandboxConfig {
  const { DEMO_PORT, SANDBOX_PORT, SANDBOX_API_KEY, SANDBOX_DIALECT, PORT } = parseEnvironment(
    SandboxVariables,
    env,
  );
  if (DEMO_PORT === SANDBOX_PORT && DEMO_PORT !== 0)
    throw new ConfigError([`DEMO_PORT and SANDBOX_PORT are both ${DEMO_PORT}: give each a port of its own`]);
  return Object.freeze({
    slackPort: DEMO_PORT,
    apiPort: SANDBOX_PORT,
    apiKey: SANDBOX_API_KEY,
    dialect: SANDBOX_DIALECT,
    botUrl: `http://127.0.0.1:${PORT}/slack/events`,
  });
}

export const sandbox: Verb<{ stop(): Promise<void> }> = async (env, print) => {
  const settings = readSandboxConfig(env);
  const running = await startLocalSlack({ ...settings, start: realNow() });
  running.connectBot(settings.botUrl);
  const ports = env.PORT?.trim() ? { PORT: env.PORT } : {};
  const lines = Object.entries({ ...running.botEnvironment, ...ports }).map(
    ([name, value]) => `    ${name}=${value}`,
  );
  print(`
  The sandbox is running: the API at ${running.apiUrl}, a local Slack at ${running.slackUrl}.
  The API’s dialect is ${settings.dialect} (SANDBOX_DIALECT).
  To run a bot in it, copy projects.example.yml to projects.yml and start the bot with this environment:

${lines.join('\n')}

  The local Slack sends its requests to ${settings.botUrl}. Stop with Ctrl+C; nothing is kept.
`);
  return { stop: running.close };
};

const ConnectedBot = z.object({ data_dir: z.string().nullable() });

/** Where the demo's bot keeps its store; null if the sandbox runs alone. Rejects if none answers. */
export async function findDemoStore(sandbox: string): Promise<string | null> {
  return ConnectedBot.parse(await getJson(`${sandbox}/sandbox/bot`)).data_dir;
}

/** For verbs of the store: where nothing is configured and no store is, that of the demo on this machine, if it runs. */
export async function readStoreOrDemo(env: Environment): Promise<StoreConfig> {
  const config = readStoreConfig(env);
  if (!wantsDemo(env) || env.DATA_DIR || env.DATABASE_URL || (await isStoreThere(config))) return config;
  const sandbox = `http://127.0.0.1:${readSandboxConfig(env).apiPort}`;
  const dataDir = await findDemoStore(sandbox).catch(() => null);
  return dataDir === null ? config : { ...config, dataDir };
}
