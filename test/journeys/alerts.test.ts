/** Twenty days of a score: a fall and what people do with its alert, quiet days, another set of engines, an outage. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { textOf } from '../support/html.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, type SlackMessage } from '../support/local-slack.ts';
import { buttonsOf, mrkdwnOf, onlyOne, postsOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, API_KEY } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const HERE = ACME.scores;

let journey: Journey;

beforeAll(async () => {
  const projects = await exampleProjects((file) => ({
    ...file,
    projects: file.projects.map(({ scores, ...project }) => ({
      ...project,
      scores: { ...z.looseObject({}).parse(scores), mention: [BEN] },
    })),
  }));
  journey = await startJourney({ projects });
});

afterAll(() => journey?.end());

const alerts = async () => postsOf(await journey.slack.history(HERE), 'score_alert');
const notices = async () => postsOf(await journey.slack.history(HERE), 'score_notice');
const theFall = async () => (await alerts())[0] ?? expect.fail('there is no alert');
const failures = () => journey.bot().stderr().split('"Slot failed"').length - 1;
const wordsOf = (message: SlackMessage) => mrkdwnOf(message);

/** Everything of the alert's thread, as the page shows it. */
async function thread(): Promise<string> {
  const { ts } = await theFall();
  return textOf(await journey.slack.page(ANA, HERE, `&thread=${ts}`));
}

const press = async (person: string, action: string) =>
  journey.slack.press(person, HERE, await theFall(), action);

test('day 1: the fall is one alert, which says what moved it and calls whom it should', async () => {
  await journey.pass({ minutes: 1 });
  const alert = onlyOne(await alerts());
  expect(wordsOf(alert).split('\n')).toEqual([
    '*Acme visibility score fell 8.1 points: 60.3 → 52.2* · A1',
    expect.stringMatching(/^Tue 10 Mar \(complete\) against Mon · well outside normal \(usual range /),
    `<@${BEN}>`,
    expect.stringMatching(/^What moved: Gemini −[\d.]+ · .*\(sum −8\.1\)$/),
    'Who gained: Globex, named first 57 times (42 on Mon)',
    expect.stringMatching(/^Engines: Gemini −22\.7 · ChatGPT −7\.4 · /),
    expect.stringMatching(/^Also: mention rate 78\.3 % → 71\.7 %$/),
  ]);
  expect(alert.text).toContain(`<@${BEN}>`);
  expect(buttonsOf(alert)).toEqual({
    'alert.details': 'Details',
    'alert.mute': 'Mute…',
    'alert.not_useful': 'Not useful',
  });
});

test('what it named sums to what it said', async () => {
  const line = wordsOf(await theFall())
    .split('\n')
    .find((words) => words.startsWith('What moved'));
  const points = [...(line ?? '').matchAll(/([+−])([\d.]+)/g)].map(
    ([, sign, size]) => Number(size) * (sign === '−' ? -1 : 1),
  );
  const sum = points.pop() ?? Number.NaN;
  expect(points.reduce((total, one) => total + one, 0)).toBeCloseTo(sum, 6);
});

test('its details come into its thread: a picture of 90 days, and every engine', async () => {
  await press(ANA, 'alert.details');
  const words = await until('the details', async () => {
    const shown = await thread();
    return shown.includes('All engines') && shown;
  });
  expect(words).toMatch(/Acme visibility score by engine · A1/);
  expect(words).toMatch(/All engines 60\.3 52\.2 −8\.1 not normal/);
  const { ts } = await theFall();
  const html = await journey.slack.page(ANA, HERE, `&thread=${ts}`);
  expect(html).toMatch(
    /alt="Acme visibility score: 52\.2 on Tue 10 Mar; 60 days to [^"]*A1 on Tue 10 Mar \(down\)/,
  );
});

test('once: who clicks again is told where they are', async () => {
  const answer = await journey.slack.answerTo(BEN, HERE, () => press(BEN, 'alert.details'));
  expect(answer).toBe('The details up to Tue 10 Mar are in the thread of A1 already.');
});

test('who finds it of no use is counted once', async () => {
  const first = await journey.slack.answerTo(ANA, HERE, () => press(ANA, 'alert.not_useful'));
  expect(first).toBe('Counted: A1 was not useful to you.');
  const again = await journey.slack.answerTo(ANA, HERE, () => press(ANA, 'alert.not_useful'));
  expect(again).toBe('You found A1 not useful before; it is counted once.');
});

test('a guest mutes nothing', async () => {
  const answer = await journey.slack.answerTo(GIA, HERE, () => press(GIA, 'alert.mute'));
  expect(answer).toMatch(/guest/i);
});

test('muted for a week it says by whom; unmuted it says nothing of that', async () => {
  const modal = await journey.slack.modalAfter(ANA, HERE, () => press(ANA, 'alert.mute'));
  expect(modal.text).toContain('1 day');
  expect(await journey.slack.submit(ANA, modal.id, { 'for/for': 'week' })).toEqual({ ok: true });
  await until('the mute to be said', async () =>
    wordsOf(await theFall()).includes(`*Muted by <@${ANA}> until `),
  );
  expect(buttonsOf(await theFall())).toMatchObject({ 'alert.unmute': 'Unmute' });

  await press(BEN, 'alert.unmute');
  await until('the mute to be gone', async () => !wordsOf(await theFall()).includes('Muted'));
  expect(buttonsOf(await theFall())).toMatchObject({ 'alert.mute': 'Mute…' });
});

/** What why says of the limits of the alert. */
async function limits(): Promise<string | undefined> {
  const why = await journey.slack.ask(ANA, HERE, '/visibility why A1');
  return why.match(/Threshold: .*? What moved/)?.[0];
}

const told: (string | undefined)[] = [];

test('why names the limits apart: what alerts, what is normal, and what ends it', async () => {
  told.push(await limits());
  expect(told[0]).toMatch(
    /changes of at least \d.* A day alone alerts from [\d.]+ points away from [\d.]+, what is usual for a Tuesday: below [\d.]+ or above [\d.]+; .* The usual range is narrower: .* over after two days within [\d.]+ points of the level before, 60\.\d/,
  );
});

test('days 2 to 6: the same message goes on, calls nobody again, and nothing new is posted', async () => {
  for (let day = 2; day <= 6; day += 1) {
    await journey.pass({ days: 1 });
    const words = wordsOf(onlyOne(await alerts()));
    expect(words).toMatch(new RegExp(`Latest: [\\d.]+ on \\w{3} 1\\d Mar, day ${day} of it\\.`));
    expect(words).not.toContain(`<@${BEN}>`);
  }
  expect(await limits()).toBe(told[0]);
});

test('day 7: a level that it is leaving again is no new normal', async () => {
  await journey.pass({ days: 1 });
  expect(wordsOf(onlyOne(await alerts()))).toMatch(/Latest: 57\.5 on Mon 16 Mar, day 7 of it\./);
});

test('day 8: two days within the usual range are the end of it, in the same message', async () => {
  await journey.pass({ days: 1 });
  const alert = onlyOne(await alerts());
  expect(wordsOf(alert)).toContain('*Back to normal: 58.2 on Tue 17 Mar. Lasted 7 days.*');
  expect(alert.text).toMatch(/^Acme visibility score: back to normal: 58\.2 on Tue 17 Mar\./);
  expect(Object.keys(buttonsOf(alert))).toEqual(['alert.details', 'alert.not_useful']);
});

test('days 9 to 15 are quiet, and so is the channel', async () => {
  const before = await theFall();
  for (let day = 9; day <= 15; day += 1) await journey.pass({ days: 1 });
  expect(await alerts()).toEqual([before]);
  expect(await notices()).toEqual([]);
});

/** As somebody does in the API's dashboard. */
async function track(...names: string[]): Promise<void> {
  const base = journey.botEnvironment.VISIBILITY_BASE_URL ?? '';
  const api = async (path: string, body?: unknown) => {
    const headers = { 'X-API-Key': API_KEY, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { method: 'PUT', body: JSON.stringify(body) };
    return (await fetch(`${base}${path}`, { ...sent, headers })).json();
  };
  const engines = z
    .array(z.looseObject({ id: z.string(), display_name: z.string() }))
    .parse(await api('/engines'));
  const wanted = engines.filter(({ display_name }) => names.includes(display_name));
  await api(`/projects/${ACME.id}/engines`, { engine_ids: wanted.map(({ id }) => id) });
}

test('day 17: other engines are asked, and that is said in place of an alarm', async () => {
  await track('ChatGPT', 'Claude');
  await journey.pass({ days: 1 });
  await journey.pass({ days: 1 });

  expect(wordsOf(onlyOne(await notices()))).toBe(
    '*Acme: Thu 26 Mar is not comparable with Wed.* ' +
      'Gemini, Perplexity were removed from the tracked engines. ' +
      'On the 2 engines in both days: 63.0 → 65.7, normal. As the API gives them: 59.0 → 65.7.',
  );
  expect(await alerts()).toHaveLength(1);
});

test('days 18 and 19: an API that is down is told of as such, and is no alert', async () => {
  await journey.breakApi({ operation: 'daily_scores', kind: 'unavailable' });
  await journey.advance({ days: 1 });
  await until('both scores feeds to fail', () => failures() === 2);
  await journey.advance({ minutes: 5 * 60 });
  const missed = await until('the outage to be told', async () =>
    (await journey.slack.history(HERE)).find(
      ({ metadata }) => metadata?.event_payload.kind === 'feed_missed',
    ),
  );
  expect(missed.text).toMatch(/^Acme: scores not checked /);
  await journey.mendApi();
  await journey.pass({ days: 1 });
  expect(await alerts()).toHaveLength(1);
});

test('day 20: it goes on as before; twenty days were two messages about the score', async () => {
  await journey.pass({ days: 1 });
  expect([await alerts(), await notices()].map(({ length }) => length)).toEqual([1, 1]);
});

test('days 21 to 23: all engines are replaced while the API is down, and that is said when it is back', async () => {
  await track('Gemini', 'Perplexity');
  await journey.breakApi({ operation: 'daily_scores', kind: 'unavailable' });
  for (let day = 21; day <= 22; day += 1) {
    const before = failures();
    await journey.advance({ days: 1 });
    await until('both scores feeds to fail', () => failures() >= before + 2);
  }
  await journey.mendApi();
  await journey.pass({ days: 1 });
  const [, second] = await notices();
  expect(second && wordsOf(second)).toMatch(
    /^\*Acme: \w{3} \d+ \w{3} is not comparable with \w{3}\.\* Gemini, Perplexity were added to the tracked engines\. ChatGPT, Claude were removed from the tracked engines\. No engine was measured on both days, so nothing can be compared\. /,
  );
  expect(await notices()).toHaveLength(2);
});

test('the past is tried with another threshold, privately', async () => {
  const answer = await journey.slack.ask(ANA, HERE, '/visibility what-if 60 min_change:8');
  expect(answer).toMatch(/^Acme: with min_change 8, \d alerts? in 60 days · /);
  expect(answer).toMatch(/Tue 10 Mar visibility score fell 8\.1 points: 60\.3 → 52\.2 · /);
  expect(answer).toContain('Share here');
  expect(await journey.slack.ask(ANA, HERE, '/visibility what-if min_change:none')).toContain(
    '“none” is no threshold',
  );
  expect(await journey.slack.ask(ANA, HERE, '/visibility what-if often')).toContain(
    '“often” is no number of days',
  );
});
