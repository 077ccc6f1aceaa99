/** The world around the bot, on free ports of this machine: the API's sandbox and the local Slack, driven over HTTP. */
import { z } from 'zod';
import { systemClock } from '../../src/clock.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import type { Workspace } from '../../src/sandbox/workspace/model.ts';
import type { World } from '../../src/sandbox/world/world.ts';
import { EVENT_ROUTES, SHORTCUT_ROUTES } from '../../src/surface/index.ts';
import { slashCommands } from '../../src/verbs/manifest.ts';
import { TOUR } from '../../src/verbs/sandbox.ts';
import { knownRuns } from './known-runs.ts';
import { createLocalSlack, type LocalSlack } from './local-slack.ts';
import { textOfUrl } from './text-of-url.ts';

/** A Wednesday, one minute before nine o'clock in Berlin, when the example's feeds are due. */
export const BEFORE_NINE = Date.parse('2026-03-11T07:59:00Z');

export const API_KEY = 'key-of-the-journeys';
export const SIGNING_SECRET = 'demo-signing-secret';

export const ACME = {
  id: '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90',
  leads: 'C0ACMELEADS',
  scores: 'C0ACMEVISIB',
};
export const TIDEWATER = { id: 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18', channel: 'C0TIDEWATER' };
/** Channels that the example posts nothing to. */
export const RANDOM = 'C0RANDOM';
export const PLANNING = 'C0PLANNING';

/** The bots of journeys keep no pace in Slack, and look at the clock ten times a second. */
const QUIET_MS = 500;

/** What the API's sandbox was asked. */
type ApiRequest = z.output<typeof Requests>[number];
const Requests = z.array(
  z.object({
    at: z.string(),
    method: z.string(),
    path: z.string(),
    operation: z.string().nullable(),
    status: z.number(),
    body: z.unknown().optional(),
  }),
);

const Time = z.object({ now: z.iso.datetime() });
const Leads = z.array(z.looseObject({ title: z.string(), url: z.string(), score: z.number().nullable() }));

export type Fault = { operation: string; kind: string; times?: number };

export type TestSandbox = {
  slack: LocalSlack;
  /** What stands behind the local Slack's page. */
  workspace: Workspace;
  /** What a bot needs in its environment to live in this world. */
  botEnvironment: Readonly<Record<string, string>>;
  /** What is really there, whatever the API says of it. */
  world: World;
  connectBot(eventsUrl: string): void;
  /** Simulated time, epoch ms. */
  now(): Promise<number>;
  /** Moves the time on; answers the new one, epoch ms. */
  advance(by: { days: number } | { minutes: number }): Promise<number>;
  breakApi(fault: Fault): Promise<void>;
  mendApi(): Promise<void>;
  /** Everything that the API was asked, oldest first; and what of it was to change something. */
  requests(): Promise<ApiRequest[]>;
  writes(): Promise<ApiRequest[]>;
  /** What the API lists, in its order. */
  leads(projectId: string): Promise<z.output<typeof Leads>>;
  close(): Promise<void>;
};

/** `dialect`: how the API speaks; `start`: its simulated time, epoch ms, which passes like `realNow`. */
export async function startTestSandbox(
  dialect = 'plain',
  start = BEFORE_NINE,
  realNow = systemClock().now,
): Promise<TestSandbox> {
  const running = await startSandbox({
    start,
    runsOf: knownRuns,
    realNow,
    slackPort: 0,
    apiPort: 0,
    apiKey: API_KEY,
    dialect,
    timezone: 'Europe/Berlin',
    channels: [
      { id: ACME.leads, name: 'acme-leads', topic: '' },
      { id: ACME.scores, name: 'acme-visibility', topic: '' },
      { id: TIDEWATER.channel, name: 'tidewater', topic: '' },
      { id: RANDOM, name: 'random', topic: '' },
      { id: PLANNING, name: 'planning', topic: '' },
    ],
    botEvents: Object.keys(EVENT_ROUTES),
    quietMs: QUIET_MS,
    commands: slashCommands().map(({ command, description, usage_hint = '', should_escape }) => ({
      command,
      description,
      usageHint: usage_hint,
      shouldEscape: should_escape,
    })),
    shortcuts: SHORTCUT_ROUTES.map(({ shortcut: { id: callbackId, type, name, description } }) => ({
      callbackId,
      type,
      name,
      description,
    })),
    tour: TOUR,
    about: { summary: '', scopes: [], leaves: [], connect: [] },
  });
  const control = async <Answer>(path: string, shape: z.ZodType<Answer>, body?: unknown): Promise<Answer> => {
    const sent = body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) };
    const headers = { 'X-API-Key': API_KEY };
    return shape.parse(JSON.parse(await textOfUrl(`${running.apiUrl}${path}`, { ...sent, headers })));
  };
  const time = async (path: string, body?: unknown) => Date.parse((await control(path, Time, body)).now);
  const requests = () => control('/sandbox/requests', Requests);
  return {
    slack: createLocalSlack(running.slackUrl, running.workspace),
    workspace: running.workspace,
    botEnvironment: running.botEnvironment,
    world: running.world,
    connectBot: running.connectBot,
    now: () => time('/sandbox/clock'),
    advance: (by) => time('/sandbox/advance', by),
    breakApi: async (fault) => void (await control('/sandbox/faults', z.unknown(), fault)),
    mendApi: async () => void (await control('/sandbox/faults', z.unknown(), { kind: 'none' })),
    requests,
    writes: async () => (await requests()).filter(({ method }) => method !== 'GET'),
    leads: (projectId) => control(`/v1/public/projects/${projectId}/community/leads?limit=50`, Leads),
    close: running.close,
  };
}
