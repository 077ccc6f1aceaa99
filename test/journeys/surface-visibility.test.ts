/** A project does not exist for whoever is in none of its channels: not in what they type, click, submit or look for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carry } from '../../src/carried.ts';
import { ACTIONS, VIEWS } from '../../src/messages/actions.ts';
import { ACTION_ROUTES, COMMANDS, SHORTCUT_ROUTES, VIEW_ROUTES } from '../../src/surface/index.ts';
import { carryQuestion } from '../../src/surface/run-command.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import { onlyOne, postsOf } from '../support/posts.ts';
import { ACME, RANDOM, startTestSandbox, TIDEWATER } from '../support/sandbox.ts';
import { until } from '../support/until.ts';
import { type SignedSlack, startSignedSlack } from '../surface/signed-slack.ts';

const PROJECTS = [
  { ...ACME, name: 'Acme', channel: ACME.leads },
  { ...TIDEWATER, name: 'Tidewater' },
];

/** They change a form that is open, and answer in it alone. */
const FORM_FIELDS: ReadonlySet<string> = new Set([
  ACTIONS.feedKind,
  ACTIONS.feedChannel,
  ACTIONS.feedSchedule,
]);

/** What stands in a modal while the bot works. */
const WORKING = /\\?"section\\?",\\?"text\\?":\{\\?"type\\?":\\?"plain_text\\?"/;

/** As they would be filled in. */
const FIELDS = {
  prompt: { text: { type: 'plain_text_input', value: 'best crm for startups' } },
  project: { id: { type: 'static_select', selected_option: { value: ACME.id } } },
  set: { ids: { type: 'checkboxes', selected_options: [{ value: ACME.id }] } },
  kind: { [ACTIONS.feedKind]: { type: 'static_select', selected_option: { value: 'leads' } } },
  channel: { [ACTIONS.feedChannel]: { type: 'conversations_select', selected_conversation: RANDOM } },
  schedule: { [ACTIONS.feedSchedule]: { type: 'plain_text_input', value: 'Mondays 8:00' } },
  name: { name: { type: 'plain_text_input', value: 'Mine' } },
  id: { id: { type: 'plain_text_input', value: ACME.id } },
  apiKey: { apiKey: { type: 'plain_text_input', value: 'guessed-key' } },
};

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
  secrets = [
    ...titles,
    'k8s cost alerts',
    'Cost monitoring',
    ...PROJECTS.flatMap(({ id, name }) => [id, name]),
  ];
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

/** Sends it, and gives back all that is said to it or to the person, without what they wrote themselves. */
async function learned(id: string, body: string, given: readonly string[]): Promise<string> {
  const before = slack.saidTo(OUTSIDE).length;
  const { status, words } = await slack.send(body);
  expect(status).toBe(200);
  const heard = () => [words, ...slack.saidTo(id), ...slack.saidTo(OUTSIDE).slice(before)];
  await until(`an answer to ${id}`, () => heard().some((said) => said && !WORKING.test(said)));
  const said = heard().join('\n');
  return given.reduce((text, known) => text.replaceAll(known, ''), said.replaceAll('for example Acme', ''));
}

function expectNothing(said: string): void {
  expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
  expect(said).not.toMatch(/fault is ours/);
}

/** What a button or a modal of each kind carries, for a project that is not theirs. */
function carriedOf({ id, channel }: (typeof PROJECTS)[number]): string[] {
  const feed = `leads:${id}:${channel}`;
  return [
    carry('lead', { handle: 'L1', projectId: id }),
    carry('lead_choice', { handle: 'L1', projectId: id, verb: 'why' }),
    carry('lead_choice', { handle: 'L1', projectId: id, verb: 'dismiss' }),
    carry('feed', { feed }),
    carry('feed', { feed, choice: 'edit' }),
    carry('feed', { feed, choice: 'pause' }),
    carry('leads', { projectId: id, handles: ['L1'] }),
    carry('threshold', { feed, revision: 0, minChange: 8 }),
    carry('min_score', { feed, to: 70 }),
    carry('suggestion', { project: id, suggestion: 's1' }),
    JSON.stringify({ project: id, prompt: 'best crm', kind: 'engines', from: 0, to: 9e12 }),
    carry('run', { project: id, id: '91c10690-f5d2-4536-b2f2-9139a13d0eaa' }),
    carry('muted_place', { subscription: feed, place: 'r/devops', round: 0 }),
    carryQuestion('leads', '', id, 9e12),
    carryQuestion('prompts', '', id, 9e12),
    carryQuestion('export', '30d', id, 9e12),
  ];
}

describe.each(PROJECTS)('of $name, somebody in none of its channels learns nothing', (project) => {
  const { id, name } = project;

  test.each(COMMANDS.map(({ command }) => command.name))('by /visibility %s', async (command) => {
    const { example = '' } = COMMANDS.find((route) => route.command.name === command)?.command ?? {};
    const namingNone = project === PROJECTS[0] ? [command, `${command} in #acme-leads`] : [];
    for (const line of [...namingNone, `${command} in ${name}`, `${example} in ${id}`]) {
      const asker = from();
      expectNothing(await learned(asker.id, slack.command(asker, line), [name, id, example]));
    }
  });

  test.each(SHORTCUT_ROUTES.map(({ shortcut }) => shortcut.id))('by the shortcut %s', async (shortcut) => {
    const [lead] = await journey.leads(id);
    const text = shortcut === 'prompt.track' ? '' : `Look: ${lead?.url} and L1 of ${name}`;
    const asker = from();
    const body = slack.interaction(slack.shortcut(asker, shortcut, text));
    expectNothing(await learned(asker.id, body, [name, text]));
  });
});

// What is forged names a project by its id, whichever it is.
describe.each(PROJECTS.slice(0, 1))('of $name, they learn nothing', (project) => {
  const { id, name, channel } = project;

  test.each(ACTION_ROUTES.map(({ action }) => action.id).filter((action) => !FORM_FIELDS.has(action)))(
    'by the button %s with a forged value',
    async (action) => {
      for (const value of carriedOf(project)) {
        const asker = from();
        const click = slack.click(asker, action, value, { ts: posts[id] ?? '', isPrivate: true });
        expectNothing(await learned(asker.id, slack.interaction(click), [name, id, channel]));
      }
    },
  );

  test.each(VIEW_ROUTES.map(({ view }) => view.id))(
    'by the modal %s with forged metadata',
    async (callback) => {
      const prompt = { id, text: 'k8s cost alerts' };
      const metadata = {
        project: id,
        channel: RANDOM,
        ts: posts[id],
        applies: '',
        kind: 'engines',
        before: [],
        prompt,
      };
      for (const more of [{ leads: ['L1'] }, { channel: 'D0BEN', leads: ['L1'] }]) {
        const asker = from();
        const forged = JSON.stringify({
          ...metadata,
          ...more,
          kind: callback === VIEWS.feedForm ? 'leads' : 'engines',
        });
        const submission = slack.submission(asker, callback, forged, FIELDS);
        expectNothing(
          await learned(asker.id, slack.interaction(submission), [name, id, ACME.id, prompt.text]),
        );
      }
    },
  );
});

test('nothing of it was written, sent or changed', async () => {
  expect(await journey.writes()).toEqual([]);
  expect(slack.everything().filter(({ how }) => how.startsWith('files.'))).toEqual([]);
});

test('a feed that stands still is not set going from elsewhere', async () => {
  await journey.slack.say(ANA, ACME.leads, '/invite @ben');
  expect(await journey.slack.ask(BEN, ACME.leads, '/visibility pause leads')).toMatch(/^Paused\./);
  const asker = from();
  const click = slack.click(
    asker,
    ACTIONS.feedResume,
    carry('feed', { feed: `leads:${ACME.id}:${ACME.leads}` }),
  );
  expectNothing(await learned(asker.id, slack.interaction(click), []));
  expect(await journey.slack.ask(BEN, ACME.leads, '/visibility feeds')).toMatch(/leads in .* paused since /);
  const audited = from();
  expectNothing(await learned(audited.id, slack.command(audited, 'audit'), []));
});
