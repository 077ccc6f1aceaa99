/** /visibility sources: the pages that engines cite most. */
import { sourcesAnswer } from '../../messages/answers/sources-answer.ts';
import { FILTER_USAGE, FILTERS, filterOf } from '../filter-options.ts';
import { pageOf } from '../pages.ts';
import type { Command } from '../request.ts';

export const sources: Command = {
  name: 'sources',
  usage: `sources ${FILTER_USAGE}`,
  example: 'sources Gemini in Germany, France',
  summary: 'The pages that engines cite most, and which engines do',
  scope: 'project',
  words: 'free',
  options: FILTERS,
  async run(request, { visibilityOf }) {
    const { project, page } = request;
    const api = visibilityOf(project);
    const { ids, only } = await filterOf(request, api);
    const all = await api.sources(project.id, ids);
    const { shown, pages } = pageOf(all, page);
    return { message: sourcesAnswer(project, shown, all, only), pages, share: true };
  },
};
