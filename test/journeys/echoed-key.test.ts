/** An API that says its key again, as it is and in base64, in answers and in refusals: nobody reads it in Slack. */
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serve } from '../../src/sandbox/local-only.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA } from '../support/local-slack.ts';
import { onlyOne, postsOf } from '../support/posts.ts';
import { TIDEWATER } from '../support/sandbox.ts';

const HERE = TIDEWATER.channel;
const KEY = 'vk_live-7f3a9c21xyz0';
const IN_BASE64 = Buffer.from(KEY).toString('base64');

let api: Served;
let journey: Journey;

beforeAll(async () => {
  const app = new Hono()
    .get('/v1/public/projects/:project/community/leads', (c) => {
      const key = c.req.header('x-api-key') ?? '';
      const lead = { community: IN_BASE64, reason: `Found with ${key}`, score: 90 };
      const url = `https://forum.example/thread?key=${key}`;
      return c.json([{ ...lead, id: 'a', title: `Asked with ${key}`, url }]);
    })
    // What feeds live from has to answer, or they try again for hours.
    .get('/v1/public/projects/:project/scores/daily', (c) => c.json([]))
    .get('/v1/public/projects/:project/segment-suggestions', (c) => c.json([]))
    .get('*', (c) => {
      const fault = {
        loc: ['header', IN_BASE64],
        msg: `${IN_BASE64} is not a good key`,
        type: 'value_error',
      };
      return c.json({ detail: [fault] }, 422);
    });
  api = await serve(app, 0);
  const environment = { VISIBILITY_BASE_URL: `${api.url}/v1/public`, VISIBILITY_API_KEY: KEY };
  journey = await startJourney({ environment });
  await journey.pass({ minutes: 1 });
});

afterAll(async () => {
  await journey?.end();
  await api?.close();
});

const readable = (value: unknown) => JSON.stringify(value);

test('not in a digest of leads', async () => {
  const digest = onlyOne(postsOf(await journey.slack.history(HERE), 'lead_digest'));
  expect(readable(digest)).toContain('Asked with [secret]');
  expect(readable(digest)).not.toContain(KEY);
  expect(readable(digest)).not.toContain(IN_BASE64);
});

test.each(['leads all', 'metrics', 'topics', 'prompts', 'leads export 30d'])(
  'not in what /visibility %s answers',
  async (line) => {
    const answer = await journey.slack.ask(ANA, HERE, `/visibility ${line}`);
    expect(answer).not.toContain(KEY);
    expect(answer).not.toContain(IN_BASE64);
  },
);

test('and nowhere on the page', async () => {
  const html = await journey.slack.page(ANA, HERE);
  expect(html).toContain('[secret]');
  expect(html).not.toContain(KEY);
  expect(html).not.toContain(IN_BASE64);
});
