/**
 * Starts the outside world on one machine: the API with its world, a local Slack, the clock they share, and the faults that
 * a visitor of the local Slack can switch on and off.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono, type MiddlewareHandler } from 'hono';
import { createSandboxApi } from './api/api.ts';
import type { FaultKind } from './api/faults.ts';
import { type Advance, createDays, createSandboxClock, QUIET_MS } from './clock.ts';
import { programsOnly, type Served, serve } from './local-only.ts';
import { createHooks, createUploads } from './workspace/hooks.ts';
import type { DeclaredCommand, DeclaredShortcut, Workspace } from './workspace/model.ts';
import type { About } from './workspace/page/app-pages.ts';
import type { PageControls, TourStep } from './workspace/page/controls.ts';
import { createPage } from './workspace/page/page.ts';
import { BOT, CAST } from './workspace/state.ts';
import { createWebApi } from './workspace/web-api/web-api.ts';
import { createWorkspace, type LocalWorkspace } from './workspace/workspace.ts';
import { createWorld, DEFAULT_SEED, type World, type WorldOptions } from './world/world.ts';

type SandboxOptions = {
  /** Simulated time at the start, epoch ms. */
  start: number;
  /** Real time, epoch ms. */
  realNow: () => number;
  /** For the local Slack (page and Web API) and for the API; 0 picks a free port. */
  slackPort: number;
  apiPort: number;
  apiKey: string;
  /** How the API speaks: a comma-separated list (api/dialects/dialects.ts), plain by default. */
  dialect?: string;
  timezone: string;
  channels: readonly { id: string; name: string; topic: string }[];
  commands: readonly DeclaredCommand[];
  shortcuts?: readonly DeclaredShortcut[];
  /** The app's scopes; by default it may do everything. */
  scopes?: readonly string[];
  /** Whether people can't write to the app in its direct messages. */
  directReadOnly?: boolean;
  /** The events that the app's manifest subscribes to. */
  botEvents: readonly string[];
  /** How long nothing must happen before Next day is over (clock.ts). */
  quietMs?: number;
  about: About;
  /** What a newcomer should try. */
  tour?: readonly TourStep[];
} & Pick<WorldOptions, 'runsOf'>;

const BOT_TOKEN = 'xoxb-demo';
const SIGNING_SECRET = 'demo-signing-secret';

export type Sandbox = {
  /** Where the page is. */
  slackUrl: string;
  /** Where the API is, without /v1/public. */
  apiUrl: string;
  /** The environment variables that connect a bot to the sandbox. */
  botEnvironment: Readonly<Record<string, string>>;
  world: World;
  /** The local Slack's true state, whatever its page shows. */
  workspace: Workspace;
  /** Tells the local Slack where to send the bot's requests. */
  connectBot(url: string, bot?: ConnectedBot): void;
  advance(by: Advance): void;
  close(): Promise<void>;
};

/** What a bot in the same process tells the sandbox. */
type ConnectedBot = {
  /** Whether Next day has to wait for it. */
  hasWork: () => Promise<boolean>;
  /** The folder of its store, where verbs reach it. */
  dataDir: string;
};

/** Both servers listen on loopback only. @throws Error with a readable message when a port is taken */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { start, realNow, apiKey, timezone, commands, shortcuts = [], botEvents, scopes, about } = options;
  const clock = createSandboxClock({ start, realNow });
  const world = createWorld({
    seed: DEFAULT_SEED,
    start,
    ...(options.runsOf && { runsOf: options.runsOf }),
  });
  const members = [...CAST.map(({ id }) => id), BOT.userId];
  const workspace = createWorkspace({
    now: clock.now,
    realNow,
    signingSecret: SIGNING_SECRET,
    channels: options.channels.map((channel) => ({ ...channel, members })),
    commands,
    shortcuts,
    directReadOnly: options.directReadOnly ?? false,
    botEvents,
    ...(scopes && { scopes }),
  });
  const sandboxApi = createSandboxApi({ world, clock, apiKey, dialect: options.dialect ?? 'plain' });
  const troubles = createTroubles({
    workspace,
    setApiFault: async (kind) => {
      const body = JSON.stringify({ operation: '*', kind });
      await sandboxApi.request('http://localhost/sandbox/faults', { method: 'POST', body });
    },
  });
  let bot: ConnectedBot | undefined;
  const days = createDays({
    hasWork: async () => (await bot?.hasWork()) ?? false,
    now: clock.now,
    timezone,
    advanceTo: clock.advanceTo,
    realNow,
    sleep,
    quietMs: options.quietMs ?? QUIET_MS,
  });
  const trackRequest: MiddlewareHandler = (_, next) => days.track(next);
  const noteClockRead: MiddlewareHandler = (_, next) => {
    days.noteClockRead();
    return next();
  };
  const controls = {
    now: clock.now,
    timezone,
    nextDay: days.next,
    daysToCome: days.pending,
    troubles,
    threadAt: (url: string) => world.thread(url, clock.now()),
    tour: options.tour ?? [],
    ...(botEvents.includes('app_home_opened') && { openHome: workspace.openHome }),
  };
  const apiApp = new Hono({ strict: false })
    .use(programsOnly)
    .use('/v1/*', trackRequest)
    .use('/sandbox/clock', noteClockRead)
    .get('/sandbox/bot', (c) => c.json({ data_dir: bot?.dataDir ?? null }))
    .route('/', sandboxApi);
  const token = randomBytes(16).toString('base64url');
  const slackApp = new Hono()
    .use('/api/*', programsOnly)
    .use('/hooks/*', programsOnly)
    .use('/upload/*', programsOnly)
    .use('/api/*', trackRequest)
    .route('/api', createWebApi(workspace, { token: BOT_TOKEN, ...(scopes && { scopes }) }))
    .route('/hooks', createHooks(workspace))
    .route('/upload', createUploads(workspace))
    .route('/', createPage({ workspace, controls, about, token }));

  const api = await listen(apiApp, options.apiPort, 'SANDBOX_PORT');
  const slack = await listen(slackApp, options.slackPort, 'DEMO_PORT').catch(async (error) => {
    await api.close();
    throw error;
  });
  workspace.connect({ ownUrl: slack.url });
  return {
    slackUrl: slack.url,
    apiUrl: api.url,
    botEnvironment: {
      SLACK_API_URL: `${slack.url}/api/`,
      SLACK_BOT_TOKEN: BOT_TOKEN,
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      VISIBILITY_BASE_URL: `${api.url}/v1/public`,
      VISIBILITY_API_KEY: apiKey,
      CLOCK_URL: `${api.url}/sandbox/clock`,
    },
    world,
    workspace,
    connectBot(botUrl, connected) {
      bot = connected;
      workspace.connect({ botUrl });
    },
    advance: (by) => void clock.advance(by),
    async close() {
      await Promise.all([api.close(), slack.close()]);
    },
  };
}

async function listen(app: Parameters<typeof serve>[0], port: number, variable: string): Promise<Served> {
  try {
    return await serve(app, port);
  } catch (cause) {
    throw new Error(`${variable}: port ${port} can’t be used. Set ${variable} to a free one.`, { cause });
  }
}

type Troubles = NonNullable<PageControls['troubles']>;

/** `setApiFault` makes every operation of the API fail; "none" stops that. */
function createTroubles(deps: {
  workspace: LocalWorkspace;
  setApiFault(kind: FaultKind | 'none'): Promise<void>;
}): Troubles {
  const { workspace, setApiFault } = deps;
  const { userId } = workspace.bot;
  // The API fails in one way at a time: a new fault replaces the last one.
  let apiFault: FaultKind | 'none' = 'none';

  const apiTrouble = (kind: FaultKind, label: string, hint: string): Troubles[number] => ({
    id: `api.${kind}`,
    label,
    hint,
    isOn: () => apiFault === kind,
    turn: async (on) => {
      apiFault = on ? kind : 'none';
      await setApiFault(apiFault);
    },
  });
  const slackTrouble = (fault: 'rate_limited' | 'slow', label: string, hint: string): Troubles[number] => ({
    id: `slack.${fault}`,
    label,
    hint,
    isOn: () => workspace.hasFault(fault),
    turn: async (on) => workspace.fault(fault, on),
  });

  return [
    apiTrouble(
      'unavailable',
      'API down',
      'The API answers 500. Then ask something, or press Next day twice: a failed morning is reported after four hours.',
    ),
    apiTrouble('unauthorised', 'Key revoked', 'The API refuses the key. Then press Next day.'),
    apiTrouble('slow', 'API slow', 'Each answer takes two seconds.'),
    {
      id: 'slack.removed',
      label: 'App removed from this channel',
      hint: 'Like /remove @sightline. Then press Next day.',
      isOn: (id) => {
        const channel = workspace.channels.find((one) => one.id === id);
        return channel !== undefined && !channel.members.has(userId);
      },
      turn: async (on, { person, channel }) => {
        const outcome = on
          ? await workspace.remove(channel, userId)
          : await workspace.invite(channel, userId, person);
        if (!outcome.ok) throw new Error(outcome.sentence);
      },
    },
    slackTrouble('rate_limited', 'Slack says 429', 'Slack refuses every post. Press Next day, then fix it.'),
    slackTrouble('slow', 'Slack slow', 'Each answer from Slack takes two seconds.'),
  ];
}
