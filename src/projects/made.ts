/** Projects and feeds that people make in Slack: checked by the rules of projects.yml, and put beside what the file says. */
import type { FeedKind } from '../decision.ts';
import { feedsOf, inWords, type MadeFeed, Project, type Projects } from './projects.ts';

/** A project as it was connected: `id` is the API's, `channel` where it is shown before any feed of it posts. */
export type ConnectedProject = { id: string; name: string; channel: string };

/** A feed as it is kept: `settings` are what projects.yml would have, in the words of whoever made it. */
export type KeptFeed = {
  id: string;
  projectId: string;
  kind: FeedKind;
  settings: Readonly<Record<string, unknown>>;
  /** One more with every change. */
  revision: number;
  by: string;
  /** Epoch ms. */
  at: number;
};

/** All that was made in one workspace. */
export type Made = {
  team: string;
  /** Who installed the bot there, where many workspaces do: whoever is told when something breaks. */
  installedBy?: string;
  projects: readonly ConnectedProject[];
  feeds: readonly KeptFeed[];
};

/** What is wrong with a value, and with which of those that were given. */
export type Fault<Field extends string = string> = { field: Field; sentence: string };

/** The feeds of a project, by kind, and nothing else of it. */
const Feeds = Project.omit({ id: true, name: true, workspace: true, api_key_env: true, visible_in: true });

/** What is wrong with a feed's settings, as its editor can say it at each field; none if nothing is. */
export function feedFaults(kind: FeedKind, settings: KeptFeed['settings']): Fault[] {
  const { error } = Feeds.safeParse({ [kind]: settings }, { error: inWords });
  return (error?.issues ?? []).flatMap((issue) => {
    const field = issue.path.slice(1).join('.');
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: key, sentence: 'is not a known key' }))
      : [{ field, sentence: issue.message }];
  });
}

/** A feed as it would be if only these settings were said; undefined where they are faulty. */
export function feedLike(
  kind: FeedKind,
  settings: KeptFeed['settings'],
): Omit<MadeFeed, 'revision'> | undefined {
  return Feeds.safeParse({ [kind]: settings }).data;
}

/** What is wrong with a project's id and name; none if nothing is. */
export function projectFaults({ id, name }: { id: string; name: string }): Fault<'id' | 'name'>[] {
  const { error } = Project.pick({ id: true, name: true }).safeParse({ id, name }, { error: inWords });
  return (error?.issues ?? []).map(({ path, message }) => ({
    field: path[0] === 'id' ? 'id' : 'name',
    sentence: message,
  }));
}

/**
 * What one workspace has: of the file what names it (or names none, where there is only one), and what was made there.
 * Where both say the same thing the file is right: a project or a feed that it has too is not there twice. What was
 * made for a project that is gone, or by rules that no longer hold, is left out.
 */
export function withMade(file: Projects, { team, installedBy, projects, feeds }: Made): Projects {
  const named = file.projects.filter(({ workspace }) => !workspace || workspace === team);
  const connected = projects
    .filter((made) => !named.some((project) => isSameAs(made, project)))
    .map(({ id, name, channel }) => ({
      id,
      name,
      workspace: team,
      visible_in: [channel],
      connected: true as const,
    }));
  const told = installedBy === undefined ? {} : ownersWhere(file, named.length > 0, installedBy);
  const there = { ...file, ...told, projects: [...named, ...connected] };
  if (feeds.length === 0) return there;
  const byProject = Map.groupBy(feeds, ({ projectId }) => projectId);
  const taken = new Set(feedsOf(there).map(({ id }) => id));
  const madeFor = (projectId: string) =>
    (byProject.get(projectId) ?? []).filter(({ id }) => !taken.has(id)).flatMap(feedOf);
  return {
    ...there,
    projects: there.projects.map((project) => {
      const made = madeFor(project.id);
      return made.length === 0 ? project : { ...project, made };
    }),
  };
}

/** Among many workspaces the file's owners are people of those that it names; the others have who installed the bot. */
function ownersWhere({ owners, ops_channel }: Projects, isNamed: boolean, installedBy: string) {
  if (!isNamed) return { owners: [installedBy], ops_channel: undefined };
  return { owners: [...new Set([...owners, installedBy])], ops_channel };
}

/** People tell projects apart by their names, in any case; the API by their ids. */
function isSameAs(
  one: Pick<ConnectedProject, 'id' | 'name'>,
  other: Pick<ConnectedProject, 'id' | 'name'>,
): boolean {
  return one.id === other.id || one.name.toLowerCase() === other.name.toLowerCase();
}

function feedOf({ kind, settings, revision }: KeptFeed): MadeFeed[] {
  const { data } = Feeds.safeParse({ [kind]: settings });
  return data ? [{ ...data, revision }] : [];
}
