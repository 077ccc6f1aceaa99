/** What everybody asks of the projects: what each posts where and when, in which timezone, and who sees it. */
import { FEED_KINDS, type FeedKind, type FeedPlace } from '../decision.ts';
import { parseSchedule } from '../schedule-words.ts';
import type { MadeFeed, Project, Projects } from './projects-schema.ts';

export { inWords } from './projects-faults.ts';
export { type MadeFeed, Project, type Projects, ProjectsFile, type Who } from './projects-schema.ts';
export { parseProjects, projectsIn, projectsWritten, readProjects } from './read-projects.ts';

type FeedBase = {
  id: string;
  project: Project;
  channel: string;
  schedule: string;
  cron: string;
  timezone: string;
  quiet?: string | undefined;
  /** Of one that was made in Slack; the file's feeds have none, and are changed in the file. */
  revision?: number | undefined;
};
type FeedOf<Kind extends FeedKind> = FeedBase & { kind: Kind; settings: NonNullable<Project[Kind]> };
/** One thing that is posted to one channel on one schedule. `id` is the subscription's, the same after every restart. */
export type Feed = { [Kind in FeedKind]: FeedOf<Kind> }[FeedKind];

/** What has feeds: every project as the file says it, and beside it each feed that was made in Slack. */
const partsOf = (project: Project): readonly Partial<MadeFeed>[] => [project, ...(project.made ?? [])];

/** The same after every restart: there is one feed of a kind for one project in one channel. */
export function feedId(kind: FeedKind, projectId: string, channel: string): string {
  return `${kind}:${projectId}:${channel}`;
}

/** Of which kind and in which channel a feed is, by its id; undefined where that is none. */
export function feedPlace(id: string): FeedPlace | undefined {
  const parts = id.split(':');
  const kind = FEED_KINDS.find((each) => each === parts[0]);
  const channel = parts.at(-1);
  return kind && channel && parts.length > 2 ? { kind, channel } : undefined;
}

/** What was asked of each view before: with a thousand projects every slot would make all feeds anew. */
const KNOWN = new WeakMap<Projects, readonly Feed[]>();

/** Every feed: project by project, each with what the file says first. */
export function feedsOf(projects: Projects): readonly Feed[] {
  const feeds = KNOWN.get(projects) ?? feedsIn(projects);
  KNOWN.set(projects, feeds);
  return feeds;
}

function feedsIn(projects: Projects): Feed[] {
  const parts = projects.projects.flatMap((project) => partsOf(project).map((part) => ({ project, part })));
  return parts.flatMap(({ project, part }) =>
    FEED_KINDS.flatMap((kind) => {
      const settings = part[kind];
      if (!settings) return [];
      const { channel, schedule, quiet } = settings;
      const feed = {
        id: feedId(kind, project.id, channel),
        project,
        channel,
        schedule,
        cron: parseSchedule(schedule) ?? schedule,
        timezone: settings.timezone ?? commonTimezone(projects, project),
        quiet,
        ...(part.revision !== undefined && { revision: part.revision }),
        kind,
        settings,
      };
      // Kind and settings belong together, which TypeScript forgets in a loop.
      return feed as Feed;
    }),
  );
}

/** The projects that may be spoken of in a channel: those that name it, or post to it. */
export function visibleIn(projects: Projects, channel: string): Project[] {
  return projects.projects.filter((project) => {
    if (project.visible_in?.includes(channel)) return true;
    return partsOf(project).some((part) => FEED_KINDS.some((kind) => part[kind]?.channel === channel));
  });
}

/** The channels that show a project: those of its feeds, and those that the file names besides. */
export function channelsOf(project: Project, feeds: readonly Feed[]): string[] {
  const posting = feeds.filter((feed) => feed.project.id === project.id).map(({ channel }) => channel);
  return [...new Set([...(project.visible_in ?? []), ...posting])];
}

/** Everybody who is told when something needs a person: the owners, and the channel for it. */
export function recipientsOf({ owners, ops_channel }: Projects): string[] {
  return [...owners, ...(ops_channel ? [ops_channel] : [])];
}

/** The timezone in which a project's days begin and end: that of its scores, else the common one. */
export function timezoneOf(projects: Projects, project: Project): string {
  const [own] = partsOf(project).flatMap(({ scores }) => scores?.timezone ?? []);
  return own ?? commonTimezone(projects, project);
}

/** Of what says none of its own: that of its project's file, or of the first file where no file has the project. */
function commonTimezone({ defaults }: Projects, { timezone }: Project): string {
  return timezone ?? defaults.timezone;
}
