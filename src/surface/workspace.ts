/** One workspace that the bot lives in, as handlers know it: its Slack, its people, its projects, and how its feeds fare. */
import type { Feed, Projects } from '../projects/projects.ts';
import type { Installation } from '../slack/installations.ts';
import type { IsMember } from '../slack/members.ts';
import type { Person, PersonOf } from '../slack/people.ts';
import type { Setup } from '../store/setup.ts';
import type { Health } from '../watch/health.ts';
import type { Preview } from '../watch/preview.ts';

export type Workspace = Installation & {
  /** What it has now: of projects.yml what names it, and what was made there in Slack. Who may do what is in it too. */
  projects(): Projects;
  /** Connects projects and makes feeds there. */
  setup: Setup;
  /** A person, with which of these user groups they are in. */
  personOf(id: string, groups?: readonly string[]): Promise<Person>;
  /** False also where Slack does not tell. "now": before something is changed. */
  isMember(channel: string, person: string, asOf?: 'lately' | 'now'): Promise<boolean>;
  feeds: {
    /** Asks the API whether it answers now, once for each key of these feeds; what it finds is part of their health. */
    look(feeds: readonly Feed[]): Promise<void>;
    /** How the projects of these feeds fare. */
    health(feeds: readonly Feed[]): Promise<Health>;
    /** What a feed would say now, or the named reason for saying nothing. */
    preview(feed: Feed): Promise<Preview>;
  };
};

/** What is known of all workspaces, each by its team. */
export type WorkspaceDeps = {
  installationOf: (team: string) => Installation | undefined;
  projectsOf: (team: string) => Projects;
  setup: Setup;
  personOf: PersonOf;
  isMember: IsMember;
  look: (team: string, feeds: readonly Feed[]) => Promise<void>;
  health: (team: string, feeds: readonly Feed[]) => Promise<Health>;
  preview: (team: string, feed: Feed) => Promise<Preview>;
};

/** The workspace of a team, made once for each installation; undefined where there is none. */
export type WorkspaceOf = (team: string) => Workspace | undefined;

export function createWorkspaces(deps: WorkspaceDeps): WorkspaceOf {
  const made = new WeakMap<Installation, Workspace>();
  return (team) => {
    const installation = deps.installationOf(team);
    if (!installation) return undefined;
    const workspace = made.get(installation) ?? workspaceOf(installation, deps);
    made.set(installation, workspace);
    return workspace;
  };
}

function workspaceOf(installation: Installation, deps: WorkspaceDeps): Workspace {
  const { team } = installation;
  return {
    ...installation,
    projects: () => deps.projectsOf(team),
    setup: deps.setup,
    personOf: (id, groups) => deps.personOf(installation, id, groups),
    isMember: (channel, person, asOf) => deps.isMember(installation, channel, person, asOf),
    feeds: {
      look: (feeds) => deps.look(team, feeds),
      health: (feeds) => deps.health(team, feeds),
      preview: (feed) => deps.preview(team, feed),
    },
  };
}
