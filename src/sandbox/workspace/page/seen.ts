/** What each person has looked at, so that the sidebar can mark the rest as unread. */
import type { Channel, Person, Workspace } from '../model.ts';

/** By person and channel; a person's own messages are never unread. */
export type Seen = {
  /** The person looks at the channel now. */
  look(person: Person, channel: Channel): void;
  unread(person: Person, channel: Channel): boolean;
};

/** Remembers while the page runs; at first everything is unread. */
export function createSeen(workspace: Workspace): Seen {
  const seen = new Map<string, string>();
  const key = (person: Person, channel: Channel) => `${person.id} ${channel.id}`;
  const newest = (person: Person, channel: Channel) =>
    workspace.messages(channel.id, person.id).findLast(({ author }) => author !== person.id)?.ts ?? '';
  return {
    look: (person, channel) => {
      seen.set(key(person, channel), newest(person, channel));
    },
    unread: (person, channel) => newest(person, channel) > (seen.get(key(person, channel)) ?? ''),
  };
}
