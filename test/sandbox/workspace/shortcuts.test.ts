/** Shortcuts: what the bot is sent, and what a person gets. */
import { expect, test } from 'vitest';
import { ANA, BEN, LEADS, SECRET_ROOM, startWorkspace } from './local-workspace.ts';

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
