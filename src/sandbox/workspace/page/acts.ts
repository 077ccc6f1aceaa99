/** What visitors do on the page: every act is a post that answers with an `Outcome`. */
import type { Hono } from 'hono';
import { loopbackOnly, ownPageOnly } from '../../local-only.ts';
import type { Outcome, Source, StateValues, Workspace } from '../model.ts';
import type { PageControls, Tour } from './controls.ts';
import { readStateValues, type Tabs } from './modal.ts';
import { createReader, parsePlace } from './reader.ts';

type Deps = {
  workspace: Workspace;
  controls: PageControls;
  tabs: Tabs;
  tour: Tour;
  token: string;
  redrawAll(): void;
};

/** The tab's name, set by assets/dom.js. */
const TAB = 'x-page-tab';

/**
 * POST /say /act /shortcut /view/submit /view/close /next-day /trouble
 * /tour/close, as forms. `?as=` names the person.
 */
export function addActs(app: Hono, { workspace, controls, tabs, tour, token, redrawAll }: Deps): void {
  const ownPage = ownPageOnly(token);
  const post = (path: string, act: (form: URLSearchParams, person: string) => Promise<Outcome>) =>
    app.post(path, loopbackOnly, ownPage, async (c) => {
      const { person } = parsePlace(workspace, undefined, c.req.query());
      tabs.use(person.id, c.req.header(TAB));
      return c.json(await act(new URLSearchParams(await c.req.text()), person.id).catch(toFailure));
    });

  /** The values in the person's open modal; empty if that modal is no longer open. */
  const readModal = (form: URLSearchParams, person: string): StateValues => {
    const open = workspace.openView(person);
    if (open?.id !== readText(form, 'view')) return {};
    const reader = createReader(workspace, person, controls);
    return readStateValues(open.view, reader, (name) => form.getAll(name));
  };

  const tickTour = (what: string) => {
    tour.did(what);
    redrawAll();
  };

  /** Redraws every open page, even if no message changes. */
  const control = async (work: Promise<void>): Promise<Outcome> => {
    redrawAll();
    await work;
    redrawAll();
    return { ok: true };
  };

  post('/say', async (form, person) => {
    const line = readText(form, 'text');
    const thread = readText(form, 'thread') || undefined;
    const outcome = await workspace.say(person, readText(form, 'channel'), line, thread);
    if (outcome.ok) tickTour(line);
    return outcome;
  });
  post('/act', async (form, person) => {
    const from = readSource(form);
    const given = form.getAll('value');
    const value = form.has('many') ? given : given[0];
    const actionId = readText(form, 'action');
    const outcome = await workspace.act({
      person,
      from,
      blockId: readText(form, 'block'),
      actionId,
      ...(value !== undefined && { value }),
      ...(from.kind === 'view' && { values: readModal(form, person) }),
    });
    if (outcome.ok) tickTour(actionId);
    return outcome;
  });
  post('/view/submit', async (form, person) =>
    workspace.submitView(person, readText(form, 'view'), readModal(form, person)),
  );
  post('/view/close', (form, person) => workspace.closeView(person, readText(form, 'view')));
  post('/shortcut', (form, person) => {
    const ts = readText(form, 'ts');
    const shortcut = { callbackId: readText(form, 'shortcut'), channel: readText(form, 'channel') };
    return workspace.shortcut({ person, ...shortcut, ...(ts && { ts }) });
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
    const channel = readText(form, 'channel');
    const trouble = controls.troubles?.find(({ id }) => id === readText(form, 'trouble'));
    if (!trouble) return { ok: false, sentence: 'That can’t be broken here.' };
    return control(trouble.turn(!trouble.isOn(channel), { person, channel }));
  });
}

function toFailure(error: unknown): Outcome {
  const reason = error instanceof Error ? error.message : error;
  return { ok: false, sentence: `The simulated Slack failed: ${reason}` };
}

function readSource(form: URLSearchParams): Source {
  if (form.has('ts'))
    return { kind: 'message', channel: readText(form, 'channel'), ts: readText(form, 'ts') };
  return form.has('view') ? { kind: 'view', viewId: readText(form, 'view') } : { kind: 'home' };
}

function readText(form: URLSearchParams, name: string): string {
  return form.get(name) ?? '';
}
