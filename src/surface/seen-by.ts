/** What exists for a person where no channel says it: the projects shown in channels that they are in, the posts there, and a direct message. */

import { HOUR_MS } from '../durations.ts';
import type { WhyPost } from '../messages/why-post.ts';
import { channelsOf, feedsOf, type Project } from '../projects/projects.ts';
import { deliveryOn } from '../store/deliveries.ts';
import type { DeliveryRow } from '../store/schema.ts';
import type { Ask, Reader } from './ask.ts';
import { Refused } from './refused.ts';
import type { Workspace } from './workspace.ts';

/** `channels` are those that show a project, and that the person is in. */
export type Seen = { projects: readonly Project[]; channels: ReadonlySet<string> };

/** Of the channels that show a project those that somebody may read of: where they ask, then where they are. */
export async function findChannelsSeen(project: Project, ask: Ask): Promise<string[]> {
  const { person, channel: here, workspace } = ask;
  const hereOnly = await readsHereOnly(ask);
  const [, places = []] = [...placesOfProjects(workspace)].find(([{ id }]) => id === project.id) ?? [];
  const theirs = [...new Set([...places.filter((place) => place === here), ...places])].map(async (place) => {
    const isTheirs = place === here || (!hereOnly && (await workspace.isMember(place, person)));
    return isTheirs ? [place] : [];
  });
  return (await Promise.all(theirs)).flat();
}

/** People of other organisations read where they ask, and of no channel beside it. */
export async function readsHereOnly({ person, workspace }: Reader): Promise<boolean> {
  return (await workspace.personOf(person)).isStranger;
}

/** In the order of the projects file. People of other organisations see none: what they may read stands in its channel. */
export async function findSeen(reader: Reader): Promise<Seen> {
  const { person, workspace } = reader;
  if (await readsHereOnly(reader)) return { projects: [], channels: new Set() };
  const places = placesOfProjects(workspace);
  const theirs = [...new Set([...places.values()].flat())].map(async (channel) =>
    (await workspace.isMember(channel, person)) ? [channel] : [],
  );
  const channels = new Set((await Promise.all(theirs)).flat());
  const projects = [...places].flatMap(([project, shownIn]) =>
    shownIn.some((channel) => channels.has(channel)) ? [project] : [],
  );
  return { projects, channels };
}

/** @throws Refused, in the same words, where there is no such project and where it does not exist for this person. */
export async function requireSeen(projectId: string, reader: Reader): Promise<Project> {
  const { projects } = await findSeen(reader);
  const project = projects.find(({ id }) => id === projectId);
  if (!project)
    throw new Refused('This project is shown in no channel that you are in, so nothing was changed.');
  return project;
}

/** The channel in which somebody acts who isn’t in one: the first of theirs that shows the project. @throws Refused */
export async function requireChannelSeen(project: Project, ask: Ask): Promise<string> {
  const [channel] = await findChannelsSeen(project, ask);
  if (channel !== undefined) return channel;
  throw new Refused('This project is shown in no channel that you are in, so nothing was changed.');
}

function placesOfProjects(workspace: Workspace): Map<Project, string[]> {
  const all = workspace.projects();
  const feeds = feedsOf(all);
  return new Map(all.projects.map((project) => [project, channelsOf(project, feeds)]));
}

export type SeenPost = WhyPost & { channel: string } & Pick<DeliveryRow, 'kind' | 'v' | 'decision'>;

/** The posts that speak of one thing, as an answer to why tells them: at most one in each of `channels`, in their order. */
export async function findPostsSeen(
  subject: string,
  channels: readonly string[],
  { db, team }: Ask,
): Promise<SeenPost[]> {
  const found = channels.map((channel) => deliveryOn(db, team, channel, subject));
  return (await Promise.all(found)).flatMap((post) => {
    if (!post) return [];
    const { channel, created_at: at, state, not_before: notBefore, failure, kind, v, decision } = post;
    return [{ channel, at, state, notBefore, reason: failure ?? undefined, kind, v, decision }];
  });
}

/**
 * What is said where a thing was posted in no channel that somebody may read of. Whether another channel was told is not
 * said: that there is one is not everybody's to know.
 */
export async function notPostedSentence(
  thing: 'alert' | 'suggestion',
  { name }: Project,
  ask: Ask,
): Promise<string> {
  return (await readsHereOnly(ask))
    ? `No ${thing} like this was posted for ${name} in this channel. If you saw it in another, ask there.`
    : `No ${thing} like this was posted in the ${name} channels you’re in.`;
}

/** There people go on from what they asked while they remember it. */
export const REMEMBERED_MS = HOUR_MS;

export function isDirect(channel: string): boolean {
  return channel.startsWith('D');
}

/** The same ask; in a direct message as if the projects that the person sees were shown there, too. */
export async function withProjectsSeen<A extends Ask>(ask: A): Promise<A> {
  const { channel, workspace } = ask;
  if (!isDirect(channel)) return ask;
  const { projects } = await findSeen(ask);
  return { ...ask, workspace: showProjectsIn(workspace, channel, new Set(projects.map(({ id }) => id))) };
}

/** The workspace as if the projects of these ids were shown in this channel, too. */
export function showProjectsIn(
  workspace: Workspace,
  channel: string,
  ids: { has(id: string): boolean },
): Workspace {
  return {
    ...workspace,
    projects() {
      const all = workspace.projects();
      const projects = all.projects.map((project) =>
        ids.has(project.id) ? { ...project, visible_in: [...(project.visible_in ?? []), channel] } : project,
      );
      return { ...all, projects };
    },
  };
}
