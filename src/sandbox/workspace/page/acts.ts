/** What a visitor does: every act is a post, and ends in an `Outcome` for the one who acted. */
import type { Hono } from 'hono';
import type { Outcome, StateValues, Workspace } from '../model.ts';
import type { PageControls } from './controls.ts';
import { secondsOf } from './dates.ts';
import { readerOf } from './drawing.ts';
import { loopbackOnly, ownPageOnly } from './guard.ts';
import { VIEW_SCOPE } from './modal.ts';
import { decode } from './mrkdwn.ts';
import { placeOf } from './place.ts';
import { stateValues } from './state-values.ts';
import type { Tabs } from './tabs.ts';
import type { Tour } from './tour.ts';

type Deps = {
  workspace: Workspace;
  controls: PageControls;
  tabs: Tabs;
  tour: Tour;
  token: string;
  redrawAll(): void;
};

/** The header in which a tab names itself (assets/dom.js). */
const TAB = 'x-page-tab';

/** POST /say /act /shortcut /suggest /view/submit /view/close /next-day /trouble /tour/close, as forms; `as` in the query names the person. */
export function addActs(app: Hono, { workspace, controls, tabs, tour, token, redrawAll }: Deps): void {
  const ownPage = ownPageOnly(token);
  const post = (path: string, act: (form: FormData, person: string) => Promise<Outcome>) =>
    app.post(path, loopbackOnly, ownPage, async (c) => {
      const { person } = placeOf(workspace, undefined, c.req.query());
      tabs.acts(person.id, c.req.header(TAB));
      return c.json(await act(await c.req.formData(), person.id).catch(failed));
    });

  /** What the person's open modal holds; nothing where another one, or none, is open by now. */
  const valuesOf = (form: FormData, person: string): StateValues => {
    const open = workspace.openView(person);
    if (open?.id !== text(form, 'view')) return {};
    const reader = readerOf(workspace, person, controls);
    return stateValues(open.view, VIEW_SCOPE, reader, (name) => all(form, name));
  };

  const did = (what: string) => {
    tour.did(what);
    redrawAll();
  };

  /** A control of the simulation changes what every open page shows, though no message need have changed. */
  const control = async (work: Promise<void>): Promise<Outcome> => {
    redrawAll();
    await work;
    redrawAll();
    return { ok: true };
  };

  post('/say', async (form, person) => {
    const line = text(form, 'text');
    const outcome = await workspace.say(
      person,
      text(form, 'channel'),
      line,
      text(form, 'thread') || undefined,
    );
    if (outcome.ok) did(line);
    return outcome;
  });
  post('/act', async (form, person) => {
    const from = sourceOf(form);
    const given = all(form, 'value');
    const [first] = given;
    const moment = form.has('moment') && first ? String(secondsOf(first, controls.timezone)) : first;
    const value = form.has('many') ? given : moment;
    const actionId = text(form, 'action');
    const outcome = await workspace.act({
      person,
      from,
      blockId: text(form, 'block'),
      actionId,
      ...(value !== undefined && { value }),
      ...(from.kind === 'view' && { values: valuesOf(form, person) }),
    });
    if (outcome.ok) did(actionId);
    return outcome;
  });
  post('/view/submit', async (form, person) =>
    workspace.submitView(person, text(form, 'view'), valuesOf(form, person)),
  );
  post('/view/close', (form, person) => workspace.closeView(person, text(form, 'view')));
  post('/shortcut', (form, person) => {
    const ts = text(form, 'ts');
    const at = { person, callbackId: text(form, 'shortcut'), channel: text(form, 'channel') };
    return workspace.shortcut({ ...at, ...(ts && { ts }) });
  });
  app.post('/suggest', loopbackOnly, ownPage, async (c) => {
    const { person } = placeOf(workspace, undefined, c.req.query());
    const form = await c.req.formData();
    const options = await workspace.suggest({
      person: person.id,
      from: sourceOf(form),
      blockId: text(form, 'block'),
      actionId: text(form, 'action'),
      typed: text(form, 'value'),
    });
    return c.json(options.map((option) => decode(option.text.text)));
  });
  post('/next-day', () => {
    tour.did('/next-day');
    return control(controls.nextDay(redrawAll));
  });
  post('/tour/close', async () => {
    tour.close();
    redrawAll();
    return { ok: true };
  });
  post('/trouble', async (form, person) => {
    const channel = text(form, 'channel');
    const trouble = controls.troubles?.find(({ id }) => id === text(form, 'trouble'));
    if (!trouble) return { ok: false, sentence: 'There is no such trouble.' };
    return control(trouble.turn(!trouble.isOn(channel), { person, channel }));
  });
}

function failed(error: unknown): Outcome {
  const what = error instanceof Error ? error.message : error;
  return { ok: false, sentence: `The local workspace failed: ${what}` };
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
