/**
 * The local workspace in the browser. The server draws each page, complete and readable before any script runs; a stream
 * keeps it current (live.ts), and everything a visitor does is a post (acts.ts).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Context, Hono } from 'hono';
import { loopbackOnly } from '../../local-only.ts';
import type { Workspace } from '../model.ts';
import { addActs } from './acts.ts';
import { type About, drawAbout, drawConnect, drawHome, drawThreadCopy } from './app-pages.ts';
import { acceptsMessages, drawComposer } from './composer.ts';
import { createTour, drawTour, drawTroubles, type PageControls } from './controls.ts';
import { drawClock, type PageView, type Snapshot, streamUpdates, takeSnapshot } from './live.ts';
import { CROSS, drawHead, type Html, html, LINES } from './markup.ts';
import { isPicture, type Row } from './messages.ts';
import { createTabs, drawModal } from './modal.ts';
import {
  appName,
  buildEventsHref,
  buildHref,
  createReader,
  isDirect,
  type Place,
  parsePlace,
  titleOf,
} from './reader.ts';
import { createSeen, drawSidebar } from './sidebar.ts';

/** Every page contains `token`, and its posts must send it back. */
type Deps = { workspace: Workspace; controls: PageControls; about: About; token: string };

/** GET / /c/:channel /home /about /connect /thread /events /assets/:file /files/:id, and the posts of acts.ts. */
export function createPage({ workspace, controls, about, token }: Deps): Hono {
  const app = new Hono();
  const assets = readAssets();
  const seen = createSeen(workspace);
  const tabs = createTabs(workspace);
  const tour = createTour(controls.tour ?? []);
  const redraws = new Set<() => void>();

  const viewAt = (place: Place, tab?: string): PageView => ({
    workspace,
    seen,
    place,
    reader: createReader(workspace, place.person.id, controls),
    modal: tabs.modalIn(place.person.id, tab),
    tour: tour.steps(),
    opensHome: controls.openHome !== undefined,
    troubles: controls.troubles ?? [],
    daysToCome: controls.daysToCome?.() ?? 0,
  });
  const show = (c: Context, at: string | undefined) => {
    const view = viewAt(parsePlace(workspace, at, c.req.query()));
    const status = view.place.spot.kind === 'nowhere' ? 404 : 200;
    return c.html(drawDocument(view, takeSnapshot(view), about, token), status);
  };

  app.get('/', loopbackOnly, (c) => {
    const place = parsePlace(workspace, undefined, c.req.query());
    return place.spot.kind === 'channel' ? c.redirect(buildHref(place)) : show(c, undefined);
  });
  app.get('/c/:channel', loopbackOnly, async (c) => {
    const { person, spot } = parsePlace(workspace, c.req.param('channel'), c.req.query());
    if (spot.kind === 'channel' && isDirect(spot.channel)) await controls.openHome?.(person.id, 'messages');
    return show(c, c.req.param('channel'));
  });
  app.get('/home', loopbackOnly, async (c) => {
    await controls.openHome?.(parsePlace(workspace, 'home', c.req.query()).person.id, 'home');
    return show(c, 'home');
  });
  app.get('/about', loopbackOnly, (c) => show(c, 'about'));
  app.get('/connect', loopbackOnly, (c) => show(c, 'connect'));

  app.get('/thread', loopbackOnly, (c) => {
    const thread = controls.threadAt?.(c.req.query('url') ?? '');
    const when = { now: controls.now(), timezone: controls.timezone };
    return c.html(drawThreadCopy(thread, when), thread ? 200 : 404);
  });

  app.get('/events', loopbackOnly, (c) =>
    streamUpdates(
      c,
      () => takeSnapshot(viewAt(parsePlace(workspace, c.req.query('at'), c.req.query()), c.req.query('tab'))),
      (listener) => {
        redraws.add(listener);
        const unsubscribe = workspace.subscribe(listener);
        return () => {
          redraws.delete(listener);
          unsubscribe();
        };
      },
    ),
  );

  app.get('/assets/:file', loopbackOnly, (c) => {
    const asset = assets[c.req.param('file')];
    if (!asset) return c.notFound();
    const caching = asset.type === 'font/woff2' ? 'max-age=86400' : 'no-cache';
    return c.body(asset.body, 200, { 'Content-Type': asset.type, 'Cache-Control': caching });
  });

  app.get('/files/:id', loopbackOnly, (c) => {
    const file = workspace.file(c.req.param('id'));
    if (!file) return c.notFound();
    const disposition = isPicture(file) ? 'inline' : 'attachment';
    return c.body(file.bytes, 200, { 'Content-Type': file.mimetype, 'Content-Disposition': disposition });
  });

  addActs(app, {
    workspace,
    controls,
    tabs,
    tour,
    token,
    redrawAll: () => {
      for (const redraw of redraws) redraw();
    },
  });
  return app;
}

/** The stylesheet is served as one, in this order. */
const STYLES = ['theme', 'layout', 'messages', 'composer', 'blocks', 'chart', 'forms', 'demo'];

const SCRIPTS = ['client.js', 'dom.js', 'live.js', 'acting.js'];

/** The page's files, by name. */
function readAssets(): Readonly<Record<string, { type: string; body: string | Uint8Array<ArrayBuffer> }>> {
  // Browsers fetch this font only if the machine has no emoji: https://github.com/mrdrogdrog/twemoji-color-font
  const emoji = createRequire(import.meta.url).resolve('twemoji-colr-font/twemoji.woff2');
  const read = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
  return {
    'page.css': { type: 'text/css', body: STYLES.map((part) => read(`${part}.css`)).join('\n') },
    ...Object.fromEntries(SCRIPTS.map((name) => [name, { type: 'text/javascript', body: read(name) }])),
    'emoji.woff2': { type: 'font/woff2', body: new Uint8Array(readFileSync(emoji)) },
    'icon.svg': { type: 'image/svg+xml', body: read('icon.svg') },
  };
}

/** The stops are in the sandbox's clock.ts. */
const NEXT_DAY = 'Skips to 09:00 tomorrow, with stops at 10:00, 14:30 and 17:00 today';

/** The id of the element that holds what the visitor came to read. */
const CONTENT = 'content';

/** `token` protects the page's posts. */
function drawDocument(view: PageView, { lists }: Snapshot, about: About, token: string): Html {
  const { workspace, place, reader } = view;
  const { spot, person } = place;
  const title = spot.kind === 'channel' ? spot.channel.name : appName(workspace);
  return html`<!doctype html>
<html lang="en">
${drawHead(
  `${title} · ${workspace.team.name} (simulated)`,
  html`<script type="module" src="/assets/client.js"></script>`,
)}
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
  return html`<a class="switch" id="text-only" role="switch" aria-checked="${String(place.textOnly)}" href="${target}" data-go title="Show what notifications and screen readers say for each message">Text only</a>`;
}
