/** Identifies the caller of /mcp, by a personal token or Slackbot's signed request, and limits their rate; or says why not. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { type Config, LOOPBACK } from '../config.ts';
import { MINUTE_MS } from '../durations.ts';
import { mayWrite } from '../rules/permission.ts';
import { slackFailure } from '../slack/failures.ts';
import { noteMcpTokenUsed, whoseMcpToken } from '../store/mcp-tokens.ts';
import type { Db } from '../store/schema.ts';
import type { Workspace, WorkspaceOf } from '../surface/workspace.ts';

/** `listsOnly`: Slackbot for nobody in particular, which may learn what tools there are but call none. */
export type Identity =
  | { door: 'token' | 'slack'; team: string; person: string; listsOnly?: undefined }
  | { door: 'slack'; listsOnly: true };

/** An HTTP status with its headers, and a sentence for whoever set up the client. */
type NotIdentified = { refusal: number; sentence: string; headers: Readonly<Record<string, string>> };

/** `body`: the JSON in `rawBody`, undefined if there is none. `address`: the other end of the connection. */
export type Presented = {
  headers: IncomingHttpHeaders;
  rawBody: Uint8Array | string;
  body: unknown;
  address?: string | undefined;
};

export type Identify = (presented: Presented) => Promise<Identity | NotIdentified>;

/** Per minute: requests of a person, by whatever door; and unknown tokens from an address. */
const [CALLS, WRONG_TOKENS] = [60, 20];

type IdentityDeps = {
  config: Pick<Config, 'host' | 'publicUrl' | 'mcp'>;
  db: Db;
  workspaceOf: WorkspaceOf;
  /** Epoch ms: the bot's clock dates the use of a token, the machine's the age of a signature. */
  now: () => number;
  realNow: () => number;
};

export function createIdentity({ config, db, workspaceOf, now, realNow }: IdentityDeps): Identify {
  const calls = createRateLimit(CALLS, realNow);
  const wrongTokens = createRateLimit(WRONG_TOKENS, realNow);
  const { signingSecret } = config.mcp;

  /** Undefined if the person may come in. `faultOf`: why they may not by this door, in a sentence. */
  async function refusalFor(
    workspace: Workspace,
    person: string,
    faultOf: (found: Awaited<ReturnType<Workspace['personOf']>>) => string | undefined,
  ): Promise<NotIdentified | undefined> {
    const wait = calls(`${workspace.team} ${person}`);
    if (wait !== undefined) return tooMany(wait, `More than ${CALLS} requests in a minute.`);
    try {
      const found = await workspace.personOf(person);
      const fault = found.isDeactivated
        ? 'The Slack account behind this request is deactivated.'
        : faultOf(found);
      return fault === undefined ? undefined : unauthorised(fault);
    } catch (error) {
      if (NO_SUCH_PERSON.has(slackFailure(error).reason))
        return unauthorised('Slack no longer knows the person behind this request.');
      return refused(503, 'Slack doesn’t say who you are right now. Try again in a minute.', {
        'retry-after': '60',
      });
    }
  }

  async function byToken(token: string, address: string): Promise<Identity | NotIdentified> {
    const found = await whoseMcpToken(db, token);
    if (!found || found.isRevoked) {
      // Counted only now: behind a proxy all share one address, and one person's mistakes must not shut out the others.
      const wait = wrongTokens(address);
      if (wait !== undefined) return tooMany(wait, 'Too many tokens that don’t exist.');
      const what = found ? 'was revoked' : 'isn’t known';
      return unauthorised(`This token ${what}. Make one with /visibility mcp in Slack.`);
    }
    const { team, id, person } = found;
    const workspace = workspaceOf(team);
    if (!workspace) return unauthorised('Sightline is no longer in the Slack workspace of this token.');
    const fault = await refusalFor(workspace, person, (member) =>
      mayWrite(member, 'members', team).allowed
        ? undefined
        : 'Tokens are for full members of the workspace, and this token’s owner no longer is one.',
    );
    if (fault) return fault;
    await noteMcpTokenUsed(db, team, id, now());
    return { door: 'token', team, person };
  }

  /** The request is signed by Slack, so it may say whom it is for. */
  async function bySlack({ rawBody, body }: Presented): Promise<Identity | NotIdentified> {
    const named = whoIn(body);
    if (named === undefined) {
      return rawBody.length === 0 || asksForNobody(body)
        ? { door: 'slack', listsOnly: true }
        : refused(403, 'Slack doesn’t say for whom Slackbot asks.');
    }
    if (named === 'unreadable') return refused(403, 'Sightline can’t read for whom Slackbot asks.');
    if (named.team_id === null)
      return refused(403, 'Slack doesn’t say from which workspace you ask. Ask in one where Sightline is.');
    const workspace = workspaceOf(named.team_id);
    if (!workspace) return refused(403, 'Sightline isn’t installed in this workspace.');
    const fault = await refusalFor(workspace, named.user_id, () => undefined);
    return fault ?? { door: 'slack', team: workspace.team, person: named.user_id };
  }

  return async function identify(presented) {
    const { headers, rawBody, address = '' } = presented;
    const misplaced = placeFault(headers, config);
    if (misplaced) return misplaced;
    const authorization = header(headers, 'authorization');
    const signature = header(headers, 'x-slack-signature');
    if (authorization !== undefined && signature !== undefined)
      return refused(400, 'Present a token or Slack’s signature, not both.');
    if (signature !== undefined) {
      if (signingSecret === undefined)
        return unauthorised(
          'Slackbot isn’t let in here. Whoever runs Sightline can set MCP_SLACK_IDENTITY=on.',
        );
      const timestamp = header(headers, 'x-slack-request-timestamp');
      return isSignedBySlack({ timestamp, signature }, rawBody, signingSecret, realNow())
        ? bySlack(presented)
        : unauthorised('This isn’t Slack’s signature, or it’s older than five minutes.');
    }
    const [, token] = authorization?.match(/^Bearer +(\S+)$/i) ?? [];
    return token === undefined
      ? unauthorised(
          'This takes a token: make one with /visibility mcp in Slack, and send it as a Bearer token.',
        )
      : byToken(token, address);
  };
}

const NO_SUCH_PERSON: ReadonlySet<string> = new Set([
  'user_not_found',
  'user_not_visible',
  'users_not_found',
]);

/**
 * Who asks is in `params._meta.slack` of the JSON-RPC request; `team_id` is null where the app is installed for a whole
 * organisation. https://docs.slack.dev/ai/slackbot-mcp-client
 */
const SlackMeta = z.object({ user_id: z.string().min(1), team_id: z.string().min(1).nullable() });
const Meant = z.object({ params: z.object({ _meta: z.object({ slack: z.unknown() }) }) });

/** Undefined where the request names nobody. */
function whoIn(body: unknown): z.infer<typeof SlackMeta> | 'unreadable' | undefined {
  const slack = Meant.safeParse(body).data?.params._meta.slack;
  if (slack === undefined) return undefined;
  return SlackMeta.safeParse(slack).data ?? 'unreadable';
}

/** Methods whose answers are the same for everybody. */
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

function asksForNobody(body: unknown): boolean {
  return FOR_NOBODY.safeParse(body).success;
}

/**
 * Keeps web pages from reaching the bot through a visitor's browser, also by DNS rebinding. A bot that listens on all addresses
 * and has no PUBLIC_URL can't know its own names.
 */
function placeFault(
  headers: IncomingHttpHeaders,
  { host, publicUrl }: IdentityDeps['config'],
): NotIdentified | undefined {
  const names = new Set([...LOOPBACK, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])]);
  const isKnown = publicUrl !== undefined || LOOPBACK.includes(host.includes(':') ? `[${host}]` : host);
  const [, named = ''] = header(headers, 'host')?.match(/^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i) ?? [];
  if (isKnown && !names.has(named.toLowerCase()))
    return refused(
      403,
      'Sightline doesn’t know this address as its own. Whoever runs it sets PUBLIC_URL to the one that clients use.',
    );
  const origin = header(headers, 'origin');
  if (origin === undefined || names.has(hostIn(origin))) return undefined;
  return refused(403, 'Pages of other sites can’t ask here.');
}

/** Empty for "null" and anything else that is no address. */
function hostIn(origin: string): string {
  return /^https?:\/\//.test(origin) && URL.canParse(origin) ? new URL(origin).hostname : '';
}

/** A header that came twice is joined, so that it fits no format. */
function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function refused(refusal: number, sentence: string, headers: NotIdentified['headers'] = {}): NotIdentified {
  return { refusal, sentence, headers };
}

function unauthorised(sentence: string): NotIdentified {
  return refused(401, sentence, { 'www-authenticate': 'Bearer' });
}

function tooMany(seconds: number, what: string): NotIdentified {
  const sentence = `${what} Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return refused(429, sentence, { 'retry-after': String(seconds) });
}

/** Keys remembered at once; the oldest is forgotten first. */
const REMEMBERED = 10_000;

/** `most` in a minute for each key; `realNow` in epoch ms. */
export function createRateLimit(most: number, realNow: () => number) {
  const minutes = new Map<string, { since: number; count: number }>();
  /** Counts one. Undefined if it is within the limit, else the seconds until the next may come. */
  return function take(key: string): number | undefined {
    const now = realNow();
    const before = minutes.get(key);
    const isOver = !before || now - before.since >= MINUTE_MS || now < before.since;
    const minute = isOver ? { since: now, count: 0 } : before;
    if (minute.count >= most) return Math.ceil((minute.since + MINUTE_MS - now) / 1_000);
    minute.count += 1;
    if (isOver) {
      // Moved to the end, so that the first key is the oldest.
      minutes.delete(key);
      minutes.set(key, minute);
    }
    const [oldest] = minutes.keys();
    if (minutes.size > REMEMBERED && oldest !== undefined) minutes.delete(oldest);
    return undefined;
  };
}

/** An older signature may be a replay; a newer one isn't by Slack's clock. */
const LASTS_MS = 5 * MINUTE_MS;

/** `rawBody`: byte for byte. `realNow` in epoch ms. */
function isSignedBySlack(
  { timestamp = '', signature = '' }: { timestamp: string | undefined; signature: string | undefined },
  rawBody: Uint8Array | string,
  signingSecret: string,
  realNow: number,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(realNow - Number(timestamp) * 1_000) > LASTS_MS) return false;
  const [, given] = signature.match(/^v0=([0-9a-f]{64})$/) ?? [];
  if (given === undefined) return false;
  const made = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(rawBody).digest();
  return timingSafeEqual(made, Buffer.from(given, 'hex'));
}
