/** What goes wrong in the world, and what the bot makes of it: it says so, it waits, it tries again, it leaks nothing. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { figuresIn } from '../support/idle.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import { linksOf, onlyOne, postsOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, API_KEY, SIGNING_SECRET, TIDEWATER } from '../support/sandbox.ts';
import { commandBody, signed } from '../support/slack-request.ts';
import { until } from '../support/until.ts';

/** Acme has a key of its own, and the API takes it no more. */
const REVOKED_KEY = 'key-that-was-revoked';
const MINUTE_MS = 60_000;

let journey: Journey;

beforeAll(async () => {
  const projects = await exampleProjects((file) => ({
    ...file,
    owners: [BEN],
    projects: file.projects.map((project) =>
      project.name === 'Acme' ? { ...project, api_key_env: 'ACME_KEY' } : project,
    ),
  }));
  journey = await startJourney({ projects, environment: { ACME_KEY: REVOKED_KEY, LOG_LEVEL: 'trace' } });
});

afterAll(() => journey?.end());

async function figure(name: string): Promise<number> {
  return figuresIn(await (await fetch(journey.bot().metricsUrl)).text())(name);
}

/** What Ben, the owner, reads in his direct message with the bot. */
const toldOwner = async () => (await journey.slack.rows(BEN, `D${BEN.slice(1)}`)).map(({ text }) => text);

const failures = () => journey.bot().stderr().split('"Slot failed"').length - 1;

test('an API that is down at nine o’clock delays the digest, it does not cost it', async () => {
  await journey.breakApi({ operation: '*', kind: 'unavailable' });
  await journey.advance({ minutes: 1 });
  await until('every slot to fail', () => failures() === 6);
  expect(postsOf(await journey.slack.history(TIDEWATER.channel), 'lead_digest')).toEqual([]);
  expect(await figure('sightline_slots_due')).toBe(6);

  await journey.mendApi();
  await journey.advance({ minutes: 1 });
  const digest = await until('the digest', async () =>
    postsOf(await journey.slack.history(TIDEWATER.channel), 'lead_digest').at(0),
  );
  expect(digest.metadata?.event_payload.slot).toBe(Date.parse('2026-03-11T08:00:00Z'));
  expect(linksOf(digest)).toHaveLength(5);
});

test('one project’s revoked key costs the others nothing', async () => {
  await until('the suggestion', async () =>
    postsOf(await journey.slack.history(TIDEWATER.channel), 'segment_suggestion').at(0),
  );
  expect(postsOf(await journey.slack.history(ACME.leads), 'lead_digest')).toEqual([]);
  expect(postsOf(await journey.slack.history(ACME.scores), 'score_alert')).toEqual([]);
});

test('the owner is told of the refused key, once, for all that Acme posts', async () => {
  const told = await until('the owner’s message', async () => {
    const all = await toldOwner();
    return all.length > 0 && all;
  });
  expect(told).toEqual([
    expect.stringMatching(/^⚠️ The API has refused our key since .* projects that use ACME_KEY aren’t polled/),
  ]);
});

test('a command says that the key is refused, and whose task that is', async () => {
  expect(await journey.slack.ask(ANA, ACME.leads, '/visibility leads')).toBe(
    'The API refuses our key. Whoever runs Sightline can see to it.',
  );
});

test.each([
  ['unavailable', 'The API isn’t answering as it should right now. Try again in a minute.'],
  ['rate_limited', 'The API asks us to slow down. Try again in 1 s.'],
  ['malformed', /^The API sent an answer that Sightline can’t read\. .* in the log under [0-9a-f]{8}\.$/],
])('a command says honestly that the API is %s', async (kind, sentence) => {
  await journey.breakApi({ operation: 'topics', kind });
  expect(await journey.slack.ask(ANA, TIDEWATER.channel, '/visibility topics')).toMatch(sentence);
  await journey.mendApi();
  expect(await journey.slack.ask(ANA, TIDEWATER.channel, '/visibility topics')).toMatch(
    /^Tidewater: \d+ topics\b/,
  );
});

test('a write that failed is sent once, and said to be perhaps done', async () => {
  await journey.breakApi({ operation: 'create_prompt', kind: 'unavailable' });
  expect(await journey.slack.ask(ANA, TIDEWATER.channel, '/visibility track crm for vets')).toBe(
    'The API isn’t answering as it should right now. It may have gone through anyway: check before you try again.',
  );
  expect(onlyOne(await journey.writes())).toMatchObject({ operation: 'create_prompt', status: 500 });
  await journey.mendApi();
});

test('a request that Slack did not sign, or not now, is turned away', async () => {
  const body = commandBody({ command: '/visibility', text: 'help', team_id: 'T0LOCAL01', user_id: ANA });
  const { eventsUrl } = journey.bot();
  const now = systemClock().now();
  const status = async (request: RequestInit) => (await fetch(eventsUrl, request)).status;

  expect(await status(signed(body, { secret: 'not the secret', at: now }))).toBe(401);
  expect(await status(signed(body, { secret: SIGNING_SECRET, at: now - 10 * MINUTE_MS }))).toBe(401);
  expect(await status({ ...signed(body, { secret: SIGNING_SECRET, at: now }), body: `${body}&x=1` })).toBe(
    401,
  );
  expect(await status({ method: 'POST', body })).toBe(401);
  expect(await status(signed(body, { secret: SIGNING_SECRET, at: now }))).toBe(200);
});

/** How a digest begins. */
const DIGEST = /^Tidewater · [\w ]+ leads\b/;

test('a channel that the bot was removed from holds up no other, and has its posts at once when it is back', async () => {
  const here = TIDEWATER.channel;
  const digests = async () =>
    (await journey.slack.rows(ANA, here)).filter(({ text }) => DIGEST.test(text)).length;
  const before = await digests();
  const paused = async () => (await toldOwner()).filter((text) => /\bpaused\b/.test(text));

  expect(await journey.slack.say(BEN, here, '/remove @sightline')).toEqual({ ok: true });
  await until('the owner to know of all three feeds', async () => (await paused()).length > 0);
  expect(await paused()).toEqual([expect.stringMatching(/3 feeds are paused.*posting resumes by itself/s)]);
  const nextDay = await journey.advance({ days: 1 });
  await until(
    'the next tick',
    async () => ((await figure('sightline_clock_seconds')) ?? 0) * 1000 >= nextDay,
  );
  expect(await digests()).toBe(before);

  expect(await journey.slack.say(BEN, here, '/invite @sightline')).toEqual({ ok: true });
  await until('the next digest', async () => (await digests()) === before + 1);
  await until('the owner’s messages to end', async () =>
    (await paused()).every((text) => /running again\. .* paused from /.test(text)),
  );
});

test('no secret is in the log, however much is logged', async () => {
  const marker = randomUUID();
  await journey.slack.ask(ANA, TIDEWATER.channel, `/visibility ${marker}`);
  const log = journey.bot().stderr();
  expect(log).toContain('"level":10');
  for (const secret of [API_KEY, REVOKED_KEY, SIGNING_SECRET, 'xoxb-demo']) expect(log).not.toContain(secret);
});
