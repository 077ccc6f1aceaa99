/** The bot without a public address: it opens a socket to Slack, and everything comes and goes over that. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLE_PROJECTS, startBotHere } from '../support/bot.ts';
import { createFolder } from '../support/folder.ts';
import { figuresIn } from '../support/idle.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import { mrkdwnOf, onlyOne, postsOf, valuesOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { startResponseUrls } from '../support/response-urls.ts';
import { ACME, startTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { REASONS, startSocketSlack } from '../support/socket-slack.ts';
import { until } from '../support/until.ts';

const APP_TOKEN = 'xapp-of-the-journeys';
const TEAM = 'T0LOCAL01';
const NO_SOCKET = 'Slack opens no socket for SLACK_APP_TOKEN; trying again';

/** The lines of a bot's log that are whole. */
const linesOf = (stderr: string) =>
  stderr
    .split('\n')
    .slice(0, -1)
    .map((line): { level: number; msg: string; reason?: string; err?: object } => JSON.parse(line));

let sandbox: TestSandbox;
let slack: Awaited<ReturnType<typeof startSocketSlack>>;
let urls: Awaited<ReturnType<typeof startResponseUrls>>;
let journey: Journey;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  slack = await startSocketSlack(sandbox.slack.url, APP_TOKEN);
  urls = await startResponseUrls();
  const environment = {
    SLACK_API_URL: slack.apiUrl,
    SLACK_SIGNING_SECRET: '',
    SLACK_APP_TOKEN: APP_TOKEN,
    LOG_LEVEL: 'trace',
  };
  const projects = await exampleProjects((file) => ({ ...file, owners: [BEN] }));
  journey = await startJourney({ sandbox, environment, projects });
  await journey.pass({ minutes: 1 });
});

afterAll(async () => {
  await journey?.end();
  await urls?.close();
  await slack?.close();
});

/** A command of Ana's, whose answer is found by `name`. */
const commandOf = (text: string, name: string) => ({
  command: '/visibility',
  text,
  team_id: TEAM,
  channel_id: ACME.leads,
  user_id: ANA,
  trigger_id: name,
  response_url: urls.urlFor(name),
});

/** Resolves when it is answered. */
async function ask(text: string, name: string) {
  expect(await slack.request('slash_commands', commandOf(text, name))).toEqual({ body: {} });
  return urls.answerAt(name);
}

test('the morning’s posts need no address either', async () => {
  onlyOne(postsOf(await journey.slack.history(ACME.leads), 'lead_digest'));
  expect(slack.opened()).toBe(1);
});

test('/metrics tells that the socket stands', async () => {
  const metrics = await (await fetch(journey.bot().metricsUrl)).text();
  expect(figuresIn(metrics)('sightline_slack_socket_open')).toBe(1);
});

test('an app token that Slack refuses leaves the bot unready: it asks again, and the log says of what', async () => {
  const folder = await createFolder();
  const bot = await startBotHere({
    ...journey.botEnvironment,
    SLACK_API_URL: slack.apiUrl,
    SLACK_SIGNING_SECRET: '',
    SLACK_APP_TOKEN: 'xapp-of-nobody',
    PROJECTS_FILE: EXAMPLE_PROJECTS,
    DATA_DIR: folder.path,
  });
  const warnings = () => linesOf(bot.stderr()).filter(({ msg }) => msg.includes('SLACK_APP_TOKEN'));
  await until('a refusal in the log', () => warnings().length > 0);
  expect(warnings()[0]).toMatchObject({ level: 40, reason: 'invalid_auth' });
  expect(linesOf(bot.stderr()).filter(({ level, err }) => level > 40 || err)).toEqual([]);
  const readiness = await fetch(bot.readyUrl);
  expect(readiness.status).toBe(503);
  expect(await readiness.text()).toContain('Slack refuses SLACK_APP_TOKEN (invalid_auth)');
  expect(await bot.stop()).toBe(0);
  await folder.remove();
});

test('a Slack that gives no socket yet is asked until it does, without a restart', async () => {
  const folder = await createFolder();
  const later = await startSocketSlack(sandbox.slack.url, APP_TOKEN);
  later.setSockets(false);
  const bot = await startBotHere({
    ...journey.botEnvironment,
    SLACK_API_URL: later.apiUrl,
    SLACK_SIGNING_SECRET: '',
    SLACK_APP_TOKEN: APP_TOKEN,
    PROJECTS_FILE: EXAMPLE_PROJECTS,
    DATA_DIR: folder.path,
  });
  await until('a refusal in the log', () => bot.stderr().includes(NO_SOCKET));
  expect(linesOf(bot.stderr()).find(({ msg }) => msg === NO_SOCKET)).toMatchObject({ reason: 'http_503' });
  later.setSockets(true);
  await until('the bot to be ready', async () => (await fetch(bot.readyUrl)).status === 200);
  expect(later.opened()).toBe(1);
  expect(await bot.stop()).toBe(0);
  await later.close();
  await folder.remove();
});

test('a command is acknowledged over the socket and answered at its response_url', async () => {
  const answer = await ask('topic pricing', 'topic');
  expect(answer.response_type).toBe('ephemeral');
  expect(mrkdwnOf(answer)).toContain('*Acme on “pricing”*');
});

test('a click on a button, in a block without an id, edits its message', async () => {
  const here = ACME.scores;
  const post = onlyOne(postsOf(await journey.slack.history(here), 'segment_suggestion'));
  const { ts } = post;
  const value = valuesOf(post)['suggestion.dismiss'];
  await slack.request('interactive', {
    type: 'block_actions',
    team: { id: TEAM },
    user: { id: ANA, team_id: TEAM },
    trigger_id: 'a click',
    response_url: urls.urlFor('click'),
    channel: { id: here },
    container: { type: 'message', message_ts: ts, channel_id: here },
    message: { ts },
    actions: [{ type: 'button', action_id: 'suggestion.dismiss', value, action_ts: ts }],
  });
  await until('the edit', async () =>
    mrkdwnOf(onlyOne(postsOf(await journey.slack.history(here), 'segment_suggestion'))).includes(
      `Dismissed by <@${ANA}>`,
    ),
  );
});

test.each([
  ['a click of nobody', { type: 'block_actions', team: { id: TEAM }, actions: [] }],
  ['a submission of nothing', { type: 'view_submission', team: { id: TEAM }, user: { id: ANA } }],
])('%s is acknowledged, so that it does not come again, and nothing is done', async (_, payload) => {
  expect(await slack.request('interactive', payload)).toEqual({ body: {} });
  expect(journey.bot().running()).toBe(true);
});

test.each([
  ['a click on what is no button', { type: 'block_actions', actions: [{ action_id: 'lead.claim' }] }],
  ['a form without an id', { type: 'view_submission', view: { type: 'modal', callback_id: 'connect' } }],
])('%s is acknowledged, and the person reads that nothing changed', async (name, payload) => {
  const who = { team: { id: TEAM }, user: { id: ANA, team_id: TEAM }, trigger_id: name };
  const place = { channel: { id: ACME.leads }, response_url: urls.urlFor(name) };
  expect(await slack.request('interactive', { ...who, ...place, ...payload })).toEqual({ body: {} });
  expect(mrkdwnOf(await urls.answerAt(name))).toContain('nothing changed');
});

test('an event without an event, and null, are acknowledged, and the bot lives on', async () => {
  for (const payload of [{ type: 'event_callback', team_id: TEAM }, null, 'a word'])
    expect(await slack.request('events_api', payload)).toEqual({ body: {} });
  expect(mrkdwnOf(await ask('help', 'after the odd ones'))).toContain('*Sightline*');
});

test('the same command three times has one answer', async () => {
  const envelope = { type: 'slash_commands', envelope_id: 'thrice', payload: commandOf('help', 'thrice') };
  for (const _ of [1, 2, 3]) slack.send(envelope);
  await until('all acknowledgements', () => slack.acknowledgements('thrice').length === 3);
  await urls.answerAt('thrice');
  await ask('help', 'after three');
  expect(urls.timesAt('thrice')).toBe(1);
});

test.each(REASONS)('while Slack takes a socket away (%s) no command is lost', async (reason) => {
  const before = slack.opened();
  const names: string[] = [];
  for (let i = 0; i < 20 || slack.opened() === before; i += 1) {
    if (i === 5) slack.recycle(reason);
    const name = `${reason}-${i}`;
    names.push(name);
    slack.send({ type: 'slash_commands', envelope_id: name, payload: commandOf('help', name) });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await Promise.all(names.map(urls.answerAt));
  expect(names.map((name) => slack.acknowledgements(name).length)).toEqual(names.map(() => 1));
});

test('there is no address for requests over HTTP', async () => {
  expect((await fetch(journey.bot().eventsUrl, { method: 'POST' })).status).toBe(404);
});

test('a socket that Slack takes away is replaced, also when Slack is down at that moment', async () => {
  const before = slack.opened();
  slack.setDown(true);
  slack.recycle();
  await until('a try that fails', () => slack.turnedAway() > 0);
  slack.setDown(false);
  await until('another socket', () => slack.opened() > before || !journey.bot().running());
  expect(journey.bot().running()).toBe(true);
  expect(mrkdwnOf(await ask('help', 'afterwards'))).toContain('*Sightline* posts community leads');
});

test('neither token is in the log, however much is logged', () => {
  const log = journey.bot().stderr();
  expect(log).toContain('"level":10');
  for (const secret of [APP_TOKEN, 'xoxb-demo']) expect(log).not.toContain(secret);
});
