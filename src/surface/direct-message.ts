/** Where somebody is alone with the bot: there people are told of every project that they see elsewhere. */
import { HOUR_MS } from '../durations.ts';
import type { Ask } from './ask.ts';
import { seenBy } from './seen-by.ts';
import type { Workspace } from './workspace.ts';

/** There people go on from what they asked while they remember it. */
export const REMEMBERED_MS = HOUR_MS;

export function isDirect(channel: string): boolean {
  return channel.startsWith('D');
}

/** The same ask; in a direct message as if the projects that the person sees were shown there, too. */
export async function inDirectMessage<A extends Ask>(ask: A): Promise<A> {
  const { channel, workspace } = ask;
  if (!isDirect(channel)) return ask;
  const { projects } = await seenBy(ask);
  return { ...ask, workspace: showingThere(workspace, channel, new Set(projects.map(({ id }) => id))) };
}

/** The workspace as if the projects of these ids were shown in this channel, too. */
export function showingThere(
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
