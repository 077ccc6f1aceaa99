/** People as Slack describes them, cached for a short while. https://docs.slack.dev/reference/methods/users.info */
import type { WebClient } from '@slack/web-api';
import { MINUTE_MS } from '../durations.ts';
import { isTimezone } from '../words/timezones.ts';

/** A person, for permissions. `groups`: which of the requested user groups they are in. */
export type Person = {
  id: string;
  teamId: string;
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
    const person: Person = {
      id,
      teamId: user?.team_id ?? '',
      name: user?.profile?.display_name || user?.real_name || user?.name || id,
      isAdmin: Boolean(user?.is_admin || user?.is_owner),
      isGuest: Boolean(user?.is_restricted || user?.is_ultra_restricted),
      isStranger: Boolean(user?.is_stranger) || user?.team_id !== installation.team,
      ...(user?.deleted && { isDeactivated: true as const }),
      ...((user?.is_bot || id === SLACKBOT) && { isBot: true as const }),
      groups: memberships.flat(),
      timezone: user?.tz && isTimezone(user.tz) ? user.tz : undefined,
    };
    if (known.size >= REMEMBERED_PEOPLE) known.clear();
    known.set(key, { person, until: realNow() + REMEMBERED_MS });
    return person;
  };
}

export type PersonOf = ReturnType<typeof createPeople>;
