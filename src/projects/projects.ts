/** Looks up projects: their feeds, where, when and in which timezone those post, which channels see them, and who may write. */
import { FEED_KINDS, type FeedKind, type FeedPlace } from '../decision.ts';
import { oncePer, oncePerText } from '../once-per.ts';
import { findNearest } from '../words/nearest.ts';
import { toCron } from '../words/schedule-words.ts';
import type { MadeFeed, Project, Projects, Who } from './projects-schema.ts';

export { describeIssue } from './projects-faults.ts';
export { type MadeFeed, Project, type Projects, ProjectsFile, type Who } from './projects-schema.ts';
export { parseProjects, parseTexts, readProjects, readTexts } from './read-projects.ts';

type FeedBase = {
  id: string;
  project: Project;
  channel: string;
  schedule: string;
  cron: string;
  timezone: string;
  quiet?: string | undefined;
  /** Only of feeds made in Slack; the file's feeds are changed in the file. */
  revision?: number | undefined;
};
/** Something posted to one channel on one schedule. `id` is its subscription's, the same after every restart. */
export type Feed = {
  [Kind in FeedKind]: FeedBase & { kind: Kind; settings: NonNullable<Project[Kind]> };
}[FeedKind];
export type FeedOf<Kind extends FeedKind> = Extract<Feed, { kind: Kind }>;

/** A channel has at most one feed of a kind for a project. */
export function feedId(kind: FeedKind, projectId: string, channel: string): string {
  // Joined, so that V8 keeps one text for each of many ids, not a tree of their parts.
  return [kind, projectId, channel].join(':');
}

/** Reads a feed's kind and channel from its id; undefined if it isn't one. */
export function parseFeedId(id: string): FeedPlace | undefined {
  const parts = id.split(':');
  const kind = FEED_KINDS.find((each) => each === parts[0]);
  const channel = parts.at(-1);
  return kind && channel && parts.length > 2 ? { kind, channel } : undefined;
}

/** Every feed, project by project: the file's first, then those made in Slack. */
// Once per view: with ten thousand projects, every slot would go through all of them.
export const feedsOf: (projects: Projects) => readonly Feed[] = oncePer((projects) =>
  projects.projects.flatMap((project) => feedsOfOne(project)(defaultTimezone(projects, project))),
);

/** Views of many workspaces share their projects, so each project's feeds are kept with it. */
const feedsOfOne = oncePer((project: Project) =>
  oncePerText((timezone: string): readonly Feed[] =>
    partsOf(project).flatMap((part) =>
      FEED_KINDS.flatMap((kind) => createFeed(kind, part, project, timezone)),
    ),
  ),
);

function createFeed(kind: FeedKind, part: Partial<MadeFeed>, project: Project, timezone: string): Feed | [] {
  const settings = part[kind];
  if (!settings) return [];
  const { channel, schedule, quiet } = settings;
  const feed = {
    id: feedId(kind, project.id, channel),
    project,
    channel,
    schedule,
    cron: toCron(schedule),
    timezone: settings.timezone ?? timezone,
    quiet,
    ...(part.revision !== undefined && { revision: part.revision }),
    kind,
    settings,
  };
  // TypeScript can't see that kind and settings belong together.
  return feed as Feed;
}

/** What may hold settings of feeds: the project as the file has it, and each feed made in Slack. */
const partsOf = (project: Project): readonly Partial<MadeFeed>[] => [project, ...(project.made ?? [])];

/** The settings of a project's feeds of one kind: the file's, then those made in Slack. */
export function settingsOf<Kind extends FeedKind>(project: Project, kind: Kind) {
  return partsOf(project).flatMap((part) => (part[kind] ? [part[kind]] : []));
}

const feedsById = oncePer((projects: Projects) => new Map(feedsOf(projects).map((feed) => [feed.id, feed])));
const projectsById = oncePer(
  ({ projects }: Projects) => new Map(projects.map((project) => [project.id, project])),
);

/** Whether `--project` means this one: by its id, or its name in any case. */
export function isNamed({ id, name }: Pick<Project, 'id' | 'name'>, wanted: string): boolean {
  return id === wanted || name.toLowerCase() === wanted.toLowerCase();
}

/** What verbs say about `--project` if no project has this name or id. */
export function describeNoProject(wanted: string, projects: readonly Pick<Project, 'name'>[]): string {
  if (projects.length === 0) return 'There are no projects yet.';
  const names = projects.map(({ name }) => name);
  const near = findNearest(wanted, names);
  return `There is no project “${wanted}”.${near ? ` Did you mean “${near}”?` : ''} Projects: ${names.join(', ')}.`;
}

export function projectOf(projects: Projects, id: string): Project | undefined {
  return projectsById(projects).get(id);
}

/** A feed by its id; undefined once it's gone. */
export function feedOf(projects: Projects, id: string): Feed | undefined {
  return feedsById(projects).get(id);
}

/** A project's feeds, or those of one kind: the file's first. */
export function feedsOfProject<Kind extends FeedKind = FeedKind>(
  projects: Projects,
  projectId: string,
  kind?: Kind,
): readonly FeedOf<Kind>[] {
  const project = projectOf(projects, projectId);
  const feeds = project ? feedsOfOne(project)(defaultTimezone(projects, project)) : [];
  return feeds.filter((feed): feed is FeedOf<Kind> => kind === undefined || feed.kind === kind);
}

/** The project's feed of a kind that posts to this channel; otherwise its first one. */
export function feedFor<Kind extends FeedKind>(
  projects: Projects,
  projectId: string,
  kind: Kind,
  channel: string,
): FeedOf<Kind> | undefined {
  const all = feedsOfProject(projects, projectId, kind);
  return all.find((feed) => feed.channel === channel) ?? all[0];
}

/** The projects a channel may see: those that name it or post to it. */
export function findVisibleProjects(projects: Projects, channel: string): Project[] {
  return [...(projectsByChannel(projects).get(channel) ?? [])];
}

const projectsByChannel = oncePer((projects: Projects) => {
  const byChannel = new Map<string, Project[]>();
  for (const project of projects.projects) {
    for (const channel of channelsOf(project)) {
      const visible = byChannel.get(channel);
      if (visible) visible.push(project);
      else byChannel.set(channel, [project]);
    }
  }
  return byChannel;
});

/** The channels a project is visible in: those of its feeds, and those in `visible_in`. */
export function channelsOf(project: Project): string[] {
  const posting = partsOf(project).flatMap((part) => FEED_KINDS.flatMap((kind) => part[kind]?.channel ?? []));
  return [...new Set([...(project.visible_in ?? []), ...posting])];
}

/** Who hears when something needs a person: the owners and the ops channel. */
export function recipientsOf({ owners, ops_channel }: Projects): string[] {
  return [...owners, ...(ops_channel ? [ops_channel] : [])];
}

/** The timezone of a project's days: its scores feed's, else the default, as without a project. */
export function timezoneOf(projects: Projects, project: Project | undefined): string {
  if (!project) return projects.defaults.timezone;
  const [own] = settingsOf(project, 'scores').flatMap(({ timezone }) => timezone ?? []);
  return own ?? defaultTimezone(projects, project);
}

/** The default of the project's own file, or of the first file for a project in none. */
function defaultTimezone({ defaults }: Projects, { timezone }: Project): string {
  return timezone ?? defaults.timezone;
}

/** A person as Slack describes them. `groups`: ids of their user groups. */
export type Actor = {
  id: string;
  isAdmin: boolean;
  /** Single- and multi-channel guests. */
  isGuest: boolean;
  /** From another organisation. */
  isStranger: boolean;
  groups: readonly string[];
};

/** Why somebody may not write: what they are, whatever the rule says, or the rule. */
export type Barrier = 'stranger' | 'guest' | 'rule';

/** Undefined if the person may do what takes this permission; asked before every write. */
export function findBarrier(
  { id, isAdmin, isGuest, isStranger, groups }: Actor,
  rule: Who,
): Barrier | undefined {
  if (isStranger) return 'stranger';
  if (isGuest) return 'guest';
  if (rule === 'members' || rule === 'admins') return rule === 'members' || isAdmin ? undefined : 'rule';
  return [id, ...groups].some((one) => rule.includes(one)) ? undefined : 'rule';
}
