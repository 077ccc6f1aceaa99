/** Where the API's description is looked for, and what is never done for it. */

import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findOpenApi, likelyAddresses, loadOpenApi } from '../../src/visibility/fetch-openapi.ts';
import { createApiProfile } from '../../src/watch/api-profile.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { keptLog } from '../support/log-kept.ts';
import { MINUTE, NINE, openedStore } from '../support/store-opened.ts';

const DOCUMENT = { openapi: '3.1.0', info: {}, paths: {} };

async function serverOf(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: { url: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', key: request.headers['x-api-key']?.toString() });
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const address = server.address();
  return { origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, asked };
}

const send = (response: ServerResponse, status: number, body: string, headers = {}) =>
  void response.writeHead(status, headers).end(body);

it('it is looked for beside the API, and one or two segments up', () => {
  expect(likelyAddresses('https://api.example/v1/public').slice(0, 3)).toEqual([
    'https://api.example/v1/public/openapi.json',
    'https://api.example/v1/openapi.json',
    'https://api.example/openapi.json',
  ]);
});

describe('a description', () => {
  it.each(['/v3/api-docs', '/openapi/v1.json', '/api-json'])('is found at %s', async (path) => {
    const { origin } = await serverOf((request, response) =>
      send(response, request.url === path ? 200 : 404, JSON.stringify(DOCUMENT)),
    );
    const found = await findOpenApi({ baseUrl: `${origin}/v1/public`, apiKey: 'k' });
    expect(found).toEqual({ address: `${origin}${path}`, document: DOCUMENT });
  });

  it('is found where it is, past what is none', async () => {
    const { origin, asked } = await serverOf((request, response) => {
      if (request.url === '/v1/public/openapi.json') return send(response, 200, '<html>docs</html>');
      return send(response, request.url === '/openapi.json' ? 200 : 404, JSON.stringify(DOCUMENT));
    });
    const found = await findOpenApi({ baseUrl: `${origin}/v1/public`, apiKey: 'k' });
    expect(found).toEqual({ address: `${origin}/openapi.json`, document: DOCUMENT });
    expect(asked.map(({ key }) => key)).toEqual(['k', 'k', 'k']);
  });

  it('from another origin is fetched without the key', async () => {
    const { origin, asked } = await serverOf((_, response) =>
      send(response, 200, 'openapi: 3.1.0\npaths: {}\n'),
    );
    const document = await loadOpenApi(`${origin}/spec.yml`, {
      baseUrl: 'https://api.example/v1/public',
      apiKey: 'k',
    });
    expect(document).toEqual({ openapi: '3.1.0', paths: {} });
    expect(asked).toEqual([{ url: '/spec.yml', key: undefined }]);
  });

  it('is not looked for where a redirect leads', async () => {
    const { origin, asked } = await serverOf((_, response) =>
      send(response, 302, '', { location: '/elsewhere' }),
    );
    expect(await findOpenApi({ baseUrl: `${origin}/v1/public`, apiKey: 'k' })).toBeUndefined();
    expect(asked.some(({ url }) => url === '/elsewhere')).toBe(false);
  });

  it('isn’t called missing while only a gateway answers', async () => {
    const { origin } = await serverOf((_, response) => send(response, 503, ''));
    await expect(findOpenApi({ baseUrl: `${origin}/v1/public`, apiKey: 'k' })).rejects.toThrow(/status 503/);
  });

  it('that never ends is left at 8 MB', async () => {
    const { origin } = await serverOf((_, response) => {
      const pour = () => {
        while (response.write('x'.repeat(1024 * 1024)));
      };
      response.on('drain', pour);
      pour();
    });
    await expect(loadOpenApi(`${origin}/x`, { baseUrl: origin, apiKey: undefined })).rejects.toThrow(
      /exceeded max size/,
    );
  });

  it('that is no file is said in a sentence', async () => {
    const source = { baseUrl: 'http://localhost', apiKey: undefined };
    await expect(loadOpenApi('/nowhere/openapi.json', source)).rejects.toThrow(/nowhere.*cannot be read/);
  });

  it('that nobody answers for is named, without what may be secret', async () => {
    const address = `http://127.0.0.1:${await freePort()}/x`;
    const source = { baseUrl: 'http://localhost', apiKey: undefined };
    const loading = loadOpenApi(`${address}?token=s`, source);
    await expect(loading).rejects.toThrow(new RegExp(`^${address} gave no answer: .*ECONNREFUSED`));
  });

  it('is named without what may be secret in its address', async () => {
    const paths = { '/engines': { get: { responses: { 200: { description: 'Engines' } } } } };
    const { origin } = await serverOf((request, response) =>
      send(response, request.url?.startsWith('/there') ? 200 : 404, JSON.stringify({ ...DOCUMENT, paths })),
    );
    const { log, text } = keptLog();
    const { db } = await openedStore();
    const baseUrl = `${origin}/v1/public`;
    for (const path of ['there', 'gone']) {
      const api = { openapi: `${origin.replace('//', '//someone:secret-1@')}/${path}?token=secret-2` };
      const deps = { db, api: () => api, baseUrl, anyKey: () => undefined, realNow: () => NINE, log };
      await (await createApiProfile(deps)).learn(new AbortController().signal);
    }
    expect(text()).toContain(`${origin}/there`);
    expect(text()).toContain(`${origin}/gone answers with status 404`);
    expect(text()).not.toMatch(/secret-[12]/);
  });
});

it('a description is tried again within minutes of an outage, which is logged once', async () => {
  let status = 503;
  const { origin, asked } = await serverOf((_, response) =>
    send(
      response,
      status,
      JSON.stringify({ ...DOCUMENT, paths: { '/engines': { get: { responses: {} } } } }),
    ),
  );
  const { log, lines } = keptLog();
  const { db } = await openedStore();
  const time = { now: NINE };
  const { learn } = await createApiProfile({
    db,
    api: () => ({ openapi: `${origin}/openapi.json` }),
    baseUrl: `${origin}/v1/public`,
    anyKey: () => undefined,
    realNow: () => time.now,
    log,
  });
  const afterMinutes = async (minutes: number) => {
    time.now += minutes * MINUTE;
    await learn(new AbortController().signal);
    return asked.length;
  };
  expect([await afterMinutes(0), await afterMinutes(5), await afterMinutes(5)]).toEqual([1, 1, 2]);
  expect(lines()).toHaveLength(1);
  status = 200;
  expect([await afterMinutes(10), await afterMinutes(60)]).toEqual([3, 3]);
  expect(
    lines()
      .map(({ msg }) => msg)
      .at(-1),
  ).toBe('The API’s description was read');
});

it('an API profile with a fault is logged once, until it has another, and told until it’s in order', async () => {
  const { log, lines } = keptLog();
  const { db } = await openedStore();
  const profile = path.join(temporaryFolder(), 'p.yml');
  writeFileSync(profile, 'regions: { name: title }');
  const deps = {
    db,
    api: () => ({ profile }),
    baseUrl: 'http://api.test/v1/public',
    anyKey: () => undefined,
  };
  const { refresh, profiles, refused } = await createApiProfile({ ...deps, realNow: () => NINE, log });
  for (const text of ['regions: 1', 'regions: 1', 'nothing: 1']) {
    writeFileSync(profile, text);
    await refresh();
  }
  expect(lines()).toHaveLength(2);
  expect(refused()).toMatchObject({ what: 'API profile', since: NINE, faults: 1 });
  expect(profiles.of('key').get('regions')?.get('name')?.[0]?.there).toBe('title');
  writeFileSync(profile, 'regions: { name: label }');
  await refresh();
  expect(refused()).toBeUndefined();
  expect(lines().at(-1)?.msg).toBe('Applied the changed API profile');
});
