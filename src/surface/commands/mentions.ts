/** /visibility mentions: who was named in the latest answers, in which place and how. */
import { mentionsAnswer } from '../../messages/answers/mentions-answer.ts';
import { pageOf } from '../pages.ts';
import type { Command } from '../request.ts';

export const mentions: Command = {
  name: 'mentions',
  usage: 'mentions',
  example: 'mentions',
  summary: 'Who was named in the latest answers, in which place and how',
  scope: 'project',
  words: 'none',
  async run({ project, page }, { visibilityOf }) {
    const all = await visibilityOf(project).mentions(project.id);
    const { shown, pages } = pageOf(all, page);
    return { message: mentionsAnswer(project, shown, all), pages, share: true };
  },
};
