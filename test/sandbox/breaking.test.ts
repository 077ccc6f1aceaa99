/** "Break it", "Fix it" and "Next day" on the local Slack's page. */
import { WebClient } from '@slack/web-api';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { wallTime } from '../../src/sandbox/workspace/page/dates.ts';
import { createLocalSlack } from '../support/local-slack.ts';

const ANA = 'U0ANARUIZ';
const CHANNEL = 'C0LEADS01';
const Time = z.object({ now: z.string() });
const START = Date.UTC(2026, 10, 19, 8, 0);

let running: Sandbox | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function start() {
  const sandbox = await startSandbox({
    start: START,
    realNow: () => performance.timeOrigin + performance.now(),
    slackPort: 0,
    apiPort: 0,
    apiKey: 'key',
    timezone: 'Europe/Berlin',
    channels: [{ id: CHANNEL, name: 'leads', topic: '' }],
    commands: [],
    botEvents: [],
    quietMs: 50,
    about: { summary: '', scopes: [], leaves: [], connect: [] },
  });
  running = sandbox;
  const slack = createLocalSlack(sandbox.slackUrl);
  const project = `${sandbox.apiUrl}/v1/public/projects/6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90`;
  return {
    slack,
    toggle: (trouble: string) => slack.control(ANA, '/trouble', { trouble, channel: CHANNEL }),
    listBroken: async () =>
      [...(await slack.page(ANA, CHANNEL)).matchAll(/aria-label="Fix it: ([^"]*)"/g)].map(
        ([, label]) => label,
      ),
    askApi: async () =>
      (await fetch(`${project}/community/leads`, { headers: { 'X-API-Key': 'key' } })).status,
    postMessage: () =>
      new WebClient('xoxb-demo', {
        slackApiUrl: `${sandbox.slackUrl}/api/`,
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
      }).chat.postMessage({ channel: CHANNEL, text: 'x' }),
    /** Simulated local time, to the minute. */
    readClock: async () => {
      const { now } = Time.parse(await (await fetch(`${sandbox.apiUrl}/sandbox/clock`)).json());
      return wallTime(Date.parse(now), 'Europe/Berlin').replace('T', ' ');
    },
  };
}

test.each([
  ['api.unavailable', 'API down', 500],
  ['api.unauthorised', 'Key revoked', 401],
])('%s breaks the API and mends it, and the page shows it meanwhile', async (trouble, label, status) => {
  const here = await start();
  expect(await here.askApi()).not.toBe(status);
  await here.toggle(trouble);
  expect(await here.listBroken()).toEqual([label]);
  expect(await here.askApi()).toBe(status);
  await here.toggle(trouble);
  expect(await here.listBroken()).toEqual([]);
  expect(await here.askApi()).not.toBe(status);
});

test('the API is broken in one way at a time', async () => {
  const here = await start();
  await here.toggle('api.unavailable');
  await here.toggle('api.unauthorised');
  expect(await here.listBroken()).toEqual(['Key revoked']);
  expect(await here.askApi()).toBe(401);
});

test('the app is removed from the open channel, and invited back', async () => {
  const here = await start();
  await here.toggle('slack.removed');
  await expect(here.postMessage()).rejects.toMatchObject({ data: { error: 'not_in_channel' } });
  await here.toggle('slack.removed');
  expect(await here.listBroken()).toEqual([]);
  expect((await here.postMessage()).ok).toBe(true);
});

test('Slack refuses every post with 429 until it is mended', async () => {
  const here = await start();
  await here.toggle('slack.rate_limited');
  await expect(here.postMessage()).rejects.toMatchObject({ retryAfter: 5 });
  await here.toggle('slack.rate_limited');
  expect((await here.postMessage()).ok).toBe(true);
});

test('two clicks on "Next day" at once are exactly two days', async () => {
  const here = await start();
  const click = () => here.slack.control(ANA, '/next-day', {});
  expect(await Promise.all([click(), click()])).toEqual([{ ok: true }, { ok: true }]);
  expect(await here.readClock()).toBe('2026-11-21 09:00');
});

test('many clicks are at most five days', async () => {
  const here = await start();
  await Promise.all(Array.from({ length: 8 }, () => here.slack.control(ANA, '/next-day', {})));
  expect(await here.readClock()).toBe('2026-11-24 09:00');
});

test('the next day starts at nine even while something is broken', async () => {
  const here = await start();
  await here.toggle('api.unavailable');
  await here.slack.control(ANA, '/next-day', {});
  expect(await here.readClock()).toBe('2026-11-20 09:00');
});
