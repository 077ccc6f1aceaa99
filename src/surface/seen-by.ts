/** What exists for a person where no channel says it: the projects shown in channels that they are in. */
import { channelsOf, feedsOf, type Project } from '../projects/projects.ts';
import { Refused } from './refused.ts';
import type { Asker, SurfaceDeps } from './request.ts';

/** Who looks at the Home tab, or runs a shortcut. */
export type Reader = Pick<Asker, 'installation' | 'person'>;

/** `channels` are those that show a project, and that the person is in. */
export type Seen = { projects: readonly Project[]; channels: ReadonlySet<string> };

type SeenDeps = Pick<SurfaceDeps, 'projects' | 'personOf' | 'isMember'>;

/** Of the channels that show a project those that somebody may read of: where they ask, then where they are. */
export async function channelsSeen(project: Project, asker: Asker, deps: SeenDeps): Promise<string[]> {
  const { installation, person, channel: here } = asker;
  const hereOnly = await readsHereOnly(asker, deps);
  const [, places = []] = [...placesOfProjects(deps)].find(([{ id }]) => id === project.id) ?? [];
  const theirs = [...new Set([...places.filter((place) => place === here), ...places])].map(async (place) => {
    const isTheirs = place === here || (!hereOnly && (await deps.isMember(installation, place, person)));
    return isTheirs ? [place] : [];
  });
  return (await Promise.all(theirs)).flat();
}

/** People of other organisations read where they ask, and of no channel beside it. */
export async function readsHereOnly(
  { installation, person }: Reader,
  { personOf }: Pick<SurfaceDeps, 'personOf'>,
): Promise<boolean> {
  return (await personOf(installation, person)).isStranger;
}

/** In the order of the projects file. People of other organisations see none: what they may read stands in its channel. */
export async function seenBy({ installation, person }: Reader, deps: SeenDeps): Promise<Seen> {
  const { isStranger } = await deps.personOf(installation, person);
  if (isStranger) return { projects: [], channels: new Set() };
  const places = placesOfProjects(deps);
  const theirs = [...new Set([...places.values()].flat())].map(async (channel) =>
    (await deps.isMember(installation, channel, person)) ? [channel] : [],
  );
  const channels = new Set((await Promise.all(theirs)).flat());
  const projects = [...places].flatMap(([project, shownIn]) =>
    shownIn.some((channel) => channels.has(channel)) ? [project] : [],
  );
  return { projects, channels };
}

/** @throws Refused, in the same words, where there is no such project and where it does not exist for this person. */
export async function requireSeen(projectId: string, reader: Reader, deps: SeenDeps): Promise<Project> {
  const { projects } = await seenBy(reader, deps);
  const project = projects.find(({ id }) => id === projectId);
  if (!project) {
    throw new Refused({
      sentence: 'This project is shown in no channel that you are in, so nothing was changed.',
    });
  }
  return project;
}

function placesOfProjects({ projects }: SeenDeps): Map<Project, string[]> {
  const all = projects();
  const feeds = feedsOf(all);
  return new Map(all.projects.map((project) => [project, channelsOf(project, feeds)]));
}
