/**
 * Who looks at the page and at what: what drawing depends on besides the content. All of it is in the address, so every
 * place has a link.
 */
import { canSee } from '../directory.ts';
import type { Channel, Person, Workspace } from '../model.ts';

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
};

/** `scope` makes ids unique in the document, where a message may appear in both the channel and its thread. */
export type Drawing = Reader & { scope: string };

export function createReader(
  workspace: Workspace,
  person: string,
  { now, timezone, threadAt }: { now(): number; timezone: string; threadAt?(url: string): unknown },
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
    copyOf: (url) => (threadAt?.(url) ? `/thread?url=${encodeURIComponent(url)}` : undefined),
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

/** `nowhere` if the person can't see the channel. */
export type Spot =
  | { kind: 'channel'; channel: Channel }
  | { kind: 'home' }
  | { kind: 'about' }
  | { kind: 'connect' }
  | { kind: 'nowhere' };

export type Place = {
  person: Person;
  spot: Spot;
  /** The ts of the open thread's parent. */
  thread?: string;
  /** Shows each message's `text` instead of its blocks. */
  textOnly: boolean;
};

/** The channels in this person's sidebar, including their direct message with the app. */
export function listChannels(workspace: Workspace, person: Person): Channel[] {
  return workspace.channels.filter((channel) => channel.members.has(person.id) && !channel.archived);
}

export function isDirect(channel: Channel): boolean {
  return channel.directWith !== undefined;
}

/** "#leads", or the app's name for a direct message. */
export function titleOf(channel: Channel, workspace: Workspace): string {
  return isDirect(channel) ? appName(workspace) : `#${channel.name}`;
}

/** `at` is home, about, connect, a channel's id, or undefined for the first channel. */
export function parsePlace(
  workspace: Workspace,
  at: string | undefined,
  query: Record<string, string>,
): Place {
  const person = workspace.people.find(({ id }) => id === query.as) ?? workspace.people[0];
  if (!person) throw new Error('A workspace has at least one person');
  const place = { person, spot: findSpot(workspace, person, at), textOnly: query.text === '1' };
  return query.thread && place.spot.kind === 'channel' ? { ...place, thread: query.thread } : place;
}

/** What a place's address needs. */
type Target = Omit<Place, 'spot'> & {
  spot: Exclude<Spot, { kind: 'channel' }> | { kind: 'channel'; channel: { id: string } };
};

export function buildHref({ person, spot, thread, textOnly }: Target): string {
  const path = spot.kind === 'channel' ? `/c/${encodeURIComponent(spot.channel.id)}` : `/${spot.kind}`;
  return `${spot.kind === 'nowhere' ? '/' : path}?${buildQuery(person, thread, textOnly)}`;
}

/** The address of the place's stream of updates. */
export function buildEventsHref({ person, spot, thread, textOnly }: Place): string {
  const at = spot.kind === 'channel' ? spot.channel.id : spot.kind;
  return `/events?at=${encodeURIComponent(at)}&${buildQuery(person, thread, textOnly)}`;
}

/** The same spot as another person, or their first channel if they can't see it. */
export function actAs(person: Person, { spot, textOnly }: Place, workspace: Workspace): Place {
  const canStay = spot.kind === 'channel' ? spot.channel.members.has(person.id) : spot.kind !== 'nowhere';
  return { person, textOnly, spot: canStay ? spot : findSpot(workspace, person, undefined) };
}

function findSpot(workspace: Workspace, person: Person, at: string | undefined): Spot {
  if (at === 'home' || at === 'about' || at === 'connect') return { kind: at };
  const channels = listChannels(workspace, person);
  const channel = at === undefined ? channels[0] : channels.find(({ id }) => id === at);
  return channel ? { kind: 'channel', channel } : { kind: 'nowhere' };
}

function buildQuery(person: Person, thread: string | undefined, textOnly: boolean): string {
  return new URLSearchParams({
    as: person.id,
    ...(thread && { thread }),
    ...(textOnly && { text: '1' }),
  }).toString();
}
