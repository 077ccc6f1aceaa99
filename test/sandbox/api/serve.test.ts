import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Served, serve } from '../../../src/sandbox/local-only.ts';
import { ACME, KEY, openSandbox } from './sandbox.ts';

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

/** fetch() can't set the Host. */
function statusWithHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('the sandbox server', () => {
  it('answers on a free port of this machine', async () => {
    served = await serve(openSandbox().app, 0);
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const answer = await fetch(`${served.url}/v1/public/projects/${ACME}/topics`, {
      headers: { 'X-API-Key': KEY },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toHaveLength(5);
  });

  it('keeps its control from a rebound name, while the API itself answers', async () => {
    served = await serve(openSandbox().app, 0);
    expect(await statusWithHost(`${served.url}/sandbox/clock`, 'evil.example')).toBe(403);
    expect(await statusWithHost(`${served.url}/sandbox/clock`, 'localhost:1234')).toBe(200);
    expect(await statusWithHost(`${served.url}/v1/public/projects/${ACME}/topics`, 'evil.example')).toBe(401);
  });

  it('reports a taken port instead of waiting', async () => {
    served = await serve(openSandbox().app, 0);
    await expect(serve(openSandbox().app, Number(new URL(served.url).port))).rejects.toThrow('EADDRINUSE');
  });

  it('stops at once, even with an open connection', async () => {
    const server = await serve(openSandbox().app, 0);
    await (await fetch(`${server.url}/sandbox/clock`)).text();
    await server.close();
    await expect(fetch(`${server.url}/sandbox/clock`)).rejects.toThrow();
  });
});
