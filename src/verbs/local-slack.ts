/** What the local Slack is told by its callers: the app's commands and profile, the channels of projects.example.yml. */
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { realNow } from '../clock.ts';
import { ConfigError, messageOf } from '../errors.ts';
import { latestRun } from '../feeds/schedule.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { refusedPlaces } from '../serve.ts';
import { LEAVES, OPTIONAL_SCOPES, SCOPES, SUMMARY } from '../surface/lookups/help.ts';
import { manifest, slashCommands } from '../surface/manifest.ts';
import type { SandboxConfig } from './sandbox-config.ts';

/** The projects of the sandbox, which the demo runs too. */
export const EXAMPLE_PROJECTS = fileURLToPath(new URL('../../projects.example.yml', import.meta.url));

/** The timezone of the example's feeds, and so of the local workspace. */
const TIMEZONE = 'Europe/Berlin';

/** The latest nine o'clock of the example's feeds, epoch ms. */
export function latestMorning(): number {
  return latestRun({ cron: '0 9 * * *', timezone: TIMEZONE }, realNow()) ?? realNow();
}

/** @throws ConfigError for each port that cannot be had. */
export async function startLocalSlack(settings: SandboxConfig & { start: number }): Promise<Sandbox> {
  try {
    return await startSandbox({ ...settings, ...localSlack(), realNow });
  } catch (error) {
    const host = '127.0.0.1';
    const refused = await refusedPlaces([
      { host, port: settings.slackPort, variable: 'DEMO_PORT' },
      { host, port: settings.apiPort, variable: 'SANDBOX_PORT' },
    ]);
    throw new ConfigError(refused.length > 0 ? refused : [messageOf(error)]);
  }
}

const LEADS = 'C0ACMELEADS';
const SCORES = 'C0ACMEVISIB';

/** What Sightline is for, in three clicks. */
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

function localSlack() {
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
    text: 'At https://api.slack.com/apps choose "Create New App", "From an app manifest", and paste this. It is manifest.yml of the project.',
    code: stringify(manifest('socket'), { lineWidth: 0 }),
  },
  {
    title: 'Fill in the environment',
    text: 'Save this as .env. The bot token is under "OAuth & Permissions" after you install the app, the app token under "Basic Information" (scope connections:write).',
    code: 'SLACK_BOT_TOKEN=xoxb-…\nSLACK_APP_TOKEN=xapp-…\nVISIBILITY_BASE_URL=https://…/v1/public\nVISIBILITY_API_KEY=…',
  },
  {
    title: 'Name your projects',
    text: 'Copy the example and put in the ids of your project and of its channels; remove "unlisted" unless your API has those operations. Invite the app there: /invite @Sightline.',
    code: 'cp projects.example.yml projects.yml',
  },
  {
    title: 'Ask the doctor',
    text: 'It checks the tokens, the scopes, the key and every channel, posts nothing, and says what to mend.',
    code: 'npm run doctor',
  },
  { title: 'Start', text: 'The first digest comes at the next scheduled time.', code: 'npm start' },
];
