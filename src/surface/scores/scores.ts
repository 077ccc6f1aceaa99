/** /visibility scores: the visibility score of the last complete day, by engine, with a chart. */

import { WEEK_MS } from '../../durations.ts';
import { scoreRows } from '../../feeds/score-rows.ts';
import { type LatestAlert, scoresAnswer } from '../../messages/scores/scores-answer.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { scoreFigures } from '../../rules/score-figures.ts';
import { scoreOverview } from '../../rules/score-history.ts';
import { latestAlerts } from '../../store/alerts.ts';
import { handlesOf } from '../../store/handles.ts';
import { choice } from '../command-line.ts';
import { measuredLately } from '../prompts/measured-lately.ts';
import type { Command, ProjectRequest, SurfaceDeps } from '../request.ts';
import { channelsSeen } from '../seen-by.ts';

/** An alert is named beside the score for so long. */
const ALERT_MS = WEEK_MS;

/** Days of each word; of many the chart shows some. */
const SPANS = { '7d': 7, '30d': 30, '90d': 90 } as const;

export const scores: Command = {
  name: 'scores',
  usage: 'scores [7d|30d|90d]',
  example: 'scores 30d',
  summary: 'The visibility score of the last days with a chart, and all figures of the latest, by engine',
  scope: 'project',
  words: 'fixed',
  async run(request, deps) {
    const { project, words, installation } = request;
    const { clock, projects } = deps;
    const span = choice(words, ['7d', '30d', '90d'], scores);
    const timezone = timezoneOf(projects(), project);
    const now = clock.now();
    const of = { team: installation.team, project, timezone };
    const [daily, { moved, isWhole }] = await Promise.all([
      scoreRows(of, deps, { now }),
      measuredLately(of, deps, { now }),
    ]);
    const asked = span && SPANS[span];
    const overview = scoreOverview(daily, timezone, now, asked, moved);
    const figures = scoreFigures(daily, timezone, now, moved);
    const about = { latestAlert: await latestAlert(request, deps), asked, figures, isWhole };
    return { message: scoresAnswer(project, overview, about), share: true };
  },
};

/** Of the last week, an open one first; as it was told where the asker is, else in another channel that they may read of. */
async function latestAlert(request: ProjectRequest, deps: SurfaceDeps): Promise<LatestAlert | undefined> {
  const { project, installation, channel: here } = request;
  const { db, clock } = deps;
  const channels = await channelsSeen(project, request, deps);
  const told = await latestAlerts(db, installation.team, { channels, here, since: clock.now() - ALERT_MS });
  const latest = told.find(({ alert }) => alert.project.id === project.id);
  if (!latest) return undefined;
  const { [latest.alert.key]: handle } = await handlesOf(db, installation.team, [latest.alert.key]);
  return handle === undefined ? undefined : { alert: latest.alert, handle };
}
