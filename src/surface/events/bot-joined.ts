/** The bot was invited (back) to a channel: feeds that stood still for want of it go on by themselves. */
import { resume } from '../../outbox/pause.ts';
import { subscriptionState } from '../../store/subscriptions.ts';
import { feedsIn } from '../feeds/feeds-of-project.ts';
import type { EventHandler } from '../request.ts';

/** What an invitation mends. */
const MENDED = new Set(['not_in_channel', 'channel_not_found']);

export const botJoined: EventHandler = async (
  { installation, channel, person },
  { db, clock, projects, wakePump },
) => {
  if (person !== installation.botUserId) return;
  for (const { id } of feedsIn(channel, installation.team, projects())) {
    const state = await subscriptionState(db, installation.team, id);
    if (state?.pausedAt === undefined || !MENDED.has(state.pauseReason ?? '')) continue;
    await resume(db, installation.team, id, clock.now());
  }
  wakePump();
};
