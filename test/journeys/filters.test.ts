/** A feed whose filters leave nothing: the channel is told once, and can see everything and where to change it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA } from '../support/local-slack.ts';
import { buttonsOf, linksOf, mrkdwnOf, onlyOne, postsOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, TIDEWATER } from '../support/sandbox.ts';

let journey: Journey;

beforeAll(async () => {
  const schedule = 'every day at 9:00';
  const projects = await exampleProjects((file) => ({
    ...file,
    projects: file.projects.map(({ id, name }) => ({
      id,
      name,
      leads:
        name === 'Acme'
          ? { channel: ACME.leads, schedule, min_score: 1_000, max_age: '1h', words: { never: ['hiring'] } }
          : { channel: TIDEWATER.channel, schedule, limit: 3 },
    })),
  }));
  journey = await startJourney({ projects });
  for (const operation of ['citations', 'sources']) {
    await journey.breakApi({ operation, kind: 'unavailable' });
  }
  await journey.pass({ minutes: 1 });
});

afterAll(() => journey?.end());

const told = async () => onlyOne(postsOf(await journey.slack.history(ACME.leads), 'filtered_out'));
const press = async (action: string) => journey.slack.press(ANA, ACME.leads, await told(), action);

test('the channel is told what its filters removed, and how far the best lead is from passing', async () => {
  const message = await told();
  expect(mrkdwnOf(message)).toMatch(
    /^\*Acme · no leads to post\*\n.* below your minimum score of 1,000 \(the best has 91\)/,
  );
  expect(buttonsOf(message)).toEqual({ 'leads.show_all': 'Show all', 'filter.change': 'Change filter' });
  expect(postsOf(await journey.slack.history(ACME.leads), 'lead_digest')).toEqual([]);
});

test('Show all answers with every lead, to the one who asks', async () => {
  const answer = await journey.slack.answerTo(ANA, ACME.leads, () => press('leads.show_all'));
  expect(answer).toMatch(/^Acme · \d+ open leads · filters off/);
  expect(answer).toContain('How do you alert on Kubernetes cost spikes?');
});

test('Change filter says what is set, and where it is changed', async () => {
  const answer = await journey.slack.answerTo(ANA, ACME.leads, () => press('filter.change'));
  expect(answer).toContain('edits projects.yml, under Acme, leads');
  expect(answer).toContain('Lead score 1,000 or higher');
  expect(answer).toContain('never with the words hiring');
});

test('a lead that was left out can be asked why', async () => {
  const all = await journey.slack.ask(ANA, ACME.leads, '/visibility leads all');
  const handle = all.match(/\bL\d+\b/)?.[0] ?? expect.fail('No lead has a handle.');
  expect(await journey.slack.ask(ANA, ACME.leads, `/visibility why ${handle}`)).toMatch(
    /left out: below your minimum score of 1,000\./,
  );
});

test('the next day it is not told again', async () => {
  await journey.pass({ days: 1 });
  await told();
});

test('a digest does not wait for citations that cannot be read', async () => {
  const digests = postsOf(await journey.slack.history(TIDEWATER.channel), 'lead_digest');
  expect(digests.flatMap(linksOf).length).toBeGreaterThan(2);
});

test.each([
  ['leads foo:bar', 'engine:, place:, topic:'],
  ['what-if 60 foo:bar', 'min_change:'],
])('a filter that a command doesn’t have is named, with those that it has: %s', async (line, known) => {
  const answer = await journey.slack.ask(ANA, ACME.leads, `/visibility ${line}`);
  expect(answer).toMatch(/no filter “foo:”/);
  expect(answer).toContain(known);
});
