/** What the bot may reach: each lookup gives the thing or refuses with the code that Slack gives. */
import type { Channel, Person, PostedMessage } from './model.ts';
import { Refused } from './refused.ts';
import type { State } from './state.ts';

/** A channel that the bot can know of; a private one without it does not exist. */
export function knownChannel(state: State, id: string): Channel {
  const channel = state.directory.channel(id);
  if (!channel || (channel.private && !channel.members.has(state.bot.userId))) {
    throw new Refused('channel_not_found');
  }
  return channel;
}

/** A channel that the bot is in. */
export function joinedChannel(state: State, id: string): Channel {
  const channel = knownChannel(state, id);
  if (!channel.members.has(state.bot.userId)) throw new Refused('not_in_channel');
  return channel;
}

/** A channel that the bot can write to. A person's id means the direct message with them. */
export function writableChannel(state: State, id: string): Channel {
  const direct = state.directory.person(id);
  const channel = direct ? state.directory.direct(direct.id) : joinedChannel(state, id);
  if (channel.archived) throw new Refused('is_archived');
  return channel;
}

export function knownPerson(state: State, id: string): Person {
  const person = state.directory.person(id);
  if (!person) throw new Refused('user_not_found');
  return person;
}

/** A message that everybody in the channel sees; a private answer cannot be reached by its ts. */
export function publicMessage(state: State, channel: Channel, ts: string): PostedMessage {
  const message = state.messages.find(channel.id, ts);
  if (!message || message.onlyFor !== undefined) throw new Refused('message_not_found');
  return message;
}

/** A thread to reply in, by its first message. */
export function threadIn(state: State, channel: Channel, ts: string): PostedMessage {
  const parent = state.messages.find(channel.id, ts);
  if (!parent || parent.onlyFor !== undefined) throw new Refused('thread_not_found');
  if (parent.threadTs !== undefined) throw new Refused('cannot_reply_to_message');
  return parent;
}
