/**
 * The same bot against somebody else's idea of Slack, emulate: it posts, edits and opens modals there too. emulate
 * sends no commands and no clicks, so those are signed here as Slack signs them.
 */

import { createEmulator } from 'emulate';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../src/clock.ts';
import { serve } from '../../src/sandbox/local-only.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { buttonsOf, linksOf, mrkdwnOf, onlyOne, postsOf, valuesOf } from '../support/posts.ts';
import { exampleProjects } from '../support/projects.ts';
import { startResponseUrls } from '../support/response-urls.ts';
import { ACME, SIGNING_SECRET } from '../support/sandbox.ts';
import { commandBody, interactionBody, signed } from '../support/slack-request.ts';
import { until } from '../support/until.ts';

const EMULATED = { token: 'xoxb-emulated', team: 'T000000001', person: 'U000000001' };

const Answer = z.looseObject({ ok: z.boolean() });
const Channels = z.object({ channels: z.array(z.object({ id: z.string(), name: z.string() })) });

/** One call of the Web API: its arguments as the form held them, and the answer. */
type WebApiCall = {
  method: string;
  args: Record<string, string>;
  answer: z.output<typeof Answer>;
};

/** `channels` are made, by name; `slack.channel(name)` is the id that they got. */
async function startEmulatedSlack(channels: readonly string[]) {
  const emulator = await createEmulator({
    service: 'slack',
    port: 0,
    seed: {
      slack: {
        channels: channels.map((name) => ({ name })),
        tokens: [{ token: EMULATED.token, user: EMULATED.person }],
      },
    },
  });
  const home = emulator.url.replace('localhost', '127.0.0.1');
  const calls: WebApiCall[] = [];

  async function call(method: string, args: Record<string, string> = {}) {
    const answer = await fetch(`${home}/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${EMULATED.token}` },
      body: new URLSearchParams(args),
    });
    return Answer.parse(await answer.json());
  }

  const relay = new Hono().post('/api/:method', async (c) => {
    const method = c.req.param('method');
    const args = Object.fromEntries(new URLSearchParams(await c.req.text()));
    const answer = await call(method, args);
    calls.push({ method, args, answer });
    return c.json(answer);
  });
  const served = await serve(relay, 0);
  const made = Channels.parse(await call('conversations.list')).channels;

  return {
    apiUrl: `${served.url}/api/`,
    /** Calls the emulator itself, past the relay. */
    call,
    /** What the bot called, oldest first. */
    calls: (method: string): WebApiCall[] => calls.filter((made) => made.method === method),
    channel(name: string): string {
      const channel = made.find((each) => each.name === name);
      if (!channel) throw new Error(`The emulator has no channel ${name}.`);
      return channel.id;
    },
    async close() {
      await served.close();
      await emulator.close();
    },
  };
}

const Message = z.looseObject({
  ts: z.string(),
  text: z.string(),
  blocks: z.array(z.looseObject({ type: z.string() })),
  metadata: z.object({
    event_type: z.string(),
    event_payload: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  unfurl_links: z.boolean(),
  unfurl_media: z.boolean(),
});
const History = z.object({ messages: z.array(Message) });
const Trigger = z.object({ trigger_id: z.string() });
const Opened = z.object({
  view: z.looseObject({ id: z.string(), callback_id: z.string(), private_metadata: z.string() }),
});

let slack: Awaited<ReturnType<typeof startEmulatedSlack>>;
let urls: Awaited<ReturnType<typeof startResponseUrls>>;
let journey: Journey;
let channel: { leads: string; visibility: string };

beforeAll(async () => {
  slack = await startEmulatedSlack(['acme-leads', 'acme-visibility']);
  urls = await startResponseUrls();
  channel = { leads: slack.channel('acme-leads'), visibility: slack.channel('acme-visibility') };
  const schedule = 'every day at 9:00';
  const projects = await exampleProjects((file) => ({
    ...file,
    projects: file.projects
      .filter(({ name }) => name === 'Acme')
      .map((project) => ({
        ...project,
        leads: { channel: channel.leads, schedule, min_score: 50 },
        scores: { channel: channel.visibility, schedule },
        suggestions: { channel: channel.visibility, schedule },
      })),
  }));
  const environment = { SLACK_API_URL: slack.apiUrl, SLACK_BOT_TOKEN: EMULATED.token };
  journey = await startJourney({ projects, environment });
  await journey.pass({ minutes: 1 });
});

afterAll(async () => {
  await journey?.end();
  await urls?.close();
  await slack?.close();
});

async function history(id: string) {
  return History.parse(await slack.call('conversations.history', { channel: id })).messages.toReversed();
}

async function suggestion() {
  return onlyOne(postsOf(await history(channel.visibility), 'segment_suggestion'));
}

/** A trigger_id that the emulator will take, for one modal. */
async function trigger(): Promise<string> {
  const user_id = EMULATED.person;
  return Trigger.parse(await slack.call('views.generateTriggerId', { user_id })).trigger_id;
}

/** Sends a request as Slack does, and expects the acknowledgement. */
async function send(body: string): Promise<void> {
  const request = signed(body, { secret: SIGNING_SECRET, at: systemClock().now() });
  const answer = await fetch(journey.bot().eventsUrl, request);
  expect(answer.status).toBe(200);
}

const who = { team: { id: EMULATED.team }, user: { id: EMULATED.person, team_id: EMULATED.team } };

/** A click on a button of the suggestion. */
async function click(actionId: string, name: string): Promise<void> {
  const post = await suggestion();
  const { ts } = post;
  const value = valuesOf(post)[actionId];
  const action = { type: 'button', action_id: actionId, block_id: 'b', value, action_ts: ts };
  await send(
    interactionBody({
      ...who,
      type: 'block_actions',
      trigger_id: await trigger(),
      response_url: urls.urlFor(name),
      channel: { id: channel.visibility },
      container: { type: 'message', message_ts: ts, channel_id: channel.visibility },
      message: { ts },
      actions: [action],
    }),
  );
}

test('the morning’s posts are there, with blocks and metadata and without unfurling', async () => {
  const digest = onlyOne(postsOf(await history(channel.leads), 'lead_digest'));
  const best = (await journey.leads(ACME.id)).filter(({ score }) => score === null || score >= 50);
  expect(linksOf(digest)).toEqual(best.slice(0, 10).map(({ url }) => url));

  const alert = onlyOne(postsOf(await history(channel.visibility), 'score_alert'));
  expect(alert.blocks.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['section', 'data_visualization', 'actions', 'context']),
  );
  expect(buttonsOf(await suggestion())).toHaveProperty(['suggestion.accept'], 'Accept…');

  for (const post of [digest, alert, await suggestion()]) {
    expect(post).toMatchObject({ unfurl_links: false, unfurl_media: false });
    expect(post.metadata.event_type).toBe('sightline_delivery');
  }
});

test('a command is answered at its response_url', async () => {
  const fields = {
    command: '/visibility',
    text: 'topic pricing',
    team_id: EMULATED.team,
    channel_id: channel.leads,
    user_id: EMULATED.person,
    trigger_id: 'none is needed',
    response_url: urls.urlFor('topic'),
  };
  await send(commandBody(fields));
  const answer = await urls.answerAt('topic');
  expect(answer.response_type).toBe('ephemeral');
  expect(mrkdwnOf(answer)).toContain('*Acme on “pricing”*');
});

test('track without words opens its modal', async () => {
  const fields = {
    command: '/visibility-track',
    text: '',
    team_id: EMULATED.team,
    channel_id: channel.leads,
    user_id: EMULATED.person,
    trigger_id: await trigger(),
    response_url: urls.urlFor('track'),
  };
  await send(commandBody(fields));
  const opened = await until('the modal', () => slack.calls('views.open').at(-1));
  expect(opened.answer.ok).toBe(true);
  expect(Opened.parse(opened.answer).view.callback_id).toBe('prompt.track');
});

test('accepting goes through the modal and edits the message in its place', async () => {
  const before = await suggestion();
  const modals = slack.calls('views.open').length;
  await click('suggestion.accept', 'accept');
  const opened = await until('the modal', () => slack.calls('views.open')[modals]);
  const filled = await until('the modal to be filled', () => slack.calls('views.update').at(-1));
  const { view } = Opened.parse(filled.answer);
  expect(view.id).toBe(Opened.parse(opened.answer).view.id);
  expect(view.callback_id).toBe('suggestion.accept');

  await send(
    interactionBody({
      ...who,
      type: 'view_submission',
      trigger_id: await trigger(),
      view: { ...view, state: { values: {} } },
    }),
  );
  const after = await until('the edit', async () => {
    const message = await suggestion();
    return mrkdwnOf(message).includes('✅') && message;
  });
  expect(mrkdwnOf(after)).toContain(`Accepted by <@${EMULATED.person}>`);
  expect(after).toMatchObject({ ts: before.ts, metadata: before.metadata });
  expect(buttonsOf(after)).toEqual({ 'suggestion.preview': 'See all 6 prompts' });
  expect(onlyOne(await journey.writes())).toMatchObject({ operation: 'accept_segment_suggestion' });
});

test('every call of the bot was taken', () => {
  const refused = ['auth.test', 'chat.postMessage', 'chat.update', 'views.open', 'users.info']
    .flatMap(slack.calls)
    .filter(({ answer }) => !answer.ok);
  expect(refused).toEqual([]);
});
