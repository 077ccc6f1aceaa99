/** What an operator sees of a bot at work by its /metrics: the API, Slack, the store, and each request's way through. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figuresIn } from '../support/idle.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { BEN } from '../support/local-slack.ts';
import { ACME } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney();
});

afterAll(() => journey?.end());

const scrape = async () => (await fetch(journey.bot().metricsUrl)).text();
const figures = async () => figuresIn(await scrape());
const ENGINES = 'operation="GET /engines"';

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

test('an API that is down is counted by the error, and its feeds as tried again', async () => {
  await journey.breakApi({ operation: '*', kind: 'unavailable' });
  await journey.advance({ days: 1 });
  const broken = await until('a failed slot', async () => {
    const now = await figures();
    return now('sightline_slots_total{kind="leads",outcome="failed"}') > 0 && now;
  });
  expect(broken('sightline_slots_total{kind="leads",outcome="missed"}')).toBe(0);
  expect(await scrape()).toMatch(
    /^sightline_api_requests_total\{operation="GET [^"]*\/community\/leads",outcome="visibility_unavailable"\} [1-9]/m,
  );
  await journey.advance({ minutes: 4 * 60 });
  await until('the slot to be missed', async () => {
    const now = await figures();
    return now('sightline_slots_total{kind="leads",outcome="missed"}') === 1;
  });
  await journey.mendApi();
  await journey.pass({ days: 1 });
  expect((await figures())('sightline_slots_total{kind="leads",outcome="done"}')).toBeGreaterThan(0);
});

test('Slack’s limits are counted, by method', async () => {
  const limited = 'sightline_slack_calls_total{method="chat.postMessage",outcome="rate_limited"}';
  const turn = () =>
    journey.slack.control(BEN, '/trouble', { trouble: 'slack.rate_limited', channel: ACME.leads });
  await turn();
  await journey.advance({ days: 1 });
  await until('a 429', async () => (await figures())(limited) > 0);
  await turn();
  const sent = 'sightline_slack_calls_total{method="chat.postMessage",outcome="ok"}';
  const before = (await figures())(sent);
  await until('the post', async () => (await figures())(sent) > before);
});

test('a request that nobody signed is counted as refused', async () => {
  const refused = 'sightline_slack_requests_refused_total{reason="signature"}';
  expect((await figures())(refused)).toBe(0);
  const { status } = await fetch(journey.bot().eventsUrl, { method: 'POST', body: 'command=%2Fvisibility' });
  expect(status).toBe(401);
  expect((await figures())(refused)).toBe(1);
});

test('a feed that stands still is counted by who stopped it, and the store by its size', async () => {
  const byPerson = 'sightline_feeds_paused{by="person"}';
  expect((await figures())(byPerson)).toBe(0);
  await journey.slack.ask(BEN, ACME.leads, '/visibility pause leads');
  const paused = await figures();
  expect(paused(byPerson)).toBe(1);
  expect(paused('sightline_feeds_paused{by="sightline"}')).toBe(0);
  expect(paused('sightline_store_up')).toBe(1);
  expect(paused('sightline_store_bytes')).toBeGreaterThan(10_000);
  expect(paused('sightline_store_errors_total')).toBe(0);
});
