/** A Slack over HTTP as it is on its worst days: what it loses, delays, limits or takes without a word, the weather says. */
import { z } from 'zod';
import { type Asked, startLocalServer, tell } from './local-server.ts';
import { createPostLog, type Draft, type PageOptions, type Post } from './post-log.ts';
import type { Fate } from './weather.ts';

export const TEAM = 'T0BENCH';

/** The workspace whose token this is: one that names none is the only one's. */
const teamOf = (authorization: string) => authorization.match(/xoxb-(T\w+)/)?.[1] ?? TEAM;

export type HostileSlackOptions = {
  /** What Slack's own clock shows, by which it dates messages and answers; and the machine's. Epoch ms. */
  now: () => number;
  realNow: () => number;
  /** Asked for every call that posts, edits or reads; who only asks for names or the token is left alone. */
  weather: () => Fate;
  /** A channel takes one post in this time, real ms, and answers 429 to a second one; 0: any number. */
  intervalMs: number;
  /** How long every answer takes, real ms; missing, none. */
  latencyMs?: number;
  /** Told when a post has arrived, before its fate; and when one has been accepted, before anybody hears of it. */
  onPost?: (moment: 'arrived' | 'accepted') => void;
};

type HostileSlack = {
  /** Base of the Web API, with a trailing slash. */
  url: string;
  /** Every accepted post, oldest first. */
  accepted(): readonly Post[];
  /** Posts that were answered 429 because their channel had one a moment ago, not because of the weather. */
  tooFast(): number;
  /** When the token was first confirmed, real epoch ms: before that no bot posts. */
  confirmedAt(): number | undefined;
  close(): Promise<void>;
};

const RATE_LIMITED = { ok: false, error: 'ratelimited' };

const Metadata = z.object({ event_payload: z.looseObject({ delivery_id: z.string() }) });

/** What a call would be answered on a fair day, and what its fate lets be heard of that. */
type Reply = { answer: object; hears: Fate['hears'] };

export async function startHostileSlack(options: HostileSlackOptions): Promise<HostileSlack> {
  const { now, realNow, weather, intervalMs, latencyMs = 0, onPost = () => undefined } = options;
  const log = createPostLog(options);
  const lastTaken = new Map<string, number>();
  const late = new Set<NodeJS.Timeout>();
  let tooFast = 0;
  let confirmedAt: number | undefined;

  /** True if the channel may take a post now, which then counts. */
  function inPace(channel: string): boolean {
    const now = realNow();
    if (now - (lastTaken.get(channel) ?? Number.NEGATIVE_INFINITY) < intervalMs) return false;
    lastTaken.set(channel, now);
    return true;
  }

  function post(args: URLSearchParams, by: string): Reply {
    onPost('arrived');
    const channel = args.get('channel') ?? '';
    const { accepts, hears, lateMs } = weather();
    if (hears !== 'limited' && !inPace(channel)) {
      tooFast += 1;
      return { answer: {}, hears: 'limited' };
    }
    const accept = () => {
      const accepted = log.accept(draftOf(args, by));
      onPost('accepted');
      return accepted;
    };
    if (accepts === 'later') {
      const timer = setTimeout(() => {
        late.delete(timer);
        accept();
      }, lateMs);
      late.add(timer);
    }
    return { answer: { ok: true, channel, ts: accepts === 'now' ? accept().ts : '' }, hears };
  }

  function edit(args: URLSearchParams): object {
    const message = log.find(args.get('channel') ?? '', args.get('ts') ?? '');
    if (!message) return { ok: false, error: 'message_not_found' };
    message.text = args.get('text') ?? '';
    return { ok: true, channel: message.channel, ts: message.ts };
  }

  function replyTo({ path, body, authorization }: Asked): Reply {
    const args = new URLSearchParams(body);
    const channel = args.get('channel') ?? '';
    const weathered = (answer: object): Reply => ({ answer, hears: weather().hears });
    const plain = (answer: object): Reply => ({ answer, hears: 'the answer' });
    switch (path) {
      case '/api/chat.postMessage':
        return post(args, authorization);
      case '/api/chat.update':
        return weathered(edit(args));
      case '/api/conversations.history':
        return weathered({ ok: true, ...log.history(channel, pageOf(args)) });
      case '/api/conversations.replies':
        return weathered({ ok: true, ...log.replies(channel, args.get('ts') ?? '', pageOf(args)) });
      case '/api/conversations.open':
        // Here a person's posts stand under their own id.
        return weathered({ ok: true, channel: { id: args.get('users') } });
      case '/api/auth.test':
        confirmedAt ??= realNow();
        return plain({ ok: true, team_id: teamOf(authorization), user_id: 'U0BOT', bot_id: 'B0BOT' });
      case '/api/users.info':
        return plain({ ok: true, user: { id: args.get('user'), team_id: teamOf(authorization) } });
      case '/api/chat.postEphemeral':
        return plain({ ok: true, message_ts: '1.000000' });
      default:
        return plain({ ok: false, error: 'unknown_method' });
    }
  }

  const server = await startLocalServer((asked, response) => {
    const reply = replyTo(asked);
    response.setHeader('date', new Date(now()).toUTCString());
    if (latencyMs === 0) tell(response, reply, RATE_LIMITED);
    else setTimeout(() => tell(response, reply, RATE_LIMITED), latencyMs);
  });

  return {
    url: `${server.url}/api/`,
    accepted: log.all,
    tooFast: () => tooFast,
    confirmedAt: () => confirmedAt,
    async close() {
      for (const timer of late) clearTimeout(timer);
      await server.close();
    },
  };
}

function draftOf(args: URLSearchParams, by: string): Draft {
  const metadata: unknown = JSON.parse(args.get('metadata') ?? 'null');
  return {
    channel: args.get('channel') ?? '',
    deliveryId: Metadata.parse(metadata).event_payload.delivery_id,
    by,
    text: args.get('text') ?? '',
    metadata,
    threadTs: args.get('thread_ts') ?? undefined,
  };
}

function pageOf(args: URLSearchParams): PageOptions {
  return {
    oldest: args.get('oldest') ?? '0',
    latest: args.get('latest') ?? '',
    cursor: args.get('cursor') ?? '',
    limit: Number(args.get('limit') ?? 100),
    metadata: args.get('include_all_metadata') === 'true' || args.get('include_all_metadata') === '1',
  };
}
