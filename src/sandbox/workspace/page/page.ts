/**
 * The local workspace in the browser. Pages are drawn on the server (document.ts), kept current by a stream
 * (live.ts), and every act of the visitor is a post (acts.ts).
 */
import { type Context, Hono } from 'hono';
import type { Workspace } from '../model.ts';
import type { About } from './about.ts';
import { addActs } from './acts.ts';
import { readAssets } from './assets.ts';
import type { PageControls } from './controls.ts';
import { page } from './document.ts';
import { readerOf } from './drawing.ts';
import { isPicture } from './files.ts';
import { loopbackOnly } from './guard.ts';
import { live } from './live.ts';
import { picture, type View } from './picture.ts';
import { href, isDirect, type Place, placeOf } from './place.ts';
import { createSeen } from './sidebar.ts';
import { createTabs } from './tabs.ts';
import { copyPage } from './thread-copy.ts';
import { createTour } from './tour.ts';

/** `token` stands in every page, and its posts bring it back. */
type Deps = { workspace: Workspace; controls: PageControls; about: About; token: string };

/** GET / /c/:channel /home /about /connect /thread /events /assets/:file /files/:id, and the posts of acts.ts. */
export function createPage({ workspace, controls, about, token }: Deps): Hono {
  const app = new Hono();
  const assets = readAssets();
  const seen = createSeen(workspace);
  const tabs = createTabs(workspace);
  const tour = createTour(controls.tour ?? []);
  const redraws = new Set<() => void>();

  const viewAt = (place: Place, tab?: string): View => ({
    workspace,
    seen,
    place,
    reader: readerOf(workspace, place.person.id, controls),
    form: tabs.formIn(place.person.id, tab),
    tour: tour.steps(),
    opensHome: controls.openHome !== undefined,
    troubles: controls.troubles ?? [],
    daysToCome: controls.daysToCome?.() ?? 0,
  });
  const show = (c: Context, at: string | undefined) => {
    const view = viewAt(placeOf(workspace, at, c.req.query()));
    const status = view.place.spot.kind === 'nowhere' ? 404 : 200;
    return c.html(page(view, picture(view), about, token), status);
  };

  app.get('/', loopbackOnly, (c) => {
    const place = placeOf(workspace, undefined, c.req.query());
    return place.spot.kind === 'channel' ? c.redirect(href(place)) : show(c, undefined);
  });
  app.get('/c/:channel', loopbackOnly, async (c) => {
    const { person, spot } = placeOf(workspace, c.req.param('channel'), c.req.query());
    if (spot.kind === 'channel' && isDirect(spot.channel)) await controls.openHome?.(person.id, 'messages');
    return show(c, c.req.param('channel'));
  });
  app.get('/home', loopbackOnly, async (c) => {
    await controls.openHome?.(placeOf(workspace, 'home', c.req.query()).person.id, 'home');
    return show(c, 'home');
  });
  app.get('/about', loopbackOnly, (c) => show(c, 'about'));
  app.get('/connect', loopbackOnly, (c) => show(c, 'connect'));

  app.get('/thread', loopbackOnly, (c) => {
    const thread = controls.threadAt?.(c.req.query('url') ?? '');
    const when = { now: controls.now(), timezone: controls.timezone };
    return c.html(copyPage(thread, when), thread ? 200 : 404);
  });

  app.get('/events', loopbackOnly, (c) =>
    live(
      c,
      () => picture(viewAt(placeOf(workspace, c.req.query('at'), c.req.query()), c.req.query('tab'))),
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
    const kept = asset.type === 'font/woff2' ? 'max-age=86400' : 'no-cache';
    return c.body(asset.body, 200, { 'Content-Type': asset.type, 'Cache-Control': kept });
  });

  app.get('/files/:id', loopbackOnly, (c) => {
    const file = workspace.file(c.req.param('id'));
    if (!file) return c.notFound();
    const shown = isPicture(file) ? 'inline' : 'attachment';
    return c.body(file.bytes, 200, { 'Content-Type': file.mimetype, 'Content-Disposition': shown });
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
