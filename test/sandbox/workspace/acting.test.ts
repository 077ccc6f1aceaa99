/** Using buttons, menus, modals and the Home tab, and what the bot hears of it. */
import type { ModalView } from '@slack/types';
import { expect, test } from 'vitest';
import { ANA, BEN, type Here, LEADS, startWorkspace } from './local-workspace.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });

const ROW = {
  type: 'actions' as const,
  block_id: 'row',
  elements: [
    { type: 'button' as const, action_id: 'lead.claim', text: plain("I'll reply"), value: 'L412' },
    {
      type: 'overflow' as const,
      action_id: 'lead.menu',
      options: [
        { text: plain('Snooze…'), value: 'snooze:L412' },
        { text: plain('Dismiss…'), value: 'dismiss:L412' },
      ],
    },
    { type: 'users_select' as const, action_id: 'lead.assign' },
  ],
};

const FORM: ModalView = {
  type: 'modal',
  callback_id: 'prompt.track',
  title: plain('Track a prompt'),
  submit: plain('Track'),
  private_metadata: '{"project":"acme"}',
  blocks: [
    {
      type: 'input',
      block_id: 'prompt',
      label: plain('Prompt'),
      element: { type: 'plain_text_input', action_id: 'text' },
    },
    {
      type: 'input',
      block_id: 'region',
      optional: true,
      label: plain('Region'),
      element: {
        type: 'static_select',
        action_id: 'pick',
        options: [{ text: plain('Germany'), value: 'de' }],
        initial_option: { text: plain('Germany'), value: 'de' },
      },
    },
  ],
};

async function postRow(here: Here): Promise<string> {
  const { ts = '' } = await here.web.chat.postMessage({ channel: LEADS, text: 'One lead', blocks: [ROW] });
  return ts;
}

function press(here: Here, ts: string, actionId: string, value?: string, person = ANA) {
  const from = { kind: 'message' as const, channel: LEADS, ts };
  return here.workspace.act({
    person,
    from,
    blockId: 'row',
    actionId,
    ...(value !== undefined && { value }),
  });
}

function triggerOf(here: Here): string {
  return here.bot.last().payload.trigger_id ?? '';
}

async function openForm(here: Here, view = FORM): Promise<string> {
  await press(here, await postRow(here), 'lead.claim');
  await here.web.views.open({ trigger_id: triggerOf(here), view });
  return here.workspace.openView(ANA)?.id ?? '';
}

test('a click tells the bot who pressed what, in which message', async () => {
  await using here = await startWorkspace();
  const ts = await postRow(here);
  expect(await press(here, ts, 'lead.claim')).toEqual({ ok: true });
  expect(here.bot.last().payload).toMatchObject({
    type: 'block_actions',
    user: { id: ANA, username: 'ana', team_id: 'T0LOCAL01' },
    team: { id: 'T0LOCAL01' },
    api_app_id: 'A0SIGHTLINE',
    container: { type: 'message', message_ts: ts, channel_id: LEADS, is_ephemeral: false },
    channel: { id: LEADS, name: 'leads' },
    message: { ts, text: 'One lead', blocks: [{ block_id: 'row' }] },
    state: { values: { row: { 'lead.assign': { type: 'users_select', selected_user: null } } } },
    actions: [
      {
        type: 'button',
        block_id: 'row',
        action_id: 'lead.claim',
        value: 'L412',
        text: { text: "I'll reply" },
      },
    ],
  });
});

test('an outsider acts under their own organisation', async () => {
  await using here = await startWorkspace();
  await press(here, await postRow(here), 'lead.claim', undefined, 'U0OTOVANCE');
  expect(here.bot.last().payload.user).toMatchObject({ id: 'U0OTOVANCE', team_id: 'T0OTHER01' });
});

test('an overflow menu sends its option, and a select keeps its choice in the state', async () => {
  await using here = await startWorkspace();
  const ts = await postRow(here);
  await press(here, ts, 'lead.menu', 'dismiss:L412');
  expect(here.bot.last().payload.actions).toMatchObject([
    { type: 'overflow', selected_option: { value: 'dismiss:L412', text: { text: 'Dismiss…' } } },
  ]);
  await press(here, ts, 'lead.assign', BEN);
  expect(here.bot.last().payload).toMatchObject({
    actions: [{ type: 'users_select', selected_user: BEN }],
    state: { values: { row: { 'lead.assign': { selected_user: BEN } } } },
  });
});

test('a missing message or element can’t be used', async () => {
  await using here = await startWorkspace();
  const ts = await postRow(here);
  expect(await press(here, ts, 'lead.unknown')).toMatchObject({ ok: false });
  expect(await press(here, ts, 'lead.menu', 'no such option')).toMatchObject({ ok: false });
  expect(await press(here, '1.000000', 'lead.claim')).toMatchObject({ ok: false });
  expect(here.bot.received).toEqual([]);
});

test('an outdated message can still be clicked, and the bot gets what was on screen', async () => {
  await using here = await startWorkspace();
  const ts = await postRow(here);
  const changed = async (blockId: string, value: string) => {
    const button = { type: 'button' as const, action_id: 'lead.claim', text: plain("I'll reply"), value };
    const blocks = [{ type: 'actions' as const, block_id: blockId, elements: [button] }];
    await here.web.chat.update({ channel: LEADS, ts, text: 'One lead', blocks });
  };
  await changed('row', 'L413');
  await changed('other', 'L414');

  for (const value of ['L412', 'L413']) {
    expect(await press(here, ts, 'lead.claim', value)).toEqual({ ok: true });
    expect(here.bot.last().payload).toMatchObject({
      actions: [{ block_id: 'row', action_id: 'lead.claim', value }],
      message: { ts, blocks: [{ block_id: 'other' }] },
    });
  }
  expect(await press(here, ts, 'lead.menu', 'snooze:L412')).toEqual({ ok: true });
  expect(await press(here, ts, 'lead.claim', 'L414')).toMatchObject({ ok: false });
  expect(await press(here, ts, 'lead.claim', 'L999')).toMatchObject({ ok: false });
  expect(here.bot.received).toHaveLength(3);
});

test('the last fifty versions of a message can be clicked', async () => {
  await using here = await startWorkspace();
  const ts = await postRow(here);
  const change = () => here.web.chat.update({ channel: LEADS, ts, text: 'x', blocks: [{ type: 'divider' }] });
  for (let times = 0; times < 50; times += 1) await change();
  expect(await press(here, ts, 'lead.claim')).toEqual({ ok: true });
  await change();
  expect(await press(here, ts, 'lead.claim')).toMatchObject({ ok: false });
  await here.web.chat.delete({ channel: LEADS, ts });
  expect(await press(here, ts, 'lead.claim')).toMatchObject({ ok: false });
});

test('a click on a private answer carries no message, and only its reader can click', async () => {
  await using here = await startWorkspace();
  await here.web.chat.postEphemeral({ channel: LEADS, user: ANA, text: 'Brief', blocks: [ROW] });
  const ts = here.workspace.messages(LEADS, ANA)[0]?.ts ?? '';
  expect(await press(here, ts, 'lead.claim', undefined, BEN)).toMatchObject({ ok: false });
  expect(await press(here, ts, 'lead.claim')).toEqual({ ok: true });
  expect(here.bot.last().payload).toMatchObject({ container: { is_ephemeral: true } });
  expect(here.bot.last().payload).not.toHaveProperty('message');
});

test('the person is told if the bot doesn’t acknowledge a click', async () => {
  await using here = await startWorkspace({ ackMs: 20 });
  const ts = await postRow(here);
  here.bot.answer = () => new Promise(() => {});
  expect(await press(here, ts, 'lead.claim')).toEqual({
    ok: false,
    sentence: 'The app didn’t answer in time. Try again.',
  });
});

test('a trigger opens one modal, within three seconds', async () => {
  await using here = await startWorkspace();
  const ts = await postRow(here);
  await press(here, ts, 'lead.claim');
  const trigger_id = triggerOf(here);
  here.time.real += 3_000;
  await here.web.views.open({ trigger_id, view: FORM });
  await expect(here.web.views.open({ trigger_id, view: FORM })).rejects.toMatchObject({
    data: { error: 'exchanged_trigger_id' },
  });
  await press(here, ts, 'lead.claim');
  here.time.real += 3_001;
  await expect(here.web.views.open({ trigger_id: triggerOf(here), view: FORM })).rejects.toMatchObject({
    data: { error: 'expired_trigger_id' },
  });
  await expect(here.web.views.open({ trigger_id: 'made up', view: FORM })).rejects.toMatchObject({
    data: { error: 'invalid_trigger_id' },
  });
});

test('a faulty view is refused without using up the trigger', async () => {
  await using here = await startWorkspace();
  await press(here, await postRow(here), 'lead.claim');
  const trigger_id = triggerOf(here);
  const faulty = { ...FORM, title: plain('A title that is longer than Slack allows') };
  await expect(here.web.views.open({ trigger_id, view: faulty })).rejects.toMatchObject({
    data: { error: 'invalid_arguments' },
  });
  expect((await here.web.views.open({ trigger_id, view: FORM })).ok).toBe(true);
});

test('a submitted form sends typed and preset values, and closes', async () => {
  await using here = await startWorkspace();
  const viewId = await openForm(here);
  const values = { prompt: { text: { value: 'k8s cost alerts' } } };
  expect(await here.workspace.submitView(ANA, viewId, values)).toEqual({ ok: true });
  expect(here.bot.last().payload).toMatchObject({
    type: 'view_submission',
    user: { id: ANA },
    response_urls: [],
    view: {
      id: viewId,
      root_view_id: viewId,
      previous_view_id: null,
      team_id: 'T0LOCAL01',
      callback_id: 'prompt.track',
      private_metadata: '{"project":"acme"}',
      hash: expect.any(String),
      state: {
        values: {
          prompt: { text: { type: 'plain_text_input', value: 'k8s cost alerts' } },
          region: { pick: { type: 'static_select', selected_option: { value: 'de' } } },
        },
      },
    },
  });
  expect(here.workspace.openView(ANA)).toBeUndefined();
});

test('an empty required field is reported without asking the bot', async () => {
  await using here = await startWorkspace();
  const viewId = await openForm(here);
  const heard = here.bot.received.length;
  await here.workspace.submitView(ANA, viewId, {});
  expect(here.workspace.openView(ANA)?.errors).toEqual({ prompt: 'Please complete this required field.' });
  expect(here.bot.received).toHaveLength(heard);
});

const FILLED = { prompt: { text: { value: 'x' } } };

test('a rejected submission stays open with its errors, until the next attempt', async () => {
  await using here = await startWorkspace();
  const viewId = await openForm(here);
  here.bot.answer = (c) => c.json({ response_action: 'errors', errors: { prompt: 'Already tracked.' } });
  await here.workspace.submitView(ANA, viewId, FILLED);
  expect(here.workspace.openView(ANA)).toMatchObject({ id: viewId, errors: { prompt: 'Already tracked.' } });
  here.bot.answer = (c) => c.body(null, 200);
  await here.workspace.submitView(ANA, viewId, FILLED);
  expect(here.workspace.openView(ANA)).toBeUndefined();
});

test('an error survives a redraw until its field is changed', async () => {
  await using here = await startWorkspace();
  const viewId = await openForm(here);
  const errors = { prompt: 'Already tracked.', region: 'Not there.' };
  here.bot.answer = (c) => c.json({ response_action: 'errors', errors });
  await here.workspace.submitView(ANA, viewId, { prompt: { text: { value: 'crm' } } });
  const wrong = () => here.workspace.openView(ANA)?.errors;

  await here.web.views.update({ view_id: viewId, view: FORM });
  expect(wrong()).toEqual(errors);

  here.bot.answer = (c) => c.body(null, 200);
  const from = { kind: 'view' as const, viewId };
  await here.workspace.act({ person: ANA, from, blockId: 'region', actionId: 'pick', value: 'de' });
  expect(wrong()).toEqual({ prompt: 'Already tracked.' });

  const [, ...others] = FORM.blocks;
  await here.web.views.update({ view_id: viewId, view: { ...FORM, blocks: others } });
  expect(wrong()).toEqual({});
});

test('an accepted form that stays open has no errors left', async () => {
  await using here = await startWorkspace();
  const viewId = await openForm(here);
  here.bot.answer = (c) => c.json({ response_action: 'errors', errors: { prompt: 'Already tracked.' } });
  const typed = { prompt: { text: { value: 'crm' } } };
  await here.workspace.submitView(ANA, viewId, typed);
  here.bot.answer = (c) => c.json({ response_action: 'update', view: FORM });
  await here.workspace.submitView(ANA, viewId, typed);
  expect(here.workspace.openView(ANA)).toMatchObject({ id: viewId, errors: {} });
});

const LONG_TEXTS = Array.from({ length: 10 }, () => ({ type: 'section', text: plain('x'.repeat(2_500)) }));

test.each([
  ['errors for a field that is not there', { response_action: 'errors', errors: { nowhere: 'x' } }],
  ['a view that Slack would not show', { response_action: 'update', view: { type: 'modal' } }],
  ['an action that Slack does not know', { response_action: 'explode' }],
  ['a view that no socket would take', { response_action: 'update', view: { ...FORM, blocks: LONG_TEXTS } }],
])('%s leave the form as it is, with Slack’s sentence', async (_, answer) => {
  await using here = await startWorkspace();
  const viewId = await openForm(here);
  here.bot.answer = (c) => c.json(answer);
  expect(await here.workspace.submitView(ANA, viewId, FILLED)).toEqual({
    ok: false,
    sentence: 'We had some trouble connecting. Try again?',
  });
  expect(here.workspace.openView(ANA)).toMatchObject({ id: viewId, errors: {} });
});

const NEXT: ModalView = {
  type: 'modal',
  title: plain('Done'),
  blocks: [{ type: 'divider' }],
};

test('a submission can change the modal, put another on top, or close all', async () => {
  await using here = await startWorkspace();
  const viewId = await openForm(here);
  const first = here.workspace.openView(ANA)?.hash;
  here.bot.answer = (c) => c.json({ response_action: 'update', view: FORM });
  await here.workspace.submitView(ANA, viewId, FILLED);
  expect(here.workspace.openView(ANA)?.id).toBe(viewId);
  expect(here.workspace.openView(ANA)?.hash).not.toBe(first);

  here.bot.answer = (c) => c.json({ response_action: 'push', view: NEXT });
  await here.workspace.submitView(ANA, viewId, FILLED);
  const pushed = here.workspace.openView(ANA)?.id ?? '';
  expect(pushed).not.toBe(viewId);
  await here.workspace.closeView(ANA, pushed);
  expect(here.workspace.openView(ANA)?.id).toBe(viewId);

  here.bot.answer = (c) => c.json({ response_action: 'clear' });
  await here.workspace.submitView(ANA, viewId, FILLED);
  expect(here.workspace.openView(ANA)).toBeUndefined();
});

test('the bot updates a modal, unless its hash is outdated', async () => {
  await using here = await startWorkspace();
  const viewId = await openForm(here, NEXT);
  const hash = here.workspace.openView(ANA)?.hash ?? '';
  await here.web.views.update({ view_id: viewId, hash, view: NEXT });
  await expect(here.web.views.update({ view_id: viewId, hash, view: NEXT })).rejects.toMatchObject({
    data: { error: 'hash_conflict' },
  });
  await here.workspace.closeView(ANA, viewId);
  await expect(here.web.views.update({ view_id: viewId, view: NEXT })).rejects.toMatchObject({
    data: { error: 'not_found' },
  });
});

test('modals stack three deep, and no deeper', async () => {
  await using here = await startWorkspace();
  const root = await openForm(here);
  const push = async () => {
    await press(here, await postRow(here), 'lead.claim');
    return here.web.views.push({ trigger_id: triggerOf(here), view: FORM });
  };
  const second = (await push()).view;
  expect(second).toMatchObject({ root_view_id: root, previous_view_id: root });
  expect((await push()).view).toMatchObject({ root_view_id: root, previous_view_id: second?.id });
  await expect(push()).rejects.toMatchObject({ data: { error: 'push_limit_reached' } });
});

test('a click in a modal sends what has been typed so far', async () => {
  await using here = await startWorkspace();
  const viewId = await openForm(here, { ...FORM, blocks: [...FORM.blocks, ROW] });
  await here.workspace.act({
    person: ANA,
    from: { kind: 'view', viewId },
    blockId: 'row',
    actionId: 'lead.claim',
    values: FILLED,
  });
  expect(here.bot.last().payload).toMatchObject({
    container: { type: 'view', view_id: viewId },
    view: { id: viewId, state: { values: { prompt: { text: { value: 'x' } } } } },
    actions: [{ action_id: 'lead.claim' }],
  });
  expect(here.bot.last().payload).not.toHaveProperty('response_url');
});

test('a modal is closed once', async () => {
  await using here = await startWorkspace();
  const viewId = await openForm(here);
  expect(await here.workspace.closeView(BEN, viewId)).toMatchObject({ ok: false });
  expect(await here.workspace.closeView(ANA, viewId)).toEqual({ ok: true });
  expect(await here.workspace.closeView(ANA, viewId)).toMatchObject({ ok: false });
});

test('nobody can submit another person’s modal', async () => {
  await using here = await startWorkspace();
  const viewId = await openForm(here);
  expect(await here.workspace.submitView(BEN, viewId, FILLED)).toMatchObject({ ok: false });
  expect(here.workspace.openView(BEN)).toBeUndefined();
});

test('the Home tab is published for one person, and its buttons work', async () => {
  await using here = await startWorkspace({ botEvents: ['app_home_opened'] });
  await here.workspace.openHome(ANA);
  expect(here.bot.last().payload.event).toMatchObject({ type: 'app_home_opened', user: ANA, tab: 'home' });
  const home = { type: 'home' as const, blocks: [ROW] };
  const { view } = await here.web.views.publish({ user_id: ANA, view: home });
  expect(here.workspace.home(ANA)).toMatchObject([{ block_id: 'row' }]);
  expect(here.workspace.home(BEN)).toBeUndefined();
  expect(here.changes).toContainEqual({ kind: 'home', person: ANA });

  await here.workspace.act({ person: ANA, from: { kind: 'home' }, blockId: 'row', actionId: 'lead.claim' });
  expect(here.bot.last().payload).toMatchObject({
    container: { type: 'view', view_id: view?.id },
    view: { type: 'home', id: view?.id },
  });
});

test('nobody can write to an app that accepts no messages', async () => {
  await using here = await startWorkspace({ directReadOnly: true });
  const direct = here.workspace.channels.find(({ directWith }) => directWith === ANA)?.id ?? '';
  expect(await here.workspace.say(ANA, direct, '/visibility help')).toEqual({
    ok: false,
    sentence: 'Sending messages to this app has been turned off.',
  });
  expect(await here.workspace.say(ANA, LEADS, '/visibility help')).toEqual({ ok: true });
});
