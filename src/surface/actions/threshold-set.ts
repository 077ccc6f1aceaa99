/** Set 8 under a proposed threshold: changes the scores feed, if it is as it was when that was proposed. */
import { z } from 'zod';
import { thresholdSetAnswer } from '../../messages/answers/alert-answers.ts';
import { count } from '../../messages/figures.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { audited, quietly } from '../audited.ts';
import { carried } from '../carried.ts';
import { feedClicked } from '../feeds/feeds-of-project.ts';
import { Refused } from '../refused.ts';
import type { Action } from '../request.ts';

/** What the button carries. */
const Choice = z.object({ feed: z.string(), revision: z.number(), minChange: z.number().positive() });
export type ThresholdChoice = z.output<typeof Choice>;

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
        : 'Somebody changed this feed meanwhile.';
    throw new Refused({ sentence: `${why} Nothing was changed.`, example: '/visibility subscriptions' });
  },
};
