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

type Members = ReadonlySet<string>;

const SLACKBOT = 'USLACKBOT';

const REMEMBERED_MS = MINUTE_MS;
const REMEMBERED = 1_000;

/** `realNow`: epoch ms, for the cache. */
export function createPeople(realNow: () => number) {
  const users = createMemory<UsersInfoResponse>(realNow);
  // Slack answers for a group only some twenty times a minute, so everybody's requests share an answer.
  const members = createMemory<Members>(realNow);

  return async function personOf(
    installation: Asking,
    id: string,
    groups: readonly string[] = [],
  ): Promise<Person> {
    const { team, client } = installation;
    const { user } = await users(`${team}:${id}`, () => client.users.info({ user: id }));
    const ofGroups = await Promise.all(
      groups.map((group) => members(`${team}:${group}`, () => readGroup(client, group).catch(noneIfRefused))),
    );
    const joined = groups.filter((_, at) => ofGroups[at]?.has(id));
    return { ...describeUser(id, user, installation), groups: joined };
  };
}

/** Callers with one key share a request. Its answer lasts as long as each of them says (ms), a failure not at all. */
function createMemory<Answer>(realNow: () => number) {
  type Kept = { answer: Promise<Answer>; answered?: { value: Answer; at: number } };
  const known = new Map<string, Kept>();
  return (
    key: string,
    ask: () => Promise<Answer>,
    lasts: (value: Answer) => number = () => REMEMBERED_MS,
  ) => {
    const { answer, answered } = known.get(key) ?? {};
    if (answer && (!answered || isRecent(answered.at, realNow(), lasts(answered.value)))) return answer;
    const asked: Kept = { answer: ask() };
    asked.answer.then(
      (value) => {
        asked.answered = { value, at: realNow() };
      },
      () => known.delete(key),
    );
    if (known.size >= REMEMBERED) known.clear();
    known.set(key, asked);
    return asked.answer;
  };
}

async function readGroup(client: WebClient, usergroup: string): Promise<Members> {
  const { users } = await client.usergroups.users.list({ usergroup });
  return new Set(users);
}

/** Such as of a group that is disabled, deleted or no longer in Slack’s plan. */
function noneIfRefused(error: unknown): Members {
  if (isRefusal(toSlackFailure(error))) return new Set();
  throw error;
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

/** `realNow`: epoch ms, for the cache. */
export function createMembers(realNow: () => number) {
  const membersOf = createMemory<Members | undefined>(realNow);

  /** False if Slack refuses to say, undefined if it doesn't answer. "now" skips the cache, before a change. */
  return async function isMember(
    { team, client }: Asking,
    channel: string,
    person: string,
    asOf: 'lately' | 'now' = 'lately',
  ): Promise<boolean | undefined> {
    const ask = () =>
      readMembers(client, channel)
        .catch(noneIfRefused)
        .catch(() => undefined);
    const lasts = (members?: Members) => (members?.has(person) ? REMEMBERED_MS : ASKED_AGAIN_MS);
    const found = await membersOf(`${team}:${channel}`, ask, asOf === 'now' ? () => 0 : lasts);
    return found?.has(person);
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
