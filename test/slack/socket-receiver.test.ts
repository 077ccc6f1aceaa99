/** Bolt over a socket: whatever Slack sends is acknowledged, nothing ends the process, and nothing is handled twice. */
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { createSlackLogger, makeClientOptions } from '../../src/slack/client.ts';
import { boltIn, BOLT_TEAM as TEAM } from '../support/bolt-in.ts';
import { keptLog } from '../support/log-kept.ts';
import { runs } from '../support/runs.ts';
import { startSocketSlack } from '../support/socket-slack.ts';
import { until } from '../support/until.ts';
import { mutated, mutations } from '../surface/mutations.ts';

const TOKEN = 'xapp-of-this-test';
const FAULT = { response_action: 'errors', errors: { field: 'Too long.' } } as const;

/** A bot in one workspace that answers a submission with a fault in its field. `handled`: trigger and event ids in turn. */
async function listening() {
  const slack = await startSocketSlack('', TOKEN);
  const { log } = keptLog([], 'warn');
  const { app, start, stop } = await boltIn(
    { mode: 'socket', botToken: 'xoxb-test', appToken: TOKEN },
    {
      log,
      options: makeClientOptions(slack.apiUrl, createSlackLogger(log)),
    },
  );
  const handled: unknown[] = [];
  app.use(async ({ body, next, ...request }) => {
    const id = 'trigger_id' in body ? body.trigger_id : undefined;
    handled.push(id ?? body);
    if (id === 'form') return next();
    if ('ack' in request) await request.ack?.();
  });
  app.view(/.*/, async ({ ack }) => ack(FAULT));
  const stopping = new AbortController();
  await start(stopping.signal);
  onTestFinished(async () => {
    stopping.abort();
    await stop();
    await slack.close();
  });
  const acknowledged = (id: string, times = 1) =>
    until(`${times} acknowledgements of ${id}`, () => {
      const all = slack.acknowledgements(id);
      return all.length >= times && all;
    });
  return { slack, handled, acknowledged };
}

const command = (trigger: string) => ({
  command: '/visibility',
  text: 'help',
  team_id: TEAM,
  user_id: 'U0ANA',
  channel_id: 'C0ACME',
  trigger_id: trigger,
  response_url: 'http://127.0.0.1:9/answers',
});
const submission = {
  type: 'view_submission',
  trigger_id: 'form',
  team: { id: TEAM },
  user: { id: 'U0ANA' },
  view: { id: 'V1', type: 'modal', callback_id: 'form', private_metadata: '', state: { values: {} } },
};
const limitedEvent = { type: 'app_rate_limited', team_id: TEAM, minute_rate_limited: 1_518_467_820 };

it.each([
  ['an event without an event', 'events_api', { type: 'event_callback', team_id: TEAM }],
  ['an event that is null', 'events_api', { type: 'event_callback', team_id: TEAM, event: null }],
  ['an event that is a word', 'events_api', { type: 'event_callback', team_id: TEAM, event: 'said' }],
  ['app_rate_limited', 'events_api', limitedEvent],
  ['null', 'events_api', null],
  ['nothing', 'events_api', undefined],
  ['a word', 'slash_commands', 'visibility'],
  ['a list', 'interactive', [null]],
  ['an empty payload', 'interactive', {}],
  ['a closed form', 'interactive', { type: 'view_closed', user: { id: 'U0ANA' }, team: { id: TEAM } }],
  ['a closed form of nobody', 'interactive', { type: 'view_closed', view: null, user: null }],
  ['a kind that nobody knows', 'canvas', { type: 'unheard_of', user: { id: 'U0ANA' }, team: { id: TEAM } }],
  ['a click of another workspace', 'interactive', { ...submission, team: { id: 'T0OTHER' } }],
])('%s is acknowledged, and what comes next is handled', async (_, type, payload) => {
  const { slack, handled, acknowledged } = await listening();
  slack.send({ type, envelope_id: 'odd', payload });
  expect(await acknowledged('odd')).toEqual([{}]);
  slack.send({ type: 'slash_commands', envelope_id: 'next', payload: command('9.9') });
  await acknowledged('next');
  expect(handled).toEqual(['9.9']);
});

it.each(['', '{', 'null', '7', '[]', '{}', '{"type":7}', '{"type":"events_api","payload":null}'])(
  'what is no envelope (%s) is survived',
  async (text) => {
    const { slack, acknowledged } = await listening();
    slack.send(text);
    slack.send({ type: 'slash_commands', envelope_id: 'next', payload: command('9.9') });
    expect(await acknowledged('next')).toEqual([{}]);
    expect(slack.opened()).toBe(1);
  },
);

it.each([
  ['envelope', ['same', 'same', 'same']],
  ['click in other envelopes', ['first', 'second', 'third']],
])('the same %s is handled once, and every one is answered like the first', async (_, ids) => {
  const { slack, handled, acknowledged } = await listening();
  for (const envelope_id of ids) slack.send({ type: 'interactive', envelope_id, payload: submission });
  const times = ids.filter((id) => id === ids[2]).length;
  expect(await acknowledged(ids[2] ?? '', times)).toEqual(Array.from({ length: times }, () => FAULT));
  expect(handled).toEqual(['form']);
});

it('of 300 commands at once, over sockets that come and go, each is acknowledged and handled once', async () => {
  const { slack, handled, acknowledged } = await listening();
  const ids = Array.from({ length: 300 }, (_, i) => `c${i}`);
  for (const [i, id] of ids.entries()) {
    slack.send({ type: 'slash_commands', envelope_id: id, payload: command(id) });
    if (i % 100 === 50) slack.recycle('warning');
    if (i % 10 === 0) await new Promise(setImmediate);
  }
  await Promise.all(ids.map((id) => acknowledged(id)));
  expect(handled.toSorted()).toEqual(ids.toSorted());
  expect(slack.fewest()).toBeGreaterThan(0);
});

it('whatever is changed in an envelope, it is acknowledged if it can be, and the next one is handled', async () => {
  const { slack, handled, acknowledged } = await listening();
  const payloads = [
    command('m'),
    submission,
    { type: 'event_callback', team_id: TEAM, event: { type: 'x' } },
  ];
  const sent = fc.sample(fc.record({ payload: fc.constantFrom(...payloads), changes: mutations }), {
    numRuns: runs(100),
    seed: 26,
  });
  for (const [i, { payload, changes }] of sent.entries()) {
    const envelope = { type: 'interactive', accepts_response_payload: true, payload };
    slack.send({ ...mutated(envelope, changes), envelope_id: `m${i}` });
  }
  await Promise.all(sent.map((_, i) => acknowledged(`m${i}`)));
  slack.send({ type: 'slash_commands', envelope_id: 'next', payload: command('9.9') });
  await acknowledged('next');
  expect(handled).toContain('9.9');
});
