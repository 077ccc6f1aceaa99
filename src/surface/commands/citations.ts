/** /visibility citations: the pages that engines cited last. */
import { citationsAnswer } from '../../messages/answers/citations-answer.ts';
import { FILTER_USAGE, FILTERS, filterOf } from '../filter-options.ts';
import { pageOf } from '../pages.ts';
import type { Command } from '../request.ts';

/** More than the API's own default, so that there is something to turn pages for. */
const ASKED = 300;

export const citations: Command = {
  name: 'citations',
  usage: `citations ${FILTER_USAGE}`,
  example: 'citations Gemini, ChatGPT in Germany',
  summary: 'The pages that engines cited last, and in answer to what',
  scope: 'project',
  words: 'free',
  options: FILTERS,
  async run(request, { visibilityOf }) {
    const { project, page } = request;
    const api = visibilityOf(project);
    const { ids, only } = await filterOf(request, api);
    const all = await api.citations(project.id, { limit: ASKED, ...ids });
    const { shown, pages } = pageOf(all, page);
    return {
      message: citationsAnswer(project, shown, all.length, { asked: ASKED, only }),
      pages,
      share: true,
    };
  },
};
