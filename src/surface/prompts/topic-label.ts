/** Finds the topic that somebody means, by its label. */
import type { Project } from '../../projects/projects.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { nearest, unquoted } from '../command-line.ts';
import { Refused } from '../refused.ts';

/** The label as the API writes it. `command` is what an example names. @throws Refused where there is no such topic. */
export async function topicLabel(
  api: VisibilityClient,
  project: Project,
  typed: string,
  command: 'topic' | 'answers',
): Promise<string> {
  const words = unquoted(typed);
  const labels = (await api.topics(project.id)).flatMap(({ label }) => label ?? []);
  const label = labels.find((known) => known.toLowerCase() === words.toLowerCase());
  if (label) return label;
  const guess = words ? nearest(words, labels) : undefined;
  const example = `/visibility ${command} ${guess ?? labels[0] ?? 'pricing'}`;
  if (words)
    throw new Refused({ sentence: `${project.name} has no topic “${words}”.`, nearest: guess, example });
  throw new Refused({ sentence: 'Say which topic. /visibility topics lists them all.', example });
}
