import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSlackFetch, createSlackTime } from '../../src/slack/client.ts';
import { freePort } from '../support/free-port.ts';
import { MINUTE, NINE, SECOND } from '../support/store-opened.ts';

type Handle = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

async function slackWhich(handle: Handle): Promise<string> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    handle(request, response, Buffer.concat(pieces));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const codeOf = (error: unknown) =>
  error instanceof TypeError && error.cause instanceof Error && 'code' in error.cause
    ? error.cause.code
    : error;

describe('what is sent to Slack', () => {
  it('arrives as it was written, and the answer is read as fetch reads one', async () => {
    const url = await slackWhich((request, response, body) => {
      const { method, url, headers } = request;
      response.writeHead(201, 'Made', { 'content-type': 'application/json', 'Retry-After': '3' });
      response.write(JSON.stringify({ method, url, type: headers['content-type'] }).slice(0, -1));
      response.end(`,"body":${JSON.stringify(body.toString())}}`);
    });
    const answer = await createSlackFetch()(`${url}/api/chat?a=1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"text":"Café"}',
    });
    expect(answer).toMatchObject({ ok: true, status: 201, statusText: 'Made' });
    expect(answer.headers.get('retry-after')).toBe('3');
    expect(await answer.json()).toEqual({
      method: 'POST',
      url: '/api/chat?a=1',
      type: 'application/json',
      body: '{"text":"Café"}',
    });
  });

  it('may be a form with a file', async () => {
    const url = await slackWhich(async ({ headers }, response, body) => {
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData();
      const file = form.get('file');
      response.end(`${form.get('name')} ${file instanceof File ? await file.text() : 'no file'}`);
    });
    const form = new FormData();
    form.append('name', 'a picture');
    form.append('file', new Blob(['of bytes']), 'a.png');
    const answer = await createSlackFetch()(url, { method: 'POST', body: form });
    expect(await answer.text()).toBe('a picture of bytes');
  });

  it('is sent nowhere else', async () => {
    const elsewhere = await slackWhich((_, response) => response.end('elsewhere'));
    const url = await slackWhich((_, response) => response.writeHead(302, { location: elsewhere }).end());
    expect(await createSlackFetch()(url, { method: 'POST', body: 'x' })).toMatchObject({
      ok: false,
      status: 302,
    });
  });

  it('fails with what happened to the connection', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const cutOff = await slackWhich(({ socket }) => void socket.destroy());
    const brokenOff = await slackWhich((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('some');
      setImmediate(() => response.destroy());
    });
    const silent = await slackWhich(() => undefined);
    const codes = await Promise.all(
      [nowhere, cutOff, brokenOff, silent].map((url) =>
        createSlackFetch(url === silent ? 100 : undefined)(url, { method: 'POST', body: 'x' }).catch(codeOf),
      ),
    );
    const tooLate = expect.objectContaining({ name: 'TimeoutError' });
    expect(codes).toEqual(['ECONNREFUSED', 'UND_ERR_SOCKET', 'UND_ERR_SOCKET', tooLate]);
  });

  it('is no longer waited for where the signal says so, before and after it was sent', async () => {
    const leaving = new AbortController();
    const url = await slackWhich((request) => {
      request.socket.on('close', () => closed.resolve());
      leaving.abort(new Error('enough'));
    });
    const closed = Promise.withResolvers<void>();
    const send = createSlackFetch();
    const { signal } = leaving;
    await expect(send(url, { method: 'POST', body: 'x', signal })).rejects.toThrow('enough');
    await closed.promise;
    await expect(send(url, { method: 'POST', body: 'x', signal })).rejects.toThrow('enough');
  });
});

type Answer = { type?: string; date?: string; tookMs?: number };

/** Slack's time after one answer; this machine shows nine when it is asked for. */
async function answered({ type = 'application/json', date, tookMs = 0 }: Answer) {
  let now = NINE;
  const time = createSlackTime(() => now);
  const before = time.now();
  const pass = (ms: number) => {
    now += ms;
  };
  await time.listening(async () => {
    now += tookMs;
    return new Response('{}', { headers: { 'content-type': type, ...(date && { date }) } });
  })('https://slack.example');
  return { before, time, pass };
}

describe('Slack’s clock', () => {
  it('is not known before its first answer', async () => {
    expect((await answered({})).before).toBeUndefined();
  });

  it('is what the Date of its answer says, to a second, and runs on', async () => {
    const { time, pass } = await answered({ date: 'Fri, 20 Nov 2026 07:50:00 GMT' });
    expect(Math.abs((time.aheadMs() ?? 0) - 10 * MINUTE)).toBeLessThanOrEqual(SECOND);
    pass(MINUTE);
    expect(Math.abs((time.now() ?? 0) - (NINE - 9 * MINUTE))).toBeLessThanOrEqual(SECOND);
  });

  it.each([
    ['is no date', { date: 'yesterday' }],
    ['is missing', {}],
    ['is that of a proxy’s page', { date: 'Fri, 20 Nov 2026 07:50:00 GMT', type: 'text/html' }],
    ['came after this machine had slept', { date: 'Fri, 20 Nov 2026 07:50:00 GMT', tookMs: 5 * MINUTE }],
  ])('is not read where the Date %s', async (_, answer) => {
    expect((await answered(answer)).time.aheadMs()).toBeUndefined();
  });
});
