/** The bot was let into a channel or lost it, as Slack tells: the feeds there go on, or stand still before a post has to fail. */
import { pause, resume } from '../../outbox/pause.ts';
import { recipientsOf } from '../../projects/projects.ts';
import { subscriptionState } from '../../store/subscriptions.ts';
import type { EventHandler } from '../ask.ts';
import { feedsIn } from './feeds-of-project.ts';

/** What an invitation mends. */
const MENDED = new Set(['not_in_channel', 'channel_not_found']);

/** The bot was invited (back) to a channel: feeds that stood still for want of it go on by themselves. */
export const botJoined: EventHandler = async (ask) => {
  const { channel, person, workspace, team, db } = ask;
  if (person !== workspace.botUserId) return;
  for (const { id } of feedsIn(channel, ask)) {
    const state = await subscriptionState(db, team, id);
    if (state?.pausedAt === undefined || !MENDED.has(state.pauseReason ?? '')) continue;
    await resume(db, team, id, ask.now());
  }
  ask.wakePump();
};

/**
 * The bot was removed from a channel, or the channel archived: its feeds stand still before a post has to fail. `reason` is
 * Slack's own name of what a post would now be answered.
 */
export function channelLost(reason: 'not_in_channel' | 'is_archived'): EventHandler {
  return async (ask) => {
    const { channel, workspace, team, db } = ask;
    const at = ask.now();
    for (const { id: subscription, kind: feed, project } of feedsIn(channel, ask)) {
      const { id, name } = project;
      const paused = { subscription, feed, project: { id, name }, channel, reason, at };
      await pause(db, team, { kind: 'feed_paused', v: 1, ...paused }, recipientsOf(workspace.projects()));
    }
    ask.wakePump();
  };
}
