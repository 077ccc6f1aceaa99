/**
 * The local workspace in the browser. The server draws each page (document.ts), a stream keeps it current (live.ts),
 * and everything a visitor does is a post (acts.ts).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Context, Hono } from 'hono';
import { loopbackOnly } from '../../local-only.ts';
import type { Workspace } from '../model.ts';
import { addActs } from './acts.ts';
import { isPicture } from './blocks/image.ts';
import type { About, PageControls } from './controls.ts';
import { drawDocument } from './document.ts';
import { type PageView, streamUpdates, takeSnapshot } from './live.ts';
import { createTabs } from './modal.ts';
import { buildHref, isDirect, type Place, parsePlace } from './place.ts';
import { createReader } from './reader.ts';
import { createSeen } from './sidebar.ts';
import { drawThreadCopy } from './thread-copy.ts';
import { createTour } from './tour.ts';

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
const STYLES = [
  ...['theme', 'layout', 'tour', 'sidebar', 'messages', 'composer', 'blocks'],
  ...['tables', 'menus', 'chart', 'forms', 'about', 'thread-copy'],
];

const SCRIPTS = ['client.js', 'dom.js', 'live.js', 'tables.js', 'acting.js', 'composer.js'];

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
