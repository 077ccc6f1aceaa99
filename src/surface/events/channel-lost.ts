/** The bot was removed from a channel, or the channel archived: its feeds stand still before a post has to fail. */
import { pause } from '../../outbox/pause.ts';
import { recipientsOf } from '../../projects/projects.ts';
import { feedsIn } from '../feeds/feeds-of-project.ts';
import type { EventHandler } from '../request.ts';

/** `reason` is Slack's own name of what a post would now be answered. */
export function channelLost(reason: 'not_in_channel' | 'is_archived'): EventHandler {
  return async ({ installation: { team }, channel }, { db, clock, projects, wakePump }) => {
    const at = clock.now();
    for (const { id: subscription, kind: feed, project } of feedsIn(channel, team, projects())) {
      const { id, name } = project;
      const paused = { subscription, feed, project: { id, name }, channel, reason, at };
      await pause(db, team, { kind: 'feed_paused', v: 1, ...paused }, recipientsOf(projects()));
    }
    wakePump();
  };
}
