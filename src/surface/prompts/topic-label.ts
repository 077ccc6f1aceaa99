/** Finds the topic that somebody means, by its label. */
import type { Log } from '../../log.ts';
import type { Project } from '../../projects/projects.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { nearest, unquoted } from '../command-line.ts';
import { ifReadable } from '../if-readable.ts';
import { Refused } from '../refused.ts';

/** The label as the API writes it; as it was typed, where the topics cannot be read. `command` is what an example names. @throws Refused where there is no such topic. */
export async function topicLabel(
  api: VisibilityClient,
  project: Project,
  typed: string,
  command: 'topic' | 'answers',
  log: Log,
): Promise<string> {
  const words = unquoted(typed);
  const asked = api.topics(project.id);
  const topics = words ? await ifReadable(asked, log) : await asked;
  if (!topics) return words;
  const labels = topics.flatMap(({ label }) => label ?? []);
  const label = labels.find((known) => known.toLowerCase() === words.toLowerCase());
  if (label) return label;
  const guess = words ? nearest(words, labels) : undefined;
  const example = `/visibility ${command} ${guess ?? labels[0] ?? 'pricing'}`;
  if (words)
    throw new Refused({ sentence: `${project.name} has no topic “${words}”.`, nearest: guess, example });
  throw new Refused({ sentence: 'Say which topic. /visibility topics lists them all.', example });
}
