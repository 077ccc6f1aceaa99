import { createServer, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendPrivateFile, uploadImage } from '../../src/slack/poster.ts';
import {
  type Answering,
  broken,
  hangUp,
  inTurn,
  limited,
  no,
  ok,
  slackServer,
  unreadable,
} from '../support/slack-server.ts';

/** Bytes that no text encoding survives. */
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff, 0xfe, 0x80]);
const UPLOAD = {
  channel: 'C0ACME',
  threadTs: '1764000000.000100',
  png: PNG,
  title: 'Acme visibility score',
  altText: 'Acme visibility score: 53.2 on Thu 19 Nov & falling.',
  filename: 'score-2026-11-19.png',
};

type Received = { headers: IncomingHttpHeaders; body: Uint8Array };

/** Where Slack takes a file's bytes: another server than its Web API. */
async function uploadServer(status = 200) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Uint8Array.from(Buffer.concat(chunks)) });
      if (status === 0) response.destroy();
      else response.writeHead(status).end('OK - 12');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { received, url: `http://127.0.0.1:${port}/upload/v1/abc` };
}

/** What comes of an upload when the Web API answers so; by default it takes everything. */
async function uploaded(answers: { reserve?: Answering; share?: Answering; bytes?: number } = {}) {
  const { received, url } = await uploadServer(answers.bytes);
  const reserve = answers.reserve ?? ok({ upload_url: url, file_id: 'F1' });
  const share =
    answers.share ?? ok({ files: [{ id: 'F1', shares: { public: { C0ACME: [{ ts: '9.9' }] } } }] });
  const { client, calls } = await slackServer(inTurn(reserve, share));
  return { result: await uploadImage(client, UPLOAD, fetch), calls, received };
}

describe('a picture', () => {
  it('goes into the thread with its alternative text, in three steps and once', async () => {
    const { result, calls, received } = await uploaded();
    expect(result).toEqual({ kind: 'posted', file: 'F1' });
    expect(calls).toEqual([
      {
        method: 'files.getUploadURLExternal',
        args: { filename: UPLOAD.filename, length: '12', alt_txt: UPLOAD.altText },
      },
      {
        method: 'files.completeUploadExternal',
        args: {
          files: [{ id: 'F1', title: UPLOAD.title }],
          channel_id: 'C0ACME',
          thread_ts: UPLOAD.threadTs,
        },
      },
    ]);
    expect(received.map(({ body }) => body)).toEqual([PNG]);
  });

  it('takes no token to the address of its bytes', async () => {
    const { received } = await uploaded();
    expect(received).toHaveLength(1);
    expect(JSON.stringify(received[0]?.headers)).not.toContain('xoxb');
  });
});

describe('a picture that Slack does not take', () => {
  it('because the scope is missing is refused as that, and spoils nothing but itself', async () => {
    const { result, calls, received } = await uploaded({ reserve: no('missing_scope') });
    expect(result).toEqual({ kind: 'refused', reason: 'missing_scope', spoilt: 'message' });
    expect(calls).toHaveLength(1);
    expect(received).toEqual([]);
  });

  it.each(['file_uploads_disabled', 'file_upload_size_restricted', 'alt_txt_too_large'])(
    'for %s is refused, and text can still be posted',
    async (reason) => {
      const { result } = await uploaded({ reserve: no(reason) });
      expect(result).toEqual({ kind: 'refused', reason, spoilt: 'message' });
    },
  );

  it('because the bot is not in the channel says so of the place', async () => {
    const { result } = await uploaded({ share: no('not_in_channel') });
    expect(result).toEqual({ kind: 'refused', reason: 'not_in_channel', spoilt: 'place' });
  });

  it('because the token is revoked says so of the installation', async () => {
    const { result } = await uploaded({ reserve: no('token_revoked') });
    expect(result).toEqual({ kind: 'refused', reason: 'token_revoked', spoilt: 'installation' });
  });
});

describe('before the picture is shared nobody can see it, so it is uploaded later', () => {
  it('when Slack asks to wait', async () => {
    const { result } = await uploaded({ reserve: limited('7') });
    expect(result).toEqual({ kind: 'later', reason: 'ratelimited', afterMs: 7_000 });
  });

  it.each([
    ['hangs up', hangUp],
    ['is broken', broken(500)],
    ['answers with a page', unreadable],
    ['names no address', ok()],
    ['names an address that is none', ok({ upload_url: 'file:///etc/passwd', file_id: 'F1' })],
  ])('when Slack %s at the first step', async (_, reserve) => {
    const { result, calls, received } = await uploaded({ reserve });
    expect(result.kind).toBe('later');
    expect(calls).toHaveLength(1);
    expect(received).toEqual([]);
  });

  it.each([
    ['refused', 500, 'upload http_500'],
    ['cut off', 0, expect.stringMatching(/^upload /)],
  ])('when its bytes are %s', async (_, bytes, reason) => {
    const { result, calls } = await uploaded({ bytes });
    expect(result).toEqual({ kind: 'later', reason });
    expect(calls.map(({ method }) => method)).toEqual(['files.getUploadURLExternal']);
  });
});

describe('whether the picture was shared', () => {
  it.each([
    ['the connection breaks', hangUp],
    ['Slack is broken', broken(503)],
    ['Slack says internal_error', no('internal_error')],
  ])('is unclear when %s at the last step, and is not tried again', async (_, share) => {
    const { result, calls } = await uploaded({ share });
    expect(result.kind).toBe('unclear');
    expect(calls).toHaveLength(2);
  });

  it('is clear when Slack asks to wait', async () => {
    const { result } = await uploaded({ share: limited('3') });
    expect(result).toEqual({ kind: 'later', reason: 'ratelimited', afterMs: 3_000 });
  });
});

describe('a picture that Slack says it shared', () => {
  const parent = { ts: UPLOAD.threadTs };
  const shown = { ts: '1764000001.000100', files: [{ id: 'F1' }] };

  /** The thread as it is at the first look, the second and so on; what Slack was asked in which order. */
  async function lookedAt(...looks: Answering[]) {
    const { url } = await uploadServer();
    let [reserved, looked] = [0, 0];
    const { client, calls } = await slackServer((response, call, number) => {
      if (call.method === 'files.getUploadURLExternal') {
        reserved += 1;
        return ok({ upload_url: url, file_id: `F${reserved}` })(response, call, number);
      }
      if (call.method !== 'conversations.replies') return ok()(response, call, number);
      looked += 1;
      return inTurn(...looks)(response, call, looked);
    });
    const result = await uploadImage(client, UPLOAD, fetch, async () => undefined);
    return { result, calls, methods: calls.map(({ method }) => method.replace(/^.*\./, '')) };
  }

  it('and dropped is taken back, and shared again without its alternative text', async () => {
    const { result, calls, methods } = await lookedAt(ok({ messages: [parent] }));
    expect(result).toEqual({ kind: 'posted', file: 'F2', isMute: true });
    const steps = ['getUploadURLExternal', 'completeUploadExternal'];
    expect(methods).toEqual([...steps, 'replies', 'replies', 'replies', 'delete', ...steps]);
    expect(calls.filter(({ method }) => method === 'files.delete')).toMatchObject([{ args: { file: 'F1' } }]);
    const reservations = calls.filter(({ method }) => method === 'files.getUploadURLExternal');
    expect(reservations.map(({ args }) => args.alt_txt)).toEqual([UPLOAD.altText, undefined]);
  });

  it.each([
    ['stands there a moment later', [ok({ messages: [parent] }), ok({ messages: [parent, shown] })]],
    ['may stand further down in its thread', [ok({ messages: [parent], has_more: true })]],
    ['cannot be looked for', [no('missing_scope')]],
    ['cannot be looked for now', [limited('60')]],
  ])('is shared once where it %s', async (_, looks) => {
    const { result, methods } = await lookedAt(...looks);
    expect(result).toEqual({ kind: 'posted', file: 'F1' });
    expect(methods.filter((method) => method === 'completeUploadExternal')).toHaveLength(1);
  });
});

it.each(['missing_scope', 'file_uploads_disabled'])(
  'a private file that Slack refuses (%s) leaves no message that promises it',
  async (error) => {
    const posted = { channel: 'D0ANA', ts: '1764000000.000200' };
    const { client, calls } = await slackServer((response, call, number) =>
      (call.method.startsWith('files.') ? no(error) : ok(posted))(response, call, number),
    );
    const file = { name: 'leads.csv', title: 'Leads', content: 'lead' };
    const sent = await sendPrivateFile(client, 'U0ANA', { text: 'In this thread', blocks: [] }, file);
    expect(sent).toMatchObject({ reason: error });
    expect(calls.at(-1)).toEqual({ method: 'chat.delete', args: posted });
  },
);
