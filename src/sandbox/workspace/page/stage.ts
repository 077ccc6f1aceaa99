/** What one looks at: a channel, the app's Home or its profile, and beside a channel the open thread. */
import type { Workspace } from '../model.ts';
import { type About, aboutPage, connectPage } from './about.ts';
import { mark } from './avatar.ts';
import { drawBlocks } from './blocks/blocks.ts';
import { composer } from './composer.ts';
import { appName, type Reader } from './drawing.ts';
import { type Html, html } from './markup.ts';
import type { Row } from './message-list.ts';
import { CROSS } from './modal.ts';
import { href, isDirect, type Place, titleOf } from './place.ts';

/** The id of what one came to read. */
export const CONTENT = 'content';

type Context = { workspace: Workspace; reader: Reader; place: Place; about: About };

/** `rows` are the messages of the open channel. */
export function stage(context: Context, rows: readonly Row[]): Html {
  const { workspace, place, about } = context;
  switch (place.spot.kind) {
    case 'channel': {
      const { channel } = place.spot;
      const topic = isDirect(channel) ? 'Messages between you and the app' : channel.topic;
      return html`<section class="stage">${heading(titleOf(channel, workspace), topic, textSwitch(place))}
        <div class="scroller" id="${CONTENT}" tabindex="0" role="region" aria-label="Messages"><ol id="messages" data-channel="${channel.id}">${rows.map((row) => row.html)}</ol></div>
        ${NEWEST}${composer(channel, workspace)}</section>`;
    }
    case 'home':
      return html`<section class="stage">${heading(appName(workspace), 'Home')}<div class="page" id="${CONTENT}" tabindex="0" role="region" aria-label="Home">${home(context)}</div></section>`;
    case 'about':
      return html`<section class="stage">${heading(appName(workspace), 'About this app')}<div class="page" id="${CONTENT}" tabindex="0" role="region" aria-label="About this app">${aboutPage(about, appName(workspace), mark())}</div></section>`;
    case 'connect':
      return html`<section class="stage">${heading('Connect your own', 'From this page to a real Slack')}<div class="page" id="${CONTENT}" tabindex="0" role="region" aria-label="Connect your own">${connectPage(about)}</div></section>`;
    case 'nowhere':
      return html`<section class="stage">${heading('Nothing here', '')}<div class="page" id="${CONTENT}"><p class="empty"><b>No such channel for ${place.person.realName}</b><span>Choose another in the sidebar, or act as someone else.</span></p></div></section>`;
  }
}

/** The Home tab as the app published it for this person; pushed again when it does. */
export function home({ workspace, reader, place }: Omit<Context, 'about'>): Html {
  const blocks = workspace.home(place.person.id);
  if (!blocks)
    return html`<div id="home"><p class="empty">${appName(workspace)} has not published a Home tab.</p></div>`;
  return html`<div id="home" class="content">${drawBlocks(blocks, { ...reader, scope: 'home' })}</div>`;
}

/** Nothing where no thread is open. */
export function threadPane({ workspace, place }: Omit<Context, 'about'>, rows: readonly Row[]): Html {
  const { spot, thread } = place;
  if (spot.kind !== 'channel' || thread === undefined) return html``;
  const back = href({ person: place.person, spot, textOnly: place.textOnly });
  return html`<section class="thread" aria-label="Thread">
    <header class="heading"><div><h1>Thread</h1><p>${titleOf(spot.channel, workspace)}</p></div>
      <a class="close" href="${back}" data-go aria-label="Close thread">${CROSS}</a></header>
    <div class="scroller" tabindex="0" role="region" aria-label="Replies"><ol id="replies">${rows.map((row) => row.html)}</ol></div>
    ${NEWEST}${composer(spot.channel, workspace, thread)}
  </section>`;
}

/** Shown by the script, when something came that is not in sight. */
const NEWEST = html`<button type="button" class="button primary newest" data-newest hidden>New message below</button>`;

function heading(title: string, topic: string, tools: Html = html``): Html {
  return html`<header class="heading">
    <button type="button" class="to-sidebar" popovertarget="sidebar" aria-label="Open the sidebar"><svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11"/></svg></button>
    <div><h1>${title}</h1>${topic && html`<p title="${topic}">${topic}</p>`}</div>${tools}
  </header>`;
}

/** The text of a message is what a notification and a screen reader show, so it can be read here too. */
function textSwitch(place: Place): Html {
  const target = href({ ...place, textOnly: !place.textOnly });
  return html`<a class="switch" role="switch" aria-checked="${String(place.textOnly)}" href="${target}" data-go title="Show each message as notifications and screen readers get it">Text only</a>`;
}
