import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageHeaders } from '../support/local-slack.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
let slack: string;
let api: string;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  slack = sandbox.slack.url;
  api = new URL(sandbox.botEnvironment.VISIBILITY_BASE_URL ?? '').origin;
});

afterAll(() => sandbox.close());

/** Unlike fetch, this can set every header. */
function readStatus(
  method: string,
  url: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      answer.destroy();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end();
  });
}

const KEY = { 'x-api-key': 'test-key', authorization: 'Bearer xoxb-demo' };
const ROUTES = [
  ['GET', () => `${slack}/`],
  ['GET', () => `${slack}/home`],
  ['GET', () => `${slack}/events`],
  ['GET', () => `${slack}/files/F1`],
  ['POST', () => `${slack}/say`],
  ['POST', () => `${slack}/next-day`],
  ['GET', () => `${slack}/api/chat.postMessage?token=xoxb-demo&channel=C1&text=hi`],
  ['POST', () => `${slack}/api/auth.test`],
  ['POST', () => `${slack}/hooks/one`],
  ['POST', () => `${slack}/upload/one`],
  ['GET', () => `${api}/openapi.json`],
  ['GET', () => `${api}/v1/public/engines`],
  ['GET', () => `${api}/sandbox/requests`],
  ['POST', () => `${api}/sandbox/advance`],
] as const;

test.each(ROUTES.map(([method, url], at) => [method, at, url] as const))(
  '%s, route %i, refuses rebound names and pages from elsewhere',
  async (method, _, url) => {
    const own = url().startsWith(slack) ? await pageHeaders(slack) : {};
    const { origin: _own, ...token } = own;
    const foreign = [
      { host: 'evil.example' },
      { host: `localhost.evil.example:${new URL(url()).port}` },
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1:9999' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    ];
    for (const headers of foreign) {
      expect([headers, await readStatus(method, url(), { ...KEY, ...token, ...headers })]).toEqual([
        headers,
        403,
      ]);
    }
  },
);

test('a bot on this machine gets an answer, and so does a link to the page', async () => {
  expect(await readStatus('POST', `${slack}/api/auth.test`, KEY)).toBe(200);
  const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect(await readStatus('GET', `${slack}/about`, followed)).toBe(200);
});

test('a link cannot post as the bot', async () => {
  const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  const url = `${slack}/api/chat.postMessage?token=xoxb-demo&channel=C1&text=hi`;
  expect(await readStatus('GET', url, followed)).toBe(403);
});
