/** /visibility region-usage: where the tracked prompts are asked, and how often. */
import { regionUsageAnswer } from '../../messages/answers/region-usage-answer.ts';
import type { Command } from '../request.ts';

export const regionUsage: Command = {
  name: 'region-usage',
  usage: 'region-usage',
  example: 'region-usage',
  summary: 'Where the tracked prompts are asked, and how often',
  scope: 'project',
  words: 'none',
  async run({ project }, { visibilityOf }) {
    const usage = await visibilityOf(project).regionUsage(project.id);
    return { message: regionUsageAnswer(project, usage), share: true };
  },
};
