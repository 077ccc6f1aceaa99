/** Random lines and broken payloads, over a thousand at night, all validly signed: each is answered or refused, and nothing leaks. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carry } from '../../src/carried.ts';
import { ACTIONS } from '../../src/messages/actions.ts';
import { ACTION_ROUTES, COMMANDS, SHORTCUT_ROUTES, VIEW_ROUTES } from '../../src/surface/index.ts';
import { carryQuestion } from '../../src/surface/run-command.ts';
import { anyCharacter } from '../support/arbitraries.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN, GIA, OTO } from '../support/local-slack.ts';
import { nodesOf } from '../support/posts.ts';
import { runs } from '../support/runs.ts';
import { ACME, API_KEY, RANDOM, SIGNING_SECRET, startTestSandbox, TIDEWATER } from '../support/sandbox.ts';
import { until } from '../support/until.ts';
import { PINGS, startHostileBodies } from '../surface/hostile-bodies.ts';
import { mutated, mutations } from '../surface/mutations.ts';
import { type Said, type SignedSlack, startSignedSlack } from '../surface/signed-slack.ts';

const MANY = runs(75, 1_500);
const AT_ONCE = 150;
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
/** What a person types into the form of connect. */
const TYPED_KEY = 'a-key-that-is-typed';
const SECRETS = [API_KEY, SIGNING_SECRET, ENCRYPTION_KEY, TYPED_KEY, 'xoxb-demo'];

let api: Awaited<ReturnType<typeof startHostileBodies>>;
let journey: Journey;
let slack: SignedSlack;

beforeAll(async () => {
  api = await startHostileBodies();
  const sandbox = await startTestSandbox();
  slack = await startSignedSlack(sandbox.slack.url, () => journey.bot().eventsUrl);
  const environment = { SLACK_API_URL: slack.apiUrl, VISIBILITY_BASE_URL: api.baseUrl, ENCRYPTION_KEY };
  journey = await startJourney({ apart: true, sandbox, environment });
});

afterAll(async () => {
  await journey?.end();
  await slack?.close();
  await api?.close();
});

const person = fc.constantFrom(ANA, BEN, GIA, OTO);
const channel = fc.constantFrom(ACME.leads, ACME.scores, TIDEWATER.channel, RANDOM, 'D0ANYBODY', '');

const word = fc.oneof(
  fc.constantFrom(
    ...COMMANDS.flatMap(({ command }) => command.example.split(' ')),
    ...['all', 'warm', 'export', '30d', 'in', 'Acme', 'Tidewater', 'L1', 'until', 'tomorrow', ACME.id],
    ...['<!channel>', '&lt;!channel&gt;', '<@U0EVIL0001|eve>', '<#C0ACMELEADS|acme-leads>', '<#C0RANDOM>'],
    ...['<http://evil.example|x>', '__proto__', 'constructor', 'engine:', 'engine:x', '"', '“', PINGS],
    ...['x'.repeat(3_000), '&amp;'.repeat(600), '\u202E', '\uD800'],
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const phrase = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
const line = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...COMMANDS), phrase)
      .map(([{ command }, rest]) => `${command.name} ${rest}`),
  },
  { weight: 1, arbitrary: phrase },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 100 }) },
);

/** What Slack never sends, though it be signed: Bolt itself stumbles over each. */
const UNREADABLE: readonly unknown[] = [
  null,
  7,
  'a word',
  [],
  {},
  ...['block_actions', 'view_submission', 'view_closed', 'shortcut', 'message_action', 'unheard_of'].flatMap(
    (type) => [
      { type },
      { type, user: null, view: null, actions: null, channel: null },
      { type, user: 7, view: 7, actions: 7, channel: 7, team: 7 },
      { type, user: { id: ANA }, actions: [], team: { id: 'T0LOCAL01' } },
      { type, user: { id: ANA }, actions: [null], team: { id: 'T0LOCAL01' }, view: {} },
    ],
  ),
  { type: 'event_callback', event: 'a word' },
  { type: 'event_callback', event: null },
];

/** Sends all of them, no more at once than the bot begins; the statuses in their order. */
async function sendAll(bodies: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let from = 0; from < bodies.length; from += AT_ONCE) {
    const some = bodies.slice(from, from + AT_ONCE);
    statuses.push(...(await Promise.all(some.map(async (body) => (await slack.send(body)).status))));
    await until('the bot to have answered', async () => (await underWay()) === 0);
  }
  return statuses;
}

async function underWay(): Promise<number> {
  const text = await (await fetch(journey.bot().metricsUrl)).text();
  return Number(text.match(/^sightline_requests_under_way (\d+)$/m)?.[1] ?? Number.NaN);
}

/** The texts in which Slack reads references. */
function readTexts({ words }: Said): string[] {
  const read = nodesOf(parsedDeeply(JSON.parse(words))).flatMap(({ type, text }) =>
    typeof text === 'string' && (type === undefined || type === 'mrkdwn' || type === 'plain_text')
      ? text
      : [],
  );
  return read.map(String);
}

/** Arguments of the Web API hold their blocks as JSON. */
function parsedDeeply(args: Record<string, unknown>): unknown {
  const opened = (value: unknown) =>
    typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, /^(blocks|view)$/.test(name) ? opened(value) : value]),
  );
}

function expectHarmless(): void {
  const everything = slack.everything();
  const leaking = everything.filter(({ words }) => SECRETS.some((secret) => words.includes(secret)));
  expect(leaking).toEqual([]);
  const pinging = everything
    .flatMap(readTexts)
    .filter((text) => /<!(?!date\^)|<@U0EVIL|<http:\/\/evil/.test(text));
  expect(pinging).toEqual([]);
  // Or nothing was tried: the words did come through, as the text that they are.
  expect(
    everything.flatMap(readTexts).filter((text) => text.includes('&lt;!channel&gt;')).length,
  ).toBeGreaterThan(MANY / 10);
}

/** What nobody foresaw stands in the log, with its reference. */
const unforeseen = () =>
  (journey.bot().stdout() + journey.bot().stderr())
    .split('\n')
    .filter((entry) => entry.includes('A request failed') || entry.includes('An unhandled error'));

test(`${MANY} random command lines are each answered`, async () => {
  const asked = fc.sample(fc.record({ person, channel, line }), { numRuns: MANY, seed: 7 });
  const bodies = asked.map(({ line: text, ...from }, i) => slack.command({ ...from, id: `line-${i}` }, text));
  const statuses = await sendAll(bodies);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  await until('all answers', () => asked.every((_, i) => slack.saidTo(`line-${i}`).length > 0));
  expectHarmless();
  expect(unforeseen()).toEqual([]);
});

test(`${MANY} broken payloads are each taken or refused`, async () => {
  const feed = `leads:${ACME.id}:${ACME.leads}`;
  const values = fc.constantFrom(
    carry('lead', { handle: 'L1', projectId: ACME.id }),
    carry('lead_choice', { handle: 'L1', projectId: ACME.id, verb: 'snooze' }),
    carry('feed', { feed, choice: 'edit' }),
    carry('leads', { projectId: ACME.id, handles: ['L1', 'L2'], list: { of: PINGS, page: 1 } }),
    feed,
    JSON.stringify({ project: ACME.id, prompt: PINGS, kind: 'engines', from: 0, to: 9e12, round: 0 }),
    ...COMMANDS.map(({ command }) => carryQuestion(command.name, PINGS, ACME.id, 9e12)),
  );
  const metadata = fc.constantFrom(
    '',
    JSON.stringify({
      project: ACME.id,
      channel: ACME.leads,
      ts: '1.2',
      leads: ['L1', 'L2'],
      applies: '',
      before: [],
      prompt: { id: ACME.id, text: PINGS },
    }),
    JSON.stringify({ project: ACME.id, channel: ACME.leads, kind: 'engines', before: [] }),
    JSON.stringify({ project: ACME.id, channel: RANDOM, kind: 'leads', feed, revision: 1 }),
  );
  const field = (value: string) => ({ type: 'plain_text_input', value });
  const fields = (text: string) => ({
    prompt: { text: field(text) },
    set: { ids: { type: 'multi_static_select', selected_options: [{ value: ACME.id }] } },
    schedule: { 'feed.schedule': field(text) },
    channel: { [ACTIONS.feedChannel]: { type: 'conversations_select', selected_conversation: ACME.leads } },
    id: { id: field(ACME.id) },
    name: { name: field(text) },
    apiKey: { apiKey: field(TYPED_KEY) },
    url: { url: field(text) },
  });
  const ids = (routes: readonly { id: string }[]) =>
    fc.constantFrom(...routes.map(({ id }) => id), 'gone.long_ago');
  const one = fc.record({
    from: fc.record({ person, channel }),
    kind: fc.constantFrom('click', 'click', 'submission', 'shortcut'),
    // Half of them ask again what a button carries, which comes back in the answer.
    action: fc.oneof(
      ids(ACTION_ROUTES.map(({ action }) => action)),
      fc.constantFrom('page.next', 'page.previous', 'page.as_table', 'share.here'),
    ),
    view: ids(VIEW_ROUTES.map(({ view }) => view)),
    shortcut: ids(SHORTCUT_ROUTES.map(({ shortcut }) => shortcut)),
    value: values,
    metadata,
    text: fc.oneof(word, fc.constant('Mondays 8:00')),
    changes: mutations,
  });
  const sent = fc.sample(one, { numRuns: MANY, seed: 8 }).map((given, i) => {
    const from = { ...given.from, id: `click-${i}` };
    const payload =
      given.kind === 'click'
        ? slack.click(from, given.action, given.value, { isPrivate: i % 2 === 0 })
        : given.kind === 'submission'
          ? slack.submission(from, given.view, given.metadata, fields(given.text))
          : slack.shortcut(from, given.shortcut, given.text);
    return slack.interaction(mutated(payload, given.changes));
  });
  sent.push(...UNREADABLE.map(slack.interaction));
  const statuses = await sendAll(sent);
  expect(sent.filter((_, i) => (statuses[i] ?? 500) >= 500)).toEqual([]);
  const still = { person: ANA, channel: ACME.leads, id: 'still there' };
  await slack.send(slack.command(still, 'metrics'));
  expect(await slack.answerTo(still.id)).toContain('average score');
  expectHarmless();
  expect(unforeseen()).toEqual([]);
  expect(journey.bot().running()).toBe(true);
});
