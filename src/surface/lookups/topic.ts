/** /visibility topic <name>: how the brand stands on one topic, against whom, on which engines; and which topic somebody means. */
import { topicPage } from '../../messages/lookups/topic.ts';
import { nearest } from '../../nearest.ts';
import { topicWithEngineNames } from '../../visibility/engine-names.ts';
import { ifReadable, namesOfEngines } from '../api-trouble.ts';
import type { Command, ProjectAsk } from '../ask.ts';
import { unquoted } from '../command-line.ts';
import { Refused } from '../refused.ts';

export const topic: Command = {
  name: 'topic',
  usage: 'topic <name>',
  example: 'topic pricing',
  summary: 'How you stand on one topic, by tool and by engine',
  scope: 'project',
  words: 'free',
  async run(ask) {
    const { project, words } = ask;
    const api = ask.api(project);
    const engines = namesOfEngines(api, ask);
    const label = await topicLabel(words, 'topic', ask);
    const detail = topicWithEngineNames(await api.topicDetail(project.id, label), await engines);
    return { message: topicPage(project, detail), share: true };
  },
};

/** The label as the API writes it; as it was typed, where the topics cannot be read. `command` is what an example names. @throws Refused where there is no such topic. */
export async function topicLabel(
  typed: string,
  command: 'topic' | 'answers',
  ask: ProjectAsk,
): Promise<string> {
  const { project } = ask;
  const words = unquoted(typed);
  const asked = ask.api(project).topics(project.id);
  const topics = words ? await ifReadable(asked, ask) : await asked;
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
