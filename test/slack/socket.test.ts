/** The socket to a Slack that speaks its protocol, with all that goes wrong on a network. */
import { expect, it, onTestFinished } from 'vitest';
import { realNow } from '../../src/clock.ts';
import { createSlackClient, createSlackLogger, makeClientOptions } from '../../src/slack/client.ts';
import { createSocket } from '../../src/slack/socket.ts';
import { keptLog } from '../support/log-kept.ts';
import { REASONS, startSocketSlack } from '../support/socket-slack.ts';
import { until } from '../support/until.ts';

const TOKEN = 'xapp-of-this-test';

/** Waiting takes no time but one turn, and is kept; every envelope is acknowledged with its own payload. */
async function socketTo({ onWait = () => {} } = {}) {
  const slack = await startSocketSlack('', TOKEN);
  const { log, lines } = keptLog();
  const waited: number[] = [];
  const stopping = new AbortController();
  const { apps } = createSlackClient(TOKEN, makeClientOptions(slack.apiUrl, createSlackLogger(log)));
  const socket = createSocket({
    openUrl: async () => (await apps.connections.open({})).url ?? '',
    onEnvelope: ({ payload }, acknowledge) => acknowledge({ payload }),
    log,
    sparing: log.warn.bind(log),
    wait: async (ms) => {
      waited.push(ms);
      onWait();
    },
    now: realNow,
    pace: { pingMs: 100, helloMs: 2_000, lingerMs: 100 },
  });
  onTestFinished(async () => {
    stopping.abort();
    await socket.stop();
    await slack.close();
  });
  const warnings = () => lines().filter(({ msg }) => String(msg).startsWith('Slack opens no socket'));
  const answered = (id: string) => until(`an answer to ${id}`, () => slack.acknowledgements(id).length > 0);
  return { slack, socket, open: () => socket.start(stopping.signal), stopping, waited, warnings, answered };
}

it('is asked for every five seconds while Slack opens none, with a warning that names the token', async () => {
  let tries = 0;
  const { slack, open, waited, warnings } = await socketTo({
    onWait: () => {
      tries += 1;
      if (tries === 2) slack.setSockets(true);
    },
  });
  slack.setSockets(false);
  await open();
  expect([slack.asked(), waited]).toEqual([3, [5_000, 5_000]]);
  const msg = 'Slack opens no socket for SLACK_APP_TOKEN; trying again';
  expect(warnings()).toMatchObject([
    { level: 40, reason: 'http_503', msg },
    { level: 40, reason: 'http_503', msg },
  ]);
});

it.each(REASONS)(
  'has a successor before Slack takes it away (%s), and is heard until then',
  async (reason) => {
    const { slack, open, waited, answered } = await socketTo();
    await open();
    const [old] = slack.sockets();
    slack.recycle(reason);
    slack.send({ envelope_id: 'late', type: 'slash_commands', payload: {} }, old);
    await answered('late');
    await until('the successor', () => slack.opened() === 2);
    slack.send({ envelope_id: 'later', type: 'slash_commands', payload: {} }, old);
    slack.send({ envelope_id: 'new', type: 'slash_commands', payload: {} });
    await answered('later');
    await answered('new');
    await until('the end of the old one', () => slack.fewest() < Number.POSITIVE_INFINITY);
    expect([slack.opened(), slack.open(), slack.fewest(), waited]).toEqual([2, 1, 1, []]);
  },
);

it('is left once, however often Slack says that it takes it away', async () => {
  const { slack, open } = await socketTo();
  await open();
  const [old] = slack.sockets();
  for (const reason of REASONS) slack.recycle(reason, old);
  await until('the end of the old one', () => !old?.isOpen());
  expect([slack.opened(), slack.open()]).toEqual([2, 1]);
});

it.each([
  ['with a goodbye', (slack: Slack) => slack.sockets()[0]?.close(1001)],
  ['without a word', (slack: Slack) => slack.sockets()[0]?.drop()],
  ['by silence', (slack: Slack) => slack.sockets()[0]?.freeze()],
  ['by a frame that is none', (slack: Slack) => slack.sockets()[0]?.sendFrame(0xb, Buffer.from('x'))],
])('that is lost %s is replaced at once', async (_, lose) => {
  const { slack, open, waited, answered } = await socketTo();
  await open();
  lose(slack);
  await until('another socket', () => slack.opened() === 2);
  slack.send({ envelope_id: 'after', type: 'slash_commands', payload: {} });
  await answered('after');
  expect(waited).toEqual([]);
});

it('over which nothing is said but pings stays', async () => {
  const { slack, open } = await socketTo();
  await open();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([slack.opened(), slack.open()]).toEqual([1, 1]);
});

it('is asked for slowly where each dies young', async () => {
  const { slack, open, waited } = await socketTo();
  await open();
  for (let n = 1; n <= 6; n += 1) {
    await until(`socket ${n}`, () => slack.opened() === n && slack.open() === 1);
    if (n < 4) expect(waited).toEqual([]);
    slack.sockets().at(-1)?.drop();
  }
  await until('the last', () => slack.opened() === 7);
  expect(waited).toEqual([5_000, 5_000, 5_000]);
});

it('on which Slack says no hello is given up, and another asked for', async () => {
  const { slack, open, warnings, waited } = await socketTo({ onWait: () => slack.setGreets(true) });
  slack.setGreets(false);
  await open();
  expect(warnings()).toMatchObject([{ reason: 'closed at once' }]);
  expect([slack.opened(), slack.asked(), waited]).toEqual([1, 2, [5_000]]);
});

it('on which Slack says no hello is given up at once when the bot stops', async () => {
  const { slack, open, stopping } = await socketTo();
  slack.setGreets(false);
  const opening = open();
  await until('the question for one', () => slack.asked() === 1);
  const before = realNow();
  stopping.abort();
  await opening;
  expect(realNow() - before).toBeLessThan(1_000);
});

it('is cut off where Slack never answers the goodbye', async () => {
  const { slack, open } = await socketTo();
  await open();
  const [old] = slack.sockets();
  old?.lingerOn();
  slack.recycle();
  await until('the end of the old one', () => !old?.isOpen());
  expect(slack.open()).toBe(1);
});

it('that is gone leaves the acknowledgement to its successor', async () => {
  const slack = await startSocketSlack('', TOKEN);
  const stopping = new AbortController();
  const { log } = keptLog();
  const { apps } = createSlackClient(TOKEN, makeClientOptions(slack.apiUrl, createSlackLogger(log)));
  const late = Promise.withResolvers<() => void>();
  const socket = createSocket({
    openUrl: async () => (await apps.connections.open({})).url ?? '',
    onEnvelope: (_, acknowledge) => late.resolve(() => acknowledge({ late: true })),
    log,
    sparing: log.warn.bind(log),
    wait: async () => undefined,
    now: realNow,
  });
  onTestFinished(async () => {
    stopping.abort();
    await socket.stop();
    await slack.close();
  });
  await socket.start(stopping.signal);
  slack.send({ envelope_id: 'slow', type: 'interactive', payload: {} });
  const acknowledge = await late.promise;
  slack.sockets()[0]?.drop();
  await until('another socket', () => slack.open() === 1 && slack.opened() === 2 && socket.isOpen());
  acknowledge();
  await until('the acknowledgement', () => slack.acknowledgements('slow').length > 0);
  expect(slack.acknowledgements('slow')).toEqual([{ late: true }]);
});

it('stands from when Slack gives it until it is lost', async () => {
  const { slack, socket, open } = await socketTo();
  expect(socket.isOpen()).toBe(false);
  await open();
  expect(socket.isOpen()).toBe(true);
  slack.sockets()[0]?.drop();
  await until('another socket', () => slack.opened() === 2 && socket.isOpen());
});

it('is heard until it is closed, but asked for no more once the bot stops', async () => {
  const { slack, socket, open, stopping, waited, answered } = await socketTo();
  await open();
  stopping.abort();
  slack.send({ envelope_id: 'while it stops', type: 'slash_commands', payload: {} });
  await answered('while it stops');
  await socket.stop();
  await until('its end', () => slack.open() === 0);
  expect([slack.asked(), waited]).toEqual([1, []]);
});

type Slack = Awaited<ReturnType<typeof startSocketSlack>>;
