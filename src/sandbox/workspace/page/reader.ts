/** What drawing depends on in addition to the content: who reads it, when and where, and the names behind ids. */
import { canSee } from '../directory.ts';
import type { Channel, OfferedOption, Workspace } from '../model.ts';
import type { PageControls } from './controls.ts';
import { buildCopyHref } from './thread-copy.ts';

/** A channel in a menu. `shared` means with another organisation. */
export type KnownChannel = { id: string; name: string; kind: 'public' | 'private' | 'im'; shared: boolean };

export type Reader = {
  /** The person's id. */
  person: string;
  /** Epoch ms. */
  now: number;
  /** An IANA name. */
  timezone: string;
  people: readonly { id: string; name: string }[];
  /** The channels that the person can see. */
  channels: readonly KnownChannel[];
  /** The channel where the person opened the modal. */
  current?: string;
  /** The page's own copy of what's at this address, if it has one. */
  copyOf(url: string): string | undefined;
  /** What the bot has suggested in a menu whose options it supplies. */
  offered(blockId: string, actionId: string): readonly OfferedOption[];
};

/** `scope` makes ids unique in the document, where a message may appear in both the channel and its thread. */
export type Drawing = Reader & { scope: string };

export function createReader(
  workspace: Workspace,
  person: string,
  { now, timezone, threadAt }: Pick<PageControls, 'now' | 'timezone' | 'threadAt'>,
): Reader {
  const current = workspace.openView(person)?.channel;
  const self = workspace.people.find(({ id }) => id === person);
  return {
    person,
    now: now(),
    timezone,
    people: [
      ...workspace.people.map(({ id, realName }) => ({ id, name: realName })),
      { id: workspace.bot.userId, name: appName(workspace) },
    ],
    channels: workspace.channels
      .filter((channel) => canSee(self, channel))
      .map((channel) => toKnownChannel(workspace, channel)),
    ...(current && { current }),
    copyOf: (url) => (threadAt?.(url) ? buildCopyHref(url) : undefined),
    offered: (blockId, actionId) => workspace.offered(person, blockId, actionId),
  };
}

/** The workspace only has the app's handle, in lower case. */
export function appName({ bot }: Pick<Workspace, 'bot'>): string {
  return bot.name.charAt(0).toUpperCase() + bot.name.slice(1);
}

export function nameOf(list: readonly { id: string; name: string }[], id: string): string | undefined {
  return list.find((entry) => entry.id === id)?.name;
}

function toKnownChannel(workspace: Workspace, channel: Channel): KnownChannel {
  const { id, name, directWith, members } = channel;
  if (directWith !== undefined) return { id, name: appName(workspace), kind: 'im', shared: false };
  const shared = workspace.people.some(
    (person) => person.teamId !== workspace.team.id && members.has(person.id),
  );
  return { id, name, kind: channel.private ? 'private' : 'public', shared };
}
