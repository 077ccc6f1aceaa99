import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { StoreError } from '../../src/errors.ts';
import { headline, type Page } from '../../src/messages/page.ts';
import { refusal, stillWorking } from '../../src/messages/refusal.ts';
import { say } from '../../src/messages/text.ts';
import { draw, drawView } from '../../src/slack/draw.ts';
import type { Send } from '../../src/slack/poster.ts';
import type { Answer } from '../../src/surface/ask.ts';
import { placeMetadata } from '../../src/surface/payload.ts';
import {
  explainFault,
  type Reply,
  replyByAddress,
  replyInModal,
  replyInThread,
  replyOverHome,
  replyToPerson,
  respondTo,
} from '../../src/surface/reply.ts';
import { type Answering, no, ok } from '../support/slack-server.ts';
import { CHANNEL } from '../support/store-opened.ts';
import { surfaceOver } from '../support/surface-over.ts';
import { json as apiAnswer } from '../visibility/api.ts';

const FILE = 'projects: [{ id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90, name: Acme, visible_in: [C0ACME] }]';
const noApi = apiAnswer([]);

/** Slack's address for answers, which answers `first` so many times before it takes one; `calls` are the Web API's. */
async function askedAt(times: number, first = (response: ServerResponse): unknown => response.destroy()) {
  const heard: unknown[] = [];
  const server = createServer(async (request, response) => {
    heard.push(await json(request));
    if (heard.length <= times) first(response);
    else response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const { ask, calls } = await surfaceOver(FILE, noApi, ok(), { bot: { send: fetch } });
  return { reply: replyByAddress(`http://127.0.0.1:${port}`, ask()), heard, calls };
}

const ANSWER = refusal({ sentence: 'That did not work.' });

test('an answer is retried once if Slack closed the connection', async () => {
  const { reply, heard } = await askedAt(1);
  await reply.say(ANSWER);
  expect(heard).toHaveLength(2);
  const unfurling = { unfurl_links: false, unfurl_media: false };
  expect(heard[1]).toMatchObject({ response_type: 'ephemeral', text: 'That did not work.', ...unfurling });
});

test.each([
  ['hangs up', 2, undefined],
  ['has expired', 1, (response: ServerResponse) => response.writeHead(404).end('expired_url')],
  ['takes no blocks', 1, (response: ServerResponse) => response.end('{"ok":false,"error":"invalid_blocks"}')],
])('an answer at an address that %s comes as a private message', async (_, times, refuse) => {
  const { reply, heard, calls } = await askedAt(100, refuse);
  await reply.say(ANSWER);
  expect(heard).toHaveLength(times);
  const told = { channel: CHANNEL, user: 'U0ANA', text: 'That did not work.' };
  expect(calls).toMatchObject([{ method: 'chat.postEphemeral', args: told }]);
});

test('an answer for all isn’t said privately instead', async () => {
  const { reply, calls } = await askedAt(100);
  await expect(reply.say(ANSWER, 'to_channel')).rejects.toThrow('fetch failed');
  expect(calls).toEqual([]);
});

test('an answer after “still working” is a message of its own', async () => {
  const { reply, heard } = await askedAt(0);
  await reply.say(stillWorking());
  await reply.say(ANSWER);
  expect(heard).toMatchObject([
    { replace_original: false, text: 'Still waiting for the API.\nThe answer will follow.' },
    { replace_original: false, text: 'That did not work.' },
  ]);
});

test('an answer waits for a “still working” that is being sent', async () => {
  const { ask } = await surfaceOver(FILE, noApi, ok());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const arrived: string[] = [];
  const word = Promise.withResolvers<void>();
  const handled = Promise.withResolvers<Answer>();
  const say = async (page: Page) => {
    if (arrived.push(draw(page).text) === 1) await word.promise;
  };
  const told = respondTo(ask(), { say, show: async () => undefined }, () => handled.promise);
  await vi.advanceTimersByTimeAsync(5_000);
  handled.resolve({ message: ANSWER });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(arrived).toEqual(['Still waiting for the API.\nThe answer will follow.']);
  word.resolve();
  await told;
  expect(arrived).toHaveLength(2);
});

/** What a person without an address for answers is sent, by a Slack that answers so. */
async function toldIn(channel: string, answering: Answering) {
  const { ask, calls } = await surfaceOver(FILE, noApi, answering);
  return { reply: replyToPerson(ask({ channel })), calls };
}

const CHART: Page = {
  parts: [
    headline('A score'),
    {
      kind: 'chart',
      title: 'A score',
      type: 'line',
      categories: ['Nov 19'],
      series: [{ name: 'Score', values: [61] }],
      words: say`61 on Thu`,
    },
  ],
};
const withoutCharts: Answering = (...request) =>
  (JSON.stringify(request[1].args.blocks).includes('data_visualization') ? no('invalid_blocks') : ok())(
    ...request,
  );

test.each(['C0HERE', ''])('an answer to a person in %j drops a chart that Slack refuses', async (channel) => {
  const { reply, calls } = await toldIn(channel, withoutCharts);
  await reply.say(CHART);
  expect(calls.at(-1)?.args).toMatchObject({ blocks: draw(CHART).plainBlocks });
});

test.each(['C0HERE', ''])('an answer to a person in %j unfurls no links', async (channel) => {
  const { reply, calls } = await toldIn(channel, ok());
  await reply.say(ANSWER);
  expect(calls).toMatchObject([{ args: { unfurl_links: 'false', unfurl_media: 'false' } }]);
});

test.each([
  ['is said there', ok(), []],
  ['is said below where Slack takes none there', no('thread_not_found'), ['privately']],
] as const)('what is answered to a click in a thread %s', async (_, answering, below) => {
  const { ask, calls } = await surfaceOver(FILE, noApi, answering);
  const said: string[] = [];
  const otherwise: Reply = {
    say: async (__, how = 'privately') => said.push(how),
    show: async () => undefined,
  };
  const reply = replyInThread(ask({ channel: 'C0ACME' }), '17.1', otherwise);
  await reply.say(ANSWER);
  expect(calls).toMatchObject([{ args: { channel: 'C0ACME', thread_ts: '17.1', user: 'U0ANA' } }]);
  expect(said).toEqual(below);
  await reply.say(ANSWER, 'replacing');
  expect(said).toEqual([...below, 'replacing']);
});

/** What Slack hears of a click that is answered so; `said` is what its address is sent. */
async function clickAnswered(answer: Answer, slack: Answering) {
  const said: unknown[] = [];
  const send: Send = async (_, { body }) => {
    said.push(JSON.parse(`${body}`));
    return new Response('ok');
  };
  const { ask, calls, lines } = await surfaceOver(FILE, noApi, slack, { bot: { send } });
  await respondTo(ask(), replyByAddress('https://hooks.slack.com/x', ask()), async () => answer);
  return { calls, said, lines: lines() };
}

const BRIEF: Page = { parts: [headline('Reading')] };
const FILLED: Page = { parts: [headline('All of it')] };
const filled = async () => FILLED;
const view = { id: 'V1', hash: '17.abc' };
const unlessMethod =
  (method: string, otherwise: Answering): Answering =>
  (...request) =>
    (request[1].method === method ? otherwise : ok({ view }))(...request);

describe('a page that opens as a modal', () => {
  test('is filled later unless it was changed, and then the clicked message is replaced', async () => {
    const { calls, said } = await clickAnswered({ modal: BRIEF, filled, behind: filled }, ok({ view }));
    expect(calls.map(({ method }) => method)).toEqual(['views.open', 'views.update']);
    expect(calls[0]?.args).toMatchObject({ trigger_id: 't', view: drawView(BRIEF, placeMetadata(CHANNEL)) });
    expect(calls[1]?.args).toMatchObject({ view_id: 'V1', hash: '17.abc' });
    expect(calls[1]?.args.view).toEqual(drawView(FILLED, placeMetadata(CHANNEL)));
    expect(said).toMatchObject([{ replace_original: true, text: 'All of it' }]);
  });

  test.each(['not_found', 'hash_conflict'])(
    'is left alone once the person closed or changed it (%s)',
    async (reason) => {
      const { said, lines } = await clickAnswered(
        { modal: BRIEF, filled },
        unlessMethod('views.update', no(reason)),
      );
      expect(said).toEqual([]);
      expect(JSON.stringify(lines)).not.toContain('could not be delivered');
    },
  );

  test.each(['expired_trigger_id', 'exchanged_trigger_id', 'view_too_large'])(
    'becomes a private message if Slack opens none (%s)',
    async (reason) => {
      const { calls, said } = await clickAnswered({ modal: BRIEF, filled }, no(reason));
      expect(calls.map(({ method }) => method)).toEqual(['views.open']);
      expect(said).toMatchObject([{ replace_original: false, text: 'All of it' }]);
    },
  );

  test('that would become a form becomes an error message', async () => {
    const form = { id: 'f', title: 'Form', carries: '', parts: [] };
    const { said } = await clickAnswered(
      { modal: BRIEF, filled: async () => form },
      no('expired_trigger_id'),
    );
    expect(said).toMatchObject([{ text: expect.stringMatching(/^Slack /) }]);
  });
});

test.each([
  [true, new StoreError('The disk is full.')],
  [true, Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })],
  [true, Object.assign(new Error('terminating connection'), { code: '57P01' })],
  [true, new Error('Connection terminated unexpectedly')],
  [false, Object.assign(new Error('duplicate key'), { code: '23505' })],
  [false, new TypeError('x is undefined')],
])('the database’s outage (%s) is told from a fault of ours: %s', async (isOutage, error) => {
  const { ask } = await surfaceOver(FILE, noApi, ok());
  const { text } = draw(explainFault(error, ask()));
  expect({ outage: /database/.test(text), fault: /our fault/.test(text) }).toEqual({
    outage: isOutage,
    fault: !isOutage,
  });
});

describe('a form from a page in a modal', () => {
  const FORM = { id: 'f', title: 'Form', carries: 'c', parts: [] };

  test.each([
    ['opens on top of it', ok({ view }), ['views.push']],
    [
      'takes its place where there is no room on top',
      unlessMethod('views.push', no('push_limit_reached')),
      ['views.push', 'views.update'],
    ],
  ] as const)('%s', async (_, slack, methods) => {
    const { ask, calls } = await surfaceOver(FILE, noApi, slack);
    await replyInModal(ask(), 'V1', { isPage: true }).show(FORM);
    expect(calls.map(({ method }) => method)).toEqual(methods);
    expect(calls.at(-1)?.args.view).toEqual(drawView(FORM));
  });

  test('is replaced by another form; a page opens on top of a page', async () => {
    const { ask, calls } = await surfaceOver(FILE, noApi, ok({ view }));
    await replyInModal(ask(), 'V1').show(FORM);
    await replyInModal(ask(), 'V1', { isPage: true }).show(BRIEF);
    expect(calls.map(({ method }) => method)).toEqual(['views.update', 'views.push']);
  });
});

describe('an answer to a click on the Home tab', () => {
  const asked = { channel: '' };
  const direct = drawView(ANSWER, placeMetadata('U0ANA'));

  test('opens where it was clicked, with buttons that act as in a direct message', async () => {
    const { ask, calls } = await surfaceOver(FILE, noApi, ok({ view }));
    await respondTo(ask(asked), replyOverHome(ask(asked)), async () => ({ message: ANSWER }));
    expect(calls).toMatchObject([{ method: 'views.open', args: { trigger_id: 't', view: direct } }]);
  });

  test('that takes long comes in a modal that opened while Slack still let it', async () => {
    const { ask, calls } = await surfaceOver(FILE, noApi, ok({ view }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const handled = Promise.withResolvers<Answer>();
    const told = respondTo(ask(asked), replyOverHome(ask(asked)), () => handled.promise);
    await vi.advanceTimersByTimeAsync(2_000);
    handled.resolve({ message: ANSWER });
    await told;
    expect(calls.map(({ method }) => method)).toEqual(['views.open', 'views.update']);
    expect(calls[1]?.args).toMatchObject({ view_id: 'V1', view: direct });
  });

  test('comes directly if Slack opens no modal', async () => {
    const { ask, calls } = await surfaceOver(
      FILE,
      noApi,
      unlessMethod('views.open', no('expired_trigger_id')),
    );
    await respondTo(ask(asked), replyOverHome(ask(asked)), async () => ({ message: ANSWER }));
    expect(calls.map(({ method }) => method)).toEqual(['views.open', 'chat.postMessage']);
    expect(calls[1]?.args).toMatchObject({ channel: 'U0ANA', text: 'That did not work.' });
  });
});

test('a form stays if it can’t be drawn anew while somebody types into it', async () => {
  const { ask, calls } = await surfaceOver(FILE, noApi, no('ratelimited'));
  const form = { id: 'f', title: 'Form', carries: 'c', parts: [] };
  await respondTo(ask(), replyInModal(ask(), 'V1', { isTyping: true }), async () => ({ modal: form }));
  expect(calls.map(({ args }) => args.view)).toEqual([drawView(form)]);
});

describe('the result in a modal that was closed meanwhile', () => {
  test.each([
    ['comes privately', { message: FILLED }, ['views.update', 'chat.postEphemeral']],
    ['is in no message if it is only for a modal', { modal: FILLED }, ['views.update']],
  ])('%s, and nothing is taken for a fault', async (_, answer, methods) => {
    const { ask, calls, lines } = await surfaceOver(
      FILE,
      noApi,
      unlessMethod('views.update', no('not_found')),
    );
    await respondTo(ask(), replyInModal(ask(), 'V1'), async () => answer);
    expect(calls.map(({ method }) => method)).toEqual(methods);
    expect(lines()).toEqual([]);
  });
});
