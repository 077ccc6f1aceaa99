/** The buttons of a feed: in the list of feeds, and Resume on what was told of one that stands still, the one click that mends it. */
import type { DigestHeld, FeedPaused } from '../../decision.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { decisionOf } from '../../store/decision-of.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import { Refused } from '../refused.ts';
import type { Action, ActionRequest, SurfaceDeps } from '../request.ts';
import { dropFeed, listAgain, pauseForPerson, resumeForPerson } from './feed-acts.ts';
import { feedEditor } from './feed-form.ts';
import { feedClicked } from './feeds-of-project.ts';

export const feedPause: Action = {
  id: ACTIONS.feedPause,
  async run(request, deps) {
    const feed = feedClicked(request, deps);
    await pauseForPerson(feed, undefined, request, deps);
    return listAgain(feed, request, deps);
  },
};

/** Of a feed that was made in Slack: its choice comes first, then the feed. */
export const feedMenu: Action = {
  id: ACTIONS.feedMenu,
  async run(request, deps) {
    const [choice = '', ...rest] = request.value.split(' ');
    const feed = feedClicked({ ...request, value: rest.join(' ') }, deps);
    if (choice === 'edit') return { modal: await feedEditor(feed, request, deps) };
    if (choice === 'pause') await pauseForPerson(feed, undefined, request, deps);
    if (choice === 'resume') await resumeForPerson(feed, request, deps);
    if (choice === 'end') await dropFeed(feed, request, deps);
    return listAgain(feed, request, deps);
  },
};

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
    if (resumed === false) throw new Refused({ sentence: 'This feed is no longer paused.' });
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
