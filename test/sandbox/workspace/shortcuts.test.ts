/** Shortcuts and external menus: what the bot is sent, and what a person gets. */
import { expect, test } from 'vitest';
import { ANA, BEN, type Here, LEADS, SECRET_ROOM, startWorkspace } from './local-workspace.ts';

const SHORTCUTS = [
  { name: 'Track a prompt', type: 'global', callbackId: 'prompt.track', description: 'Ask the engines' },
  { name: 'Why is this here?', type: 'message', callbackId: 'lead.why', description: 'What made it a lead' },
] as const;

test('a global shortcut tells the bot who ran it, with a trigger for a modal', async () => {
  await using here = await startWorkspace({ shortcuts: SHORTCUTS });
  const outcome = await here.workspace.shortcut({ person: ANA, callbackId: 'prompt.track', channel: LEADS });
  expect(outcome).toEqual({ ok: true });
  const { payload } = here.bot.last();
  expect(payload).toMatchObject({
    type: 'shortcut',
    callback_id: 'prompt.track',
    user: { id: ANA },
    team: { id: 'T0LOCAL01' },
  });
  expect(payload).not.toHaveProperty('channel');
  await here.web.views.open({
    trigger_id: payload.trigger_id ?? '',
    view: { type: 'modal', title: { type: 'plain_text', text: 'Track' }, blocks: [] },
  });
  expect(here.workspace.openView(ANA)?.channel).toBe(LEADS);
});

test('a message shortcut carries the message and a response_url', async () => {
  await using here = await startWorkspace({ shortcuts: SHORTCUTS });
  const { ts = '' } = await here.web.chat.postMessage({ channel: LEADS, text: 'a lead' });
  await here.workspace.shortcut({ person: BEN, callbackId: 'lead.why', channel: LEADS, ts });
  const { payload } = here.bot.last();
  expect(payload).toMatchObject({
    type: 'message_action',
    callback_id: 'lead.why',
    channel: { id: LEADS, name: 'leads' },
    message_ts: ts,
    message: { ts, text: 'a lead' },
  });
  await fetch(payload.response_url ?? '', {
    method: 'POST',
    body: JSON.stringify({ text: 'Matches pricing' }),
  });
  expect(here.read(LEADS, BEN)).toEqual(['a lead', 'Matches pricing']);
  expect(here.read(LEADS, ANA)).toEqual(['a lead']);
});

test.each([
  ['one that the manifest does not declare', { callbackId: 'other', channel: LEADS }],
  ['one on a message that is gone', { callbackId: 'lead.why', channel: LEADS, ts: '1.000001' }],
  ['one from a channel that the person is not in', { callbackId: 'prompt.track', channel: SECRET_ROOM }],
])('%s is not run', async (_, run) => {
  await using here = await startWorkspace({ shortcuts: SHORTCUTS });
  expect(await here.workspace.shortcut({ person: ANA, ...run })).toMatchObject({ ok: false });
  expect(here.bot.received).toEqual([]);
});

const TOPIC = {
  type: 'input',
  block_id: 'topic',
  label: { type: 'plain_text', text: 'Topic' },
  element: { type: 'external_select', action_id: 'name', min_query_length: 1 },
} as const;

async function openTopicModal(here: Here) {
  here.workspace.state.views.open(ANA, {
    type: 'modal',
    title: { type: 'plain_text', text: 'Topic' },
    submit: { type: 'plain_text', text: 'Go' },
    blocks: [TOPIC],
  });
  const viewId = here.workspace.openView(ANA)?.id ?? '';
  const at = { person: ANA, from: { kind: 'view', viewId }, blockId: 'topic', actionId: 'name' } as const;
  return { viewId, at };
}

test('an external menu asks the bot for options, and accepts only those', async () => {
  await using here = await startWorkspace();
  const pricing = { text: { type: 'plain_text', text: 'Pricing' }, value: 'pricing' };
  here.bot.answer = (c) => c.json({ options: [pricing] });
  const { viewId, at } = await openTopicModal(here);
  expect(await here.workspace.suggest({ ...at, typed: 'pri' })).toEqual([pricing]);
  expect(here.bot.last().payload).toMatchObject({
    type: 'block_suggestion',
    action_id: 'name',
    block_id: 'topic',
    value: 'pri',
    view: { id: viewId },
  });
  expect(await here.workspace.act({ ...at, value: 'pricing' })).toEqual({ ok: true });
  expect(here.bot.last().payload).toMatchObject({ actions: [{ selected_option: pricing }] });
  expect(await here.workspace.act({ ...at, value: 'never offered' })).toMatchObject({ ok: false });
});

test.each([
  ['nothing', ''],
  ['too many', JSON.stringify({ options: Array.from({ length: 101 }, (_, i) => option(`${i}`)) })],
  ['something else', '{"options":[{"label":"x"}]}'],
])('if the bot answers %s, the menu stays empty', async (_, body) => {
  await using here = await startWorkspace();
  here.bot.answer = (c) => c.body(body);
  const { at } = await openTopicModal(here);
  expect(await here.workspace.suggest({ ...at, typed: 'pri' })).toEqual([]);
});

function option(value: string) {
  return { text: { type: 'plain_text', text: value }, value };
}
