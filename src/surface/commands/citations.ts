/** /visibility citations: the pages that engines cited last. */
import { citationsAnswer } from '../../messages/citations-answer.ts';
import { pageOf } from '../pages.ts';
import type { Command } from '../request.ts';

/** More than the API's own default, so that there is something to turn pages for. */
const ASKED = 300;

export const citations: Command = {
  name: 'citations',
  usage: 'citations',
  example: 'citations',
  summary: 'The pages that engines cited last, and in answer to what',
  scope: 'project',
  words: 'none',
  async run({ project, page }, { visibilityOf }) {
    const all = await visibilityOf(project).citations(project.id, { limit: ASKED });
    const { shown, pages } = pageOf(all, page);
    return { message: citationsAnswer(project, shown, all.length), pages, share: true };
  },
};
