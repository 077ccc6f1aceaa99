/** Someone joins or leaves a channel: Slack posts a line there and sends the bot an event. */
import type { Channel, Outcome } from './model.ts';
import type { State } from './state.ts';

/** Sends an event to the bot if the app subscribes to its type. */
export type SendEvent = (event: Record<string, unknown> & { type: string }) => Promise<void>;

export type Membership = {
  invite(channelId: string, member: string, by: string): Promise<Outcome>;
  remove(channelId: string, member: string): Promise<Outcome>;
};

export function createMembership(state: State, sendEvent: SendEvent): Membership {
  const { directory, messages, bot, team } = state;

  function postLine(channel: Channel, member: string, subtype: 'channel_join' | 'channel_leave'): void {
    const verb = subtype === 'channel_join' ? 'joined' : 'left';
    const text = `<@${member}> has ${verb} the channel`;
    messages.post({ channel: channel.id, author: member, subtype, text, blocks: [] });
  }

  function baseFields(channel: Channel) {
    const kind = channel.private ? 'G' : 'C';
    return { channel: channel.id, channel_type: kind, team: team.id, event_ts: messages.nextTs(channel.id) };
  }

  return {
    invite: async (channelId, member, by) => {
      const channel = directory.channel(channelId);
      if (!channel) return { ok: false, sentence: 'That channel doesn’t exist.' };
      if (channel.members.has(member)) return { ok: false, sentence: 'They’re already in this channel.' };
      directory.join(channel, member);
      postLine(channel, member, 'channel_join');
      await sendEvent({ type: 'member_joined_channel', user: member, inviter: by, ...baseFields(channel) });
      return { ok: true };
    },
    remove: async (channelId, member) => {
      const channel = directory.channel(channelId);
      if (!channel?.members.has(member)) return { ok: false, sentence: 'They’re not in this channel.' };
      directory.leave(channel, member);
      postLine(channel, member, 'channel_leave');
      // The app's own removal is channel_left or group_left; anyone else's is member_left_channel.
      const own = channel.private ? 'group_left' : 'channel_left';
      const type = member === bot.userId ? own : 'member_left_channel';
      await sendEvent({ type, user: member, ...baseFields(channel) });
      return { ok: true };
    },
  };
}
