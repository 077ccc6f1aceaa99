/** The door of /mcp: who asks, by a personal token or by Slackbot's signed request, and how often; or why nobody is let in. */
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

/**
 * Who asks. `listsOnly`: Slackbot, for nobody in particular, as when it looks what tools there are: it may be told that, and
 * nothing may be called for it.
 */
export type Identity =
  | { door: 'token' | 'slack'; team: string; person: string; listsOnly?: undefined }
  | { door: 'slack'; listsOnly: true };

/** An HTTP status, a sentence for whoever set up the client, and headers that belong to the status. */
type NotIdentified = { refusal: number; sentence: string; headers: Readonly<Record<string, string>> };

/** `body` is what `rawBody` says as JSON; undefined where it says nothing. `address`: whose connection it came by. */
export type Presented = {
  headers: IncomingHttpHeaders;
  rawBody: Uint8Array | string;
  body: unknown;
  address?: string | undefined;
};

export type Identify = (presented: Presented) => Promise<Identity | NotIdentified>;

/** In a minute, for a person, whatever they ask by; and for an address that presents tokens that are none. */
const [CALLS, WRONG_TOKENS] = [60, 20];

type IdentityDeps = {
  config: Pick<Config, 'host' | 'publicUrl' | 'mcp'>;
  db: Db;
  workspaceOf: WorkspaceOf;
  /** Epoch ms: the bot's clock, which dates the use of a token, and the machine's, by which signatures age. */
  now: () => number;
  realNow: () => number;
};

export function createIdentity({ config, db, workspaceOf, now, realNow }: IdentityDeps): Identify {
  const calls = createRateLimit(CALLS, realNow);
  const wrongTokens = createRateLimit(WRONG_TOKENS, realNow);
  const { signingSecret } = config.mcp;

  /** The person, as long as they are one; `fits` says in a sentence why they may not come in by this door. */
  async function personIn(
    workspace: Workspace,
    person: string,
    fits: (found: Awaited<ReturnType<Workspace['personOf']>>) => string | undefined,
  ): Promise<NotIdentified | undefined> {
    const wait = calls(`${workspace.team} ${person}`);
    if (wait !== undefined) return tooMany(wait, `More than ${CALLS} requests in a minute.`);
    try {
      const found = await workspace.personOf(person);
      const fault = found.isDeactivated
        ? 'The Slack account behind this request is deactivated.'
        : fits(found);
      return fault === undefined ? undefined : unauthorised(fault);
    } catch (error) {
      if (NO_SUCH_PERSON.has(slackFailure(error).reason))
        return unauthorised('Slack doesn’t know the person behind this request any more.');
      return refused(503, 'Slack doesn’t say who you are right now. Try again in a minute.', {
        'retry-after': '60',
      });
    }
  }

  async function byToken(token: string, address: string): Promise<Identity | NotIdentified> {
    const found = await whoseMcpToken(db, token);
    if (!found || found.isRevoked) {
      // Only after the look: behind a proxy all come from one address, and nobody's mistakes may shut out the others.
      const wait = wrongTokens(address);
      if (wait !== undefined) return tooMany(wait, 'Too many tokens that don’t exist.');
      const what = found ? 'was revoked' : 'isn’t known';
      return unauthorised(`This token ${what}. Make one with /visibility mcp in Slack.`);
    }
    const { team, id, person } = found;
    const workspace = workspaceOf(team);
    if (!workspace) return unauthorised('Sightline isn’t in the Slack workspace of this token any more.');
    const fault = await personIn(workspace, person, (member) =>
      mayWrite(member, 'members', team).allowed
        ? undefined
        : 'Tokens are for full members of the workspace, and its owner isn’t one any more.',
    );
    if (fault) return fault;
    await noteMcpTokenUsed(db, team, id, now());
    return { door: 'token', team, person };
  }

  /** What a request says of itself is believed only here, where it is known to be Slack's. */
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
    const fault = await personIn(workspace, named.user_id, () => undefined);
    return fault ?? { door: 'slack', team: workspace.team, person: named.user_id };
  }

  return async function identify(presented) {
    const { headers, rawBody, address = '' } = presented;
    const misplaced = placeFault(headers, config);
    if (misplaced) return misplaced;
    const authorization = one(headers, 'authorization');
    const signature = one(headers, 'x-slack-signature');
    if (authorization !== undefined && signature !== undefined)
      return refused(400, 'Present a token or Slack’s signature, not both.');
    if (signature !== undefined) {
      if (signingSecret === undefined)
        return unauthorised(
          'Slackbot isn’t let in here. Whoever runs Sightline can set MCP_SLACK_IDENTITY=on.',
        );
      const timestamp = one(headers, 'x-slack-request-timestamp');
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

/** What any client is told before it calls anything: it is the same for all. */
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
 * A page that somebody visits must not reach the bot by way of their browser, under a name of its own either (DNS
 * rebinding). Where the bot listens to all and was told no address, it can't know by which names it is reached.
 */
function placeFault(
  headers: IncomingHttpHeaders,
  { host, publicUrl }: IdentityDeps['config'],
): NotIdentified | undefined {
  const names = new Set([...LOOPBACK, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])]);
  const isKnown = publicUrl !== undefined || LOOPBACK.includes(host.includes(':') ? `[${host}]` : host);
  const [, named = ''] = one(headers, 'host')?.match(/^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i) ?? [];
  if (isKnown && !names.has(named.toLowerCase()))
    return refused(
      403,
      'Sightline doesn’t know this address as its own. Whoever runs it sets PUBLIC_URL to the one that clients use.',
    );
  const origin = one(headers, 'origin');
  if (origin === undefined || names.has(hostIn(origin))) return undefined;
  return refused(403, 'Pages of other sites can’t ask here.');
}

/** "null", and whatever else is no address, has none. */
function hostIn(origin: string): string {
  return /^https?:\/\//.test(origin) && URL.canParse(origin) ? new URL(origin).hostname : '';
}

/** A header that came twice is none that anybody meant: what it then says fits no form. */
function one(headers: IncomingHttpHeaders, name: string): string | undefined {
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

/** Of so many at once; who asked longest ago is forgotten first. */
const REMEMBERED = 10_000;

/** `most` in a minute for each key; `realNow` in epoch ms. */
export function createRateLimit(most: number, realNow: () => number) {
  const minutes = new Map<string, { since: number; count: number }>();
  /** Counts one. Undefined where it may be, else in how many seconds the next one may. */
  return function take(key: string): number | undefined {
    const now = realNow();
    const before = minutes.get(key);
    const isOver = !before || now - before.since >= MINUTE_MS || now < before.since;
    const minute = isOver ? { since: now, count: 0 } : before;
    if (minute.count >= most) return Math.ceil((minute.since + MINUTE_MS - now) / 1_000);
    minute.count += 1;
    if (isOver) {
      // Put behind all others, so that the first is the one to be forgotten.
      minutes.delete(key);
      minutes.set(key, minute);
    }
    const [oldest] = minutes.keys();
    if (minutes.size > REMEMBERED && oldest !== undefined) minutes.delete(oldest);
    return undefined;
  };
}

/** An older one may be somebody's copy; a newer one was signed by no clock of Slack's. */
const LASTS_MS = 5 * MINUTE_MS;

/** `rawBody`: as it came, byte for byte. `realNow` in epoch ms. */
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
