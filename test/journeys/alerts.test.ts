/** Twenty days of a score: a fall and what people do with its alert, quiet days, another set of engines, an outage. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { carry } from '../../src/carried.ts';
import { systemClock } from '../../src/clock.ts';
import { textOf } from '../support/html.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, type SlackMessage } from '../support/local-slack.ts';
import { buttonsOf, mrkdwnOf, onlyOne, postsOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, API_KEY, SIGNING_SECRET } from '../support/sandbox.ts';
import { interactionBody, signed } from '../support/slack-request.ts';
import { until } from '../support/until.ts';

const HERE = ACME.scores;

let journey: Journey;

beforeAll(async () => {
  const projects = await exampleProjects((file) => ({
    ...file,
    projects: file.projects
      .filter(({ name }) => name === 'Acme')
      .map(({ id, name, scores }) => ({
        id,
        name,
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
    '🔻 *Acme fell 8.1 points to 52.2 on Tue 10 Mar* · mostly Gemini · A1',
    `<@${BEN}>`,
    expect.stringMatching(
      /^\*Gemini 58\.0 → 35\.3\*, \d+% of it · \*ChatGPT 62\.7 → 55\.3\*, \d+% of it · .* as usual$/,
    ),
    '*Globex gained*: named first 57 times, up from 42 on Mon 9 Mar',
    'Also: mention rate 78.3% → 71.7%',
    expect.stringMatching(/^60\.3 on Mon 9 Mar · usually [\d.]+ to [\d.]+ · well outside normal$/),
  ]);
  expect(alert.text).toContain(`<@${BEN}>`);
  expect(buttonsOf(alert)).toEqual({
    'alert.why': 'Show me why',
    'line.open': 'Acme vs Globex',
    'alert.take': 'I’m on it',
    'alert.mute': 'Mute…',
    'alert.not_useful': 'Not useful',
  });
});

test('the rival that gained is one click away, beside the brand', async () => {
  const answer = await journey.slack.answerTo(ANA, HERE, () => press(ANA, 'line.open'));
  expect(answer).toMatch(/^Acme vs Globex · .* By engine Engine You Globex Gap Overall 59\.5 76\.8 /);
});

test('why it fell comes into its thread: prompts, an answer before and after, 90 days, every engine', async () => {
  const asked = async () =>
    (await journey.requests()).filter(({ operation }) => operation === 'prompt_timeseries').length;
  const forWhy = await asked();
  await press(ANA, 'alert.why');
  const words = await until('the details', async () => {
    const shown = await thread();
    return shown.includes('All engines') && shown;
  });
  // What was found for the alert is not asked for again.
  expect([forWhy > 0, await asked()]).toEqual([true, forWhy]);
  expect(words).toMatch(/Acme visibility score by engine · .* · A1/);
  expect(words).toMatch(/All engines 60\.3 52\.2 −8\.1 well outside normal/);
  expect(words).toMatch(/ChatGPT 62\.7 55\.3 −7\.4 just outside normal/);
  expect(words).toMatch(/Behind A1: “k8s cost alerts” moved most “k8s cost alerts” [\d.]+ → [\d.]+ History /);
  expect(words).toMatch(/Gemini’s answer to “k8s cost alerts”/);
  expect(words).toMatch(
    /Mon 9 Mar: (\w+ first, )?Acme \d\w\w Read answer .*Tue 10 Mar: \w+ first, (not Acme|Acme \d\w\w) Read answer /,
  );
  const { ts } = await theFall();
  const html = await journey.slack.page(ANA, HERE, `&thread=${ts}`);
  expect(html).toMatch(/alt="Acme visibility score: 52\.2 on Tue 10 Mar; 60 days to [^"]*A1 on Tue 10 Mar/);
});

test('an engine’s day has the same verdict alone, beside others and in the thread', async () => {
  const ask = (question: string) => journey.slack.ask(ANA, HERE, `/visibility ask ${question}`);
  expect(await ask('how is our score on ChatGPT?')).toMatch(
    /55\.3 on Tue 10 Mar, .* 55\.3 is just outside normal; the change since /,
  );
  expect(await ask('how is our score on Gemini and ChatGPT?')).toMatch(
    /ChatGPT 55\.3 −7\.4 just outside normal .*Compared with Mon /,
  );
});

test('once: who clicks again is told where they are', async () => {
  const answer = await journey.slack.answerTo(BEN, HERE, () => press(BEN, 'alert.why'));
  expect(answer).toBe('What moved A1 is already in its thread.');
});

test('who finds it of no use is counted once', async () => {
  const first = await journey.slack.answerTo(ANA, HERE, () => press(ANA, 'alert.not_useful'));
  expect(first).toMatch(
    /^Thanks, noted: A1 wasn’t useful to you\. What was wrong\? Too small Known cause Not true Undo$/,
  );
  const again = await journey.slack.answerTo(ANA, HERE, () => press(ANA, 'alert.not_useful'));
  expect(again).toBe(first);
  await journey.slack.pressPrivate(ANA, HERE, 'alert.verdict');
  await until('the thanks', async () =>
    (await journey.slack.rows(ANA, HERE)).some(({ text }) => text.includes('Noted: too small.')),
  );
  expect(await journey.slack.ask(ANA, HERE, '/visibility why A1')).toContain(
    '1 person said it wasn’t useful: too small.',
  );
});

test('a guest mutes nothing', async () => {
  const answer = await journey.slack.answerTo(GIA, HERE, () => press(GIA, 'alert.mute'));
  expect(answer).toMatch(/guest/i);
});

test('muted for a week it says by whom; unmuted it says nothing of that', async () => {
  const modal = await journey.slack.modalAfter(ANA, () => press(ANA, 'alert.mute'));
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

test('muted from its card in a modal, the card below the form says so', async () => {
  const card = await journey.slack.modalAfter(ANA, () => press(ANA, 'alert.mute'));
  const alert = `score:${ACME.id}:score:2026-03-10`;
  const submission = {
    type: 'view_submission',
    team: { id: 'T0LOCAL01' },
    user: { id: ANA },
    trigger_id: 'of the form',
    view: {
      id: 'V0FORM',
      type: 'modal',
      callback_id: 'alert.mute',
      previous_view_id: card.id,
      private_metadata: carry('alert_form', { project: ACME.id, alert, channel: HERE, card: 'modal' }),
      state: { values: { for: { for: { type: 'radio_buttons', selected_option: { value: 'day' } } } } },
    },
  };
  const at = { secret: SIGNING_SECRET, at: systemClock().now() };
  const answer = await fetch(journey.bot().eventsUrl, signed(interactionBody(submission), at));
  expect(await answer.text()).toBe('');
  const redrawn = await until('the card', async () => {
    const modal = await journey.slack.modal(ANA);
    return modal?.text.includes('Unmute') && modal;
  });
  expect(redrawn.id).toBe(card.id);
  await journey.slack.close(ANA, card.id);
  await press(BEN, 'alert.unmute');
  await until('the mute to be gone', async () => !wordsOf(await theFall()).includes('Muted'));
});

/** What why says of the limits of the alert. */
async function limits(): Promise<string | undefined> {
  const why = await journey.slack.ask(ANA, HERE, '/visibility why A1');
  return why.match(/This feed’s alert threshold .*? What moved/)?.[0];
}

const told: (string | undefined)[] = [];

test('why names the limits apart: what alerts, what is normal, and what ends it', async () => {
  told.push(await limits());
  expect(told[0]).toMatch(/threshold is \d.*, or more if days vary a lot\./);
});

test('days 2 to 6: the same message goes on, calls nobody again, and nothing new is posted', async () => {
  for (let day = 2; day <= 6; day += 1) {
    await journey.pass({ days: 1 });
    const words = wordsOf(onlyOne(await alerts()));
    expect(words).toMatch(new RegExp(`Now [\\d.]+ on \\w{3} 1\\d Mar, day ${day}\\.`));
    expect(words).not.toContain(`<@${BEN}>`);
  }
  expect(await limits()).toBe(told[0]);
  // Its day’s figures are the same as ever, so they don’t come into the thread once more.
  const why = await journey.slack.answerTo(BEN, HERE, () => press(BEN, 'alert.why'));
  expect(why).toBe('What moved A1 is already in its thread.');
});

test('day 7: a level that it is leaving again is no new normal', async () => {
  await journey.pass({ days: 1 });
  expect(wordsOf(onlyOne(await alerts()))).toMatch(
    /Now 57\.5 on Mon 16 Mar, within its usual range, day 7\./,
  );
});

test('day 8: two days within the usual range are the end of it, in the same message', async () => {
  await journey.pass({ days: 1 });
  const alert = onlyOne(await alerts());
  expect(wordsOf(alert)).toContain('✅ *Acme is back to normal: 58.2 on Tue 17 Mar, after 7 days* · A1');
  expect(alert.text).toMatch(/^✅ Acme is back to normal: 58\.2 on Tue 17 Mar/);
  await until('the thread to say so', async () =>
    /Acme is back to normal: 58\.2 on [^·]*· A1/.test(await thread()),
  );
  expect(Object.keys(buttonsOf(alert))).toEqual(['alert.why', 'line.open', 'alert.not_useful']);
});

test('days 9 to 15 are quiet, and so is the channel', async () => {
  const before = await theFall();
  for (const days of [1, 6]) await journey.pass({ days });
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
    '⚠️ *Acme: Thu 26 Mar and Wed 25 Mar can’t be compared*\n' +
      'Gemini and Perplexity removed. ' +
      'On the 2 engines measured both days: 63.0 → 65.7, normal.\n' +
      'The API’s own figures: 59.0 → 65.7.',
  );
  expect(await alerts()).toHaveLength(1);
});

test('days 18 and 19: an API that is down is told of as such, and is no alert', async () => {
  await journey.breakApi({ operation: 'daily_scores', kind: 'unavailable' });
  await journey.advance({ days: 1 });
  await until('the poll to fail', () => failures() === 1);
  await journey.advance({ minutes: 5 * 60 });
  const missed = await until('the outage to be told', async () =>
    (await journey.slack.history(HERE)).find(
      ({ metadata }) => metadata?.event_payload.kind === 'feed_missed',
    ),
  );
  expect(missed.text).toMatch(/^⚠️ Acme: scores not checked /);
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
    await until('the poll to fail', () => failures() > before);
  }
  await journey.mendApi();
  await journey.pass({ days: 1 });
  const [, second] = await notices();
  expect(second && wordsOf(second)).toMatch(
    /^⚠️ \*Acme: \w{3} \d+ \w{3} and \w{3} \d+ \w{3} can’t be compared\*\nGemini and Perplexity added, ChatGPT and Claude removed\. No engine was measured both days, /,
  );
  expect(await notices()).toHaveLength(2);
});

test('the past is tried with another threshold, privately', async () => {
  const answer = await journey.slack.ask(ANA, HERE, '/visibility what-if 60 min_change:8');
  expect(answer).toMatch(/^Acme: \d alerts? in 60 days with an alert threshold of 8 /);
  expect(answer).toMatch(/Visibility score fell 8\.1 points to 52\.2 on Tue 10 Mar · /);
  expect(answer).toContain('Share here');
  expect(await journey.slack.ask(ANA, HERE, '/visibility what-if min_change:none')).toContain(
    '“none” isn’t a threshold',
  );
  expect(await journey.slack.ask(ANA, HERE, '/visibility what-if often')).toContain(
    '“often” isn’t a number of days',
  );
});
