/** /visibility scores: the visibility score of the last complete day, by engine, with a chart. */
import { scoresAnswer } from '../../messages/scores-answer.ts';
import { timezoneOf } from '../../projects.ts';
import { scoreOverview } from '../../rules/score-history.ts';
import type { Command } from '../request.ts';

export const scores: Command = {
  name: 'scores',
  usage: 'scores',
  example: 'scores',
  summary: 'The visibility score of the last days, by engine, with a chart',
  scope: 'project',
  words: 'none',
  async run({ project }, { clock, projects, visibilityOf }) {
    const daily = await visibilityOf(project).dailyScores(project.id);
    const overview = scoreOverview(daily, timezoneOf(projects(), project), clock.now());
    return { message: scoresAnswer(project, overview), share: true };
  },
};
