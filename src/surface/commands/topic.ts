/** /visibility topic <name>: how the brand stands on one topic, against whom, on which engines. */
import { topicAnswer } from '../../messages/topic-answer.ts';
import { nearest, unquoted } from '../command-line.ts';
import { Refused } from '../refused.ts';
import type { Command } from '../request.ts';

export const topic: Command = {
  name: 'topic',
  usage: 'topic <name>',
  example: 'topic pricing',
  summary: 'How you stand on one topic, by tool and by engine',
  scope: 'project',
  words: 'free',
  async run({ project, words: typed }, { visibilityOf }) {
    const words = unquoted(typed);
    const api = visibilityOf(project);
    const labels = (await api.topics(project.id)).flatMap(({ label }) => label ?? []);
    const label = labels.find((known) => known.toLowerCase() === words.toLowerCase());
    if (!label) throw noSuchTopic(words, labels, project.name);
    return { message: topicAnswer(project, await api.topicDetail(project.id, label)) };
  },
};

function noSuchTopic(words: string, labels: readonly string[], projectName: string): Refused {
  const guess = words ? nearest(words, labels) : undefined;
  const example = `/visibility topic ${guess ?? labels[0] ?? 'pricing'}`;
  if (words)
    return new Refused({ sentence: `${projectName} has no topic “${words}”.`, nearest: guess, example });
  return new Refused({ sentence: 'Say which topic. /visibility topics lists them all.', example });
}
