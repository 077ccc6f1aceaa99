/** What the bot can reach: each lookup returns the thing or throws a Refusal with Slack's code. */
import type { Channel, Person, PostedMessage } from '../model.ts';
import { Refusal } from '../refusal.ts';
import type { State } from '../state.ts';

/** To the bot, a private channel that it isn't in doesn't exist. */
export function requireChannel(state: State, id: string): Channel {
  const channel = state.directory.channel(id);
  if (!channel || (channel.private && !channel.members.has(state.bot.userId))) {
    throw new Refusal('channel_not_found');
  }
  return channel;
}

export function requireJoinedChannel(state: State, id: string): Channel {
  const channel = requireChannel(state, id);
  if (!channel.members.has(state.bot.userId)) throw new Refusal('not_in_channel');
  return channel;
}

/** A person's id means the direct message with them. */
export function requireWritableChannel(state: State, id: string): Channel {
  const direct = state.directory.person(id);
  const channel = direct ? state.directory.direct(direct.id) : requireJoinedChannel(state, id);
  if (channel.archived) throw new Refusal('is_archived');
  return channel;
}

export function requirePerson(state: State, id: string): Person {
  const person = state.directory.person(id);
  if (!person) throw new Refusal('user_not_found');
  return person;
}

/** A private answer can't be reached by its ts. */
export function requirePublicMessage(state: State, channel: Channel, ts: string): PostedMessage {
  const message = state.messages.find(channel.id, ts);
  if (!message || message.onlyFor !== undefined) throw new Refusal('message_not_found');
  return message;
}

/** `ts` is the thread's first message. */
export function requireThread(state: State, channel: Channel, ts: string): PostedMessage {
  const parent = state.messages.find(channel.id, ts);
  if (!parent || parent.onlyFor !== undefined) throw new Refusal('thread_not_found');
  if (parent.threadTs !== undefined) throw new Refusal('cannot_reply_to_message');
  return parent;
}
