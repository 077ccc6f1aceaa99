/** /visibility topic: how the brand does on one topic, by rival and by engine, or on all topics. */
import { topicPage, topicsPage, topicsTable } from '../../messages/lookups/topics.ts';
import { tablePage } from '../../messages/sortable-table.ts';
import { topicWithEngineNames } from '../../visibility/engine-names.ts';
import { completeWord, findNearest } from '../../words/nearest.ts';
import { ifReadable, readEngineNames } from '../api-trouble.ts';
import type { Command, ProjectAsk } from '../ask.ts';
import { saysMore, unquote } from '../command-line.ts';
import { Refused } from '../refused.ts';
import { slicePage } from '../run-command.ts';

export const topic: Command = {
  name: 'topic',
  aka: ['topics'],
  usage: 'topic [name]',
  example: 'topic pricing',
  summary: 'How you stand on one topic, by tool and by engine; without a name, all topics',
  scope: 'project',
  words: 'free',
  takes: (rest) => !saysMore(rest) && !/^\d+\b/.test(rest),
  async run(ask) {
    const { project, words } = ask;
    const api = ask.api(project);
    if (!words) {
      const all = await api.topics(project.id);
      const sortable = all.length > 1;
      if (sortable && ask.view)
        return { ...tablePage(topicsTable(project, all), ask.page), share: true, sortable };
      const { shown, pages } = slicePage(all, ask.page);
      return { message: topicsPage(project, shown, all), pages, share: true, sortable };
    }
    const engines = readEngineNames(api, ask);
    const label = await requireTopicLabel(words, 'topic', ask);
    const detail = topicWithEngineNames(await api.topicDetail(project.id, label), await engines);
    return { message: topicPage(project, detail), share: true };
  },
};

/**
 * The topic's label as the API writes it, found by its beginning; as typed if the topics can't be read. `command`: for
 * the suggestions in a refusal. @throws Refused if there is no such topic
 */
export async function requireTopicLabel(
  typed: string,
  command: 'topic' | 'answers',
  ask: ProjectAsk,
): Promise<string> {
  const { project } = ask;
  const words = unquote(typed);
  const asked = ask.api(project).topics(project.id);
  const topics = words ? await ifReadable(asked, ask) : await asked;
  if (!topics) return words;
  const labels = topics.flatMap(({ label }) => label ?? []);
  const label = completeWord(words, labels);
  if (label !== undefined && words) return label;
  const guess = words ? findNearest(words, labels) : undefined;
  throw new Refused(words ? `${project.name} has no topic “${words}”.` : 'Say which topic.', {
    tries: [
      ...(guess === undefined ? labels.slice(0, 3) : [guess]).map((one) => `${command} ${one}`),
      'topic',
    ],
  });
}
