/**
 * Who is in a channel (cached for a short while), and whether the bot can post there.
 * https://docs.slack.dev/reference/methods/conversations.members
 */
import type { WebClient } from '@slack/web-api';
import { MINUTE_MS } from '../durations.ts';
import { toSlackFailure } from './failures.ts';

const REMEMBERED_MS = MINUTE_MS;
/** Shorter for people who weren't in the channel: they may have joined since. */
const ASKED_AGAIN_MS = 5_000;
const REMEMBERED_CHANNELS = 1_000;
const PAGE = 1_000;
/** Slack's own limit. */
const JOINED_PAGE = 999;

/** Undefined if Slack doesn't say now, but may in a minute. */
type Members = ReadonlySet<string> | undefined;

/** One read of a channel. Concurrent callers share it until Slack has answered. */
type Look = { answer: Promise<Members>; answered?: { members: Members; at: number } };

/** `realNow`: epoch ms, for the cache. */
export function createMembers(realNow: () => number) {
  const looks = new Map<string, Look>();

  function isFresh({ answered }: Look, person: string): boolean {
    if (!answered) return true;
    return realNow() - answered.at < (answered.members?.has(person) ? REMEMBERED_MS : ASKED_AGAIN_MS);
  }

  function lookInto(client: WebClient, channel: string, key: string): Look {
    const answer = readMembers(client, channel).catch((error): Members => {
      const failure = toSlackFailure(error);
      const isForGood = failure.kind === 'refused' || (failure.kind === 'later' && failure.isUnknown);
      return isForGood ? new Set() : undefined;
    });
    const look: Look = { answer };
    void answer.then((members) => {
      look.answered = { members, at: realNow() };
    });
    if (looks.size >= REMEMBERED_CHANNELS) looks.clear();
    looks.set(key, look);
    return look;
  }

  /**
   * Whether a person is in a channel: false if Slack refuses to say, undefined if it doesn't answer. "now" skips the
   * cache, before a change.
   */
  return async function isMember(
    { team, client }: { team: string; client: WebClient },
    channel: string,
    person: string,
    asOf: 'lately' | 'now' = 'lately',
  ): Promise<boolean | undefined> {
    const key = `${team}:${channel}`;
    const before = looks.get(key);
    const isEnough = before && asOf === 'lately' && isFresh(before, person);
    const { answer } = isEnough ? before : lookInto(client, channel, key);
    return (await answer)?.has(person);
  };
}

export type IsMember = ReturnType<typeof createMembers>;

/**
 * The channels that a person shares with the bot; undefined if Slack doesn't say.
 * https://docs.slack.dev/reference/methods/users.conversations
 */
export async function findJoined(client: WebClient, user: string): Promise<ReadonlySet<string> | undefined> {
  const joined = new Set<string>();
  const asked = { user, types: 'public_channel,private_channel', limit: JOINED_PAGE };
  try {
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await client.users.conversations({ ...asked, ...(cursor && { cursor }) });
      for (const { id } of page.channels ?? []) if (id) joined.add(id);
      cursor = page.response_metadata?.next_cursor || undefined;
    }
    return joined;
  } catch {
    return undefined;
  }
}

/** Whether everybody in a channel is also in the other; false if Slack doesn't say. Needed rarely, so not cached. */
export async function areAllIn(client: WebClient, channel: string, other: string): Promise<boolean> {
  const both = [channel, other].map((place) => readMembers(client, place));
  const [here, there] = await Promise.all(both).catch(() => []);
  return here !== undefined && there !== undefined && [...here].every((person) => there.has(person));
}

async function readMembers(client: WebClient, channel: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = await client.conversations.members({ channel, limit: PAGE, ...(cursor && { cursor }) });
    for (const member of page.members ?? []) found.add(member);
    cursor = page.response_metadata?.next_cursor || undefined;
  }
  return found;
}

/**
 * `yes`, Slack's error code, or `unknown` if Slack doesn't answer. A private channel without the bot isn't even found.
 */
export async function canPost(client: WebClient, channel: string): Promise<'yes' | 'unknown' | string> {
  try {
    const { channel: found } = await client.conversations.info({ channel });
    if (found?.is_archived) return 'is_archived';
    return found?.is_member ? 'yes' : 'not_in_channel';
  } catch (error) {
    const { kind, reason } = toSlackFailure(error);
    return kind === 'refused' ? reason : 'unknown';
  }
}
