/**
 * What an operator reads of a bad week, in status and in /metrics: posts that Slack does not take, a missed morning, a feed
 * that stands still.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figuresIn } from '../support/idle.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { BEN } from '../support/local-slack.ts';
import { postsOf } from '../support/posts.ts';
import { ACME } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney();
});

afterAll(() => journey?.end());

const status = () => journey.slack.ask(BEN, ACME.leads, '/visibility admin');
const turn = (trouble: string) => journey.slack.control(BEN, '/trouble', { trouble, channel: ACME.leads });
const digests = async () => postsOf(await journey.slack.history(ACME.leads), 'lead_digest').length;
const scrape = async () => (await fetch(journey.bot().metricsUrl)).text();
const figures = async () => figuresIn(await scrape());
const ENGINES = 'operation="GET /engines"';
const POSTS = 'sightline_slack_calls_total{method="chat.postMessage"';
const LEADS = 'sightline_slots_total{kind="leads"';

test('a command is counted from its acknowledgement to its answer, with the API’s part in it', async () => {
  const before = await figures();
  await journey.slack.ask(BEN, ACME.leads, '/visibility engines');
  const answered = await until('the answer to be counted', async () => {
    const now = await figures();
    return now('sightline_answered_seconds_count{type="command"}') === 1 && now;
  });
  expect(answered('sightline_acknowledged_seconds_count{type="command"}')).toBe(1);
  expect(answered('sightline_acknowledged_seconds_bucket{le="3",type="command"}')).toBe(1);
  const asked = `sightline_api_requests_total{${ENGINES},outcome="ok"}`;
  expect(answered(asked)).toBeGreaterThan(before(asked) || 0);
  expect(answered(`sightline_api_request_seconds_count{${ENGINES}}`)).toBe(answered(asked));
});

test('a request that nobody signed is counted as refused', async () => {
  const refused = 'sightline_slack_requests_refused_total{reason="signature"}';
  expect((await figures())(refused)).toBe(0);
  const { status } = await fetch(journey.bot().eventsUrl, { method: 'POST', body: 'command=%2Fvisibility' });
  expect(status).toBe(401);
  expect((await figures())(refused)).toBe(1);
});

test('posts that Slack does not take make their project unwell at once: status says why, and Slack’s limits are counted', async () => {
  await turn('slack.rate_limited');
  await journey.advance({ minutes: 2 });
  await until('the reason', async () =>
    /^Settings · needs attention \d+ posts on the way, the oldest waiting since .* Acme · leads in #.* posts waiting since .*, because Slack has asked us to slow down · /.test(
      await status(),
    ),
  );
  expect((await figures())(`${POSTS},outcome="rate_limited"}`)).toBeGreaterThan(0);
  await turn('slack.rate_limited');
  await until('the digest', async () => (await digests()) === 1);
  await journey.pass({ minutes: 1 });
  expect((await figures())(`${POSTS},outcome="ok"}`)).toBeGreaterThan(0);
  expect(await status()).toMatch(
    /^Settings · \d projects?, all well No posts waiting · .* Acme · .*last polled /,
  );
});

test('a feed that somebody paused is counted, as the store is by its size, and all is well', async () => {
  const byPerson = 'sightline_feeds_paused{by="person"}';
  expect((await figures())(byPerson)).toBe(0);
  await journey.slack.ask(BEN, ACME.leads, '/visibility pause leads');
  const paused = await figures();
  expect(paused(byPerson)).toBe(1);
  expect(paused('sightline_feeds_paused{by="sightline"}')).toBe(0);
  expect(paused('sightline_store_up')).toBe(1);
  expect(paused('sightline_store_bytes')).toBeGreaterThan(10_000);
  expect(paused('sightline_store_errors_total')).toBe(0);
  expect(await status()).toMatch(
    /^Settings · \d projects?, all well, 1 feed paused .* leads in #\S+ paused since .* by @Ben/,
  );
  await journey.slack.ask(BEN, ACME.leads, '/visibility resume leads');
  expect(await status()).toMatch(/^Settings · \d projects?, all well /);
});

test('a morning that the API missed is named when it is over, and counted by its error and its tries', async () => {
  await journey.breakApi({ operation: '*', kind: 'unavailable' });
  await journey.advance({ days: 1 });
  const broken = await until('a failed slot', async () => {
    const now = await figures();
    return now(`${LEADS},outcome="failed"}`) > 0 && now;
  });
  expect(broken(`${LEADS},outcome="missed"}`)).toBe(0);
  expect(await scrape()).toMatch(
    /^sightline_api_requests_total\{operation="GET [^"]*\/community\/leads",outcome="visibility_unavailable"\} [1-9]/m,
  );
  await journey.advance({ minutes: 4 * 60 });
  await until('the line', async () => postsOf(await journey.slack.history(ACME.leads), 'feed_missed').at(0));
  expect((await figures())(`${LEADS},outcome="missed"}`)).toBeGreaterThan(0);
  expect(await status()).toMatch(/ needs attention .* The API hasn’t answered since .* · missed /);
  await journey.mendApi();
  await until('the end of the trouble', async () => /^Settings · \d+ posts? missed /.test(await status()));
  expect(await status()).toMatch(/ Acme · missed (leads|scores|suggestions).* on .* · last polled /);
});

test('a feed whose channel the bot was removed from makes its project unwell', async () => {
  await turn('slack.removed');
  await journey.pass({ days: 1 });
  await until('the pause', async () =>
    /^Settings · needs attention .* leads in #\S+ paused since .*, because Sightline (isn’t in|can’t see) the channel · /.test(
      await status(),
    ),
  );
  expect(await journey.slack.ask(BEN, ACME.leads, '/visibility resume leads')).toMatch(/\/invite @Sightline/);
  expect(await status()).toMatch(/ leads in #\S+ paused since /);
});
