/** The Slack half of the composition root: its clients and installations, and Bolt with the surface. */
import { setTimeout as delay } from 'node:timers/promises';
import { realNow } from '../clock.ts';
import type { Config } from '../config.ts';
import { MINUTE_MS } from '../durations.ts';
import { createFirstTimeLog, createSparingLog, type Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Feed } from '../projects/projects.ts';
import type { Vault } from '../secrets.ts';
import { createBolt } from '../slack/bolt.ts';
import {
  createSlackClient,
  createSlackFetch,
  createSlackLogger,
  createSlackTime,
  makeClientOptions,
  redactAcknowledgements,
  redactSend,
} from '../slack/client.ts';
import {
  createLastContact,
  createManyInstallations,
  createSingleInstallation,
  type Installation,
} from '../slack/installations.ts';
import { canPost, createMembers, createPeople } from '../slack/people.ts';
import { createKeptInstallations } from '../store/sealed.ts';
import type { Db } from '../store/tables.ts';
import type { Bot } from '../surface/ask.ts';
import { attachSurface } from '../surface/dispatch.ts';
import { COMMANDS } from '../surface/index.ts';
import { OPTIONAL_SCOPES, SCOPES } from '../surface/lookups/help.ts';
import type { UnderWay } from '../surface/restarting.ts';
import { createWorkspaces, type WorkspaceDeps } from '../surface/workspace.ts';
import type { Spans } from '../trace.ts';

type SlackClients = ReturnType<typeof createSlackClients>;
export type SlackSide = ReturnType<typeof createSlackSide>;

type SlackClientsDeps = {
  config: Config;
  db: Db;
  vault: Vault | undefined;
  /** Redacted in everything sent to Slack. */
  secrets: ReadonlySet<string>;
  metrics: Metrics;
  spans: Spans | undefined;
  log: Log;
};

export function createSlackClients(deps: SlackClientsDeps) {
  const { config, db, vault, secrets, metrics, spans, log } = deps;
  const send = redactSend(secrets, createSlackFetch());
  const sparing = createSparingLog(log, realNow);
  const time = createSlackTime(realNow);
  const fetching = makeClientOptions(config.slack.apiUrl, createSlackLogger(log), send, time.listening);
  // createSlackFetch has a timeout of its own; a signal's timer would outlive the call, with all it holds.
  const options = { ...fetching, timeout: 0 };
  const clientOf = (token: string) => createSlackClient(token, options, metrics.countSlackCall);
  const sayUnreadable = createFirstTimeLog(log);
  const onUnreadable = (lost: { team: string; why: string }) =>
    sayUnreadable(lost, 'A workspace’s token can’t be decrypted; install Sightline there again');
  const installations =
    config.slack.mode === 'oauth'
      ? createManyInstallations({
          kept: createKeptInstallations(db, vault, onUnreadable),
          clientOf,
          log,
          sparing,
          wait: pause,
        })
      : createSingleInstallation(clientOf(config.slack.botToken), { log, sparing }, pause);
  const isMember = createMembers(realNow);
  return {
    send,
    sparing,
    time,
    options,
    installations,
    metrics,
    spans,
    isMember,
    async isMemberOf(team: string, place: string, person: string) {
      const installation = installations.of(team);
      return installation && isMember(installation, place, person);
    },
  };
}

type SlackSideDeps = {
  config: Config;
  clients: SlackClients;
  bot: Omit<Bot, 'commands' | 'send' | 'clockAheadMs'>;
  workspaces: Omit<WorkspaceDeps, 'installationOf' | 'personOf' | 'isMember'>;
  secrets: ReadonlySet<string>;
  underWay: UnderWay;
  onInstalled: () => Promise<void>;
};

export function createSlackSide(deps: SlackSideDeps) {
  const { config, clients, bot, workspaces, secrets, underWay, onInstalled } = deps;
  const { send, sparing, time, options, installations, metrics, spans, isMember } = clients;
  const bolt = createBolt(
    config.slack,
    installations,
    options,
    { log: bot.log, sparing, wait: pause, realNow, metrics, spans },
    {
      scopes: [
        ...Object.keys(SCOPES),
        ...Object.keys(OPTIONAL_SCOPES),
        // Slackbot needs it to call an app's MCP server; the manifest has to name it too (README.md).
        ...(config.mcp.signingSecrets.length > 0 ? ['mcp:connect'] : []),
      ],
      async installed(given) {
        await installations.installed(given);
        await onInstalled();
      },
    },
  );
  redactAcknowledgements(bolt.app, secrets);
  const lastContact = createLastContact({ installations, socketIsOpen: bolt.socketIsOpen, realNow });
  bolt.app.use(({ next }) => {
    lastContact.note();
    return next();
  });
  const fullBot: Bot = { ...bot, commands: COMMANDS, send, clockAheadMs: time.aheadMs };
  const workspaceOf = createWorkspaces({
    ...workspaces,
    installationOf: installations.of,
    personOf: createPeople(realNow),
    isMember,
  });
  attachSurface(bolt.app, { bot: fullBot, workspaceOf, underWay });
  return {
    bolt,
    lastContact,
    installations,
    bot: fullBot,
    workspaceOf,
    workspaces: () => installations.all().flatMap(({ team }) => workspaceOf(team) ?? []),
  };
}

/** Slack allows about 50 of these calls a minute in each workspace; other work needs some, too. */
const LOOKS_A_MINUTE = 20;

/** Asks Slack about each channel that feeds post to, and logs in which of them nothing can be posted, and why. */
export async function lookAtChannels(
  { client }: Pick<Installation, 'client'>,
  feeds: readonly Feed[],
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const channels = [...Map.groupBy(feeds, (feed) => feed.channel)];
  for (let i = 0; i < channels.length && !signal.aborted; i += LOOKS_A_MINUTE) {
    const closed: { channel: string; reason: string; feeds: string[] }[] = [];
    for (const [channel, those] of channels.slice(i, i + LOOKS_A_MINUTE)) {
      const reason = await canPost(client, channel);
      const names = those.map(({ project, kind }) => `${project.name} ${kind}`);
      if (reason !== 'yes' && reason !== 'unknown') closed.push({ channel, reason, feeds: names });
    }
    if (closed.length > 0)
      log.warn(
        { channels: closed },
        'The bot can’t post in some channels of its feeds. In each: /invite @Sightline; or correct its id',
      );
    if (i + LOOKS_A_MINUTE < channels.length) await pause(MINUTE_MS, signal);
  }
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
