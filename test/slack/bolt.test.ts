import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createSlackLogger, makeClientOptions } from '../../src/slack/client.ts';
import { boltIn, BOLT_TEAM as TEAM } from '../support/bolt-in.ts';
import { keptLog } from '../support/log-kept.ts';
import { interactionBody, signed } from '../support/slack-request.ts';
import { ok, slackServer } from '../support/slack-server.ts';

const SECRET = 'the-secret-of-this-test';

/** Bolt over HTTP in one workspace. `said` is what came of a body that Slack signed; `handled` what reached a handler. */
async function listening(former?: string) {
  const { log, text, lines } = keptLog();
  const slack = { mode: 'http', botToken: 'xoxb-test', signingSecret: SECRET } as const;
  const { app, listener } = await boltIn(
    { ...slack, ...(former !== undefined && { formerSigningSecret: former }) },
    { log },
  );
  const handled: unknown[] = [];
  app.use(async ({ body, next }) => {
    handled.push(body);
    if ('trigger_id' in body && body.trigger_id === 'fault') throw new Error('a fault of ours');
    await next();
  });
  app.action(/.*/, async ({ ack }) => ack());
  app.view(/.*/, async ({ ack }) => ack({ response_action: 'clear' }));
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const send = async (
    body: string,
    headers: Record<string, string> = {},
    at = systemClock().now(),
    secret = SECRET,
  ) => {
    const request = signed(body, { secret, at });
    const answer = await fetch(`http://127.0.0.1:${port}/slack/events`, {
      ...request,
      headers: { ...Object.fromEntries(new Headers(request.headers)), ...headers },
    });
    return { status: answer.status, words: await answer.text() };
  };
  return { send, port, handled, text, lines };
}

const click = {
  type: 'block_actions',
  trigger_id: '1.2',
  team: { id: TEAM },
  user: { id: 'U0ANA' },
  actions: [{ type: 'button', action_id: 'a', block_id: 'b', value: 'v' }],
};
const submission = { ...click, type: 'view_submission', actions: undefined, view: { id: 'V1' } };

it.each([
  ['a click of nobody', { ...click, user: undefined }],
  ['a click of nobody in no workspace', { ...click, user: null, team: undefined }],
  ['a click on nothing', { ...click, actions: null }],
  ['a click on what is no list', { ...click, actions: 7 }],
  ['a click in no channel', { ...click, channel: null }],
  ['a submission of nothing', { ...submission, view: undefined }],
  ['a submission of null', { ...submission, view: null }],
  ['a shortcut of nobody', { ...click, type: 'shortcut', actions: undefined, user: undefined }],
  ['an event that is a word', { type: 'event_callback', team_id: TEAM, event: 'said' }],
  ['an event that is null', { type: 'event_callback', team_id: TEAM, event: null }],
  ['nothing at all', null],
])('%s is refused, and reaches no handler', async (_, payload) => {
  const { send, handled, text } = await listening();
  expect(await send(interactionBody(payload))).toEqual({ status: 400, words: '' });
  expect(handled).toEqual([]);
  expect(text()).not.toMatch(/ at .*\(|An unhandled error/);
  expect(await send(interactionBody(click))).toEqual({ status: 200, words: '' });
});

it('what is no JSON, or its null alone, is refused', async () => {
  const { send } = await listening();
  expect((await send('payload={')).status).toBe(400);
  expect((await send('null', { 'content-type': 'application/json' })).status).toBe(400);
});

it.each(['/slack/./events', '/slack/x/../events', '/slack/events#', '/slack/%2e/events', '/slack/events/'])(
  'the way around over %s is none',
  async (path) => {
    const { port, handled } = await listening();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const request = httpRequest({ host: '127.0.0.1', port, path, method: 'POST', headers });
    request.end(interactionBody(click));
    const [{ statusCode }] = await once(request, 'response');
    expect([statusCode, handled]).toEqual([404, []]);
  },
);

it('Slack’s check of the certificate needs no signature, and reaches no handler', async () => {
  const { send, handled } = await listening();
  const unsigned = { 'x-slack-signature': '' };
  expect((await send('ssl_check=1&payload=%7B%7D', unsigned)).status).toBe(200);
  expect(handled).toEqual([]);
});

it('while the signing secret is changed, what either signed is taken, and what a third one signed is not', async () => {
  const { send, handled } = await listening('the-former-secret');
  const sentWith = async (secret: string, id: string) => {
    const body = interactionBody({ ...click, trigger_id: id });
    return (await send(body, {}, systemClock().now(), secret)).status;
  };
  expect(await sentWith(SECRET, '1.1')).toBe(200);
  expect(await sentWith('the-former-secret', '1.2')).toBe(200);
  expect(await sentWith('a-third-secret', '1.3')).toBe(401);
  expect(handled).toHaveLength(2);
});

it('a former signing secret that nobody names signs nothing', async () => {
  const { send, handled } = await listening();
  const { status } = await send(interactionBody(click), {}, systemClock().now(), 'the-former-secret');
  expect(status).toBe(401);
  expect(handled).toEqual([]);
});

it('the same click is handled once, and each time acknowledged', async () => {
  const { send, handled } = await listening();
  const thrice = [send(interactionBody(click)), send(interactionBody(click)), send(interactionBody(click))];
  expect((await Promise.all(thrice)).map(({ status }) => status)).toEqual([200, 200, 200]);
  await send(interactionBody({ ...click, trigger_id: '3.4' }));
  expect(handled).toHaveLength(2);
});

it('in a channel shared with another organisation, what its people do in a modal is done in ours', async () => {
  const { send, handled } = await listening();
  const theirs = { team: { id: 'T0OTHER' }, user: { id: 'U0OTO', team_id: 'T0OTHER' } };
  const view = { id: 'V1', type: 'modal', callback_id: 'form', app_installed_team_id: TEAM };
  await send(interactionBody({ ...click, ...theirs, trigger_id: '1.1', view }));
  await send(interactionBody({ ...submission, ...theirs, trigger_id: '1.2', view }));
  expect(handled).toHaveLength(2);
  await send(interactionBody({ ...click, ...theirs, trigger_id: '1.3' }));
  expect(handled).toHaveLength(2);
});

it('the same form sent again is answered as it was', async () => {
  const { send, handled } = await listening();
  const form = interactionBody({ ...submission, view: { id: 'V1', type: 'modal', callback_id: 'form' } });
  const cleared = { status: 200, words: '{"response_action":"clear"}' };
  expect([await send(form), await send(form)]).toEqual([cleared, cleared]);
  expect(handled).toHaveLength(1);
});

it.each([
  ['a closed form', { ...submission, type: 'view_closed' }],
  ['a closed form of null', { ...submission, type: 'view_closed', view: null, user: null }],
  ['a kind that nobody knows', { type: 'unheard_of', team: { id: TEAM } }],
])('%s is acknowledged at once', async (_, payload) => {
  const { send } = await listening();
  const before = systemClock().now();
  expect((await send(interactionBody(payload))).status).toBe(200);
  expect(systemClock().now() - before).toBeLessThan(2_000);
});

it('that Slack limits the events of a workspace is in the log', async () => {
  const { send, lines } = await listening();
  const said = JSON.stringify({
    type: 'app_rate_limited',
    team_id: TEAM,
    minute_rate_limited: 1_518_467_820,
  });
  expect((await send(said, { 'content-type': 'application/json' })).status).toBe(200);
  expect(lines().filter(({ team, level }) => team === TEAM && level === 40)).toHaveLength(1);
});

it('a fault of ours is none of Slack’s: it hears 500 and may send the same again', async () => {
  const { send, handled } = await listening();
  for (const _ of [1, 2])
    expect((await send(interactionBody({ ...click, trigger_id: 'fault' }))).status).toBe(500);
  expect(handled).toHaveLength(2);
});

it('without Slack’s signature nothing is even looked at', async () => {
  const { send, handled, lines } = await listening();
  for (let nth = 0; nth < 3; nth += 1)
    expect((await send(interactionBody(click), { 'x-slack-signature': 'v0=00' })).status).toBe(401);
  expect(handled).toEqual([]);
  expect(
    lines().filter(({ level, msg }) => level === 40 && /SLACK_SIGNING_SECRET/.test(String(msg))),
  ).toHaveLength(1);
});

it('a handler can speak with Bolt’s own client and say, as the bot of the workspace', async () => {
  const { client, calls } = await slackServer((response, call, number) => {
    const { token } = call.args;
    ok({ team_id: TEAM, user_id: 'U0BOT', bot_id: 'B0BOT', token })(response, call, number);
  });
  const { app } = await boltIn(
    { mode: 'http', botToken: 'xoxb-test', signingSecret: SECRET },
    { client, options: makeClientOptions(client.slackApiUrl, createSlackLogger(keptLog().log)) },
  );
  app.event('app_mention', async ({ say, client: given }) => {
    await say('Said');
    await given.chat.postMessage({ channel: 'C2', text: 'Posted' });
    expect(given.token).toBe('xoxb-test');
  });
  const event = { type: 'app_mention', user: 'U0ANA', channel: 'C1', ts: '1.2', text: 'Hi' };
  const body = { type: 'event_callback', team_id: TEAM, event };
  await app.processEvent({ body, ack: async () => undefined });
  const posts = calls.filter(({ method }) => method === 'chat.postMessage').map(({ args }) => args);
  expect(posts).toMatchObject([
    { channel: 'C1', text: 'Said' },
    { channel: 'C2', text: 'Posted' },
  ]);
});

describe('where this machine’s clock is not Slack’s', () => {
  const warnings = (lines: readonly Record<string, unknown>[]) =>
    lines.filter(({ level, msg }) => Number(level) >= 40 && /stale|clock/.test(String(msg)));
  const longAgo = () => systemClock().now() - 11 * 60_000;

  it('the log says once why Slack’s own requests are refused', async () => {
    const { send, handled, lines } = await listening();
    for (let nth = 0; nth < 3; nth += 1)
      expect((await send(interactionBody(click), {}, longAgo())).status).toBe(401);
    expect(handled).toEqual([]);
    expect(warnings(lines())).toMatchObject([{ msg: expect.stringContaining('clock') }]);
    expect(Number(warnings(lines())[0]?.aheadMs)).toBeGreaterThan(10 * 60_000);
  });

  it.each([400, 90_000])('a request of %d s from now is refused', async (seconds) => {
    const { send, handled } = await listening();
    const at = systemClock().now() + seconds * 1000;
    expect((await send(interactionBody(click), {}, at)).status).toBe(401);
    expect(handled).toEqual([]);
  });

  it('nothing is said of the clock for a late request among timely ones', async () => {
    const { send, lines } = await listening();
    for (const at of [longAgo(), undefined, longAgo()]) await send(interactionBody(click), {}, at);
    expect(warnings(lines())).toEqual([]);
  });

  it('nothing is said of the clock where anybody sends an old time', async () => {
    const { send, lines } = await listening();
    const forged = { 'x-slack-signature': `v0=${'0'.repeat(64)}` };
    expect((await send(interactionBody(click), forged, longAgo())).status).toBe(401);
    expect(warnings(lines())).toEqual([]);
  });
});
