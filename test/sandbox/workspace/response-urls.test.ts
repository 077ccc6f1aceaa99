/** response_urls: late answers to a command or a click, for half an hour and five times. */
import { expect, test } from 'vitest';
import { ANA, BEN, type Here, LEADS, startWorkspace } from './local-workspace.ts';

const ROW = {
  type: 'actions' as const,
  block_id: 'row',
  elements: [
    { type: 'button' as const, action_id: 'lead.claim', text: { type: 'plain_text' as const, text: 'Go' } },
  ],
};

async function afterCommand(here: Here): Promise<string> {
  await here.workspace.say(ANA, LEADS, '/visibility');
  return here.bot.last().fields.response_url ?? '';
}

async function afterClick(here: Here): Promise<string> {
  const ts = here.workspace.messages(LEADS, ANA)[0]?.ts ?? '';
  const from = { kind: 'message' as const, channel: LEADS, ts };
  await here.workspace.act({ person: ANA, from, blockId: 'row', actionId: 'lead.claim' });
  return here.bot.last().payload.response_url ?? '';
}

const TAKEN = { status: 200, body: 'ok' };

function refused(status: number, error: string) {
  return { status, body: JSON.stringify({ ok: false, error }) };
}

async function answer(url: string, body: unknown): Promise<{ status: number; body: string }> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, body: await response.text() };
}

test('only the asker sees a late answer, unless it’s for the channel', async () => {
  await using here = await startWorkspace();
  const url = await afterCommand(here);
  expect(await answer(url, { text: 'Working…' })).toEqual(TAKEN);
  expect(await answer(url, { text: 'Done', response_type: 'in_channel' })).toEqual(TAKEN);
  expect(here.read(LEADS, ANA)).toEqual(['Working…', 'Done']);
  expect(here.read(LEADS, BEN)).toEqual(['Done']);
});

test('an answer to a click adds, replaces or deletes', async () => {
  await using here = await startWorkspace();
  await here.web.chat.postMessage({ channel: LEADS, text: 'Suggestion', blocks: [ROW] });
  const url = await afterClick(here);
  await answer(url, { text: 'Only for you' });
  expect(here.read(LEADS, ANA)).toEqual(['Suggestion', 'Only for you']);
  await answer(url, { text: 'Accepted', replace_original: true });
  expect(here.read(LEADS, BEN)).toEqual(['Accepted']);
  await answer(url, { delete_original: true });
  expect(here.read(LEADS, BEN)).toEqual([]);
});

test('a response_url can replace a private answer, unlike chat.update', async () => {
  await using here = await startWorkspace();
  await here.web.chat.postEphemeral({ channel: LEADS, user: ANA, text: 'Brief', blocks: [ROW] });
  await answer(await afterClick(here), { text: 'Released', replace_original: true });
  expect(here.read(LEADS, ANA)).toEqual(['Released']);
  expect(here.read(LEADS, BEN)).toEqual([]);
});

test('a response_url takes five answers', async () => {
  await using here = await startWorkspace();
  const url = await afterCommand(here);
  for (const text of ['1', '2', '3', '4', '5']) expect(await answer(url, { text })).toEqual(TAKEN);
  expect(await answer(url, { text: '6' })).toEqual(refused(404, 'used_url'));
  expect(here.read(LEADS, ANA)).toEqual(['1', '2', '3', '4', '5']);
});

test('a response_url lives for half an hour of real time', async () => {
  await using here = await startWorkspace();
  const url = await afterCommand(here);
  here.time.sandbox += 86_400_000;
  here.time.real += 30 * 60_000;
  expect(await answer(url, { text: 'just in time' })).toEqual(TAKEN);
  here.time.real += 1;
  expect(await answer(url, { text: 'late' })).toEqual(refused(404, 'expired_url'));
  expect(await answer(`${here.url}/hooks/made-up`, { text: 'x' })).toEqual(refused(404, 'expired_url'));
});

test('an answer that Slack wouldn’t show is refused', async () => {
  await using here = await startWorkspace();
  const url = await afterCommand(here);
  expect(await answer(url, { text: 'x', blocks: [{ type: 'marquee' }] })).toEqual(
    refused(400, 'invalid_blocks'),
  );
  expect(await answer(url, 'no object')).toEqual(refused(400, 'invalid_payload'));
  expect(await answer(url, {})).toEqual(refused(400, 'no_text'));
  expect(here.read(LEADS, ANA)).toEqual([]);
});
