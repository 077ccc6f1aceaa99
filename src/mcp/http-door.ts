/** Serves /mcp: identifies the caller by a token or Slackbot’s signature, limits calls, and answers. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { z } from 'zod';
import { isRecent } from '../clock.ts';
import { type Config, LOOPBACK } from '../config.ts';
import { MINUTE_MS } from '../durations.ts';
import { parseJson } from '../json.ts';
import { findBarrier } from '../projects/projects.ts';
import { toSlackFailure } from '../slack/failures.ts';
import { judgeSignature } from '../slack/refused-requests.ts';
import { findMcpTokenOwner, noteMcpTokenUsed } from '../store/sealed.ts';
import type { Db } from '../store/tables.ts';
import type { Bot } from '../surface/ask.ts';
import { TooBusy, type UnderWay } from '../surface/restarting.ts';
import type { Workspace, WorkspaceOf } from '../surface/workspace.ts';
import { runTraced, type Spans } from '../trace.ts';
import type { Offer } from './server.ts';
import type { Caller } from './tool.ts';

const MAX_BYTES = 1_000_000;
/** Beyond this the connection is closed. */
const MAX_BYTES_READ = 20 * MAX_BYTES;

export type DoorDeps = {
  identify: Identify;
  workspaceOf: WorkspaceOf;
  bot: Bot;
  offer: Offer;
  underWay: UnderWay;
  spans?: Spans | undefined;
  redact: (text: string) => string;
};

export function createHttpDoor(deps: DoorDeps): RequestListener {
  const { identify, underWay, spans, redact, bot } = deps;

  async function replyTo(req: IncomingMessage, body: Buffer): Promise<Reply> {
    const message = parseJson(body.toString());
    const { headers, method = 'GET', socket } = req;
    const identity = await identify({ headers, rawBody: body, body: message, address: socket.remoteAddress });
    if ('refusal' in identity) return refusal(identity.refusal, identity.sentence, identity.headers);
    if (method === 'POST' && message === undefined) return refusal(400, 'This isn’t JSON.');
    // A batch would count as one call; the protocol dropped batches in 2025-06-18.
    if (Array.isArray(message)) return refusal(400, 'Send one message at a time.');
    const caller = createCaller(identity, deps);
    // Loaded for the first client: it takes a tenth of the start, and many bots never need it.
    const [{ createMcpHandler }, { createServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./server.ts'),
    ]);
    // Nothing outlives the request, so there's nothing to subscribe to.
    const handler = createMcpHandler(() => createServer(caller, deps.offer), {
      maxSubscriptions: 0,
      onerror: (error) => bot.log.warn({ err: error }, 'The MCP handler reported an error'),
    });
    const request = new Request('http://127.0.0.1/mcp', { method, headers: toHeaders(headers) });
    const response = await handler.fetch(request, { parsedBody: message });
    // Read to the end, so that a shutdown waits for it.
    const text = redact(await response.text());
    await handler.close();
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
  }

  return (req, res) => {
    const work = async () => {
      const body = await readBody(req);
      send(res, body === undefined ? refusal(413, 'This request is too large.') : await replyTo(req, body));
    };
    const refused = underWay.refusal();
    if (refused) {
      const why = refused instanceof TooBusy ? 'too busy right now' : 'restarting';
      return send(res, refusal(503, `Sightline is ${why}. Try again in a minute.`, { 'retry-after': '60' }));
    }
    void underWay.track(() =>
      runTraced('mcp', { spans }, () =>
        work().catch((error: unknown) => {
          bot.log.error({ err: error }, 'A request from an MCP client failed');
          if (!res.headersSent) send(res, refusal(500, 'Something went wrong on our side.'));
        }),
      ),
    );
  };
}

function createCaller(identity: Identity, { workspaceOf, bot }: DoorDeps): Caller | undefined {
  if ('listsOnly' in identity) return undefined;
  const { team, person } = identity;
  const workspace = workspaceOf(team);
  return workspace && { team, person, workspace, bot, callId: randomUUID() };
}

type Reply = { status: number; headers: Readonly<Record<string, string>>; text: string };

function refusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Reply {
  const text = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  return { status, headers: { ...headers, 'content-type': 'application/json' }, text };
}

function send(res: ServerResponse, { status, headers, text }: Reply): void {
  res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
}

/** Undefined if it's too large. It's still read to the end, since clients don't hear a reply while sending. */
async function readBody(req: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of req) {
    length += piece.length;
    if (length > MAX_BYTES_READ) return undefined;
    if (length <= MAX_BYTES) pieces.push(piece);
  }
  return length > MAX_BYTES ? undefined : Buffer.concat(pieces);
}

function toHeaders(headers: IncomingMessage['headers']): Headers {
  const all = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'content-length'
      ? []
      : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return new Headers(all);
}

/** `listsOnly`: Slackbot on nobody's behalf. It may list the tools but not call them. */
type Identity = { team: string; person: string } | { listsOnly: true };

type NotIdentified = { refusal: number; sentence: string; headers: Readonly<Record<string, string>> };

/** `body`: the JSON in `rawBody`; undefined if it isn't JSON. `address`: the other end of the connection. */
export type Presented = {
  headers: IncomingHttpHeaders;
  rawBody: Uint8Array | string;
  body: unknown;
  address?: string | undefined;
};

export type Identify = (presented: Presented) => Promise<Identity | NotIdentified>;

const MAX_CALLS = 60;
const MAX_WRONG_TOKENS = 20;

type IdentityDeps = {
  config: Pick<Config, 'host' | 'publicUrl' | 'mcp'>;
  db: Db;
  workspaceOf: WorkspaceOf;
  /** Epoch ms. The bot's clock dates the use of a token, the machine's the age of a signature. */
  now: () => number;
  realNow: () => number;
};

export function createIdentity({ config, db, workspaceOf, now, realNow }: IdentityDeps): Identify {
  const calls = createRateLimit(MAX_CALLS, realNow);
  const wrongTokens = createRateLimit(MAX_WRONG_TOKENS, realNow);
  const { signingSecrets } = config.mcp;

  /** Undefined if the person may come in. `findFault`: why they may not, for this way of connecting. */
  async function checkPerson(
    workspace: Workspace,
    person: string,
    findFault: (found: Awaited<ReturnType<Workspace['personOf']>>) => string | undefined,
  ): Promise<NotIdentified | undefined> {
    const wait = calls(`${workspace.team} ${person}`);
    if (wait !== undefined) return refuseTooMany(wait, `More than ${MAX_CALLS} requests in a minute.`);
    try {
      const found = await workspace.personOf(person);
      const fault = found.isDeactivated
        ? 'The Slack account behind this request is deactivated.'
        : findFault(found);
      return fault === undefined ? undefined : refuseUnauthorised(fault);
    } catch (error) {
      if (NO_SUCH_PERSON.has(toSlackFailure(error).reason))
        return refuseUnauthorised('Slack no longer knows the person behind this request.');
      return refuse(503, 'Slack isn’t saying who you are right now. Try again in a minute.', {
        'retry-after': '60',
      });
    }
  }

  async function identifyByToken(token: string, address: string): Promise<Identity | NotIdentified> {
    const found = await findMcpTokenOwner(db, token);
    if (!found || found.isRevoked) {
      // Only counted now: behind a proxy everyone shares an address, and one person's mistakes mustn't lock others out.
      const wait = wrongTokens(address);
      if (wait !== undefined) return refuseTooMany(wait, 'Too many unknown tokens.');
      const what = found ? 'was revoked' : 'isn’t known';
      return refuseUnauthorised(`This token ${what}. Make one with /visibility mcp in Slack.`);
    }
    const { team, id, person } = found;
    const workspace = workspaceOf(team);
    if (!workspace)
      return refuseUnauthorised('Sightline is no longer installed in this token’s Slack workspace.');
    const fault = await checkPerson(workspace, person, (member) =>
      findBarrier(member, 'members')
        ? 'Tokens are for full members of the workspace, and this token’s owner is no longer one.'
        : undefined,
    );
    if (fault) return fault;
    await noteMcpTokenUsed(db, team, id, now());
    return { team, person };
  }

  async function identifyBySlack(presented: Presented, signature: string): Promise<Identity | NotIdentified> {
    const { headers, rawBody } = presented;
    if (signingSecrets.length === 0)
      return refuseUnauthorised(
        'Slackbot isn’t allowed here. Whoever runs Sightline can set MCP_SLACK_IDENTITY=on.',
      );
    const timestamp = header(headers, 'x-slack-request-timestamp');
    if (judgeSignature({ timestamp, signature }, rawBody, signingSecrets, realNow()) !== 'right')
      return refuseUnauthorised('This isn’t Slack’s signature, or it’s older than five minutes.');
    return identifyAsker(presented);
  }

  /** Slack has signed the request, so it's trusted to say who it's for. */
  async function identifyAsker({ rawBody, body }: Presented): Promise<Identity | NotIdentified> {
    const slack = Asking.safeParse(body).data?.params._meta.slack;
    if (slack === undefined && (rawBody.length === 0 || FOR_NOBODY.safeParse(body).success))
      return { listsOnly: true };
    const named = SlackMeta.safeParse(slack).data;
    const workspace = named?.team_id ? workspaceOf(named.team_id) : undefined;
    if (!named || !workspace)
      return refuse(403, 'Slack doesn’t say who is asking Slackbot, or from which workspace with Sightline.');
    const fault = await checkPerson(workspace, named.user_id, () => undefined);
    return fault ?? { team: workspace.team, person: named.user_id };
  }

  return async function identify(presented) {
    const { headers, address = '' } = presented;
    const foreign = checkOrigin(headers, config);
    if (foreign) return foreign;
    const authorization = header(headers, 'authorization');
    const signature = header(headers, 'x-slack-signature');
    if (authorization !== undefined && signature !== undefined)
      return refuse(400, 'Send a token or Slack’s signature, not both.');
    if (signature !== undefined) return identifyBySlack(presented, signature);
    const [, token] = authorization?.match(/^Bearer +(\S+)$/i) ?? [];
    return token === undefined
      ? refuseUnauthorised(
          'This needs a token. Make one with /visibility mcp in Slack, and send it as a Bearer token.',
        )
      : identifyByToken(token, address);
  };
}

const NO_SUCH_PERSON: ReadonlySet<string> = new Set([
  'user_not_found',
  'user_not_visible',
  'users_not_found',
]);

/** In `params._meta.slack`; `team_id` is null for a whole organisation. docs.slack.dev/ai/slackbot-mcp-client */
const SlackMeta = z.object({ user_id: z.string().min(1), team_id: z.string().min(1).nullable() });
const Asking = z.object({ params: z.object({ _meta: z.object({ slack: z.unknown() }) }) });

/** Methods that answer everybody the same. */
const FOR_NOBODY = z.object({
  method: z.union([
    z.enum([
      'initialize',
      'ping',
      'server/discover',
      'tools/list',
      'prompts/list',
      'resources/templates/list',
    ]),
    z.templateLiteral(['notifications/', z.string()]),
  ]),
});

/** Keeps web pages out, even by DNS rebinding. On all addresses without PUBLIC_URL any host passes. */
function checkOrigin(headers: IncomingHttpHeaders, { host, publicUrl }: IdentityDeps['config']) {
  const names = new Set([...LOOPBACK, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])]);
  const isKnown = publicUrl !== undefined || LOOPBACK.includes(host.includes(':') ? `[${host}]` : host);
  const [, named = ''] = header(headers, 'host')?.match(/^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i) ?? [];
  if (isKnown && !names.has(named.toLowerCase()))
    return refuse(
      403,
      'Sightline doesn’t recognise this address. Whoever runs it can set PUBLIC_URL to the one that clients use.',
    );
  const origin = header(headers, 'origin');
  const isAddress = origin !== undefined && /^https?:\/\//.test(origin) && URL.canParse(origin);
  if (origin === undefined || (isAddress && names.has(new URL(origin).hostname))) return undefined;
  return refuse(403, 'Pages of other sites can’t call this.');
}

/** A header sent twice is joined, so that it matches no format. */
function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function refuse(refusal: number, sentence: string, headers: NotIdentified['headers'] = {}): NotIdentified {
  return { refusal, sentence, headers };
}

function refuseUnauthorised(sentence: string): NotIdentified {
  return refuse(401, sentence, { 'www-authenticate': 'Bearer' });
}

function refuseTooMany(seconds: number, what: string): NotIdentified {
  const sentence = `${what} Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return refuse(429, sentence, { 'retry-after': String(seconds) });
}

/** Keys remembered at once. The oldest is forgotten first. */
const MAX_KEYS = 10_000;

/** Allows `most` in each minute for each key. `realNow`: epoch ms. */
export function createRateLimit(most: number, realNow: () => number) {
  const counts = new Map<string, number>();
  let since = realNow();
  /** Counts one. Undefined if it's within the limit, otherwise the seconds to wait. */
  return function take(key: string): number | undefined {
    const now = realNow();
    if (!isRecent(since, now, MINUTE_MS)) {
      counts.clear();
      since = now;
    }
    const count = counts.get(key) ?? 0;
    if (count >= most) return Math.ceil((since + MINUTE_MS - now) / 1_000);
    counts.set(key, count + 1);
    const [oldest] = counts.keys();
    if (counts.size > MAX_KEYS && oldest !== undefined) counts.delete(oldest);
    return undefined;
  };
}
