/** Two workspaces install one bot, over Slack's own OAuth: each has its projects, its channels, its token and its answers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../src/clock.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { APP, startOAuthSlack } from '../support/oauth-slack.ts';
import { exampleProjects } from '../support/projects.ts';
import { startResponseUrls } from '../support/response-urls.ts';
import { ACME, SIGNING_SECRET, TIDEWATER } from '../support/sandbox.ts';
import { commandBody, signed } from '../support/slack-request.ts';
import { until } from '../support/until.ts';

const ONE = { team: 'T0ONE', channel: 'C0ONE', project: ACME.id };
const TWO = { team: 'T0TWO', channel: 'C0TWO', project: TIDEWATER.id };
/** A Slack Connect channel, which both workspaces have. */
const BOTH = 'C0BOTH';

let slack: Awaited<ReturnType<typeof startOAuthSlack>>;
let urls: Awaited<ReturnType<typeof startResponseUrls>>;
let journey: Journey;
let environment: Record<string, string>;

beforeAll(async () => {
  slack = await startOAuthSlack();
  urls = await startResponseUrls();
  const places: Record<string, typeof ONE> = { Acme: ONE, Tidewater: TWO };
  const projects = await exampleProjects((file) => ({
    ...file,
    projects: file.projects.map(({ id, name }) => {
      const { team: workspace, channel } = places[name] ?? ONE;
      return { id, name, workspace, visible_in: [BOTH], leads: { channel, schedule: 'every day at 9:00' } };
    }),
  }));
  environment = {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: '',
    SLACK_CLIENT_ID: APP.clientId,
    SLACK_CLIENT_SECRET: APP.clientSecret,
    SLACK_STATE_SECRET: 'state secret of the journeys',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  journey = await startJourney({ projects, environment });
});

afterAll(async () => {
  await journey?.end();
  await urls?.close();
  await slack?.close();
});

const address = (path: string) => new URL(path, journey.bot().eventsUrl).href;

/** Opens /slack/install as a browser does; answers where it leads, the state, and the cookie that came with it. */
async function begin() {
  const answer = await fetch(address('/slack/install'), { redirect: 'manual' });
  const to = new URL(answer.headers.get('location') ?? '');
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { status: answer.status, to, state: to.searchParams.get('state') ?? '', cookie };
}

/** Comes back from Slack with these parameters. */
async function comeBack(parameters: Record<string, string>, cookie: string) {
  const answer = await fetch(address(`/slack/oauth_redirect?${new URLSearchParams(parameters)}`), {
    headers: { cookie },
  });
  return { status: answer.status, text: await answer.text() };
}

async function install(team: string) {
  const { state, cookie } = await begin();
  return comeBack({ code: slack.agree(team), state }, cookie);
}

/** What a workspace was posted since the last look, as channel and project. */
let seen = 0;
function newPosts() {
  const posts = slack.posts.slice(seen).map(({ team, channel, project }) => ({ team, channel, project }));
  seen = slack.posts.length;
  return posts.sort((a, b) => a.team.localeCompare(b.team));
}

let asked = 0;
/** Sends a command as Slack does; its answer comes to the address `name`. */
async function say(team: string, channel: string, text: string) {
  asked += 1;
  const name = `answer-${asked}`;
  const fields = { command: '/visibility', text, team_id: team, channel_id: channel, user_id: 'U0ANA' };
  const body = commandBody({ ...fields, trigger_id: name, response_url: urls.urlFor(name) });
  const request = signed(body, { secret: SIGNING_SECRET, at: systemClock().now() });
  return { name, status: (await fetch(journey.bot().eventsUrl, request)).status };
}

/** What somebody of a workspace is answered in a channel. */
async function ask(team: string, channel: string, text: string): Promise<string> {
  const { name, status } = await say(team, channel, text);
  expect(status).toBe(200);
  return JSON.stringify(await urls.answerAt(name));
}

/** Slack tells of something that happened in a workspace, now. */
async function tell(team: string, event: object): Promise<void> {
  const at = systemClock().now();
  const told = { type: 'event_callback', team_id: team, event_time: Math.floor(at / 1000) + 1, event };
  const body = JSON.stringify({ ...told, event_id: `Ev${at}`, api_app_id: 'A0SIGHTLINE' });
  const request = signed(body, { secret: SIGNING_SECRET, at });
  const headers = {
    ...z.record(z.string(), z.string()).parse(request.headers),
    'content-type': 'application/json',
  };
  expect((await fetch(journey.bot().eventsUrl, { ...request, headers })).status).toBe(200);
}

test('a bot that nobody has installed yet is ready to be installed', async () => {
  expect((await fetch(journey.bot().readyUrl)).status).toBe(200);
  const { status, to, state } = await begin();
  expect(status).toBe(302);
  expect(`${to.origin}${to.pathname}`).toBe(slack.authorizeUrl);
  expect(to.searchParams.get('client_id')).toBe(APP.clientId);
  expect(to.searchParams.get('scope')?.split(',')).toEqual(
    expect.arrayContaining(['commands', 'chat:write']),
  );
  expect(state.length).toBeGreaterThan(20);
});

test('whoever comes back without what they left with installs nothing, and is told what to do', async () => {
  const mine = await begin();
  const another = await begin();
  const refusals = await Promise.all([
    comeBack({ code: slack.agree(ONE.team), state: mine.state }, ''),
    comeBack({ code: slack.agree(ONE.team), state: mine.state }, another.cookie),
    comeBack({ code: slack.agree(ONE.team), state: 'made up' }, 'slack-app-oauth-state=made up'),
    comeBack({ code: slack.agree(ONE.team) }, mine.cookie),
    comeBack({ state: mine.state }, mine.cookie),
    comeBack({ error: 'access_denied', state: mine.state }, mine.cookie),
  ]);
  expect(refusals.map(({ status }) => status)).toEqual(Array(6).fill(400));
  for (const { text } of refusals) expect(text).toMatch(/Start again at \/slack\/install\.$/);
  const wrongCode = await comeBack({ code: 'guessed', state: mine.state }, mine.cookie);
  expect(wrongCode.status).toBe(500);
  expect((await say(ONE.team, ONE.channel, 'leads')).status).toBe(401);
});

test('a workspace that installs is answered at once, of its own projects alone', async () => {
  expect(await install(ONE.team)).toMatchObject({
    status: 200,
    text: expect.stringContaining('Sightline is installed'),
  });
  expect((await install(TWO.team)).status).toBe(200);
  expect(await ask(ONE.team, ONE.channel, 'leads')).toContain('Acme');
  expect(await ask(TWO.team, TWO.channel, 'leads')).toContain('Tidewater');
});

test('a project of one is invisible in the other: by channel, by name, and in a channel that both have', async () => {
  const answers = await Promise.all([
    ask(ONE.team, TWO.channel, 'leads'),
    ask(ONE.team, TWO.channel, 'leads in Tidewater'),
    ask(ONE.team, ONE.channel, 'leads in Tidewater'),
    ask(ONE.team, BOTH, 'leads in Tidewater'),
    ask(ONE.team, BOTH, 'leads'),
  ]);
  for (const answer of answers) expect(answer).not.toMatch(new RegExp(`Tidewater(?! *[”"])|${TWO.project}`));
  expect(answers.at(-1)).toContain('Acme');
  expect(await ask(TWO.team, BOTH, 'leads')).toContain('Tidewater');
});

test('each is posted its own, with its own token', async () => {
  // A feed counts from when it is first seen, which this sees to before the time moves on.
  for (const { team, channel } of [ONE, TWO]) await ask(team, channel, 'subscriptions');
  await journey.pass({ minutes: 1 });
  expect(newPosts()).toEqual([ONE, TWO]);
});

test('a workspace that removes the bot is left alone, and the other goes on', async () => {
  slack.revoke(TWO.team);
  await tell(TWO.team, { type: 'app_uninstalled' });
  await until('the removal', () => journey.bot().stderr().includes('Removed from a workspace'));
  await journey.pass({ days: 1 });
  expect(newPosts()).toEqual([ONE]);
  expect(slack.refused).toEqual([]);
});

test('a restart needs no installation anew', async () => {
  expect(await journey.restart()).toBe(0);
  await journey.pass({ days: 1 });
  expect(newPosts()).toEqual([ONE]);
});

test('a workspace that comes back has its feeds as before', async () => {
  expect((await install(TWO.team)).status).toBe(200);
  expect(await ask(TWO.team, TWO.channel, 'leads')).toContain('Tidewater');
  await journey.pass({ days: 1 });
  expect(newPosts()).toEqual(expect.arrayContaining([ONE, TWO]));
});

test('a revoked token ends one workspace’s posts, not the other’s', async () => {
  await tell(ONE.team, { type: 'tokens_revoked', tokens: { oauth: ['U0ANA'], bot: [] } });
  slack.revoke(TWO.team);
  await tell(TWO.team, { type: 'tokens_revoked', tokens: { oauth: [], bot: [`U0BOT${TWO.team}`] } });
  await until('the removal', () => journey.bot().stderr().includes('Removed from a workspace'));
  await journey.pass({ days: 1 });
  expect(newPosts()).toEqual([ONE]);
});

test('no token and no secret is in the log', () => {
  expect(journey.bot().stderr()).not.toContain('xoxb-');
  expect(journey.bot().stderr()).not.toContain(environment.SLACK_CLIENT_SECRET);
});
