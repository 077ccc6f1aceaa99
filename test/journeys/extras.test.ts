/** Whatever the API lacks beside the leads, the scores and the suggestions themselves: the posts come, and nobody is unwell for it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import { mrkdwnOf, onlyOne, postsOf } from '../support/posts.ts';
import { ACME } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

/** How each fails, as the sandbox calls them. */
const LACKING = {
  community_metrics: 'not_found',
  citations: 'malformed',
  sources: 'unavailable',
  segment_prompts: 'not_found',
  region_usage: 'not_found',
  prompts: 'huge',
  mentions: 'unauthorised',
};

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney();
  for (const [operation, kind] of Object.entries(LACKING)) await journey.breakApi({ operation, kind });
  await journey.pass({ minutes: 1 });
});

afterAll(() => journey?.end());

const leadsPosts = async () => postsOf(await journey.slack.history(ACME.leads), 'lead_digest');
const scoresPosts = async (kind: 'score_alert' | 'segment_suggestion') =>
  postsOf(await journey.slack.history(ACME.scores), kind);
const ask = (words: string, channel: string = ACME.scores) => journey.slack.ask(BEN, channel, words);

test('the digest comes without the API’s counts, and says once that citations could not be read', async () => {
  const first = onlyOne(await leadsPosts());
  expect(first.text).not.toMatch(/in all|average score/);
  expect(first.text).toContain('citations and cited sources couldn’t be read');
});

test('the alert comes, and says what does not explain it', async () => {
  const alert = onlyOne(await scoresPosts('score_alert'));
  expect(mrkdwnOf(alert)).toContain('Prompts, mentions and citations couldn’t be read');
});

test('the suggestion comes without its prompts, and can be accepted', async () => {
  const post = onlyOne(await scoresPosts('segment_suggestion'));
  expect(mrkdwnOf(post)).toContain('couldn’t be read');
  expect(await ask('/visibility suggestions')).toContain('the prompts of these couldn’t be read');
  const modal = await journey.slack.modalAfter(ANA, () =>
    journey.slack.press(ANA, ACME.scores, post, 'suggestion.accept'),
  );
  expect(modal.text).toContain('Which prompts it applies to couldn’t be read.');
  await journey.slack.submit(ANA, modal.id);
  await until('the suggestion to be accepted', async () =>
    mrkdwnOf(onlyOne(await scoresPosts('segment_suggestion'))).includes('✅ Accepted by'),
  );
});

test('status names what is not readable and why, and calls nobody unwell', async () => {
  const status = await ask('/visibility admin', ACME.leads);
  expect(status).toMatch(/^Settings · \d projects?, all well /);
  for (const missing of [
    'community metrics (not found)',
    'citations (not understood)',
    'cited sources (no answer)',
    'prompts of segments (not found)',
    'mentions (not allowed)',
  ])
    expect(status).toContain(`without ${missing} since `);
});

test('commands show what they got', async () => {
  expect(await ask('/visibility scores')).toMatch(
    /^Acme visibility score: .*ome tracked prompts couldn’t be read/s,
  );
  expect(await ask('/visibility competitor Globex')).toMatch(/^Acme vs Globex/);
});

test('regions are shown, and which are tracked is not made up', async () => {
  expect(await ask('/visibility regions')).toMatch(
    /^Acme regions · which of \d+ are tracked couldn’t be read/,
  );
});

test('the next digest says nothing more of it, and status forgets what can be read again', async () => {
  await journey.pass({ days: 1 });
  const [, second] = await leadsPosts();
  expect(second?.text).toMatch(/lead/);
  expect(second?.text).not.toContain('be read');
  await journey.mendApi();
  await journey.pass({ days: 1 });
  const status = await ask('/visibility admin', ACME.leads);
  expect(status).not.toMatch(/without (community metrics|citations|cited sources)/);
  expect((await leadsPosts()).at(-1)?.text).not.toContain('be read');
});
