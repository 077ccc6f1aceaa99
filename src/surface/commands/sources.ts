/** /visibility sources: the pages that engines cite most. */
import { sourcesAnswer } from '../../messages/sources-answer.ts';
import { pageOf } from '../pages.ts';
import type { Command } from '../request.ts';

export const sources: Command = {
  name: 'sources',
  usage: 'sources',
  example: 'sources',
  summary: 'The pages that engines cite most, and which engines do',
  scope: 'project',
  words: 'none',
  async run({ project, page }, { visibilityOf }) {
    const all = await visibilityOf(project).sources(project.id);
    const { shown, pages } = pageOf(all, page);
    return { message: sourcesAnswer(project, shown, all), pages, share: true };
  },
};
