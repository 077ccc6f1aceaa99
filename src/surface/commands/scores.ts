/** /visibility scores: the visibility score of the last complete day, by engine, with a chart. */
import { scoresAnswer } from '../../messages/answers/scores-answer.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { scoreOverview } from '../../rules/score-history.ts';
import { choice } from '../command-line.ts';
import type { Command } from '../request.ts';

/** Days of each word; the chart shows every second, third … of many. */
const SPANS = { '7d': 7, '30d': 30, '90d': 90 } as const;

export const scores: Command = {
  name: 'scores',
  usage: 'scores [7d|30d|90d]',
  example: 'scores 30d',
  summary: 'The visibility score of the last days, by engine, with a chart',
  scope: 'project',
  words: 'fixed',
  async run({ project, words }, { clock, projects, visibilityOf }) {
    const span = choice(words, ['7d', '30d', '90d'], scores);
    const daily = await visibilityOf(project).dailyScores(project.id);
    const timezone = timezoneOf(projects(), project);
    const overview = scoreOverview(daily, timezone, clock.now(), span && SPANS[span]);
    return { message: scoresAnswer(project, overview), share: true };
  },
};
