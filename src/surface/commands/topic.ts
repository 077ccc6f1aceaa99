/** /visibility topic <name>: how the brand stands on one topic, against whom, on which engines. */
import { topicAnswer } from '../../messages/answers/topic-answer.ts';
import { topicLabel } from '../prompts/topic-label.ts';
import type { Command } from '../request.ts';

export const topic: Command = {
  name: 'topic',
  usage: 'topic <name>',
  example: 'topic pricing',
  summary: 'How you stand on one topic, by tool and by engine',
  scope: 'project',
  words: 'free',
  async run({ project, words }, { visibilityOf }) {
    const api = visibilityOf(project);
    const label = await topicLabel(api, project, words, 'topic');
    return { message: topicAnswer(project, await api.topicDetail(project.id, label)), share: true };
  },
};
