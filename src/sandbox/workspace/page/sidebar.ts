/** The sidebar: whose workspace, acting as whom, where one can go, and what each has looked at already. */
import type { Channel, Person, Workspace } from '../model.ts';
import { avatar } from './avatar.ts';
import { appName } from './drawing.ts';
import { type Html, html } from './markup.ts';
import { as, channelsOf, href, isDirect, type Place, type Spot } from './place.ts';

const ROLES: Record<Person['role'], string> = {
  member: 'Member',
  admin: 'Admin',
  guest: 'Guest',
  outsider: 'Other organisation',
};

/** `opensHome`: the app is told when its Home is opened, so it can be opened before it is published. */
type Context = { workspace: Workspace; seen: Seen; place: Place; opensHome: boolean };

/** A popover, which a phone opens as a drawer and a wide screen shows always. */
export function sidebar(context: Context): Html {
  const { workspace, place } = context;
  return html`<nav id="sidebar" popover aria-label="Workspace">
    <header>${workspace.team.name}</header>
    ${switcher(workspace, place)}
    ${conversations(context)}
  </nav>`;
}

/** The part that changes with what is posted; it is pushed again when it does. */
export function conversations({ workspace, seen, place, opensHome }: Context): Html {
  const { person, spot } = place;
  const hasHome = opensHome || workspace.home(person.id) !== undefined;
  const channels = channelsOf(workspace, person);
  const entry = (to: Spot, label: string, icon: Html, unread = false) => {
    const here =
      to.kind === spot.kind &&
      (to.kind !== 'channel' || (spot.kind === 'channel' && to.channel.id === spot.channel.id));
    const target = href({ person, textOnly: place.textOnly, spot: to });
    return html`<li><a href="${target}" data-go class="${unread ? 'unread' : ''}"${here ? html` aria-current="page"` : ''}>${icon}<span>${label}</span>${unread ? html`<span class="dot" role="img" aria-label="unread"></span>` : ''}</a></li>`;
  };
  const toChannel = (channel: Channel, label: string, icon: Html) =>
    entry({ kind: 'channel', channel }, label, icon, seen.unread(person, channel));
  return html`<div id="conversations">
    <h2>Channels</h2>
    <ul>${channels.filter((channel) => !isDirect(channel)).map((channel) => toChannel(channel, channel.name, channel.private ? LOCK : HASH))}</ul>
    <h2>${appName(workspace)}</h2>
    <ul>
      ${channels.filter(isDirect).map((channel) => toChannel(channel, 'Messages', BUBBLE))}
      ${hasHome && entry({ kind: 'home' }, 'Home', HOUSE)}
      ${entry({ kind: 'about' }, 'About', INFO)}
      ${entry({ kind: 'connect' }, 'Connect your own', PLUG)}
    </ul>
  </div>`;
}

function switcher(workspace: Workspace, place: Place): Html {
  const { person } = place;
  return html`<button type="button" class="acting" popovertarget="people" aria-haspopup="menu">${avatar(person.id, workspace)}<span><small>Acting as</small><b>${person.realName}</b></span><small class="role">${ROLES[person.role]}</small></button>
    <div class="menu people" id="people" popover role="menu" aria-label="Act as">${workspace.people.map(
      (other) =>
        html`<a role="menuitemradio" aria-checked="${String(other.id === person.id)}" href="${href(as(other, place, workspace))}" data-go${other.id === person.id ? html` autofocus` : ''}>${avatar(other.id, workspace)}<span><b>${other.realName}</b><small>${ROLES[other.role]}</small></span></a>`,
    )}</div>`;
}

const HASH = icon(html`<path d="M6 2.5 4.5 13.5M11.5 2.5 10 13.5M2.5 6h11.5M2 10h11.5"/>`);
const LOCK = icon(html`<path d="M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5"/>`);
const BUBBLE = icon(html`<path d="M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z"/>`);
const HOUSE = icon(html`<path d="M2.5 7.5 8 2.5l5.5 5v6h-4v-4h-3v4h-4z"/>`);
const PLUG = icon(html`<path d="M5.5 2v3M10.5 2v3M3.5 5.5h9v2a4.5 4.5 0 0 1-9 0zM8 12v2.5"/>`);
const INFO = icon(html`<circle cx="8" cy="8" r="5.5"/><path d="M8 7.5v3.2M8 5.2v.1"/>`);

function icon(shape: Html): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${shape}</svg>`;
}

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
