/** /visibility referrers: the domains that engines cite, with the share of each. */
import { referrersAnswer } from '../../messages/answers/referrers-answer.ts';
import { pageOf } from '../pages.ts';
import type { Command } from '../request.ts';

export const referrers: Command = {
  name: 'referrers',
  usage: 'referrers',
  example: 'referrers',
  summary: 'The domains that engines cite, with the share of each',
  scope: 'project',
  words: 'none',
  async run({ project, page }, { visibilityOf }) {
    const all = await visibilityOf(project).referrers(project.id);
    const { shown, pages } = pageOf(all, page);
    return { message: referrersAnswer(project, shown, all), pages, share: true };
  },
};
