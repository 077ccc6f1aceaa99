/** Days in the life of the bot, one after the other: what it posts at nine o'clock, and what it never posts again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, type SlackMessage } from '../support/local-slack.ts';
import { buttonsOf, linksOf, newLinksOf, nodesOf, onlyOne, postsOf } from '../support/posts.ts';
import { ACME, TIDEWATER } from '../support/sandbox.ts';

const CHANNELS = [ACME.leads, ACME.scores, TIDEWATER.channel];
const NINE_O_CLOCK = Date.parse('2026-03-11T08:00:00Z');
const DAY_MS = 86_400_000;

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney();
});

afterAll(() => journey?.end());

async function everyPost(): Promise<SlackMessage[]> {
  const histories = await Promise.all(CHANNELS.map(journey.slack.history));
  return histories.flat();
}

/** What the feed's filters leave of the API's list, in its order: a lead without a score is kept. */
async function bestOf(project: { id: string }, limit: number, minScore: number): Promise<string[]> {
  const leads = await journey.leads(project.id);
  const kept = leads.filter(({ score }) => score === null || score >= minScore);
  return kept.slice(0, limit).map(({ url }) => url);
}

test('before nine o’clock nothing is posted', async () => {
  expect(await everyPost()).toEqual([]);
});

test('at nine o’clock each leads channel has its digest, in the order of the API', async () => {
  await journey.pass({ minutes: 1 });

  const acme = onlyOne(postsOf(await journey.slack.history(ACME.leads), 'lead_digest'));
  expect(linksOf(acme)).toEqual(await bestOf(ACME, 10, 50));
  expect(acme.text).toMatch(/^Acme: your first 10 leads\. Best: 91, “How do you alert on/);

  const tidewater = onlyOne(postsOf(await journey.slack.history(TIDEWATER.channel), 'lead_digest'));
  expect(linksOf(tidewater)).toEqual(await bestOf(TIDEWATER, 5, 0));
});

test('the fall of the score is there with its chart', async () => {
  const alert = onlyOne(postsOf(await journey.slack.history(ACME.scores), 'score_alert'));
  expect(alert.text).toMatch(/^🔻 Acme fell 8\.1 points to 52\.2 on Tue 10 Mar/);
  const chart = onlyOne(alert.blocks.filter(({ type }) => type === 'data_visualization'));
  const series = nodesOf(chart).flatMap(({ name }) => name ?? []);
  expect(series).toEqual(['Score', 'Usual low', 'Usual high']);
});

test('a score that moved as little as usual is no post', async () => {
  expect(postsOf(await journey.slack.history(TIDEWATER.channel), 'score_alert')).toEqual([]);
});

test.each([
  ['Acme', ACME.scores, 'Cost monitoring'],
  ['Tidewater', TIDEWATER.channel, 'Small first teams'],
])('the suggestion for %s waits for somebody to decide', async (name, channel, segment) => {
  const suggestion = onlyOne(postsOf(await journey.slack.history(channel), 'segment_suggestion'));
  expect(suggestion.text).toContain(`New segment for ${name}: “${segment}”`);
  expect(buttonsOf(suggestion)).toMatchObject({
    'suggestion.accept': 'Accept…',
    'suggestion.dismiss': 'Dismiss',
  });
});

test('every post says in its metadata which delivery it is', async () => {
  const posts = await everyPost();
  expect(posts).toHaveLength(5);
  for (const { metadata } of posts) {
    expect(metadata).toEqual({
      event_type: 'sightline_delivery',
      event_payload: {
        delivery_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind: expect.stringMatching(/^(lead_digest|score_alert|segment_suggestion)$/),
        project_id: expect.toBeOneOf([ACME.id, TIDEWATER.id]),
        subscription_id: expect.stringMatching(/^(leads|scores|suggestions):[0-9a-f-]{36}:C0[A-Z]+$/),
        slot: NINE_O_CLOCK,
      },
    });
  }
  expect(new Set(posts.map(({ metadata }) => metadata?.event_payload.delivery_id)).size).toBe(posts.length);
});

test('a restart posts nothing again', async () => {
  const before = await everyPost();
  expect(await journey.restart()).toBe(0);
  expect(await everyPost()).toEqual(before);
});

test('the next day brings new leads, and after them what nobody took', async () => {
  await journey.pass({ days: 1 });

  const digests = postsOf(await journey.slack.history(ACME.leads), 'lead_digest');
  expect(digests).toHaveLength(2);
  const [first = [], second = []] = digests.map(newLinksOf);
  expect(second.length).toBeGreaterThan(0);
  expect(first.filter((url) => second.includes(url))).toEqual([]);
  expect(digests[1]?.text).toContain('\nStill waiting · shown once more\n');
  expect(digests[1]?.text).toMatch(/^Acme: \d+ new leads?\. Best: /);

  const order = (await journey.leads(ACME.id)).map(({ url }) => url);
  expect(second).toEqual(order.filter((url) => second.includes(url)));
  expect(digests[1]?.metadata?.event_payload.slot).toBe(NINE_O_CLOCK + DAY_MS);
});

test('why tells which leads came back', async () => {
  const why = (handle: string) => journey.slack.ask(ANA, ACME.leads, `/visibility why ${handle}`);
  expect(await why('L6')).not.toContain('Still open in');
  expect(await why('L5')).toMatch(/ Still open in \S+: posted with the digest of Mar 12 at /);
});

test('what rises is posted like what falls', async () => {
  const alert = onlyOne(postsOf(await journey.slack.history(TIDEWATER.channel), 'score_alert'));
  expect(alert.text).toMatch(/^🔺 Tidewater on Perplexity rose [\d.]+ points to [\d.]+ on Wed 11 Mar/);
});

test('as the days go by no lead is announced twice and no suggestion asked twice', async () => {
  for (let day = 3; day <= 5; day += 1) await journey.pass({ days: 1 });
  for (const channel of [ACME.leads, TIDEWATER.channel]) {
    const links = postsOf(await journey.slack.history(channel), 'lead_digest').flatMap(newLinksOf);
    expect(links.length).toBeGreaterThan(10);
    expect(new Set(links).size).toBe(links.length);
  }
  const asked = postsOf(await everyPost(), 'segment_suggestion').map(({ text }) => text);
  expect(asked.length).toBeGreaterThan(2);
  expect(new Set(asked).size).toBe(asked.length);
});

test('after two days away the bot makes up for the last morning only', async () => {
  const before = postsOf(await journey.slack.history(ACME.leads), 'lead_digest');
  await journey.restart(() => journey.advance({ days: 2 }));
  const digests = postsOf(await journey.slack.history(ACME.leads), 'lead_digest');
  const later = onlyOne(digests.slice(before.length));
  expect(later.metadata?.event_payload.slot).toBe(NINE_O_CLOCK + 6 * DAY_MS);
});
