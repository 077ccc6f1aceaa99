/** A workspace as handlers see it: its Slack client, people, projects and feeds. */
import type { Page } from '../messages/page.ts';
import type { Feed, Projects } from '../projects/projects.ts';
import type { Installation } from '../slack/installations.ts';
import { findJoined, type IsMember, type Person, type PersonOf } from '../slack/people.ts';
import type { NamesOfIds } from '../slack/text.ts';
import type { Setup } from '../store/setup.ts';
import type { Health } from '../watch/health.ts';
import type { Preview } from '../watch/preview.ts';

export type Workspace = Installation & {
  /** Its current projects and permissions, from projects.yml and from what was set up in Slack. */
  projects(): Projects;
  setup: Setup;
  /** A person, and which of these user groups they are in. */
  personOf(id: string, groups?: readonly string[]): Promise<Person>;
  /** Undefined if Slack doesn't answer. Use "now" before changing something; "lately" may be cached. */
  isMember(channel: string, person: string, asOf?: 'lately' | 'now'): Promise<boolean | undefined>;
  /** The channels that a person shares with the bot; undefined if Slack doesn't say. */
  findJoined(person: string): Promise<ReadonlySet<string> | undefined>;
  feeds: {
    /** Checks the API once per key of these feeds and records the result in their health. */
    look(feeds: readonly Feed[]): Promise<void>;
    health(feeds: readonly Feed[]): Promise<Health>;
    /** What a feed would post now, or the reason it would post nothing. */
    preview(feed: Feed): Promise<Preview>;
  };
};

export type WorkspaceDeps = {
  installationOf: (team: string) => Installation | undefined;
  projectsOf: (team: string) => Projects;
  setup: Setup;
  personOf: PersonOf;
  isMember: IsMember;
  feedsOf: (team: string) => Workspace['feeds'];
};

/** The workspace of a team; undefined if the app isn't installed there. */
export type WorkspaceOf = (team: string) => Workspace | undefined;

export function createWorkspaces(deps: WorkspaceDeps): WorkspaceOf {
  return (team) => {
    const installation = deps.installationOf(team);
    return (
      installation && {
        ...installation,
        projects: () => deps.projectsOf(team),
        setup: deps.setup,
        personOf: (id, groups) => deps.personOf(installation, id, groups),
        isMember: (channel, person, asOf) => deps.isMember(installation, channel, person, asOf),
        findJoined: (person) => findJoined(installation.client, person),
        feeds: deps.feedsOf(team),
      }
    );
  };
}

/** The names of people by id; one that Slack doesn't name keeps its id. */
export async function readPeople(
  ids: readonly (string | undefined)[],
  { personOf }: Pick<Workspace, 'personOf'>,
): Promise<ReadonlyMap<string, string>> {
  const named = [...new Set(ids.flatMap((id) => id || []))].map(async (id) => {
    const { name } = await personOf(id).catch(() => ({ name: id }));
    return [id, name] as const;
  });
  return new Map(await Promise.all(named));
}

/** An id that Slack doesn't name is left out. */
export async function readNames(page: Page, { botUserId, client, personOf }: Workspace): Promise<NamesOfIds> {
  const { users, channels } = findIds(page);
  const people = [...(await readPeople(users, { personOf }))].filter(([id, name]) => name !== id);
  // A verb that runs without the bot has no Slack.
  const places = (botUserId === '' ? [] : channels).map(async (id): Promise<[string, string][]> => {
    const { channel } = await client.conversations
      .info({ channel: id })
      .catch(() => ({ channel: undefined }));
    return channel?.name ? [[id, `#${channel.name}`]] : [];
  });
  return new Map([...people, ...(await Promise.all(places)).flat()]);
}

function findIds(page: Page): { users: string[]; channels: string[] } {
  const found = { users: new Set<string>(), channels: new Set<string>() };
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('user' in value && typeof value.user === 'string') found.users.add(value.user);
    if ('channel' in value && typeof value.channel === 'string') found.channels.add(value.channel);
    for (const one of Object.values(value)) look(one);
  };
  look(page.parts);
  return { users: [...found.users], channels: [...found.channels] };
}
