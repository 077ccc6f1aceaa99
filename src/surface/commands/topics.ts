/** /visibility topics: what engines talk about when they name the brand. */
import { topicsAnswer } from '../../messages/lookups/topics.ts';
import type { Command } from '../request.ts';

export const topics: Command = {
  name: 'topics',
  usage: 'topics',
  example: 'topics',
  summary: 'Every topic with its score and rank',
  scope: 'project',
  words: 'none',
  async run({ project }, { visibilityOf }) {
    return { message: topicsAnswer(project, await visibilityOf(project).topics(project.id)), share: true };
  },
};
