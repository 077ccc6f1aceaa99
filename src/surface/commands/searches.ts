/** /visibility searches: what engines look up before they answer (query fan-out). */
import { searchesAnswer } from '../../messages/answers/searches-answer.ts';
import { pageOf } from '../pages.ts';
import type { Command } from '../request.ts';

export const searches: Command = {
  name: 'searches',
  usage: 'searches',
  example: 'searches',
  summary: 'What engines look up before they answer (query fan-out)',
  scope: 'project',
  words: 'none',
  async run({ project, page }, { visibilityOf }) {
    const all = await visibilityOf(project).queryFanout(project.id);
    const { shown, pages } = pageOf(all, page);
    return { message: searchesAnswer(project, shown, all.length), pages, share: true };
  },
};
