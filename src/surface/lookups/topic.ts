/** /visibility topic <name>: how the brand stands on one topic, against whom, on which engines; and which topic somebody means. */
import type { Log } from '../../log.ts';
import { topicPage } from '../../messages/lookups/topic.ts';
import { nearest } from '../../nearest.ts';
import type { Project } from '../../projects/projects.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { topicWithEngineNames } from '../../visibility/engine-names.ts';
import { unquoted } from '../command-line.ts';
import { ifReadable } from '../if-readable.ts';
import { namesOfEngines } from '../prompts/names-of-engines.ts';
import { Refused } from '../refused.ts';
import type { Command } from '../request.ts';

export const topic: Command = {
  name: 'topic',
  usage: 'topic <name>',
  example: 'topic pricing',
  summary: 'How you stand on one topic, by tool and by engine',
  scope: 'project',
  words: 'free',
  async run({ project, words }, deps) {
    const api = deps.visibilityOf(project);
    const engines = namesOfEngines(api, deps);
    const label = await topicLabel(api, project, words, 'topic', deps.log);
    const detail = topicWithEngineNames(await api.topicDetail(project.id, label), await engines);
    return { message: topicPage(project, detail), share: true };
  },
};

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
