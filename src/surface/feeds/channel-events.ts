/** Channels that the bot joins, loses or must follow to a new id: their feeds go on, or pause before a post fails. */
import { z } from 'zod';
import { type FeedPaused, projectRef } from '../../decision.ts';
import { pauseTogether, resume, tellOwners } from '../../outbox/queue.ts';
import { channelsOf, recipientsOf } from '../../projects/projects.ts';
import { readSubscription } from '../../store/subscriptions.ts';
import type { EventAsk, EventHandler } from '../ask.ts';
import { listFeedsIn } from './feeds-of-project.ts';

const OUT_OF_REACH = ['not_in_channel', 'channel_not_found', 'is_archived'] as const;

/** The bot was invited to a channel: it can post there, whatever was in the way before. */
export const botJoined: EventHandler = async (ask) => {
  if (ask.person === ask.workspace.botUserId) await resumePausedBy(OUT_OF_REACH, ask);
};

/** A channel was unarchived. If that left the bot outside, its next post says so. */
export const channelUnarchived: EventHandler = (ask) => resumePausedBy(['is_archived'], ask);

async function resumePausedBy(reasons: readonly string[], ask: EventAsk): Promise<void> {
  const { channel, team, db } = ask;
  for (const { id } of listFeedsIn(channel, ask)) {
    const state = await readSubscription(db, team, id);
    if (state?.paused_at == null || !reasons.includes(state.pause_reason ?? '')) continue;
    await resume(db, team, id, ask.now());
  }
  ask.wakePump();
}

const Moved = z.object({ old_channel_id: z.string(), new_channel_id: z.string() });

/**
 * Sharing a private channel gives it a new id for good (docs.slack.dev/reference/events/channel_id_changed). What the file
 * names by its old one goes on under the new one, and the owners hear what to write there.
 */
export const channelMoved: EventHandler = async (ask) => {
  const { team, workspace } = ask;
  const { old_channel_id: from, new_channel_id: to } = Moved.parse(ask.event);
  const at = ask.now();
  const view = workspace.projects();
  const inFile = view.projects.filter(
    (project) => !project.connected && channelsOf({ ...project, made: [] }).includes(from),
  );
  const [project = view.projects[0]] = inFile;
  await workspace.setup.followChannel(team, { from, to, at }, async (trx) => {
    if (!project || (inFile.length === 0 && view.ops_channel !== from)) return;
    const names = inFile.map(({ name }) => name);
    const told = { kind: 'channel_moved', v: 1, project: projectRef(project), from, to, at, names } as const;
    const recipients = recipientsOf(view).map((one) => (one === from ? to : one));
    await tellOwners(trx, team, recipients, told, at, at);
  });
  await resumePausedBy(OUT_OF_REACH, { ...ask, channel: to });
};

/** The bot lost a channel: pauses its feeds before a post fails. `reason`: how Slack would refuse a post. */
export function channelLost(reason: (typeof OUT_OF_REACH)[number]): EventHandler {
  return async (ask) => {
    const { channel, workspace, team, db } = ask;
    const at = ask.now();
    const lost = listFeedsIn(channel, ask).map(({ id: subscription, kind: feed, project }): FeedPaused => {
      const { id, name } = project;
      return { kind: 'feed_paused', v: 1, subscription, feed, project: { id, name }, channel, reason, at };
    });
    await pauseTogether(db, team, lost, recipientsOf(workspace.projects()));
    ask.wakePump();
  };
}
