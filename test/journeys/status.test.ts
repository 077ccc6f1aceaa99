/** What status and the Home tab say of a bad week: posts that Slack does not take, a missed morning, a feed that stands still. */
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('posts that Slack does not take make their project unwell at once, and status says why', async () => {
  await turn('slack.rate_limited');
  await journey.advance({ minutes: 2 });
  await until('the reason', async () =>
    /^Settings · needs attention \d+ posts on the way, the oldest waiting since .* Acme · leads in #.* posts waiting since .*, because Slack has asked us to slow down · /.test(
      await status(),
    ),
  );
  await turn('slack.rate_limited');
  await until('the digest', async () => (await digests()) === 1);
  await journey.pass({ minutes: 1 });
  expect(await status()).toMatch(
    /^Settings · \d projects?, all well No posts waiting · .* Acme · .*last polled /,
  );
});

test('a feed that somebody paused is counted, and all is well', async () => {
  await journey.slack.ask(BEN, ACME.leads, '/visibility pause leads');
  expect(await status()).toMatch(
    /^Settings · \d projects?, all well, 1 feed paused .* leads in #\S+ paused since .* by @Ben/,
  );
  await journey.slack.ask(BEN, ACME.leads, '/visibility resume leads');
  expect(await status()).toMatch(/^Settings · \d projects?, all well /);
});

test('a morning that the API missed is named when it is over', async () => {
  await journey.breakApi({ operation: '*', kind: 'unavailable' });
  await journey.advance({ days: 1 });
  await until('the failure', () => journey.bot().stderr().includes('"Slot failed"'));
  await journey.advance({ minutes: 4 * 60 });
  await until('the line', async () => postsOf(await journey.slack.history(ACME.leads), 'feed_missed').at(0));
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
