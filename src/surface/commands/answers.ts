/** /visibility answers <topic>: what engines said where a topic appeared. */
import { topicAnswersAnswer } from '../../messages/answers/topic-answers-answer.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { pageOf } from '../pages.ts';
import { namesOfEngines } from '../prompts/names-of-engines.ts';
import { topicLabel } from '../prompts/topic-label.ts';
import type { Command } from '../request.ts';

export const answers: Command = {
  name: 'answers',
  usage: 'answers <topic>',
  example: 'answers pricing',
  summary: 'What engines said where a topic appeared',
  scope: 'project',
  words: 'free',
  async run({ project, words, page }, deps) {
    const api = deps.visibilityOf(project);
    const engines = namesOfEngines(api, deps);
    const label = await topicLabel(api, project, words, 'answers', deps.log);
    const all = await api.topicAnswers(project.id, label);
    const { shown, pages } = pageOf(all, page);
    const named = withEngineNames(shown, await engines);
    return { message: topicAnswersAnswer(project, label, named, all.length), pages, share: true };
  },
};
