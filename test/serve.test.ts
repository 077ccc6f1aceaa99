import { HTTPReceiver } from '@slack/bolt';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../src/errors.ts';
import { findPortFaults, serve } from '../src/serve.ts';
import { createSlackLogger } from '../src/slack/client.ts';
import { freePort } from './support/free-port.ts';
import { keptLog } from './support/log-kept.ts';

const LOCAL = { host: '127.0.0.1', port: 0, metricsHost: '127.0.0.1', metricsPort: 0 };

/** A bot's HTTP with Bolt's own receiver behind it. */
async function served() {
  const receiver = new HTTPReceiver({ signingSecret: 'shhh', logger: createSlackLogger(keptLog().log) });
  const answers = {
    missing: async () => [],
    slack: receiver.requestListener,
    metrics: async () => '',
  };
  const { url, close } = await serve(LOCAL, answers);
  onTestFinished(close);
  return async (method: string, path: string) => (await fetch(`${url}${path}`, { method })).status;
}

it.each([
  ['GET', '/slack/events', 404],
  ['PUT', '/slack/events', 404],
  ['GET', '/slack/install', 404],
  ['POST', '/slack/elsewhere', 404],
  ['GET', '/slack/%', 404],
  ['POST', '/slack/events', 401],
  ['GET', '/', 404],
])('%s %s, which isn’t from Slack, gets %d and doesn’t end the bot', async (method, path, status) => {
  const request = await served();
  expect(await request(method, path)).toBe(status);
  expect(await request('GET', '/healthz')).toBe(200);
});

it.each(['::1', '::'])('listens on %s at an address that a URL can have', async (host) => {
  const answers = { missing: async () => [], slack: undefined, metrics: async () => '' };
  const { url, close } = await serve({ ...LOCAL, host }, answers);
  onTestFinished(close);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

it('an MCP client may end its address with a slash', async () => {
  const answers = { missing: async () => [], slack: undefined, metrics: async () => '' };
  const { url, close } = await serve(LOCAL, { ...answers, mcp: (_, res) => res.writeHead(401).end() });
  onTestFinished(close);
  for (const [path, status] of [
    ['/mcp', 401],
    ['/mcp/', 401],
    ['/mcp/?a=b', 401],
    ['/mcp/else', 404],
    ['/mcpx', 404],
  ] as const)
    expect([path, (await fetch(url + path)).status]).toEqual([path, status]);
});

it('/readyz lists what is missing; /healthz is fine meanwhile', async () => {
  const missing = ['the store takes no writes', 'last heard from Slack 3 min ago'];
  const answers = { missing: async () => missing, slack: undefined, metrics: async () => '' };
  const { url, close } = await serve(LOCAL, answers);
  onTestFinished(close);
  const readiness = await fetch(`${url}/readyz`);
  expect(readiness.status).toBe(503);
  expect(await readiness.text()).toBe(missing.map((each) => `not ready: ${each}\n`).join(''));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  missing.length = 0;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

it('/metrics listens on METRICS_HOST; a host that can’t be used is blamed', async () => {
  const metricsPort = await freePort();
  const answers = { missing: async () => [], slack: undefined, metrics: async () => 'figures' };
  const { close } = await serve({ ...LOCAL, metricsHost: '127.0.0.2', metricsPort }, answers);
  onTestFinished(close);
  expect(await (await fetch(`http://127.0.0.2:${metricsPort}/metrics`)).text()).toBe('figures');
  await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow();
  const elsewhere = { ...LOCAL, metricsHost: '192.0.2.1', metricsPort };
  await expect(serve(elsewhere, answers)).rejects.toThrow(/^METRICS_HOST: .* METRICS_HOST to an address/);
});

it('keeps an idle connection open for longer than a proxy does', async () => {
  const answers = { missing: async () => [], slack: undefined, metrics: async () => '' };
  const { url, close } = await serve(LOCAL, answers);
  onTestFinished(close);
  const { headers } = await fetch(`${url}/healthz`);
  expect(headers.get('keep-alive')).toBe('timeout=125');
});

describe('a port that can’t be used', () => {
  const answers = { missing: async () => [], slack: undefined, metrics: async () => '' };

  /** A port that is in use. */
  async function taken(): Promise<number> {
    const { url, close } = await serve(LOCAL, answers);
    onTestFinished(close);
    return Number(new URL(url).port);
  }

  it('is reported as in use, both of the bot’s ports at once', async () => {
    const [port, metricsPort] = [await taken(), await taken()];
    const refused = await serve({ ...LOCAL, port, metricsPort }, answers).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect(refused).toHaveProperty('faults', [
      `PORT: cannot listen on 127.0.0.1:${port}: the port is in use. Set PORT to a free one.`,
      `METRICS_PORT: cannot listen on 127.0.0.1:${metricsPort}: the port is in use. Set METRICS_PORT to a free one.`,
    ]);
  });

  it.each(['192.0.2.1', 'http://127.0.0.1'])('at %s is reported with what HOST has to be', async (host) => {
    const [fault, ...others] = await findPortFaults([{ host, port: 0, variable: 'PORT' }]);
    expect(fault).toMatch(/^HOST: cannot listen on .* HOST to an address of this machine/);
    expect(fault).not.toContain('PORT');
    expect(others).toEqual([]);
  });

  it('is looked for without keeping it in use', async () => {
    const place = { host: '127.0.0.1', port: await freePort(), variable: 'DEMO_PORT' };
    expect(await findPortFaults([place, place])).toEqual([]);
  });
});
