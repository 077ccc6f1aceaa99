/** A project does not exist for whoever is in none of its channels: not in what they type, click, submit or look for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACTIONS, VIEWS } from '../../src/slack/blocks.ts';
import { ACTION_ROUTES, COMMANDS, SHORTCUT_ROUTES, VIEW_ROUTES } from '../../src/surface/index.ts';
import { questionOf } from '../../src/surface/run-command.ts';
import { type SignedSlack, startSignedSlack } from '../surface/signed-slack.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { BEN } from '../support/local-slack.ts';
import { onlyOne, postsOf } from '../support/posts.ts';
import { ACME, RANDOM, startTestSandbox, TIDEWATER } from '../support/sandbox.ts';

const PROJECTS = [
  { ...ACME, name: 'Acme', channel: ACME.leads },
  { ...TIDEWATER, name: 'Tidewater' },
];

/** An admin, who may do everything where they are; they are in no channel that shows a project. */
const OUTSIDE = BEN;

let journey: Journey;
let slack: SignedSlack;
let asked = 0;
/** What is found in the API and in Slack of each project, and must not be found out. */
let secrets: string[];
let posts: Record<string, string>;

beforeAll(async () => {
  const sandbox = await startTestSandbox();
  slack = await startSignedSlack(sandbox.slack.url, () => journey.bot().eventsUrl);
  const encryption = Buffer.alloc(32, 7).toString('base64');
  const environment = { SLACK_API_URL: slack.apiUrl, ENCRYPTION_KEY: encryption };
  journey = await startJourney({ sandbox, environment });
  await journey.pass({ minutes: 1 });
  const leads = await Promise.all(PROJECTS.map(({ id }) => journey.leads(id)));
  const titles = leads.flat().map(({ title }) => title.slice(0, 30));
  secrets = [...titles, 'k8s cost alerts', 'Cost monitoring', ...PROJECTS.flatMap(({ name }) => [name])];
  posts = Object.fromEntries(
    await Promise.all(
      PROJECTS.map(async ({ id, channel }) => [
        id,
        onlyOne(postsOf(await journey.slack.history(channel), 'lead_digest')).ts,
      ]),
    ),
  );
  for (const channel of [ACME.leads, ACME.scores, TIDEWATER.channel])
    await journey.slack.say(BEN, channel, '/remove @ben');
});

afterAll(async () => {
  await journey?.end();
  await slack?.close();
});

const from = (channel = RANDOM) => ({ person: OUTSIDE, channel, id: `asked-${asked++}` });

/** Sends it, and gives back all that was said to it or to the person. `given` is what they knew already. */
async function learnt(payload: (id: string) => string, id: string, given: readonly string[]): Promise<string> {
  const before = slack.saidTo(OUTSIDE).length;
  const { status, words } = await slack.send(payload(id));
  expect(status).toBe(200);
  const answer = await Promise.any([slack.answerTo(id), directly(before)]);
  const said = [words, answer, ...slack.saidTo(id), ...slack.saidTo(OUTSIDE).slice(before)].join('\n');
  return given.reduce((text, known) => text.replaceAll(known, ''), said.replaceAll('for example Acme', ''));
}

/** What comes without an address of the request's own. */
async function directly(before: number): Promise<string> {
  const { until } = await import('../support/until.ts');
  return until('a word to the person', () => slack.saidTo(OUTSIDE)[before]);
}

function expectNothing(said: string): void {
  for (const secret of secrets) expect(said).not.toContain(secret);
  expect(said).not.toMatch(/fault is ours/);
}
