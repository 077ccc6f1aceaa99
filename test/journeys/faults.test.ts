/**
 * Everything that can be wrong with the API's answers: what a person reads then, what a feed says, and that the next
 * poll mends it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAULT_KINDS } from '../../src/sandbox/api/faults.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, type SlackMessage } from '../support/local-slack.ts';
import { linksOf, mrkdwnOf, postsOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { ACME, TIDEWATER } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const HERE = TIDEWATER.channel;

/** How a command is answered. `operation` is what it asks, as the sandbox calls it. */
type Told = { kind: string; operation: string; ask: string; told: RegExp; again: RegExp };

const TOPICS = { operation: 'topics', ask: '/visibility topics', again: /^Tidewater: 5 topics\b/ };
const TOPIC = { operation: 'topic_detail', ask: '/visibility topic pricing', again: /pricing/i };
const LEADS = {
  operation: 'community_leads',
  ask: '/visibility leads',
  again: /^Tidewater · \d+ (open )?leads/,
};

const NO_ANSWER = /^The API isn’t answering as it should right now\. Try again in a minute\. Try again$/;
const UNREADABLE =
  /^The API sent an answer that Sightline can’t read\. Whoever runs Sightline can find it in the log under [0-9a-f]{8}\.$/;

const TOLD: readonly Told[] = [
  { kind: 'unauthorised', ...TOPICS, told: /^The API refuses our key\. Whoever runs/ },
  { kind: 'not_found', ...TOPICS, told: /^The API can’t find what you asked for\./ },
  { kind: 'unavailable', ...TOPICS, told: NO_ANSWER },
  { kind: 'rate_limited', ...TOPICS, told: /^The API asks us to slow down\. Try again in 1 s\. Try again$/ },
  {
    kind: 'rate_limited_bare',
    ...TOPICS,
    told: /^The API asks us to slow down\. Try again in 1 min\. Try again$/,
  },
  { kind: 'quota_402', ...TOPICS, told: /because of its plan or quota/ },
  { kind: 'quota_403', ...TOPICS, told: /because of its plan or quota/ },
  { kind: 'quota_429', ...TOPICS, told: /because of its plan or quota/ },
  { kind: 'slow', ...TOPICS, told: TOPICS.again },
  { kind: 'malformed', ...TOPICS, told: UNREADABLE },
  { kind: 'truncated', ...TOPICS, told: NO_ANSWER },
  { kind: 'huge', ...TOPICS, told: UNREADABLE },
  { kind: 'wrong_types', ...TOPIC, told: UNREADABLE },
  { kind: 'missing_field', ...TOPIC, told: UNREADABLE },
  { kind: 'alternative_names', ...TOPICS, told: TOPICS.again },
  { kind: 'unit_scale', ...LEADS, told: /^Tidewater · .* best first (🔗 )?0\.\d+ /u },
  { kind: 'reissued_ids', ...LEADS, told: LEADS.again },
  { kind: 'reissued_threads', ...LEADS, told: LEADS.again },
];

/** Where a feed's honest line stands, and how it begins. */
type Line = { channel: string; head: string };
const NO_DIGEST: Line = { channel: HERE, head: 'Tidewater: no digest ' };

/** What the feeds that were due say four hours later, where a poll comes to nothing: one for each way to tell it. */
const MISSED: readonly { kind: string; operation: string; why: string; line?: Line }[] = [
  { kind: 'unavailable', operation: '*', why: 'The API hasn’t answered' },
  { kind: 'rate_limited', operation: '*', why: 'The API has been asking us to slow down' },
  { kind: 'not_found', operation: '*', why: 'The API hasn’t recognized this project' },
  { kind: 'unauthorised', operation: '*', why: 'The API has refused our key' },
  // What the document shows is read strictly.
  {
    kind: 'missing_field',
    operation: 'segment_suggestions',
    why: 'The API has sent answers that Sightline can’t read',
    line: { channel: ACME.scores, head: 'Acme: suggestions not checked ' },
  },
];

let journey: Journey;

/** The example's projects with these feeds and no others. */
const withFeeds = (feeds: Readonly<Record<string, object>>) =>
  exampleProjects((file) => ({
    ...file,
    projects: file.projects.flatMap(({ id, name }) => (feeds[name] ? [{ id, name, ...feeds[name] }] : [])),
  }));

const SCHEDULE = 'every day at 9:00';
const DIGESTS = { leads: { channel: HERE, schedule: SCHEDULE, limit: 5, post_empty: true } };

beforeAll(async () => {
  const suggestions = { channel: ACME.scores, schedule: SCHEDULE };
  const projects = await withFeeds({ Tidewater: DIGESTS, Acme: { suggestions } });
  journey = await startJourney({ projects });
});

afterAll(() => journey?.end());

test('no kind of fault is forgotten here', () => {
  // What answers say is no trouble: rivals.test.ts tells of it.
  const told = new Set([...TOLD.map(({ kind }) => kind), 'hang', 'rival_first', 'negative_mentions']);
  expect([...told].sort()).toEqual([...FAULT_KINDS].sort());
});

test.each(TOLD)(
  'a command is answered honestly when the API is $kind, and as ever when that is over',
  async ({ kind, operation, ask, told, again }) => {
    await journey.breakApi({ operation, kind });
    expect(await journey.slack.ask(ANA, HERE, ask)).toMatch(told);
    await journey.mendApi();
    expect(await journey.slack.ask(ANA, HERE, ask)).toMatch(again);
  },
);

const failures = () => journey.bot().stderr().split('"Slot failed"').length - 1;
const digests = async () => postsOf(await journey.slack.history(HERE), 'lead_digest');
const linesOf = async ({ channel, head }: Line) =>
  (await journey.slack.history(channel)).filter(({ text }) => text.includes(head));

/** Addresses of the leads that a digest calls new: what still waits has a block of its own. */
const newLinksOf = ({ blocks }: Pick<SlackMessage, 'blocks'>) => {
  const waiting = blocks.findIndex((block) => mrkdwnOf({ blocks: [block] }).includes('Still waiting'));
  return linksOf({ blocks: waiting < 0 ? blocks : blocks.slice(0, waiting) });
};

/** From nine o'clock until 13:05, when what was due at nine is given up. */
const GIVEN_UP = 245;
const DAY = 1_440;

test('the first digest comes', async () => {
  await journey.pass({ minutes: 1 });
  expect(await digests()).toHaveLength(1);
});

test.each(MISSED)(
  'a feed says in one line that the API is $kind, and the next poll is good',
  async ({ kind, operation, why, line = NO_DIGEST }) => {
    const [said, posted, failed] = [(await linesOf(line)).length, (await digests()).length, failures()];
    const sameDay = operation === '*' ? 0 : 1;
    await journey.breakApi({ operation, kind });
    await journey.advance({ days: 1 });
    // One that time overtakes is not given up before its next try.
    await until('the polls to fail', async () => {
      return failures() >= failed + 2 - sameDay && (await digests()).length === posted + sameDay;
    });
    await journey.advance({ minutes: GIVEN_UP });
    const told = await until('the line', async () => (await linesOf(line))[said]);
    expect(told.text).toContain(`${why} since `);

    await journey.mendApi();
    await journey.pass({ minutes: DAY - GIVEN_UP });
    expect(await digests()).toHaveLength(posted + sameDay + 1);
    const over = await until('the line to end', async () => {
      const now = (await linesOf(line))[said];
      return now?.text.includes(' lasted ') && now;
    });
    expect(over.ts).toBe(told.ts);
  },
);

test.each(['unit_scale', 'reissued_ids'])(
  'a digest bears that the API is %s: it comes, and calls no lead new a second time',
  async (kind) => {
    const before = await digests();
    await journey.breakApi({ operation: 'community_leads', kind });
    await journey.pass({ days: 1 });
    const after = await digests();
    expect(after).toHaveLength(before.length + 1);
    const known = new Set(before.flatMap(linksOf));
    const news = newLinksOf(after.at(-1) ?? { blocks: [] });
    expect(news.length).toBeGreaterThan(0);
    expect(news.filter((link) => known.has(link))).toEqual([]);
    await journey.mendApi();
  },
);

test('a list that is all new at once is held, until somebody resumes the feed', async () => {
  await journey.breakApi({ operation: 'community_leads', kind: 'reissued_threads' });
  const before = await digests();
  await journey.pass({ days: 1 });
  expect(await digests()).toHaveLength(before.length);
  const held = await until('the word of it', async () => {
    return (await linesOf({ channel: HERE, head: 'Tidewater: digest held' }))[0];
  });
  expect(held.text).toMatch(/digest held\n\d+ of \d+ leads came back as new at once/);

  await journey.mendApi();
  await journey.slack.press(BEN, HERE, held, 'feed.resume');
  await until('the best of the known list', async () => (await digests()).length === before.length + 1);
});

test('an API that hangs is given up, for a person as for a feed, and both come back', async () => {
  const projects = await withFeeds({ Tidewater: DIGESTS });
  const hasty = await startJourney({ projects, apiTimeouts: { headers: 250, total: 400 } });
  const said = async () => (await hasty.slack.rows(ANA, HERE)).map(({ text }) => text);
  try {
    await hasty.breakApi({ operation: '*', kind: 'hang' });
    await hasty.advance({ minutes: 1 });
    const answer = hasty.slack.ask(ANA, HERE, '/visibility topics');
    await until('the poll to be given up', () => hasty.bot().stderr().includes('"Slot failed"'));
    expect(await answer).toMatch(/^The API is too slow to answer right now\. .*Try again$/);
    await hasty.advance({ minutes: GIVEN_UP });
    await until('the line', async () =>
      (await said()).some((text) => /^⚠️ Tidewater: no digest .* The API hasn’t answered since /.test(text)),
    );

    await hasty.mendApi();
    expect(await hasty.slack.ask(ANA, HERE, '/visibility topics')).toMatch(TOPICS.again);
    await hasty.pass({ minutes: DAY - GIVEN_UP });
    expect(postsOf(await hasty.slack.history(HERE), 'lead_digest')).toHaveLength(1);
  } finally {
    await hasty.end();
  }
});
