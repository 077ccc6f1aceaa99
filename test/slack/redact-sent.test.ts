import { createServer } from 'node:http';
import type { KnownBlock } from '@slack/types';
import { expect, it, onTestFinished } from 'vitest';
import { paragraph } from '../../src/messages/page.ts';
import { say } from '../../src/messages/text.ts';
import {
  createSlackClient,
  createSlackLogger,
  makeClientOptions,
  redactAcknowledgements,
  redactSend,
} from '../../src/slack/client.ts';
import { draw } from '../../src/slack/draw.ts';
import { BOLT_TEAM, boltIn } from '../support/bolt-in.ts';
import { keptLog } from '../support/log-kept.ts';

const KEY = 'vk_live-_7f3a"9c/21+&xyz';
const SPELLINGS = [
  ['as it is', KEY],
  ['in JSON', JSON.stringify({ key: KEY })],
  ['in JSON in JSON', JSON.stringify(JSON.stringify({ key: KEY }))],
  ['percent-encoded', `?k=${encodeURIComponent(KEY)}`],
  ['percent-encoded in small letters', encodeURIComponent(KEY).toLowerCase()],
  ['in base64', Buffer.from(KEY).toString('base64')],
  ['in base64url', Buffer.from(KEY).toString('base64url')],
  ['in base64 with other things before it', Buffer.from(`Bearer ${KEY}`).toString('base64')],
  ['in base64 in an address', encodeURIComponent(Buffer.from(`a${KEY}`).toString('base64'))],
  ['cut off', `${KEY.slice(0, 14)}…`],
] as const;

/** Whether a word of six characters of the key, or of its base64, can still be read. */
function gives(away: string): boolean {
  const texts = [
    KEY,
    ...[0, 1, 2].map((n) =>
      Buffer.from('x'.repeat(n) + KEY)
        .toString('base64')
        .slice(4),
    ),
  ];
  const seen = away.replaceAll('\u200B', '').replaceAll('-', '+').replaceAll('_', '/');
  return texts.some((text) =>
    Array.from({ length: text.length - 7 }, (_, at) => text.slice(at + 1, at + 7)).some((word) =>
      seen.includes(word.replaceAll('-', '+').replaceAll('_', '/')),
    ),
  );
}

/** A Slack that keeps what arrives as text, and a client of the bot's own; the key becomes known only after it was made. */
async function listening() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const isForm = request.headers['content-type']?.includes('urlencoded');
      heard.push(isForm ? [...new URLSearchParams(body).values()].join('\n') : body);
      const url = `http://${request.headers.host}/upload`;
      response.end(JSON.stringify({ ok: true, ts: '1.2', upload_url: url, file_id: 'F1', files: [] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  const secrets = new Set<string>();
  const send = redactSend(secrets, fetch);
  const options = makeClientOptions(url, createSlackLogger(keptLog().log), send);
  secrets.add(KEY);
  return { client: createSlackClient('xoxb-test', options), options, secrets, send, url, heard };
}

it.each(SPELLINGS)('a key that the API said, %s, does not reach Slack in a message', async (_, said) => {
  const { client, heard } = await listening();
  const { blocks } = draw({ parts: [paragraph(say`They say ${said} today`)] });
  await client.chat.postMessage({
    channel: 'C1',
    text: `They say ${said} today`,
    blocks: blocks as KnownBlock[],
  });
  expect(heard.join()).toMatch(/They say .*\[secret\].* today/);
  expect(gives(heard.join())).toBe(false);
});

it.each(SPELLINGS)('nor in the answer to a command or in a file, %s', async (_, said) => {
  const { client, send, url, heard } = await listening();
  await send(`${url}response`, { method: 'POST', body: JSON.stringify({ text: said }) });
  const file = Buffer.from(`title\r\n${said}\r\n`);
  await client.filesUploadV2({ channel_id: 'C1', filename: 'leads.csv', title: said, file });
  expect(heard.some((body) => body.includes('title\r\n'))).toBe(true);
  expect(gives(heard.join())).toBe(false);
});

it('a file keeps its length, which Slack was told before', async () => {
  const { send, url, heard } = await listening();
  await send(`${url}upload`, { method: 'POST', body: Buffer.from(`a ${KEY} b`) });
  expect(heard).toEqual([`a ${'*'.repeat(KEY.length)} b`]);
});

it('what holds no secret arrives as it was', async () => {
  const { client, heard } = await listening();
  await client.chat.postMessage({ channel: 'C1', text: 'Köln & +1 = 100 % [sic]' });
  expect(heard.join()).toContain('Köln & +1 = 100 % [sic]');
});

it('what acknowledges a request says no secret either', async () => {
  const { secrets } = await listening();
  const { app } = await boltIn({ mode: 'http', botToken: 'xoxb-test', signingSecret: 'of-this-test' });
  redactAcknowledgements(app, secrets);
  app.view('form', async ({ ack }) => ack({ response_action: 'errors', errors: { key: `No: ${KEY}` } }));
  const acknowledged: unknown[] = [];
  const view = { id: 'V1', callback_id: 'form', type: 'modal', state: { values: {} } };
  await app.processEvent({
    body: { type: 'view_submission', team: { id: BOLT_TEAM }, user: { id: 'U1' }, view },
    ack: async (answer) => void acknowledged.push(answer),
  });
  expect(acknowledged).toEqual([{ response_action: 'errors', errors: { key: 'No: [secret]' } }]);
});
