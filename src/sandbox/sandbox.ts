/** The outside world on one machine: the API with its world, a local Slack, and the clock that they share. */
import { randomBytes } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { createSandboxApi } from './api/api.ts';
import { type Served, serve } from './api/serve.ts';
import type { Advance } from './clock.ts';
import { createDays, QUIET_MS } from './days.ts';
import { noPages } from './doors.ts';
import { createTroubles } from './troubles.ts';
import { createHooks, createUploads } from './workspace/hooks.ts';
import type { DeclaredCommand, DeclaredShortcut, Workspace } from './workspace/model.ts';
import type { About } from './workspace/page/about.ts';
import type { TourStep } from './workspace/page/controls.ts';
import { createPage } from './workspace/page/page.ts';
import { BOT, CAST } from './workspace/state.ts';
import { createWebApi } from './workspace/web-api/web-api.ts';
import { createWorkspace } from './workspace/workspace.ts';
import { openWorld } from './world/kept-world.ts';
import type { World, WorldOptions } from './world/world.ts';

export type SandboxOptions = {
  /** Simulated time at the start and real time, epoch ms. */
  start: number;
  realNow: () => number;
  /** Keeps the API's world and the time; the local Slack begins anew. A world that is found in it goes on, whatever `start`. */
  stateFile?: string;
  /** Of the local Slack (page and Web API) and of the API; 0 takes a free one. */
  slackPort: number;
  apiPort: number;
  apiKey: string;
  /** How the API speaks, a comma list of words (api/dialects/dialects.ts); plain without. */
  dialect?: string;
  timezone: string;
  channels: readonly { id: string; name: string; topic: string }[];
  commands: readonly DeclaredCommand[];
  shortcuts?: readonly DeclaredShortcut[];
  /** Scopes that the app was granted; without them it may do everything. */
  scopes?: readonly string[];
  /** Whether people cannot write to the app in its own conversation. */
  directReadOnly?: boolean;
  /** Events that the app's manifest asks for, by its names for them. */
  botEvents: readonly string[];
  /** Next day is over when nothing has happened for so long; missing, as long as a bot at Slack's pace may need. */
  quietMs?: number;
  about: About;
  /** What a newcomer should try. */
  tour?: readonly TourStep[];
} & Pick<WorldOptions, 'runsOf'>;

const BOT_TOKEN = 'xoxb-demo';
const SIGNING_SECRET = 'demo-signing-secret';

export type Sandbox = {
  /** Where the page is; and where the API is, without /v1/public. */
  slackUrl: string;
  apiUrl: string;
  /** What a bot needs in its environment to live in this world. */
  botEnvironment: Readonly<Record<string, string>>;
  world: World;
  /** What is really there in the local Slack, whatever its page shows. */
  workspace: Workspace;
  /** Tells the local Slack where the bot takes its requests. */
  connectBot(url: string): void;
  advance(by: Advance): void;
  close(): Promise<void>;
};

/** Both servers listen on loopback only. Rejects with a sentence when a port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { start, realNow, apiKey, timezone, commands, shortcuts = [], botEvents, scopes, about } = options;
  const kept = openWorld({
    start,
    realNow,
    file: options.stateFile,
    ...(options.runsOf && { runsOf: options.runsOf }),
  });
  const { world, clock } = kept;
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
  const days = createDays({
    now: clock.now,
    timezone,
    advanceTo: clock.advanceTo,
    realNow,
    quietMs: options.quietMs ?? QUIET_MS,
  });
  const stirring: MiddlewareHandler = (_, next) => days.during(next);
  const looking: MiddlewareHandler = (_, next) => {
    days.looked();
    return next();
  };
  const controls = {
    now: clock.now,
    timezone,
    nextDay: days.next,
    daysToCome: days.toCome,
    troubles,
    threadAt: (url: string) => world.thread(url, clock.now()),
    tour: options.tour ?? [],
    ...(botEvents.includes('app_home_opened') && { openHome: workspace.openHome }),
  };
  const apiApp = new Hono({ strict: false })
    .use(noPages)
    .use('/v1/*', stirring)
    .use('/sandbox/clock', looking)
    .route('/', sandboxApi);
  const token = randomBytes(16).toString('base64url');
  const slack = new Hono()
    .use('/api/*', noPages)
    .use('/hooks/*', noPages)
    .use('/upload/*', noPages)
    .use('/api/*', stirring)
    .route('/api', createWebApi(workspace, { token: BOT_TOKEN, ...(scopes && { scopes }) }))
    .route('/hooks', createHooks(workspace))
    .route('/upload', createUploads(workspace))
    .route('/', createPage({ workspace, controls, about, token }));

  const api = await listen(apiApp, options.apiPort, 'SANDBOX_PORT');
  const local = await listen(slack, options.slackPort, 'DEMO_PORT').catch(async (error) => {
    await api.close();
    throw error;
  });
  workspace.connect({ ownUrl: local.url });
  return {
    slackUrl: local.url,
    apiUrl: api.url,
    botEnvironment: {
      SLACK_API_URL: `${local.url}/api/`,
      SLACK_BOT_TOKEN: BOT_TOKEN,
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      VISIBILITY_BASE_URL: `${api.url}/v1/public`,
      VISIBILITY_API_KEY: apiKey,
      CLOCK_URL: `${api.url}/sandbox/clock`,
    },
    world,
    workspace,
    connectBot: (botUrl) => workspace.connect({ botUrl }),
    advance: (by) => void clock.advance(by),
    async close() {
      await Promise.all([api.close(), local.close()]);
      kept.close();
    },
  };
}

/** @throws Error with a sentence, when the port is taken. */
async function listen(app: Parameters<typeof serve>[0], port: number, variable: string): Promise<Served> {
  try {
    return await serve(app, port);
  } catch (cause) {
    throw new Error(`${variable}: port ${port} cannot be used. Set ${variable} to a free one.`, { cause });
  }
}
