/** A workspace as handlers see it: its Slack client, people, projects and feeds. */
import type { Feed, Projects } from '../projects/projects.ts';
import type { Installation } from '../slack/installations.ts';
import type { Person, PersonOf } from '../slack/people.ts';
import { findJoined, type IsMember } from '../slack/people.ts';
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

/** The workspace of a team, cached per installation; undefined if the app isn't installed there. */
export type WorkspaceOf = (team: string) => Workspace | undefined;

export function createWorkspaces(deps: WorkspaceDeps): WorkspaceOf {
  const made = new WeakMap<Installation, Workspace>();
  return (team) => {
    const installation = deps.installationOf(team);
    if (!installation) return undefined;
    const workspace = made.get(installation) ?? createWorkspace(installation, deps);
    made.set(installation, workspace);
    return workspace;
  };
}

function createWorkspace(installation: Installation, deps: WorkspaceDeps): Workspace {
  const { team } = installation;
  return {
    ...installation,
    projects: () => deps.projectsOf(team),
    setup: deps.setup,
    personOf: (id, groups) => deps.personOf(installation, id, groups),
    isMember: (channel, person, asOf) => deps.isMember(installation, channel, person, asOf),
    findJoined: (person) => findJoined(installation.client, person),
    feeds: deps.feedsOf(team),
  };
}
