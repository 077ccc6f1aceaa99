/** /visibility topic <name>: how the brand stands on one topic, against whom, on which engines. */
import { topicAnswer } from '../../messages/answers/topic-answer.ts';
import { topicWithEngineNames } from '../../visibility/engine-names.ts';
import { namesOfEngines } from '../prompts/names-of-engines.ts';
import { topicLabel } from '../prompts/topic-label.ts';
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
    return { message: topicAnswer(project, detail), share: true };
  },
};
