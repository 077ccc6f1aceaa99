/** The sidebar: the workspace, who you act as, where you can go, and what is unread. */
import type { Channel, Person, Workspace } from '../model.ts';
import { BUBBLE, drawAvatar, HASH, HOUSE, type Html, html, INFO, LOCK, PLUG } from './markup.ts';
import { actAs, appName, buildHref, isDirect, listChannels, type Place, type Spot } from './reader.ts';

const ROLES: Record<Person['role'], string> = {
  member: 'Member',
  admin: 'Admin',
  guest: 'Guest',
  outsider: 'Other organisation',
};

/** With `opensHome`, the app learns when its Home tab is opened, so the tab can be opened before it's published. */
type Context = { workspace: Workspace; seen: Seen; place: Place; opensHome: boolean };

/** A popover: a drawer on a phone, and always visible on a wide screen. */
export function drawSidebar(context: Context): Html {
  const { workspace, place } = context;
  return html`<nav id="sidebar" popover aria-label="Workspace">
    <header>${workspace.team.name}</header>
    ${drawPeople(workspace, place)}
    ${drawConversations(context)}
  </nav>`;
}

/** The part of the sidebar that changes as messages arrive. */
export function drawConversations({ workspace, seen, place, opensHome }: Context): Html {
  const { person, spot } = place;
  const hasHome = opensHome || workspace.home(person.id) !== undefined;
  const channels = listChannels(workspace, person);
  const drawEntry = (to: Spot, label: string, icon: Html, unread = false) => {
    const isHere =
      to.kind === spot.kind &&
      (to.kind !== 'channel' || (spot.kind === 'channel' && to.channel.id === spot.channel.id));
    const target = buildHref({ person, textOnly: place.textOnly, spot: to });
    return html`<li><a href="${target}" data-go class="${unread ? 'unread' : ''}"${isHere && html` aria-current="page"`}>${icon}<span>${label}</span>${unread && html`<span class="dot" role="img" aria-label="unread"></span>`}</a></li>`;
  };
  const drawChannel = (channel: Channel, label: string, icon: Html) =>
    drawEntry({ kind: 'channel', channel }, label, icon, seen.unread(person, channel));
  return html`<div id="conversations">
    <h2>Channels</h2>
    <ul>${channels.filter((channel) => !isDirect(channel)).map((channel) => drawChannel(channel, channel.name, channel.private ? LOCK : HASH))}</ul>
    <h2>${appName(workspace)}</h2>
    <ul>
      ${channels.filter(isDirect).map((channel) => drawChannel(channel, 'Messages', BUBBLE))}
      ${hasHome && drawEntry({ kind: 'home' }, 'Home', HOUSE)}
      ${drawEntry({ kind: 'about' }, 'About', INFO)}
      ${drawEntry({ kind: 'connect' }, 'Connect your Slack', PLUG)}
    </ul>
  </div>`;
}

function drawPeople(workspace: Workspace, place: Place): Html {
  const { person } = place;
  return html`<button type="button" class="acting" popovertarget="people" aria-haspopup="menu">${drawAvatar(person.id, workspace)}<span><small>Acting as</small><b>${person.realName}</b></span><small class="role">${ROLES[person.role]}</small></button>
    <div class="menu people" id="people" popover role="menu" aria-label="Act as">${workspace.people.map(
      (other) =>
        html`<a role="menuitemradio" aria-checked="${String(other.id === person.id)}" href="${buildHref(actAs(other, place, workspace))}" data-go${other.id === person.id && html` autofocus`}>${drawAvatar(other.id, workspace)}<span><b>${other.realName}</b><small>${ROLES[other.role]}</small></span></a>`,
    )}</div>`;
}

/** What each person has read. Their own messages are never unread. */
export type Seen = {
  /** Marks the channel as read. */
  look(person: Person, channel: Channel): void;
  unread(person: Person, channel: Channel): boolean;
};

/** At first, everything is unread. */
export function createSeen(workspace: Workspace): Seen {
  const seen = new Map<string, string>();
  const keyOf = (person: Person, channel: Channel) => `${person.id} ${channel.id}`;
  const newest = (person: Person, channel: Channel) =>
    workspace.messages(channel.id, person.id).findLast(({ author }) => author !== person.id)?.ts ?? '';
  return {
    look: (person, channel) => {
      seen.set(keyOf(person, channel), newest(person, channel));
    },
    unread: (person, channel) => newest(person, channel) > (seen.get(keyOf(person, channel)) ?? ''),
  };
}
