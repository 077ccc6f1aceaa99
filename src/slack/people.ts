/** People as Slack describes them, cached for a short while. https://docs.slack.dev/reference/methods/users.info */
import type { UsersInfoResponse, WebClient } from '@slack/web-api';
import { MINUTE_MS } from '../durations.ts';
import { isTimezone } from '../words/timezones.ts';

/** A person, for permissions. `groups`: which of the requested user groups they are in. */
export type Person = {
  id: string;
  name: string;
  isAdmin: boolean;
  isGuest: boolean;
  /** From another organisation (Slack Connect). */
  isStranger: boolean;
  /** Their account is deactivated; Slack still knows their name. */
  isDeactivated?: true;
  /** An app's user, or Slackbot, which Slack doesn't count as one. */
  isBot?: true;
  groups: readonly string[];
  /** An IANA name, if Slack's is a valid one. */
  timezone?: string | undefined;
};

const SLACKBOT = 'USLACKBOT';

const REMEMBERED_MS = MINUTE_MS;
const REMEMBERED_PEOPLE = 1_000;

/** `realNow`: epoch ms, for the cache. */
export function createPeople(realNow: () => number) {
  const known = new Map<string, { person: Person; until: number }>();

  return async function personOf(
    installation: { team: string; client: WebClient },
    id: string,
    groups: readonly string[] = [],
  ): Promise<Person> {
    const key = `${installation.team}:${id}:${groups.join()}`;
    const remembered = known.get(key);
    if (remembered && remembered.until > realNow()) return remembered.person;

    const { user } = await installation.client.users.info({ user: id });
    const memberships = await Promise.all(
      groups.map(async (usergroup) => {
        const { users = [] } = await installation.client.usergroups.users.list({ usergroup });
        return users.includes(id) ? [usergroup] : [];
      }),
    );
    const person = { ...describeUser(id, user, installation.team), groups: memberships.flat() };
    if (known.size >= REMEMBERED_PEOPLE) known.clear();
    known.set(key, { person, until: realNow() + REMEMBERED_MS });
    return person;
  };
}

/** `team`: the workspace that asks; others are of another organisation. */
function describeUser(id: string, user: UsersInfoResponse['user'] = {}, team: string) {
  const { profile, team_id, enterprise_user, tz } = user;
  // In an organisation, team_id is missing, or always the same one of a person's workspaces (slackapi/bolt-js 1875).
  const isHere = team_id === team || enterprise_user?.teams?.includes(team);
  return {
    id,
    name: profile?.display_name || user.real_name || user.name || id,
    isAdmin: Boolean(user.is_admin || user.is_owner),
    isGuest: Boolean(user.is_restricted || user.is_ultra_restricted),
    isStranger: user.is_stranger === true || !isHere,
    ...(user.deleted && { isDeactivated: true as const }),
    ...((user.is_bot || id === SLACKBOT) && { isBot: true as const }),
    timezone: tz && isTimezone(tz) ? tz : undefined,
  };
}

export type PersonOf = ReturnType<typeof createPeople>;
