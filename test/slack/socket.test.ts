import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { keptSocket } from '../../src/slack/socket.ts';
import { keptLog } from '../support/log-kept.ts';
import { inTurn, no, ok, slackServer } from '../support/slack-server.ts';

/** A socket to a Slack that answers so to each question for one. Waiting takes no time and is kept. */
async function socketTo(...answers: Parameters<typeof inTurn>) {
  const { client: slack, calls } = await slackServer(inTurn(...answers));
  const client = new EventEmitter();
  const { log, lines } = keptLog();
  const waited: number[] = [];
  const stopping = new AbortController();
  const receiver = {
    client,
    start: async () => slack.apps.connections.open(),
    stop: async () => void client.emit('disconnected'),
  };
  const socket = keptSocket(
    receiver,
    { log, sparing: log.warn.bind(log) },
    async (ms) => void waited.push(ms),
  );
  const open = () => socket.open(stopping.signal);
  return { ...socket, open, stopping, lose: () => client.emit('disconnected'), calls, waited, lines };
}

const GIVEN = ok({ url: 'wss://slack.example' });
const REFUSED = no('invalid_auth');

it('is asked for every five seconds while Slack opens none, with a warning that names the token', async () => {
  const { open, calls, waited, lines } = await socketTo(REFUSED, no('missing_scope'), GIVEN);
  await open();
  expect([calls.length, waited]).toEqual([3, [5_000, 5_000]]);
  const msg = 'Slack opens no socket for SLACK_APP_TOKEN; asking again';
  expect(lines()).toMatchObject([
    { level: 40, reason: 'invalid_auth', msg },
    { level: 40, reason: 'missing_scope', msg },
  ]);
});

it('that is lost is asked for again, also where Slack refuses the token by then', async () => {
  const { open, lose, calls } = await socketTo(GIVEN, REFUSED, GIVEN);
  await open();
  lose();
  await expect.poll(() => calls.length).toBe(3);
  lose();
  await expect.poll(() => calls.length).toBe(4);
});

it('stands from when Slack gives it until it is lost', async () => {
  const { open, lose, isOpen, calls } = await socketTo(GIVEN, REFUSED, GIVEN);
  expect(isOpen()).toBe(false);
  await open();
  expect(isOpen()).toBe(true);
  lose();
  expect(isOpen()).toBe(false);
  await expect.poll(() => [calls.length, isOpen()]).toEqual([3, true]);
});

it('is asked for no more once the bot stops', async () => {
  const { open, close, stopping, calls, waited } = await socketTo(GIVEN);
  await open();
  stopping.abort();
  await close();
  expect([calls.length, waited]).toEqual([1, []]);
});
