/** Not useful on a score alert: counted, and where that was often, answered with a better threshold, which Set 8 sets. */
import { z } from 'zod';
import { scoreRows } from '../../feeds/score-rows.ts';
import { count } from '../../messages/figures.ts';
import {
  notUsefulAnswer,
  type OfferedThreshold,
  thresholdSetAnswer,
} from '../../messages/scores/alert-answers.ts';
import { today } from '../../rules/calendar.ts';
import { projectRef } from '../../rules/project-ref.ts';
import { scoreSeries } from '../../rules/score-series.ts';
import { LOOKED_AT, proposeThreshold } from '../../rules/what-if.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { findNotUseful, verdictsOn } from '../../store/alerts.ts';
import { audited, quietly } from '../audited.ts';
import { carried } from '../carried.ts';
import { feedClicked } from '../feeds/feeds-of-project.ts';
import { Refused } from '../refused.ts';
import type { Action, ActionRequest, SurfaceDeps } from '../request.ts';
import { alertSettings, type ClickedAlert, clickedAlert } from './clicked-alert.ts';

export const alertNotUseful: Action = {
  id: ACTIONS.alertNotUseful,
  async run(request, deps) {
    const clicked = await clickedAlert(request, request.ts, deps);
    const { project, at, which } = clicked;
    const write = { action: 'alert.not_useful', projectId: project.id, subject: which };
    const isFirst = await quietly(
      audited(request, deps, write, async () => {
        const result = await findNotUseful(deps.db, at, request.person, deps.clock.now());
        return { result, outcome: result ? 'counted' : undefined };
      }),
    );
    const offered = await offer(clicked, request, deps);
    return { message: notUsefulAnswer(which, isFirst === false, offered) };
  },
};

/** The API is asked only where enough people said so. */
async function offer(
  { project, at }: ClickedAlert,
  { channel }: ActionRequest,
  deps: SurfaceDeps,
): Promise<OfferedThreshold | undefined> {
  const { feed, minChange, timezone } = alertSettings(project, channel, deps);
  const judged = await verdictsOn(deps.db, { ...at, projectId: project.id }, LOOKED_AT);
  if (!feed || judged.filter(({ notUseful }) => notUseful > 0).length < 2) return undefined;
  const now = deps.clock.now();
  const rows = await scoreRows({ team: at.team, project, timezone }, deps, { now });
  const series = scoreSeries(rows, today(now, timezone));
  const proposal = proposeThreshold(judged, series, { project, minChange });
  if (!proposal) return undefined;
  const choice: ThresholdChoice = {
    feed: feed.id,
    revision: feed.revision ?? 0,
    minChange: proposal.minChange,
  };
  const value = feed.revision === undefined ? undefined : JSON.stringify(choice);
  return { proposal, minChange, project: projectRef(project), value };
}

/** What the button carries. */
const Choice = z.object({ feed: z.string(), revision: z.number(), minChange: z.number().positive() });
type ThresholdChoice = z.output<typeof Choice>;

export const thresholdSet: Action = {
  id: ACTIONS.thresholdSet,
  async run(request, deps) {
    const { feed: id, revision, minChange } = carried(Choice, request.value);
    const feed = feedClicked({ ...request, value: id }, deps);
    const { team } = request.installation;
    const who = { by: request.person, at: deps.clock.now() };
    const write = {
      action: 'feed.change',
      projectId: feed.project.id,
      subject: feed.id,
    };
    const outcome = `changes of at least ${count(minChange, 'point')}`;
    const changed = await quietly(
      audited(request, deps, write, async () => {
        const kept = await deps.setup.feed(team, id);
        const settings = { ...kept?.settings, min_change: minChange };
        const result = await deps.setup.editFeed(team, id, revision, settings, who);
        return { result, outcome: result.kind === 'changed' ? outcome : undefined };
      }),
    );
    if (changed === undefined) return undefined;
    if (changed.kind === 'changed') {
      return { message: thresholdSetAnswer(feed.project, minChange), delivered: 'replacing' };
    }
    const why =
      changed.kind === 'refused'
        ? changed.faults.map(({ sentence }) => `${sentence}.`).join(' ')
        : 'Someone changed this feed in the meantime.';
    throw new Refused({ sentence: `${why} Nothing was changed.`, example: '/visibility subscriptions' });
  },
};
