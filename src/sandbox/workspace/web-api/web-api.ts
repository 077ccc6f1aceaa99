/**
 * The Web API over HTTP: the bot calls its methods at /api/METHOD, each with the scope it needs.
 * https://docs.slack.dev/reference/scopes
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { isRecord, parseJson } from '../../../json.ts';
import { FAULT_DELAY_MS, FAULT_RETRY_AFTER, Refusal } from '../grants.ts';
import type { State } from '../state.ts';
import { chatMethods, filesMethods } from './chat.ts';
import { conversationsMethods, usersMethods } from './conversations.ts';
import type { Method } from './method.ts';
import { viewsMethods } from './views.ts';

const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    ...chatMethods,
    ...conversationsMethods,
    ...filesMethods,
    ...usersMethods,
    ...viewsMethods,
  }),
);

/** Any other method is an unknown_method. */
export const WEB_API_METHODS: readonly string[] = [...METHODS.keys()];

/**
 * Answers 200 with `ok` true or false, or 429 with Retry-After for a post that comes too early. `token` is the bot's.
 * `scopes` are those the app was granted; if missing, it may do everything.
 */
export function createWebApi(
  { state }: { state: State },
  { token, scopes }: { token: string; scopes?: readonly string[] },
): Hono {
  const app = new Hono();
  app.on(['GET', 'POST'], '/:method', async (c) => {
    const name = c.req.param('method');
    const args = await readArguments(c);
    const given = readToken(c, args);
    if (given !== token) return c.json({ ok: false, error: given ? 'invalid_auth' : 'not_authed' });
    if (scopes) c.header('X-OAuth-Scopes', scopes.join(','));
    const run = METHODS.get(name);
    if (!run) return c.json({ ok: false, error: 'unknown_method', req_method: name });
    const needed = scopes && missingScope(name, args, state, scopes);
    if (needed) return c.json({ ok: false, error: 'missing_scope', needed, provided: scopes.join(',') });
    const wait = await secondsToWait(name, args, state);
    if (wait > 0) return c.json({ ok: false, error: 'ratelimited' }, 429, { 'Retry-After': `${wait}` });
    return c.json(answer(run, args, state));
  });
  return app;
}

async function secondsToWait(
  name: string,
  { channel }: Record<string, unknown>,
  { faults, rateLimit }: State,
): Promise<number> {
  if (faults.has('slow')) await sleep(FAULT_DELAY_MS);
  if (name !== 'chat.postMessage') return 0;
  if (faults.has('rate_limited')) return FAULT_RETRY_AFTER;
  return rateLimit.admits(String(channel)) ? 0 : 1;
}

function answer(run: Method, args: Record<string, unknown>, state: State): Record<string, unknown> {
  try {
    return { ok: true, ...run(args, state) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, messages } = error;
    return { ok: false, error: code, ...(messages.length > 0 && { response_metadata: { messages } }) };
  }
}

/** From the query, a form or JSON. */
async function readArguments(c: Context): Promise<Record<string, unknown>> {
  const query = c.req.query();
  if (c.req.header('content-type')?.startsWith('application/json')) {
    const body = parseJson(await c.req.text());
    return isRecord(body) ? { ...query, ...body } : query;
  }
  if (c.req.method === 'GET') return query;
  return { ...query, ...Object.fromEntries(new URLSearchParams(await c.req.text())) };
}

function readToken(c: Context, args: Record<string, unknown>): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  return bearer ?? (typeof args.token === 'string' ? args.token : undefined);
}

const BY_METHOD: Readonly<Record<string, string>> = {
  'chat.postMessage': 'chat:write',
  'chat.postEphemeral': 'chat:write',
  'chat.update': 'chat:write',
  'chat.delete': 'chat:write',
  'conversations.open': 'im:write',
  'files.getUploadURLExternal': 'files:write',
  'files.completeUploadExternal': 'files:write',
  'usergroups.users.list': 'usergroups:read',
  'users.info': 'users:read',
};

/** The scope's first part depends on the kind of conversation. */
const BY_CONVERSATION: Readonly<Record<string, 'read' | 'history'>> = {
  'conversations.info': 'read',
  'conversations.members': 'read',
  'conversations.history': 'history',
  'conversations.replies': 'history',
};

const KINDS: Readonly<Record<string, string>> = {
  public_channel: 'channels',
  private_channel: 'groups',
  im: 'im',
  mpim: 'mpim',
};

/** The first scope that the call needs but the app wasn't granted. */
function missingScope(
  name: string,
  args: Record<string, unknown>,
  state: State,
  granted: readonly string[],
): string | undefined {
  return neededScopes(name, args, state).find((scope) => !granted.includes(scope));
}

function neededScopes(name: string, args: Record<string, unknown>, { directory }: State): string[] {
  const scope = BY_METHOD[name];
  if (scope) return [scope];
  const access = BY_CONVERSATION[name];
  if (access) {
    const channel = directory.channel(String(args.channel));
    if (channel?.directWith !== undefined) return [`im:${access}`];
    return [`${channel?.private ? 'groups' : 'channels'}:${access}`];
  }
  if (name !== 'users.conversations') return [];
  const types = typeof args.types === 'string' ? args.types.split(',') : ['public_channel'];
  return types.flatMap((type) => {
    const kind = KINDS[type.trim()];
    return kind ? [`${kind}:read`] : [];
  });
}
