/** Resume: on what was told of a feed that stands still, the one click that mends it; and in the list of feeds. */
import type { DigestHeld, FeedPaused } from '../../decision.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { decisionOf } from '../../store/decision-of.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import { feedClicked, listAgain, resumeForPerson } from '../feeds/feeds-of-project.ts';
import { Refused } from '../refused.ts';
import type { Action, ActionRequest, SurfaceDeps } from '../request.ts';

export const feedResume: Action = {
  id: ACTIONS.feedResume,
  async run(clicked, deps) {
    if (clicked.isPrivate) {
      const feed = feedClicked(clicked, deps);
      await resumeForPerson(feed, clicked, deps);
      return listAgain(feed, clicked, deps);
    }
    const { project, subscription } = await standstillAt(clicked, deps);
    const resumed = await resumeForPerson({ id: subscription, project }, clicked, deps);
    if (resumed === false) throw new Refused({ sentence: 'This feed is not paused any more.' });
    return undefined;
  },
};

/** What the clicked message told. It may stand where the project is not shown: there it speaks of this feed alone. */
async function standstillAt(
  { installation, channel, ts, value }: ActionRequest,
  { db }: SurfaceDeps,
): Promise<FeedPaused | DigestHeld> {
  const delivery = await deliveryAt(db, installation.team, channel, ts);
  const decision = delivery && decisionOf(delivery);
  const told = decision?.kind === 'feed_paused' || decision?.kind === 'digest_held' ? decision : undefined;
  if (told?.subscription === value) return told;
  throw new Refused({
    sentence: 'Sightline no longer knows this message. Nothing was changed.',
    example: '/visibility resume',
  });
}
