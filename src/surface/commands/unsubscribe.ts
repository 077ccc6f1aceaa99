/** /visibility unsubscribe <kind>: ends a feed that was made in Slack. */
import { FEED_KINDS } from '../../decision.ts';
import { choice } from '../command-line.ts';
import { dropFeed } from '../feeds/drop-feed.ts';
import { feedList, feedsOfProject } from '../feeds/feeds-of-project.ts';
import { Refused } from '../refused.ts';
import type { Command } from '../request.ts';

export const unsubscribe: Command = {
  name: 'unsubscribe',
  usage: 'unsubscribe <leads|scores|suggestions|recap>',
  example: 'unsubscribe suggestions',
  summary: 'End a feed of this channel that was made in Slack',
  scope: 'project',
  words: 'fixed',
  async run(request, deps) {
    const { project, channel } = request;
    const kind = choice(request.words, FEED_KINDS, unsubscribe);
    if (!kind)
      throw new Refused({
        sentence: 'Say which feed to end. /visibility subscriptions lists them.',
        example: `/visibility ${unsubscribe.example}`,
      });
    const feed = feedsOfProject(project, deps).find((one) => one.kind === kind && one.channel === channel);
    if (!feed) {
      throw new Refused({
        sentence: `${project.name} has no ${kind} feed in this channel.`,
        example: '/visibility subscriptions',
      });
    }
    await dropFeed(feed, request, deps);
    return { message: await feedList(project, request, deps, { note: 'Unsubscribed.' }) };
  },
};
