/** Resume: on what the owners were told of a paused feed, the one click that mends it; and in the list of feeds. */
import { resume } from '../../outbox/pause.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { beginWrite, endWrite } from '../../store/audit.ts';
import { feedClicked, listAgain, resumeForPerson } from '../feeds-of-project.ts';
import { Refused } from '../refused.ts';
import type { Action } from '../request.ts';

export const feedResume: Action = {
  id: ACTIONS.feedResume,
  async run(clicked, deps) {
    if (clicked.isPrivate) {
      const feed = feedClicked(clicked, deps);
      await resumeForPerson(feed, clicked, deps);
      return listAgain(feed, clicked, deps);
    }
    const {
      id: request,
      installation: { team },
      person,
      value: subscription,
    } = clicked;
    const { db, clock, wakePump } = deps;
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
