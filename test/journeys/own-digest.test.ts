/** Your own digest: set by a form, sent directly at its time, worked from there, and ended. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTIONS } from '../../src/messages/actions.ts';
import { homeTabOf } from '../support/home-tab.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, type SlackMessage } from '../support/local-slack.ts';
import { leadChoice, mrkdwnOf, onlyOne, postsOf } from '../support/posts.ts';
import { ACME, TIDEWATER } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const THERE = ACME.leads;

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney();
  await journey.pass({ minutes: 1 });
});

afterAll(() => journey?.end());

const directOf = (person: string) => `D${person.slice(1)}`;

async function own(person: string): Promise<SlackMessage[]> {
  return postsOf(await journey.slack.directly(person), 'own_digest');
}

const formOf = (person: string, words = 'digest') =>
  journey.slack.modalAfter(person, () => journey.slack.say(person, THERE, `/visibility leads ${words}`));

/** Fills the form in, and gives back what it answers in the channel. */
async function set(person: string, fields: Record<string, string>): Promise<string> {
  const form = await formOf(person);
  return journey.slack.answerTo(person, THERE, () => journey.slack.submit(person, form.id, fields));
}

const handlesIn = (message: SlackMessage) => mrkdwnOf(message).match(/\bL\d+\b/g) ?? [];

async function says(read: () => Promise<SlackMessage>, words: RegExp): Promise<void> {
  await until(`a post to say ${words}`, async () => words.test(mrkdwnOf(await read())));
}

const latest = async (person: string) => (await own(person)).at(-1) ?? expect.fail('There is no own digest.');

/** The digest of the channel that shows a lead. */
async function digestWith(handle: string): Promise<SlackMessage> {
  const digests = postsOf(await journey.slack.history(THERE), 'lead_digest');
  const words = new RegExp(`\\b${handle}$`, 'm');
  return digests.find((one) => words.test(mrkdwnOf(one))) ?? expect.fail(`No digest shows ${handle}.`);
}

test('the form says at its field what is wrong with a time, and that once an hour is the most', async () => {
  const form = await formOf(BEN);
  expect(form.text).toMatch(/When, in Europe\/Berlin.*Leads like those your team answers first/);
  expect(form.text).not.toContain('Off');
  await journey.slack.submit(BEN, form.id, { 'schedule/schedule': 'whenever it suits' });
  await until('a fault', async () =>
    (await journey.slack.modal(BEN))?.text.includes('“whenever it suits” must be a schedule'),
  );
  await journey.slack.submit(BEN, form.id, { 'schedule/schedule': 'every 10 minutes' });
  await until('a fault', async () => (await journey.slack.modal(BEN))?.text.includes('Once an hour at most'));
  expect(await own(BEN)).toHaveLength(0);
});

test('whoever asks for it has it from then on, at the time that they chose', async () => {
  const fields = {
    'schedule/schedule': 'every day at 9:00',
    'projects/projects': ACME.id,
    'order/order': 'team',
  };
  expect(await set(BEN, fields)).toMatch(
    /^Your own digest is on\. Every day at 9:00 Europe\/Berlin · next Mar 12 at 09:00/,
  );
  expect(await set(ANA, fields)).toContain('Your own digest is on.');
  expect(await own(BEN)).toHaveLength(0);
});

test('at that time it comes directly, once, with the leads that the channel’s digest of that morning brought', async () => {
  await journey.pass({ days: 1 });
  const digest = onlyOne(await own(BEN));
  expect(mrkdwnOf(digest)).toMatch(/^\*Today’s 3 leads for you\*/);
  expect(handlesIn(digest)).toHaveLength(3);
  const morning = postsOf(await journey.slack.history(THERE), 'lead_digest').at(-1);
  const [fresh = ''] = mrkdwnOf(morning ?? expect.fail('The channel has no digest.')).split(
    '*Still waiting*',
  );
  expect(handlesIn(digest).filter((handle) => fresh.includes(`· ${handle}\n`))).toHaveLength(1);
  expect(mrkdwnOf(digest)).toContain('Best first · ');
  expect(await own(ANA)).toHaveLength(1);
});

test('a lead claimed from there is claimed in its channel too, and both posts say so', async () => {
  const [first = ''] = handlesIn(await latest(BEN));
  const { action, value } = leadChoice(await latest(BEN), 'claim', first);
  const brief = await journey.slack.modalAfter(BEN, async () =>
    journey.slack.press(BEN, directOf(BEN), await latest(BEN), action, value),
  );
  expect(brief.text).toContain(`You’re on ${first} · `);
  await says(() => latest(BEN), new RegExp(`Claimed by <@${BEN}>.* · ${first}$`, 'm'));
  await says(() => digestWith(first), new RegExp(`Claimed by <@${BEN}>`));
  await says(() => latest(ANA), new RegExp(`✋ .* · Claimed by <@${BEN}>.* · ${first}$`, 'm'));
});

test('⋯ there says why, and a lead dismissed in the channel is over there too', async () => {
  const [, second = '', third = ''] = handlesIn(await latest(BEN));
  const why = leadChoice(await latest(BEN), 'why', second);
  const answer = await journey.slack.answerTo(BEN, directOf(BEN), async () =>
    journey.slack.press(BEN, directOf(BEN), await latest(BEN), why.action, why.value),
  );
  expect(answer).toContain(second);
  const digest = await digestWith(third);
  const { value } = leadChoice(digest, 'claim', third);
  await journey.slack.press(ANA, THERE, digest, 'lead.claim', value);
  await says(() => latest(BEN), new RegExp(`✋ .* · Claimed by <@${ANA}>.* · ${third}$`, 'm'));
});

test('after a restart at the same time it does not come again', async () => {
  await journey.restart();
  await journey.pass({ minutes: 5 });
  expect(await own(BEN)).toHaveLength(1);
});

test('whoever left the channels gets none of it; what waits comes to the others a second time, not a third', async () => {
  const [, second = ''] = handlesIn(await latest(BEN));
  for (const channel of [ACME.leads, ACME.scores]) await journey.slack.say(BEN, channel, '/remove @ana');
  const before = (await own(ANA)).length;
  await journey.pass({ days: 1 });
  await journey.pass({ days: 1 });
  expect(await own(ANA)).toHaveLength(before);
  const shown = (await own(BEN)).flatMap(handlesIn);
  expect(shown.filter((handle) => handle === second).length).toBeLessThanOrEqual(2);
  expect(await own(BEN)).toHaveLength(3);
});

test('the Home tab shows it, and its form ends it: nothing comes any more', async () => {
  const { slack } = journey;
  const home = homeTabOf(slack, BEN);
  await home.showing(/Your own digest · Every day at 9:00 Europe\/Berlin Edit…/);
  const form = await slack.modalAfter(BEN, async () =>
    slack.press(BEN, directOf(BEN), await latest(BEN), ACTIONS.ownDigest),
  );
  expect(form.text).toContain('Off');
  const answer = await slack.answerTo(BEN, directOf(BEN), () =>
    slack.submit(BEN, form.id, { 'state/state': 'off', 'schedule/schedule': 'every day at 9:00' }),
  );
  expect(answer).toContain('Your own digest is off.');
  await home.showing(/Your own digest…/);
  await journey.pass({ days: 1 });
  expect(await own(BEN)).toHaveLength(3);
});

test('the Home tab’s button sets it anew; what it answers comes directly, and the tab follows', async () => {
  const { slack } = journey;
  const home = homeTabOf(slack, BEN);
  const label = (await home.buttons()).find((one) => one.startsWith('Your own digest')) ?? '';
  const form = await slack.modalAfter(BEN, async () => {
    await home.press(label);
    return { ok: true };
  });
  await slack.submit(BEN, form.id, {
    'schedule/schedule': 'Mondays 8:30',
    'places/places': 'r/devops, Lobsters',
  });
  await home.showing(/Your own digest · Mondays 8:30 Europe\/Berlin Edit…/);
  await until('word of it', async () =>
    (await slack.directly(BEN)).some(({ text }) => text.includes('Your own digest is on.')),
  );
  // Whoever wants none any more is shown where it’s turned off, and not leads with these words.
  const again = await formOf(BEN, 'digest off');
  expect(await slack.page(BEN, THERE)).toContain('r/devops, Lobsters');
  expect(again.text).toContain('Off');
});

test('a place that no lead came from is told at its field, with the nearest, and the form stays open', async () => {
  const { slack } = journey;
  const form = await formOf(BEN);
  const schedule = { 'state/state': 'on', 'schedule/schedule': 'Mondays 8:30' };
  await slack.submit(BEN, form.id, { ...schedule, 'places/places': 'hacker news, r/devpos' });
  await until('a fault', async () => /“r\/devpos”.* r\/devops/.test((await slack.modal(BEN))?.text ?? ''));
  const answer = await slack.answerTo(BEN, THERE, () =>
    slack.submit(BEN, form.id, { ...schedule, 'places/places': 'hacker news' }),
  );
  expect(answer).toMatch(/^Your own digest is on\. .* only hacker news/);
});

test('a guest has none', async () => {
  expect(await journey.slack.ask(GIA, TIDEWATER.channel, '/visibility leads digest')).toMatch(/guest/i);
});
