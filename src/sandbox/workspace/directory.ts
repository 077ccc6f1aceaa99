/**
 * The workspace's people and channels, and who is in which channel. Every change to the workspace goes through `Changes`, so
 * that the page can redraw and the bot can hear of it.
 */
import type { Change, Channel, Person, Workspace } from './model.ts';

/** A channel as the demo or a test sets it up. `members` are ids. */
export type ChannelSetup = {
  id: string;
  name: string;
  topic?: string;
  private?: boolean;
  archived?: boolean;
  members: readonly string[];
};

/** Members and admins see every public channel; guests and outsiders see only those they're in. */
export function canSee(person: Person | undefined, channel: Channel): boolean {
  if (!person) return false;
  const isFull = person.role === 'member' || person.role === 'admin';
  return channel.members.has(person.id) || (isFull && !channel.private);
}

export function createDirectory(input: {
  people: readonly Person[];
  bot: Workspace['bot'];
  channels: readonly ChannelSetup[];
  changes: Changes;
}) {
  const { people, bot, changes } = input;
  const channels: Channel[] = input.channels.map((setup) => ({
    topic: '',
    private: false,
    archived: false,
    ...setup,
    members: new Set(setup.members),
  }));

  function emitChange(channel: Channel): void {
    changes.emit({ kind: 'channel', channel: channel.id });
  }

  function openDirect(person: string): Channel {
    const channel: Channel = {
      id: `D${person.slice(1)}`,
      name: bot.name,
      topic: '',
      private: true,
      archived: false,
      members: new Set([person, bot.userId]),
      directWith: person,
    };
    channels.push(channel);
    emitChange(channel);
    return channel;
  }

  return {
    people,
    channels,
    person: (id: string) => people.find((person) => person.id === id),
    channel: (id: string) => channels.find((channel) => channel.id === id),
    channelNamed: (name: string) => channels.find((channel) => channel.name === name && !channel.directWith),
    /** The id of a person's or the bot's handle, ignoring case. */
    idOf: (handle: string) => {
      const typed = handle.toLowerCase();
      return typed === bot.name.toLowerCase() ? bot.userId : people.find(({ name }) => name === typed)?.id;
    },
    /** A person's direct message with the bot, created on first use. */
    direct: (person: string) =>
      channels.find((channel) => channel.directWith === person) ?? openDirect(person),
    join: (channel: Channel, member: string) => {
      channel.members.add(member);
      emitChange(channel);
    },
    leave: (channel: Channel, member: string) => {
      channel.members.delete(member);
      emitChange(channel);
    },
    archive: (channel: Channel, archived: boolean) => {
      channel.archived = archived;
      emitChange(channel);
    },
  };
}

export type Directory = ReturnType<typeof createDirectory>;

export function createChanges() {
  const listeners = new Set<(change: Change) => void>();
  return {
    emit: (change: Change) => {
      for (const listener of listeners) listener(change);
    },
    /** Returns a function that ends the subscription. */
    subscribe: (listener: (change: Change) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Changes = ReturnType<typeof createChanges>;
