/** What everybody asks of the projects: what each posts where and when, in which timezone, and who sees it. */
import { FEED_KINDS, type FeedKind, type FeedPlace } from '../decision.ts';
import { parseSchedule } from '../words/schedule-words.ts';
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

/** Made once for each view: among ten thousand projects every slot would look through all of them. */
function perView<Made>(make: (projects: Projects) => Made): (projects: Projects) => Made {
  const known = new WeakMap<Projects, { made: Made }>();
  return (projects) => {
    const { made } = known.get(projects) ?? { made: make(projects) };
    known.set(projects, { made });
    return made;
  };
}

/** Every feed: project by project, each with what the file says first. */
export const feedsOf: (projects: Projects) => readonly Feed[] = perView(feedsIn);

const feedsById = perView((projects) => new Map(feedsOf(projects).map((feed) => [feed.id, feed])));
const feedsByProject = perView((projects) => Map.groupBy(feedsOf(projects), ({ project }) => project.id));

const projectsById = perView(({ projects }) => new Map(projects.map((project) => [project.id, project])));

/** One project by its id; undefined where there is none any more. */
export function projectOf(projects: Projects, id: string): Project | undefined {
  return projectsById(projects).get(id);
}

/** One feed by its id; undefined where there is none any more. */
export function feedOf(projects: Projects, id: string): Feed | undefined {
  return feedsById(projects).get(id);
}

/** The feeds of one project. */
export function feedsOfProject(projects: Projects, projectId: string): readonly Feed[] {
  return feedsByProject(projects).get(projectId) ?? [];
}

function feedsIn(projects: Projects): Feed[] {
  const crons = new Map<string, string>();
  const cronOf = (schedule: string) => {
    const cron = crons.get(schedule) ?? parseSchedule(schedule) ?? schedule;
    crons.set(schedule, cron);
    return cron;
  };
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
        cron: cronOf(schedule),
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
  return [...(projectsByChannel(projects).get(channel) ?? [])];
}

const projectsByChannel = perView((projects) => {
  const byChannel = new Map<string, Project[]>();
  for (const project of projects.projects) {
    for (const channel of channelsOf(project, feedsOfProject(projects, project.id))) {
      const shown = byChannel.get(channel);
      if (shown) shown.push(project);
      else byChannel.set(channel, [project]);
    }
  }
  return byChannel;
});

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
