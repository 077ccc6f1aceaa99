/** Resume on what the owners were told of a paused feed: the one click that mends it. */
import { resume } from '../../outbox/pause.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { beginWrite, endWrite } from '../../store/audit.ts';
import { Refused } from '../refused.ts';
import type { Action } from '../request.ts';

export const feedResume: Action = {
  id: ACTIONS.feedResume,
  async run({ id: request, installation: { team }, person, value: subscription }, { db, clock, wakePump }) {
    const at = clock.now();
    const entry = { request, at, person, action: 'feed.resume', projectId: '', subject: subscription };
    if (!(await beginWrite(db, team, entry))) return undefined;
    const resumed = await resume(db, team, subscription, at);
    await endWrite(db, team, request, resumed ? 'resumed' : 'was not paused');
    if (!resumed) throw new Refused({ sentence: 'This feed is not paused any more.' });
    wakePump();
    return undefined;
  },
};
