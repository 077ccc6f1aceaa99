/** People and channels of the workspace: who is where, and what everybody is called. */
import type { Changes } from './changes.ts';
import type { Channel, Person, Workspace } from './model.ts';

/** A channel as the demo or a test sets it up; `members` by id. */
export type ChannelSetup = {
  id: string;
  name: string;
  topic?: string;
  private?: boolean;
  archived?: boolean;
  members: readonly string[];
};

export type Directory = {
  readonly people: readonly Person[];
  readonly channels: readonly Channel[];
  person(id: string): Person | undefined;
  channel(id: string): Channel | undefined;
  channelNamed(name: string): Channel | undefined;
  /** The id behind a handle, of a person or of the bot, in any case. */
  idOf(handle: string): string | undefined;
  /** The direct message of a person with the bot, made at first use. */
  direct(person: string): Channel;
  join(channel: Channel, member: string): void;
  leave(channel: Channel, member: string): void;
  archive(channel: Channel, archived: boolean): void;
};

export function createDirectory(input: {
  people: readonly Person[];
  bot: Workspace['bot'];
  channels: readonly ChannelSetup[];
  changes: Changes;
}): Directory {
  const { people, bot, changes } = input;
  const channels: Channel[] = input.channels.map((setup) => ({
    topic: '',
    private: false,
    archived: false,
    ...setup,
    members: new Set(setup.members),
  }));

  function changed(channel: Channel): void {
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
    changed(channel);
    return channel;
  }

  return {
    people,
    channels,
    person: (id) => people.find((person) => person.id === id),
    channel: (id) => channels.find((channel) => channel.id === id),
    channelNamed: (name) => channels.find((channel) => channel.name === name && !channel.directWith),
    idOf: (handle) => {
      const typed = handle.toLowerCase();
      return typed === bot.name.toLowerCase() ? bot.userId : people.find(({ name }) => name === typed)?.id;
    },
    direct: (person) => channels.find((channel) => channel.directWith === person) ?? openDirect(person),
    join: (channel, member) => {
      channel.members.add(member);
      changed(channel);
    },
    leave: (channel, member) => {
      channel.members.delete(member);
      changed(channel);
    },
    archive: (channel, archived) => {
      channel.archived = archived;
      changed(channel);
    },
  };
}
