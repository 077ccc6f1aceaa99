/** Two weeks in which the answers say more than the scores: a rival passes and falls back, then negative mentions rise. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import { buttonsOf, mrkdwnOf, onlyOne, postsOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const HERE = ACME.scores;

let journey: Journey;

beforeAll(async () => {
  const projects = await exampleProjects((file) => ({
    ...file,
    projects: file.projects
      .filter(({ name }) => name === 'Acme')
      .map(({ id, name, scores }) => ({ id, name, scores })),
  }));
  journey = await startJourney({ projects });
});

afterAll(() => journey?.end());

const history = () => journey.slack.history(HERE);
const told = async () => postsOf(await history(), 'mention_alert');
const theRival = async () =>
  (await told()).find((post) => post.text.includes('Initech')) ?? expect.fail('there is no alert');
const handleOf = (text: string) => text.match(/· (A\d+)/)?.[1] ?? expect.fail('it has no handle');

async function days(many: number): Promise<void> {
  for (let day = 0; day < many; day += 1) await journey.pass({ days: 1 });
}

test('a rival that is ahead on two days is no news', async () => {
  await journey.pass({ minutes: 1 });
  await journey.breakApi({ operation: 'mentions', kind: 'rival_first' });
  await days(2);
  expect(await told()).toEqual([]);
});

test('on the third it has passed, and says how often both are named first', async () => {
  await days(1);
  const alert = onlyOne(await told());
  // In the place of the weakest, the brand is behind several at once: that is one message.
  expect(mrkdwnOf(alert)).toContain('🔻 Vandelay passed Acme: named first in ');
  expect(mrkdwnOf(alert)).toMatch(
    /^🔻 \*Initech passed Acme: named first in (\d+) of 120 answers on Fri 13 Mar, you in \d+\* · A\d+\nIt passed you on Wed 11 Mar; you were ahead until Tue 10 Mar\.$/m,
  );
  expect(buttonsOf(alert)).toEqual({
    'line.open': 'Acme vs Initech',
    'alert.take': 'I’m on it',
    'alert.mute': 'Mute…',
    'alert.not_useful': 'Not useful',
  });
});

test('its buttons do what they say, and why explains it', async () => {
  await journey.slack.press(ANA, HERE, await theRival(), 'alert.take');
  await until('Ana to be on it', async () => mrkdwnOf(await theRival()).includes(`<@${ANA}> has been on it`));
  const answer = await journey.slack.answerTo(ANA, HERE, async () =>
    journey.slack.press(ANA, HERE, await theRival(), 'line.open'),
  );
  expect(answer).toMatch(/^Acme vs Initech · /);
  // By score the brand may well lead: the two count different things.
  expect(answer).toMatch(/Open now · A\d+ · Initech passed Acme: named first in /);
  const noted = await journey.slack.answerTo(ANA, HERE, async () =>
    journey.slack.press(ANA, HERE, await theRival(), 'alert.not_useful'),
  );
  expect(noted).toMatch(/What was wrong\? Too small Known cause Not true Undo$/);
  const handle = handleOf((await theRival()).text);
  expect(await journey.slack.ask(ANA, HERE, `/visibility why ${handle}`)).toMatch(
    /You were ahead until Tue 10 Mar\. .* more than chance explains.* Open\. .*1 person said it wasn’t useful/,
  );
});

test('is among the alerts that scores, a question and the Home tab tell of', async () => {
  const handle = handleOf((await theRival()).text);
  const said = `${handle} · Initech passed Acme`;
  expect(await journey.slack.ask(ANA, HERE, '/visibility scores')).toContain(said);
  expect(await journey.slack.ask(ANA, HERE, '/visibility what happened this week?')).toContain(said);
  await until('the Home tab to list it', async () =>
    (await journey.slack.home(ANA)).includes('Initech passed Acme'),
  );
});

test('on the first day ahead again it says so, and no longer that the rival leads every day', async () => {
  await journey.mendApi();
  await days(1);
  const words = mrkdwnOf(onlyOne(await told()));
  expect(words).toMatch(
    /Now you’re ahead: named first in \d+ of 120 answers on Sat 14 Mar, Initech in \d+\./,
  );
  expect(words).toContain('It passed you on Wed 11 Mar; you were ahead until Tue 10 Mar.');
  expect(words).not.toContain('ahead every day');
});

test('after three days ahead again it is over, in the same message', async () => {
  await days(2);
  const alert = onlyOne(await told());
  expect(mrkdwnOf(alert)).toMatch(
    /^✅ \*Acme is ahead of Initech again: named first in \d+ of 120 answers on Mon 16 Mar, Initech in \d+\* · A\d+\nIt passed you on Wed 11 Mar; you were ahead until Tue 10 Mar\.$/m,
  );
  expect(Object.keys(buttonsOf(alert))).toEqual(['line.open', 'alert.not_useful']);
});

test('and in its thread, to whoever was on it', async () => {
  const [ended] = await journey.slack.replies(HERE, (await theRival()).ts);
  expect(ended?.text).toMatch(/^✅ Acme is ahead of Initech again: .* · A\d+\n/);
  expect(ended?.text).toContain(`<@${ANA}>`);
});

test('the end of a grave score alert is told in the channel too, not in its thread alone', async () => {
  const fall = onlyOne(postsOf(await history(), 'score_alert'));
  await journey.slack.press(BEN, HERE, fall, 'alert.take');
  await days(1);
  const ended = onlyOne(postsOf(await history(), 'ended_alert'));
  expect(ended).toMatchObject({ thread_ts: fall.ts, text: expect.stringMatching(/back to normal.*A1/) });
  expect(ended.text).toContain(`<@${BEN}>`);
});

test('negative mentions beyond their usual are told, and what they say formats nothing', async () => {
  await journey.breakApi({ operation: 'mentions', kind: 'negative_mentions' });
  await days(1);
  const [, alert = expect.fail('there is no second alert')] = await told();
  const words = mrkdwnOf(alert);
  expect(words).toMatch(
    /🔻 \*Acme: \d+ of \d+ mentions were negative on Wed 18 Mar, usually about \d+\* · A\d+/,
  );
  expect(JSON.stringify(alert.blocks)).toContain('lost our data');
  expect(words).not.toContain('<!channel>');
  expect(buttonsOf(alert)).toMatchObject({ 'line.open': 'See mentions', 'alert.take': 'I’m on it' });
  const listed = await journey.slack.answerTo(ANA, HERE, () =>
    journey.slack.press(ANA, HERE, alert, 'line.open'),
  );
  expect(listed).toMatch(/^Acme: \d+ of the latest \d+ mentions of you are negative /);
  expect(listed).toContain('Acme · named ');
  expect(listed).not.toMatch(/ · (positive|neutral) · |Globex · named/);
});

test('and are over once three days were as usual', async () => {
  await journey.mendApi();
  await days(3);
  const [, alert = expect.fail('there is no second alert')] = await told();
  expect(mrkdwnOf(alert)).toMatch(
    /✅ \*Acme: negative mentions are back to normal, \d+ of \d+ on Sat 21 Mar\*/,
  );
  expect(await told()).toHaveLength(2);
});
