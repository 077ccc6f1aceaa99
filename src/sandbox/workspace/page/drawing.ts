/** What drawing needs to know beside the thing drawn: who reads, when and where, and what ids are called. */
import type { Channel, OfferedOption, Workspace } from '../model.ts';
import type { PageControls } from './controls.ts';
import { copyHref } from './thread-copy.ts';

/** A channel as a menu offers it; `shared` with another organisation. */
export type KnownChannel = { id: string; name: string; kind: 'public' | 'private' | 'im'; shared: boolean };

/** Who reads, when and where; enough for a text. */
export type Reader = {
  /** Id of the person who reads. */
  person: string;
  /** Epoch ms. */
  now: number;
  /** IANA name; days and times are shown in it. */
  timezone: string;
  people: readonly { id: string; name: string }[];
  /** Those that the person may know of. */
  channels: readonly KnownChannel[];
  /** Where the person was when a modal opened. */
  current?: string;
  /** Where the page itself has what stands at an address; undefined where it only leads elsewhere. */
  copyOf(url: string): string | undefined;
  /** What the bot offered in a menu whose options it gives. */
  offered(blockId: string, actionId: string): readonly OfferedOption[];
};

/** `scope` makes ids unique in the document: the same message stands in the channel and in its thread. */
export type Drawing = Reader & { scope: string };

/** A reader of this workspace. People and the bot are called by what they are called in messages. */
export function readerOf(
  workspace: Workspace,
  person: string,
  { now, timezone, threadAt }: Pick<PageControls, 'now' | 'timezone' | 'threadAt'>,
): Reader {
  const { bot } = workspace;
  const current = workspace.openView(person)?.channel;
  return {
    person,
    now: now(),
    timezone,
    people: [
      ...workspace.people.map(({ id, realName }) => ({ id, name: realName })),
      { id: bot.userId, name: appName(workspace) },
    ],
    channels: workspace.channels
      .filter((channel) => mayKnow(workspace, person, channel))
      .map((channel) => known(workspace, channel)),
    ...(current && { current }),
    copyOf: (url) => (threadAt?.(url) ? copyHref(url) : undefined),
    offered: (blockId, actionId) => workspace.offered(person, blockId, actionId),
  };
}

/** The app as people read it: the workspace knows it by its handle, which is in small letters. */
export function appName({ bot }: Pick<Workspace, 'bot'>): string {
  return bot.name.charAt(0).toUpperCase() + bot.name.slice(1);
}

/** The name an id is called by, or undefined. */
export function nameOf(list: readonly { id: string; name: string }[], id: string): string | undefined {
  return list.find((entry) => entry.id === id)?.name;
}

/** Guests and people of other organisations know only the channels that they are in. */
function mayKnow({ people }: Workspace, id: string, channel: Channel): boolean {
  const role = people.find((person) => person.id === id)?.role;
  const isInside = role === 'member' || role === 'admin';
  return channel.members.has(id) || (isInside && !channel.private);
}

function known(workspace: Workspace, { id, name, directWith, members, ...channel }: Channel): KnownChannel {
  const outside = (person: { id: string; teamId: string }) =>
    person.teamId !== workspace.team.id && members.has(person.id);
  if (directWith !== undefined) return { id, name: appName(workspace), kind: 'im', shared: false };
  return { id, name, kind: channel.private ? 'private' : 'public', shared: workspace.people.some(outside) };
}
