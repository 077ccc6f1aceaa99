/** /visibility metrics: the API's own counts of community leads. */
import { metricsAnswer } from '../../messages/answers/metrics-answer.ts';
import type { Command } from '../request.ts';

export const metrics: Command = {
  name: 'metrics',
  usage: 'metrics',
  example: 'metrics',
  summary: 'How many leads there are, how many are new, their average score',
  scope: 'project',
  words: 'none',
  async run({ project }, { visibilityOf }) {
    return {
      message: metricsAnswer(project, await visibilityOf(project).communityMetrics(project.id)),
      share: true,
    };
  },
};
