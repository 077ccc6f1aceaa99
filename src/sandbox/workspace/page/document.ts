/** The whole page as the browser first gets it: complete and readable before any script runs. */
import { drawAbout, drawConnect, drawHome } from './app-pages.ts';
import { acceptsMessages, drawComposer } from './composer.ts';
import type { About } from './controls.ts';
import { CROSS, LINES } from './icons.ts';
import { drawClock, type PageView, type Snapshot } from './live.ts';
import { type Html, html } from './markup.ts';
import type { Row } from './messages.ts';
import { drawModal } from './modal.ts';
import { buildEventsHref, buildHref, isDirect, type Place, titleOf } from './place.ts';
import { appName } from './reader.ts';
import { drawSidebar } from './sidebar.ts';
import { drawTour, drawTroubles } from './tour.ts';

/** The stops are in the sandbox's days.ts. */
const NEXT_DAY = 'Skips to 09:00 tomorrow, with stops at 10:00, 14:30 and 17:00 today';

/** The id of the element that holds what the visitor came to read. */
const CONTENT = 'content';

/** `token` protects the page's posts. */
export function drawDocument(view: PageView, { lists }: Snapshot, about: About, token: string): Html {
  const { workspace, place, reader } = view;
  const { spot, person } = place;
  const title = spot.kind === 'channel' ? spot.channel.name : appName(workspace);
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · ${workspace.team.name} (simulated)</title>
  <link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/assets/page.css">
  <script type="module" src="/assets/client.js"></script>
</head>
<body data-token="${token}" data-as="${person.id}" data-events="${buildEventsHref(place)}">
  ${drawSkipLink(view)}
  <header class="notice">
    <p>Simulated Slack, invented data, nothing leaves this machine.</p>
    <form data-post="/next-day" data-repeats>${drawClock(view)}<button class="button" title="${NEXT_DAY}">Next day</button></form>
    ${drawTroubles(view.troubles, place)}
  </header>
  ${drawTour(view.tour, place)}
  <div class="app">
    ${drawSidebar(view)}
    <main>${drawStage(view, lists.messages, about)}
    ${drawThread(view, lists.replies)}</main>
  </div>
  <dialog id="view" aria-labelledby="modal-title">${drawModal(view.modal, reader)}</dialog>
  <dialog id="confirm" aria-label="Please confirm"><form method="dialog"></form></dialog>
  <p id="announcer" class="unseen" aria-live="polite"></p>
</body>
</html>`;
}

/** Skips everything that every page repeats. */
function drawSkipLink({ workspace, place: { spot } }: PageView): Html {
  return spot.kind === 'channel' && acceptsMessages(spot.channel, workspace)
    ? html`<a class="skip" href="#message">Skip to the message field</a>`
    : html`<a class="skip" href="#${CONTENT}">Skip to the content</a>`;
}

/** What the visitor looks at: a channel or one of the app's pages. `rows` are the channel's messages. */
function drawStage({ workspace, reader, place }: PageView, rows: readonly Row[], about: About): Html {
  const app = appName(workspace);
  switch (place.spot.kind) {
    case 'channel': {
      const { channel } = place.spot;
      const topic = isDirect(channel) ? 'Messages between you and the app' : channel.topic;
      return html`<section class="stage">${drawHeading(titleOf(channel, workspace), topic, drawTextSwitch(place))}
        <div class="scroller" id="${CONTENT}" tabindex="0" role="region" aria-label="Messages"><ol id="messages" data-channel="${channel.id}">${rows.map((row) => row.html)}</ol></div>
        ${NEWEST}${drawComposer(channel, workspace)}</section>`;
    }
    case 'home':
      return drawPage(app, 'Home', drawHome(workspace, reader));
    case 'about':
      return drawPage(app, 'About this app', drawAbout(about, app));
    case 'connect':
      return drawPage('Connect your Slack', 'From this demo to a real workspace', drawConnect(about));
    case 'nowhere':
      return drawPage(
        'Nothing here',
        '',
        html`<p class="empty"><b>${place.person.realName} can’t see this channel</b><span>Pick another one in the sidebar, or act as someone else.</span></p>`,
      );
  }
}

function drawPage(title: string, topic: string, content: Html): Html {
  return html`<section class="stage">${drawHeading(title, topic)}<div class="page" id="${CONTENT}" tabindex="0" role="region" aria-label="${topic || title}">${content}</div></section>`;
}

/** Empty if no thread is open. */
function drawThread({ workspace, place }: PageView, rows: readonly Row[]): Html {
  const { person, spot, textOnly, thread } = place;
  if (spot.kind !== 'channel' || thread === undefined) return html``;
  return html`<section class="thread" aria-label="Thread">
    <header class="heading"><div><h1>Thread</h1><p>${titleOf(spot.channel, workspace)}</p></div>
      <a class="close" href="${buildHref({ person, spot, textOnly })}" data-go aria-label="Close thread">${CROSS}</a></header>
    <div class="scroller" tabindex="0" role="region" aria-label="Replies"><ol id="replies">${rows.map((row) => row.html)}</ol></div>
    ${NEWEST}${drawComposer(spot.channel, workspace, thread)}
  </section>`;
}

/** The script shows it when a new message is out of sight. */
const NEWEST = html`<button type="button" class="button primary newest" data-newest hidden>New message below</button>`;

function drawHeading(title: string, topic: string, tools: Html = html``): Html {
  return html`<header class="heading">
    <button type="button" class="to-sidebar" popovertarget="sidebar" aria-label="Open the sidebar">${LINES}</button>
    <div><h1>${title}</h1>${topic && html`<p title="${topic}">${topic}</p>`}</div>${tools}
  </header>`;
}

/** Switches between a message's blocks and its text, which notifications and screen readers use. */
function drawTextSwitch(place: Place): Html {
  const target = buildHref({ ...place, textOnly: !place.textOnly });
  return html`<a class="switch" role="switch" aria-checked="${String(place.textOnly)}" href="${target}" data-go title="Show what notifications and screen readers say for each message">Text only</a>`;
}
