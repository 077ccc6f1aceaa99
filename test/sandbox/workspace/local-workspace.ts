/** A local workspace over real HTTP, with the real Slack client on one side and a small bot on the other. */
import { isValidSlackRequest } from '@slack/bolt';
import { type Logger, LogLevel, WebClient } from '@slack/web-api';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { createHooks, createUploads } from '../../../src/sandbox/workspace/hooks.ts';
import type { Change } from '../../../src/sandbox/workspace/model.ts';
import { createWebApi } from '../../../src/sandbox/workspace/web-api/web-api.ts';
import { createWorkspace, type WorkspaceOptions } from '../../../src/sandbox/workspace/workspace.ts';
import { serve } from './serve.ts';

export const TOKEN = 'xoxb-test';
export const SECRET = 'a signing secret';
export const ANA = 'U0ANARUIZ';
export const BEN = 'U0BENOKOYE';
export const OTO = 'U0OTOVANCE';
export const BOT = 'U0SIGHTLINE';
export const LEADS = 'C0LEADS01';
export const WITHOUT_BOT = 'C0WITHOUT';
export const SECRET_ROOM = 'C0SECRET1';

export const COMMANDS = [
  { command: '/visibility', description: 'Everything', usageHint: '[help]', shouldEscape: true },
  { command: '/visibility-leads', description: 'Leads', usageHint: '[project]' },
];

/** A request to the bot: its form fields, and the JSON of an interaction or event. */
export type Received = { fields: Record<string, string>; payload: z.infer<typeof payloadShape> };

const payloadShape = z.looseObject({
  trigger_id: z.string().optional(),
  response_url: z.string().optional(),
});

type Answer = (c: Context, received: Received) => Response | Promise<Response>;

/** `scopes` are those the app was granted; if missing, it may do everything. */
export async function startWorkspace({
  scopes,
  ...overrides
}: Partial<WorkspaceOptions> & { scopes?: readonly string[] } = {}) {
  const time = { sandbox: Date.UTC(2026, 10, 19, 9, 0), real: Date.UTC(2026, 0, 1) };
  const received: Received[] = [];
  const bot: { received: Received[]; answer: Answer; last(): Received } = {
    received,
    answer: (c) => c.body(null, 200),
    last: () => {
      const last = received.at(-1);
      if (!last) throw new Error('The bot was sent nothing.');
      return last;
    },
  };
  const botServer = await serve(botApp(bot, time));
  const workspace = createWorkspace({
    now: () => time.sandbox,
    realNow: () => time.real,
    signingSecret: SECRET,
    commands: COMMANDS,
    channels: [
      { id: LEADS, name: 'leads', topic: 'Threads to answer', members: [ANA, BEN, OTO, BOT] },
      { id: WITHOUT_BOT, name: 'general', members: [ANA, BEN] },
      { id: SECRET_ROOM, name: 'board', private: true, members: [BEN] },
    ],
    ...(scopes && { scopes }),
    ...overrides,
  });
  const slack = new Hono()
    .route('/api', createWebApi(workspace, { token: TOKEN, ...(scopes && { scopes }) }))
    .route('/hooks', createHooks(workspace))
    .route('/upload', createUploads(workspace));
  const slackServer = await serve(slack);
  workspace.connect({ botUrl: `${botServer.url}/slack/events`, ownUrl: slackServer.url });

  const changes: Change[] = [];
  workspace.subscribe((change) => changes.push(change));

  return {
    workspace,
    bot,
    time,
    changes,
    url: slackServer.url,
    web: webClient(`${slackServer.url}/api/`, TOKEN),
    /** The texts that a person sees in a channel. */
    read: (channel: string, person: string) => workspace.messages(channel, person).map(({ text }) => text),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([slackServer.close(), botServer.close()]);
    },
  };
}

export type Here = Awaited<ReturnType<typeof startWorkspace>>;

export function webClient(slackApiUrl: string, token: string): WebClient {
  return new WebClient(token, {
    slackApiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: SILENT,
  });
}

/** The client logs every refusal, and many tests provoke them. */
const SILENT: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

function botApp(bot: { received: Received[]; answer: Answer }, time: { real: number }): Hono {
  const app = new Hono();
  app.post('/slack/events', async (c) => {
    const body = await c.req.text();
    const genuine = isValidSlackRequest({
      signingSecret: SECRET,
      body,
      headers: {
        'x-slack-signature': c.req.header('x-slack-signature') ?? '',
        'x-slack-request-timestamp': Number(c.req.header('x-slack-request-timestamp')),
      },
      nowMilliseconds: time.real,
    });
    if (!genuine) return c.text('not from Slack', 401);
    const isForm = c.req.header('content-type') === 'application/x-www-form-urlencoded';
    const fields = isForm ? Object.fromEntries(new URLSearchParams(body)) : {};
    const payload = payloadShape.parse(JSON.parse(isForm ? (fields.payload ?? '{}') : body));
    bot.received.push({ fields, payload });
    return bot.answer(c, { fields, payload });
  });
  return app;
}
