/** People as Slack describes them, and who is in which channel; both remembered for a short while. */
import type {
  ConversationsMembersResponse,
  UsersConversationsResponse,
  UsersInfoResponse,
  WebClient,
} from '@slack/web-api';
import { isRecent } from '../clock.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Actor } from '../projects/projects.ts';
import { isTimezone } from '../words/day-times.ts';
import { isRefusal, toSlackFailure } from './failures.ts';
import type { Installation } from './installations.ts';

/** `groups`: which of the requested user groups they are in. */
export type Person = Actor & {
  name: string;
  /** Their account is deactivated; Slack still knows their name. */
  isDeactivated?: true;
  /** An app's user, or Slackbot, which Slack doesn't count as one. */
  isBot?: true;
  /** An IANA name, if Slack's is a valid one. */
  timezone?: string | undefined;
};

type Asking = Pick<Installation, 'team' | 'enterprise' | 'client'>;

const SLACKBOT = 'USLACKBOT';

const REMEMBERED_MS = MINUTE_MS;
const REMEMBERED = 1_000;

/** `realNow`: epoch ms, for the cache. */
export function createPeople(realNow: () => number) {
  const known = new Map<string, { person: Person; until: number }>();

  return async function personOf(
    installation: Asking,
    id: string,
    groups: readonly string[] = [],
  ): Promise<Person> {
    const key = `${installation.team}:${id}:${groups.join()}`;
    const remembered = known.get(key);
    if (remembered && remembered.until > realNow()) return remembered.person;

    const { user } = await installation.client.users.info({ user: id });
    const members = await Promise.all(groups.map((group) => readGroup(installation.client, group)));
    const joined = groups.filter((_, at) => members[at]?.includes(id));
    const person = { ...describeUser(id, user, installation), groups: joined };
    if (known.size >= REMEMBERED) known.clear();
    known.set(key, { person, until: realNow() + REMEMBERED_MS });
    return person;
  };
}

/** Nobody is in a group that is disabled, deleted, or no longer in Slack’s plan. */
async function readGroup(client: WebClient, usergroup: string): Promise<readonly string[]> {
  return client.usergroups.users.list({ usergroup }).then(
    ({ users = [] }) => users,
    (error) => {
      if (isRefusal(toSlackFailure(error))) return [];
      throw error;
    },
  );
}

/** Colleagues in other workspaces of one organisation aren't strangers (https://docs.slack.dev/enterprise), nor admins here. */
function describeUser(id: string, user: UsersInfoResponse['user'] = {}, { team, enterprise }: Asking) {
  const { profile, team_id, enterprise_user, tz } = user;
  // In an organisation, team_id is missing, or always the same one of a person's workspaces (slackapi/bolt-js 1875).
  const isHere = team_id === team || enterprise_user?.teams?.includes(team) === true;
  const isColleague = enterprise !== undefined && enterprise_user?.enterprise_id === enterprise;
  return {
    id,
    name: profile?.display_name || user.real_name || user.name || id,
    isAdmin: isHere && Boolean(user.is_admin || user.is_owner),
    isGuest: Boolean(user.is_restricted || user.is_ultra_restricted),
    isStranger: user.is_stranger === true || !(isHere || isColleague),
    ...(user.deleted && { isDeactivated: true as const }),
    ...((user.is_bot || id === SLACKBOT) && { isBot: true as const }),
    timezone: tz && isTimezone(tz) ? tz : undefined,
  };
}

export type PersonOf = ReturnType<typeof createPeople>;

/** Shorter for people who weren't in the channel: they may have joined since. */
const ASKED_AGAIN_MS = 5_000;
/** Slack's own limit. */
const PAGE = 999;

/** Undefined if Slack doesn't say now, but may in a minute. */
type Members = ReadonlySet<string> | undefined;

/** One read of a channel. Concurrent callers share it until Slack has answered. */
type Look = { answer: Promise<Members>; answered?: { members: Members; at: number } };

/** `realNow`: epoch ms, for the cache. */
export function createMembers(realNow: () => number) {
  const looks = new Map<string, Look>();

  function isFresh({ answered }: Look, person: string): boolean {
    if (!answered) return true;
    return isRecent(answered.at, realNow(), answered.members?.has(person) ? REMEMBERED_MS : ASKED_AGAIN_MS);
  }

  function lookInto(client: WebClient, channel: string, key: string): Look {
    const answer = readMembers(client, channel).catch((error): Members => {
      return isRefusal(toSlackFailure(error)) ? new Set() : undefined;
    });
    const look: Look = { answer };
    void answer.then((members) => {
      look.answered = { members, at: realNow() };
    });
    if (looks.size >= REMEMBERED) looks.clear();
    looks.set(key, look);
    return look;
  }

  /** False if Slack refuses to say, undefined if it doesn't answer. "now" skips the cache, before a change. */
  return async function isMember(
    { team, client }: Asking,
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

/** The channels a person shares with the bot (users.conversations); undefined if Slack doesn't say. */
export async function findJoined(client: WebClient, user: string): Promise<ReadonlySet<string> | undefined> {
  const asked = { user, types: 'public_channel,private_channel', limit: PAGE };
  try {
    const joined = new Set<string>();
    for await (const page of client.paginate('users.conversations', asked))
      for (const { id } of (page as UsersConversationsResponse).channels ?? []) if (id) joined.add(id);
    return joined;
  } catch {
    return undefined;
  }
}

async function readMembers(client: WebClient, channel: string): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const page of client.paginate('conversations.members', { channel, limit: PAGE }))
    for (const member of (page as ConversationsMembersResponse).members ?? []) found.add(member);
  return found;
}

/** `yes`, Slack's error code, or `unknown` without an answer. A private channel without the bot isn't found. */
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
