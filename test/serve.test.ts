import { HTTPReceiver } from '@slack/bolt';
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '../src/serve.ts';
import { slackLogger } from '../src/slack/logger.ts';
import { keptLog } from './support/log-kept.ts';

/** A bot's HTTP with Bolt's own receiver behind it. */
async function served() {
  const receiver = new HTTPReceiver({ signingSecret: 'shhh', logger: slackLogger(keptLog().log) });
  const answers = {
    ready: () => true,
    slack: receiver.requestListener,
    metrics: async () => '',
  };
  const { url, close } = await serve({ host: '127.0.0.1', port: 0, metricsPort: 0 }, answers);
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
])('%s %s, which is no request of Slack, is answered %d, and the bot lives', async (method, path, status) => {
  const request = await served();
  expect(await request(method, path)).toBe(status);
  expect(await request('GET', '/healthz')).toBe(200);
});
