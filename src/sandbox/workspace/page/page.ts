/**
 * The local workspace in the browser. Pages are drawn on the server (document.ts), kept current by a stream
 * (live.ts), and every act of the visitor is a post that ends in an `Outcome`.
 */
import { type Context, Hono } from 'hono';
import type { Outcome, StateValues, Workspace } from '../model.ts';
import type { About } from './about.ts';
import { readAssets } from './assets.ts';
import { page, type Trouble } from './document.ts';
import { readerOf } from './drawing.ts';
import { loopbackOnly, sameOriginOnly } from './guard.ts';
import { live } from './live.ts';
import { VIEW_SCOPE } from './modal.ts';
import { picture, type View } from './picture.ts';
import { href, type Place, placeOf } from './place.ts';
import { createSeen } from './seen.ts';
import { stateValues } from './state-values.ts';

export type PageControls = {
  /** Moves the simulated time on by a day; resolves when it has. */
  nextDay(): Promise<void>;
  /** Simulated time, epoch ms. */
  now(): number;
  /** IANA name. */
  timezone: string;
  /** Tells the app that a person opened its Home tab. Without it, Home is there once it is published. */
  openHome?(person: string): Promise<unknown>;
  /** Faults a visitor may cause. Without them there is no "Break it" menu. */
  troubles?: readonly (Trouble & { start(): Promise<void> })[];
};

type Deps = { workspace: Workspace; controls: PageControls; about: About };

/** GET / /c/:channel /home /about /events /assets/:file; POST /say /act /view/submit /view/close /next-day /trouble. */
export function createPage({ workspace, controls, about }: Deps): Hono {
  const app = new Hono();
  const assets = readAssets();
  const seen = createSeen(workspace);
  const redraws = new Set<() => void>();
  const troubles = controls.troubles ?? [];

  const viewAt = (place: Place): View => ({
    workspace,
    seen,
    place,
    reader: readerOf(workspace, place.person.id, controls.now(), controls.timezone),
    opensHome: controls.openHome !== undefined,
  });
  const show = (c: Context, at: string | undefined) => {
    const view = viewAt(placeOf(workspace, at, c.req.query()));
    const status = view.place.spot.kind === 'nowhere' ? 404 : 200;
    return c.html(page(view, picture(view), about, troubles), status);
  };

  app.get('/', loopbackOnly, (c) => {
    const place = placeOf(workspace, undefined, c.req.query());
    return place.spot.kind === 'channel' ? c.redirect(href(place)) : show(c, undefined);
  });
  app.get('/c/:channel', loopbackOnly, (c) => show(c, c.req.param('channel')));
  app.get('/home', loopbackOnly, async (c) => {
    await controls.openHome?.(placeOf(workspace, 'home', c.req.query()).person.id);
    return show(c, 'home');
  });
  app.get('/about', loopbackOnly, (c) => show(c, 'about'));

  app.get('/events', loopbackOnly, (c) =>
    live(
      c,
      () => picture(viewAt(placeOf(workspace, c.req.query('at'), c.req.query()))),
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
    return asset
      ? c.body(asset.body, 200, { 'Content-Type': asset.type, 'Cache-Control': 'no-cache' })
      : c.notFound();
  });

  /** What the person's open modal holds; nothing where another one, or none, is open by now. */
  const valuesOf = (form: FormData, person: string): StateValues => {
    const open = workspace.openView(person);
    if (open?.id !== text(form, 'view')) return {};
    const reader = readerOf(workspace, person, controls.now(), controls.timezone);
    return stateValues(open.view, VIEW_SCOPE, reader, (name) => all(form, name));
  };
  const post = (path: string, act: (form: FormData, person: string) => Promise<Outcome>) =>
    app.post(path, loopbackOnly, sameOriginOnly, async (c) =>
      c.json(
        await act(await c.req.formData(), placeOf(workspace, undefined, c.req.query()).person.id).catch(
          failed,
        ),
      ),
    );

  post('/say', (form, person) =>
    workspace.say(person, text(form, 'channel'), text(form, 'text'), text(form, 'thread') || undefined),
  );
  post('/act', async (form, person) => {
    const from = sourceOf(form);
    return workspace.act({
      person,
      from,
      blockId: text(form, 'block'),
      actionId: text(form, 'action'),
      ...(form.has('many')
        ? { value: all(form, 'value') }
        : form.has('value') && { value: text(form, 'value') }),
      ...(from.kind === 'view' && { values: valuesOf(form, person) }),
    });
  });
  post('/view/submit', async (form, person) =>
    workspace.submitView(person, text(form, 'view'), valuesOf(form, person)),
  );
  post('/view/close', (form, person) => workspace.closeView(person, text(form, 'view')));
  post('/next-day', () => done(controls.nextDay(), redraws));
  post('/trouble', async (form) => {
    const trouble = troubles.find(({ id }) => id === text(form, 'trouble'));
    return trouble ? done(trouble.start(), redraws) : { ok: false, sentence: 'There is no such trouble.' };
  });
  return app;
}

/** A control of the simulation changes what every open page shows, though no message need have changed. */
async function done(control: Promise<void>, redraws: ReadonlySet<() => void>): Promise<Outcome> {
  await control;
  for (const redraw of redraws) redraw();
  return { ok: true };
}

function failed(error: unknown): Outcome {
  return {
    ok: false,
    sentence: `The local workspace failed: ${error instanceof Error ? error.message : error}`,
  };
}

function sourceOf(form: FormData): Parameters<Workspace['act']>[0]['from'] {
  if (form.has('ts')) return { kind: 'message', channel: text(form, 'channel'), ts: text(form, 'ts') };
  return form.has('view') ? { kind: 'view', viewId: text(form, 'view') } : { kind: 'home' };
}

function text(form: FormData, name: string): string {
  return all(form, name)[0] ?? '';
}

function all(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === 'string');
}
