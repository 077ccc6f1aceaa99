/** /visibility mentions: who was named in the latest answers, in which place and how. */
import { mentionsAnswer } from '../../messages/answers/mentions-answer.ts';
import { pageOf } from '../pages.ts';
import { runsOfAnswers } from '../prompts/runs-of-answers.ts';
import type { Command } from '../request.ts';

export const mentions: Command = {
  name: 'mentions',
  usage: 'mentions',
  example: 'mentions',
  summary: 'Who was named in the latest answers, in which place and how',
  scope: 'project',
  words: 'none',
  async run({ project, page }, deps) {
    const api = deps.visibilityOf(project);
    const all = await api.mentions(project.id);
    const { shown, pages } = pageOf(all, page);
    // A mention names its answer by the response alone.
    const answers = shown.map(({ response_id }) => ({ responseId: response_id }));
    const runs = await runsOfAnswers(api, project, answers, deps);
    return { message: mentionsAnswer(project, shown, all, runs), pages, share: true };
  },
};
