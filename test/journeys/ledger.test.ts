/** Seven weeks of a score: what became of each alert is settled two weeks later, and told by why and by the recap of a month. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import { mrkdwnOf, onlyOne, postsOf } from '../support/posts.ts';
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
      .map(({ id, name, scores }) => ({
        id,
        name,
        scores,
        recap: { channel: HERE, schedule: 'monthly on the 1st at 10:00' },
      })),
  }));
  journey = await startJourney({ projects });
  await journey.pass({ minutes: 1 });
});

afterAll(() => journey?.end());

const posts = async (kind: Parameters<typeof postsOf>[1]) => postsOf(await journey.slack.history(HERE), kind);
const why = (handle: string) => journey.slack.ask(ANA, HERE, `/visibility why ${handle}`);
/** A feed that was away for some days reads them all at its next look. */
const AT_ONCE = 7;
const pass = async (days: number) => {
  for (let left = days; left > 0; left -= AT_ONCE) await journey.pass({ days: Math.min(left, AT_ONCE) });
};

test('an alert says when it will be known whether it held', async () => {
  expect(await why('A1')).toContain('Whether it lasts will be clear from the figures of Tue 24 Mar.');
  expect(await why('A1')).not.toContain('settled in the last 90 days');
});

test('two weeks later it says what became of it: the fall of seven days faded', async () => {
  await pass(13);
  const over = await why('A1');
  expect(over).toContain('Back to normal');
  expect(over).not.toContain('will be clear');
  await pass(2);
  expect(await why('A1')).toContain('Faded. It was over within two weeks.');
});

test('the recap of March has its average, its days and what became of its alerts', async () => {
  await pass(7);
  await journey.pass({ minutes: 120 });
  const recap = onlyOne(await posts('recap'));
  const said = mrkdwnOf(recap).split('\n');
  expect(said[0]).toBe('*Acme · March*');
  expect(said[1]).toMatch(
    /^\*Visibility [\d.]+\* on average, down [\d.]+ points from the month before · [\d.]+ on \w+ \d+ \w+ · alert A1 \(Tue 10 Mar, over since \w+ \d+ Mar\) · best rival: \w+ [\d.]+ \(you [\d.]+ on average, .*\)$/,
  );
  expect(said).toContainEqual(expect.stringMatching(/^1 alert settled in the last 90 days: 1 faded\./));
  expect(JSON.stringify(recap.blocks)).toContain('"label":"31 Mar"');
});

test('what people say of an alert goes before its figures', async () => {
  const [alert] = await posts('score_alert');
  if (!alert) return expect.fail('There is no alert.');
  await journey.slack.answerTo(BEN, HERE, () => journey.slack.press(BEN, HERE, alert, 'alert.not_useful'));
  await journey.slack.pressPrivate(BEN, HERE, 'alert.verdict');
  await until('the verdict to count', async () =>
    (await why('A1')).includes('Counts as false. People here found it too small'),
  );
});

test('after seven weeks each alert of more than two weeks ago is settled, and the recap of April counts them', async () => {
  await pass(30);
  const alerts = await posts('score_alert');
  const [, april] = await posts('recap');
  expect(april && mrkdwnOf(april)).toMatch(/^\*Acme · April\*\n/);
  expect(april && mrkdwnOf(april)).toMatch(/\d alerts settled in the last 90 days: .*1 false/);
  for (let i = 1; i <= alerts.length; i += 1) {
    expect(await why(`A${i}`)).toMatch(
      /(Held|Faded|Reverted|Counts as false)\. |will be clear with the figures of /,
    );
  }
});
