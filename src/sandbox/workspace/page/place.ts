/** Where a visitor is: acting as whom, looking at what. All of it stands in the address, so every place can be linked. */
import type { Channel, Person, Workspace } from '../model.ts';
import { appName } from './drawing.ts';

/** What is looked at; nowhere where the person can see nothing of that name. */
export type Spot =
  | { kind: 'channel'; channel: Channel }
  | { kind: 'home' }
  | { kind: 'about' }
  | { kind: 'connect' }
  | { kind: 'nowhere' };

/** Acting as whom, looking at what, and how. */
export type Place = {
  person: Person;
  spot: Spot;
  /** The ts of the message whose thread is open. */
  thread?: string;
  /** Shows each message's `text` instead of its blocks. */
  textOnly: boolean;
};

/** Channels this person finds in the sidebar, their conversation with the app among them. */
export function channelsOf(workspace: Workspace, person: Person): Channel[] {
  return workspace.channels.filter((channel) => channel.members.has(person.id) && !channel.archived);
}

/** Whether it is a person's conversation with the app. */
export function isDirect(channel: Channel): boolean {
  return channel.directWith !== undefined;
}

/** How a channel is called in headings and fields: "#leads", or the app's name. */
export function titleOf(channel: Channel, workspace: Workspace): string {
  return isDirect(channel) ? appName(workspace) : `#${channel.name}`;
}

/** Reads `at` (home, about, connect or a channel's id) and the query; what the person cannot see is nowhere. */
export function placeOf(workspace: Workspace, at: string | undefined, query: Record<string, string>): Place {
  const person = workspace.people.find(({ id }) => id === query.as) ?? workspace.people[0];
  if (!person) throw new Error('A workspace has at least one person');
  const place = { person, spot: spotOf(workspace, person, at), textOnly: query.text === '1' };
  return query.thread && place.spot.kind === 'channel' ? { ...place, thread: query.thread } : place;
}

/** A place by what its address needs of it. */
type Target = Omit<Place, 'spot'> & {
  spot: Exclude<Spot, { kind: 'channel' }> | { kind: 'channel'; channel: { id: string } };
};

/** The address of a place. */
export function href({ person, spot, thread, textOnly }: Target): string {
  const path = spot.kind === 'channel' ? `/c/${encodeURIComponent(spot.channel.id)}` : `/${spot.kind}`;
  return `${spot.kind === 'nowhere' ? '/' : path}?${query(person, thread, textOnly)}`;
}

/** The address of the place's stream of changes. */
export function eventsHref({ person, spot, thread, textOnly }: Place): string {
  const at = spot.kind === 'channel' ? spot.channel.id : spot.kind;
  return `/events?at=${encodeURIComponent(at)}&${query(person, thread, textOnly)}`;
}

/** The same spot as another person; their first channel where they cannot see it. */
export function as(person: Person, place: Place, workspace: Workspace): Place {
  const { spot, textOnly } = place;
  const seen = spot.kind !== 'channel' || spot.channel.members.has(person.id);
  return {
    person,
    textOnly,
    spot: seen && spot.kind !== 'nowhere' ? spot : spotOf(workspace, person, undefined),
  };
}

function spotOf(workspace: Workspace, person: Person, at: string | undefined): Spot {
  if (at === 'home' || at === 'about' || at === 'connect') return { kind: at };
  const channels = channelsOf(workspace, person);
  const channel = at === undefined ? channels[0] : channels.find(({ id }) => id === at);
  return channel ? { kind: 'channel', channel } : { kind: 'nowhere' };
}

function query(person: Person, thread: string | undefined, textOnly: boolean): string {
  return new URLSearchParams({
    as: person.id,
    ...(thread && { thread }),
    ...(textOnly && { text: '1' }),
  }).toString();
}
