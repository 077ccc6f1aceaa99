/** /visibility prompts [words]: the tracked prompts, all or those that hold the words. */

import { promptsAnswer } from '../../messages/answers/prompts-answer.ts';
import { listed } from '../../messages/api-counts.ts';
import { unquoted } from '../command-line.ts';
import { pageOf } from '../pages.ts';
import { Refused } from '../refused.ts';
import type { Command } from '../request.ts';

export const prompts: Command = {
  name: 'prompts',
  usage: 'prompts [words]',
  example: 'prompts cost',
  summary: 'The tracked prompts, all or those with these words',
  scope: 'project',
  words: 'free',
  async run({ project, words: typed, page }, { visibilityOf }) {
    const words = unquoted(typed);
    const all = await visibilityOf(project).prompts(project.id);
    const found = all.filter(({ text }) => !words || text?.toLowerCase().includes(words.toLowerCase()));
    if (words && found.length === 0) {
      throw new Refused({
        sentence: `None of the ${listed(all.length, 'prompt', all.rest)} of ${project.name} holds “${words}”. Without words you see them all.`,
        example: '/visibility prompts',
      });
    }
    const { shown, pages } = pageOf(found, page);
    const search = words ? { words, of: all.length } : undefined;
    return { message: promptsAnswer(project, shown, found.length, search, all.rest), pages, share: true };
  },
};
