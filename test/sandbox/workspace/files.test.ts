/** Files: the real Slack client uploads them and the workspace shows them. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Here, LEADS, startWorkspace } from './local-workspace.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** The client has no type for an upload's answer. */
const Uploaded = z.object({
  files: z.array(z.object({ files: z.array(z.looseObject({ id: z.string(), mimetype: z.string() })) })),
});

async function upload(here: Here, thread?: string) {
  const answer = await here.web.files.uploadV2({
    ...(thread ? { channel_id: LEADS, thread_ts: thread } : { channel_id: LEADS }),
    file: PNG,
    filename: 'score.png',
    title: 'Score, 90 days',
    alt_text: 'The score fell from 61 to 53',
  });
  const [file] = Uploaded.parse(answer).files.flatMap(({ files }) => files);
  if (!file) throw new Error('Nothing was uploaded.');
  return file;
}

test('an uploaded picture appears in its channel with its title and alt text', async () => {
  await using here = await startWorkspace();
  await upload(here);
  expect(here.workspace.messages(LEADS, 'U0ANARUIZ')).toMatchObject([
    { files: [{ title: 'Score, 90 days', altText: 'The score fell from 61 to 53', mimetype: 'image/png' }] },
  ]);
  const history = await here.web.conversations.history({ channel: LEADS });
  expect(history.messages?.[0]?.files?.[0]).toMatchObject({
    name: 'score.png',
    size: PNG.length,
    mimetype: 'image/png',
    alt_txt: 'The score fell from 61 to 53',
  });
});

test('a file can go into a thread', async () => {
  await using here = await startWorkspace();
  const { ts } = await here.web.chat.postMessage({ channel: LEADS, text: 'fell' });
  await upload(here, ts);
  expect(here.workspace.messages(LEADS, 'U0ANARUIZ', ts)).toHaveLength(1);
});

test('nobody can see a file that wasn’t shared to a channel', async () => {
  await using here = await startWorkspace();
  const { upload_url = '', file_id: id = '' } = await here.web.files.getUploadURLExternal({
    filename: 'leads.csv',
    length: 4,
  });
  expect((await fetch(upload_url, { method: 'POST', body: 'a,b\n' })).status).toBe(200);
  await here.web.files.completeUploadExternal({ files: [{ id }] });
  expect(here.workspace.file(id)).toBeUndefined();
  await expect(here.web.files.completeUploadExternal({ files: [{ id }] })).rejects.toMatchObject({
    data: { error: 'file_not_found' },
  });
});

test('an upload with the wrong length or an unknown address is refused', async () => {
  await using here = await startWorkspace();
  const { upload_url = '' } = await here.web.files.getUploadURLExternal({ filename: 'a.csv', length: 9 });
  expect((await fetch(upload_url, { method: 'POST', body: 'a,b\n' })).status).toBe(400);
  expect((await fetch(`${here.url}/upload/none`, { method: 'POST', body: 'a' })).status).toBe(404);
});

test.each([
  ['files:write', () => ['files.getUploadURLExternal', { filename: 'a.csv', length: 1 }] as const],
  ['users:read', () => ['users.info', { user: 'U0ANARUIZ' }] as const],
  ['channels:history', () => ['conversations.history', { channel: LEADS }] as const],
  ['groups:read', () => ['users.conversations', { types: 'public_channel,private_channel' }] as const],
])('without the scope %s, its method is refused with the scope’s name', async (needed, call) => {
  await using here = await startWorkspace({ scopes: ['chat:write', 'channels:read'] });
  const [method, args] = call();
  await expect(here.web.apiCall(method, args)).rejects.toMatchObject({
    data: { error: 'missing_scope', needed, provided: 'chat:write,channels:read' },
  });
});

test('with its scope, a method is answered', async () => {
  await using here = await startWorkspace({ scopes: ['chat:write'] });
  expect((await here.web.chat.postMessage({ channel: LEADS, text: 'hi' })).ok).toBe(true);
});
