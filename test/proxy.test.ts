import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { realNow } from '../src/clock.ts';
import { useProxy } from '../src/proxy.ts';
import { createSlackFetch } from '../src/slack/client.ts';
import { openConnection } from '../src/slack/socket-connection.ts';
import { lookAtAddress } from '../src/verbs/doctor/address.ts';
import { createSlackDoctor } from '../src/verbs/doctor/slack.ts';
import { createVisibility } from '../src/visibility/client.ts';
import { remedyOf } from '../src/visibility/errors.ts';
import { loadOpenApi } from '../src/visibility/fetch-openapi.ts';
import { clientOf, json, PROJECT } from './visibility/api.ts';

/** Answers plain requests itself, and opens no tunnel. `asked` is what reached it. */
async function openProxy(mind: Record<string, string> = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  server.on('connect', ({ url }, socket) => {
    asked.push(`CONNECT ${url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const before = getGlobalDispatcher();
  await useProxy({ https_proxy: url, HTTP_PROXY: url, ...mind });
  onTestFinished(async () => {
    const proxied = getGlobalDispatcher();
    setGlobalDispatcher(before);
    await proxied.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { asked, url };
}

const apiAt = (baseUrl: string) => {
  const visibility = createVisibility({ baseUrl, sleep: async () => undefined });
  onTestFinished(() => visibility.close());
  return visibility.open('key', { withinMs: 5_000, once: true });
};

describe('a proxy in the environment', () => {
  it('is asked for the API, its description, Slack and the socket', async () => {
    const { asked } = await openProxy();
    await expect(apiAt('https://api.test/v1/public').topics(PROJECT)).rejects.toThrow(
      'the proxy answers 403',
    );
    await loadOpenApi('https://docs.test/openapi.json', {
      baseUrl: 'https://a.test',
      apiKey: undefined,
    }).catch(() => undefined);
    await createSlackFetch()('https://slack.test/api/auth.test', { method: 'POST' }).catch(() => undefined);
    await new Promise<void>((ended) =>
      openConnection('wss://wss.test/link', { onText: () => undefined, onEnd: ended }, 1_000),
    );
    expect(asked).toEqual([
      'CONNECT api.test:443',
      'CONNECT docs.test:443',
      'CONNECT slack.test:443',
      'CONNECT wss.test:443',
    ]);
  });

  it('is what the doctor says to check, for the API and for Slack, if it opens no tunnel', async () => {
    await openProxy();
    const slack = { mode: 'http', botToken: 'xoxb-test', signingSecret: 'secret' } as const;
    const doctor = createSlackDoctor(
      { ...slack, apiUrl: 'https://slack.test/api/' },
      realNow,
      () => undefined,
    );
    const { results } = await doctor.lookAtToken(doctor.clientOf('xoxb-test'), 'SLACK_BOT_TOKEN');
    const findings = [...results, ...(await lookAtAddress('https://api.test/v1/public', 'key'))].map(
      ({ finding }) => finding,
    );
    const mended = {
      sentence: expect.stringContaining('the proxy answers 403'),
      mend: remedyOf('the proxy'),
    };
    expect(findings).toEqual([expect.objectContaining(mended), expect.objectContaining(mended)]);
  });

  it('passes on plain http without a tunnel', async () => {
    const { asked } = await openProxy();
    expect(await apiAt('http://api.test/v1/public').topics(PROJECT)).toEqual([]);
    expect(asked).toEqual([`GET http://api.test/v1/public/projects/${PROJECT}/topics`]);
  });

  it('isn’t asked for this machine, nor for what NO_PROXY names', async () => {
    const { asked } = await openProxy({ NO_PROXY: 'api.invalid' });
    const { client } = await clientOf(json([]));
    expect(await client.topics(PROJECT)).toEqual([]);
    await expect(apiAt('http://api.invalid/v1/public').topics(PROJECT)).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  it('must be an address', async () => {
    await expect(useProxy({ HTTPS_PROXY: 'proxy.test:8080' })).rejects.toMatchObject({
      code: 'config',
      faults: ['HTTPS_PROXY: must be an address that begins with https:// or http://'],
    });
    await expect(useProxy({ HTTP_PROXY: 'http://ana:100%safe@proxy.test' })).rejects.toMatchObject({
      faults: ['HTTP_PROXY: has a % that must be written as %25'],
    });
  });
});
