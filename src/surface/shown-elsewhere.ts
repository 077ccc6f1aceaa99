/** Tells people who ask for a project outside its channels where they can: only if they are in one of them. */
import { findVisibleProjects } from '../projects/projects.ts';
import type { Ask } from './ask.ts';
import { findProjectsNamed } from './command-line.ts';
import { Refused } from './refused.ts';
import { findChannelsSeen } from './seen-by.ts';

/** Undefined unless the words name a project that isn't shown here, but in a channel that the asker is in. */
export async function referElsewhere(words: string, ask: Ask): Promise<Refused | undefined> {
  const projects = ask.workspace.projects();
  const here = new Set(findVisibleProjects(projects, ask.channel).map(({ id }) => id));
  const hidden = projects.projects.filter(({ id }) => !here.has(id));
  for (const project of findProjectsNamed(words, hidden) ?? []) {
    const channels = await findChannelsSeen(project, ask);
    if (channels.length > 0)
      return new Refused(`${project.name} isn’t shown in this channel.`, { channels, because: 'no_project' });
  }
  return undefined;
}
