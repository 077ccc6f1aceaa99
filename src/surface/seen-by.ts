/** What a person can see outside of any one channel: the projects and posts of the channels they are in. */
import { HOUR_MS } from '../durations.ts';
import { channelsOf, type Project, projectOf } from '../projects/projects.ts';
import { findDeliveryAbout } from '../store/deliveries.ts';
import type { ActionAsk, Ask, Reader } from './ask.ts';
import { Refused } from './refused.ts';
import type { Workspace } from './workspace.ts';

/** `channels`: those that show a project and that the person is in. */
export type Seen = { projects: readonly Project[]; channels: ReadonlySet<string> };

/** @throws Refused if Slack doesn't answer: it must not look as if they weren't in the channel */
export async function isIn(channel: string, { workspace, person }: Reader, asOf?: 'lately' | 'now') {
  if (isOverHome(channel)) return channel === person;
  const isThere = await workspace.isMember(channel, person, asOf);
  if (isThere !== undefined) return isThere;
  throw new Refused(
    'Slack isn’t saying who’s in which channel right now. Nothing changed. Try again in a minute.',
  );
}

/** The project's channels that the asker may read about: first the one they ask in, then those they are in. */
export async function findChannelsSeen(project: Project, ask: Ask): Promise<string[]> {
  const { channel: here, workspace } = ask;
  const hereOnly = await readsHereOnly(ask);
  const known = projectOf(workspace.projects(), project.id);
  const places = known ? channelsOf(known) : [];
  const theirs = [...new Set([...places.filter((place) => place === here), ...places])].map(async (place) => {
    const isTheirs = place === here || (!hereOnly && (await isIn(place, ask)));
    return isTheirs ? [place] : [];
  });
  return (await Promise.all(theirs)).flat();
}

/** People from other organisations only read about the channel they ask in. */
export async function readsHereOnly({ person, workspace }: Reader): Promise<boolean> {
  return (await workspace.personOf(person)).isStranger;
}

/** Slack allows about a hundred calls a minute: a question about each of so many channels would use them up. */
const MANY_CHANNELS = 20;

/** In the order of the projects file. People from other organisations see nothing outside a channel. */
export async function findSeen(reader: Reader): Promise<Seen> {
  const { person, workspace } = reader;
  if (await readsHereOnly(reader)) return { projects: [], channels: new Set() };
  const places = workspace.projects().projects.map((project) => ({ project, shownIn: channelsOf(project) }));
  const shownIn = [...new Set(places.flatMap((place) => place.shownIn))];
  const joined = shownIn.length > MANY_CHANNELS ? await workspace.findJoined(person) : undefined;
  const theirs = shownIn.map(async (channel) => {
    const isTheirs = joined ? joined.has(channel) : await isIn(channel, reader);
    return isTheirs ? [channel] : [];
  });
  const channels = new Set((await Promise.all(theirs)).flat());
  const projects = places.flatMap(({ project, shownIn }) =>
    shownIn.some((channel) => channels.has(channel)) ? [project] : [],
  );
  return { projects, channels };
}

const NOT_IN_YOUR_CHANNELS = 'None of your channels shows this project. Nothing changed.';

/** @throws Refused, in the same words whether the project is unknown or just not visible to this person */
export async function requireSeen(projectId: string, reader: Reader): Promise<Project> {
  const { projects } = await findSeen(reader);
  const project = projects.find(({ id }) => id === projectId);
  if (!project) throw new Refused(NOT_IN_YOUR_CHANNELS);
  return project;
}

/** The channel to act for when a click has none: the first of the person's that shows the project. @throws Refused */
export async function requireChannelSeen(project: Project, ask: Ask): Promise<string> {
  const [channel] = await findChannelsSeen(project, ask);
  if (channel === undefined) throw new Refused(NOT_IN_YOUR_CHANNELS);
  return channel;
}

/** The post about one thing in each of `channels`, if any, in their order. */
export async function findPostsSeen(subject: string, channels: readonly string[], { db, team }: Ask) {
  const found = channels.map((channel) => findDeliveryAbout(db, team, channel, subject));
  return (await Promise.all(found)).flatMap((post) => {
    if (!post) return [];
    const { channel, created_at: at, state, not_before: notBefore, failure, kind, v, decision } = post;
    return [{ channel, at, state, notBefore, reason: failure ?? undefined, kind, v, decision }];
  });
}

/** A sentence that doesn't reveal whether another channel, which the asker can't see, had the post. */
export async function notPostedSentence(thing: 'alert' | 'suggestion', { name }: Project, ask: Ask) {
  return (await readsHereOnly(ask))
    ? `There’s no such ${thing} for ${name} in this channel. If you saw it in another, ask there.`
    : `There’s no such ${thing} in the ${name} channels you’re in.`;
}

export const REMEMBERED_MS = HOUR_MS;

/** Also a modal over the Home tab, where people see and may do the same. */
export function isDirect(channel: string): boolean {
  return channel.startsWith('D') || isOverHome(channel);
}

/** Whether the click was in a modal opened from the Home tab: it has the person's own id in place of a channel's. */
export function isOverHome(channel: string): boolean {
  return /^[UW]/.test(channel);
}

/** Where a clicked answer that only its reader sees can be replaced; undefined for posts, and in a modal. */
export function ownAnswerAt(ask: ActionAsk): string | undefined {
  return isReadAlone(ask) ? ask.answerAt : undefined;
}

/** Whether only the asker sees what was clicked. */
export function isReadAlone({ isPrivate, channel }: Pick<ActionAsk, 'isPrivate' | 'channel'>): boolean {
  return isPrivate || isDirect(channel);
}

/** In a direct message, the ask with the person's projects visible there; otherwise unchanged. */
export async function withProjectsSeen<A extends Ask>(ask: A): Promise<A> {
  const { channel, workspace } = ask;
  if (!isDirect(channel)) return ask;
  const { projects } = await findSeen(ask);
  return { ...ask, workspace: showProjectsIn(workspace, channel, new Set(projects.map(({ id }) => id))) };
}

/** The workspace with these projects also visible in this channel. */
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
