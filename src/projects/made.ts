/** Checks projects and feeds set up in Slack by the rules of projects.yml, and merges them with the file. */
import type { FeedKind } from '../decision.ts';
import { describeIssue, feedsOf, Project, type Projects } from './projects.ts';

/** A project connected in Slack. `id` is the API's; `channel` shows the project before any of its feeds posts. */
export type ConnectedProject = { id: string; name: string; channel: string };

/** A feed as stored: `settings` as in projects.yml, in the words of the person who made it. */
export type KeptFeed = {
  id: string;
  projectId: string;
  kind: FeedKind;
  settings: Readonly<Record<string, unknown>>;
  /** Grows by one with every change. */
  revision: number;
  by: string;
  /** Epoch ms. */
  at: number;
};

/** Everything set up in one workspace. */
export type Made = {
  team: string;
  /** With many workspaces: who installed the bot here and hears when something breaks; empty once they are forgotten. */
  installedBy?: string | undefined;
  projects: readonly ConnectedProject[];
  feeds: readonly KeptFeed[];
};

export type Fault<Field extends string = string> = { field: Field; sentence: string };

/** Only the feeds of a project, by kind. */
const Feeds = Project.omit({ id: true, name: true, workspace: true, api_key_env: true, visible_in: true });

/** Finds what is wrong with a feed's settings, field by field, for its form. */
export function findFeedFaults(kind: FeedKind, settings: KeptFeed['settings']): Fault[] {
  const { error } = Feeds.safeParse({ [kind]: settings }, { error: describeIssue });
  return (error?.issues ?? []).flatMap((issue) => {
    const field = issue.path.slice(1).join('.');
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: key, sentence: 'is not a known key' }))
      : [{ field, sentence: issue.message }];
  });
}

/** Parses a feed's settings and fills in defaults; undefined if they are faulty. */
export function parseFeed(kind: FeedKind, settings: KeptFeed['settings']) {
  return Feeds.safeParse({ [kind]: settings }).data;
}

export function findProjectFaults({ id, name }: { id: string; name: string }): Fault<'id' | 'name'>[] {
  const { error } = Project.pick({ id: true, name: true }).safeParse({ id, name }, { error: describeIssue });
  return (error?.issues ?? []).map(({ path, message }) => ({
    field: path[0] === 'id' ? 'id' : 'name',
    sentence: message,
  }));
}

/**
 * The projects of one workspace: the file's that name it (or name none, if it's the only one) and what was set up
 * there. The file wins over a project or feed that was also set up in Slack. Feeds whose project is gone or whose
 * settings are no longer valid are left out.
 */
export function withMade(file: Projects, { team, installedBy, projects, feeds }: Made): Projects {
  const named = file.projects.filter(({ workspace }) => !workspace || workspace === team);
  const connected = projects
    .filter((made) => !named.some((project) => isSameProject(made, project)))
    .map(({ id, name, channel }) => ({
      id,
      name,
      workspace: team,
      visible_in: [channel],
      connected: true as const,
    }));
  const owners = installedBy ? withInstaller(file, named.length > 0, installedBy) : {};
  const all = { ...file, ...owners, projects: [...named, ...connected] };
  if (feeds.length === 0) return all;
  const inFile = new Set(feedsOf(all).map(({ id }) => id));
  const byProject = Map.groupBy(
    feeds.filter(({ id }) => !inFile.has(id)),
    ({ projectId }) => projectId,
  );
  return {
    ...all,
    projects: all.projects.map((project) => {
      const made = (byProject.get(project.id) ?? []).flatMap(({ kind, settings, revision }) => {
        const feed = parseFeed(kind, settings);
        return feed ? [{ ...feed, revision }] : [];
      });
      return made.length === 0 ? project : { ...project, made };
    }),
  };
}

/** The file's owners hear only about workspaces its projects name; the person who installed the bot always does. */
function withInstaller({ owners, ops_channel }: Projects, isNamed: boolean, installedBy: string) {
  if (!isNamed) return { owners: [installedBy], ops_channel: undefined };
  return { owners: [...new Set([...owners, installedBy])], ops_channel };
}

/** People tell projects apart by name, in any case; the API by id. */
function isSameProject(
  one: Pick<ConnectedProject, 'id' | 'name'>,
  other: Pick<ConnectedProject, 'id' | 'name'>,
): boolean {
  return one.id === other.id || one.name.toLowerCase() === other.name.toLowerCase();
}
