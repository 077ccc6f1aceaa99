import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { headline, type Page } from '../../src/messages/page.ts';
import { refusal, stillWorking } from '../../src/messages/refusal.ts';
import { say } from '../../src/messages/text.ts';
import { draw } from '../../src/slack/draw.ts';
import { byResponse, inThread, type Reply, toPerson } from '../../src/surface/reply.ts';
import { type Answering, no, ok } from '../support/slack-server.ts';
import { surfaceOver } from '../support/surface-over.ts';
import { json as apiAnswer } from '../visibility/api.ts';

const FILE = 'projects: [{ id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90, name: Acme, visible_in: [C0ACME] }]';
const noApi = apiAnswer([]);

/** Slack's address for answers, which hangs up so many times before it takes one. */
async function askedAt(hangUps: number) {
  const heard: unknown[] = [];
  const server = createServer(async (request, response) => {
    heard.push(await json(request));
    if (heard.length <= hangUps) response.destroy();
    else response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const respond = (answer: unknown) =>
    fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(answer) });
  const { ask } = await surfaceOver(FILE, noApi, ok());
  return { reply: byResponse(respond, ask()), heard };
}

const ANSWER = refusal({ sentence: 'That did not work.' });

test('an answer whose connection Slack closed is given once more', async () => {
  const { reply, heard } = await askedAt(1);
  await reply.say(ANSWER);
  expect(heard).toHaveLength(2);
  const unfurling = { unfurl_links: false, unfurl_media: false };
  expect(heard[1]).toMatchObject({ response_type: 'ephemeral', text: 'That did not work.', ...unfurling });
});

test('where every connection is closed the fault is told, and nothing is repeated for ever', async () => {
  const { reply, heard } = await askedAt(100);
  await expect(reply.say(ANSWER)).rejects.toThrow('fetch failed');
  expect(heard).toHaveLength(2);
});

test('what follows a first word takes no place: by the address of a command Slack replaces nothing', async () => {
  const { reply, heard } = await askedAt(0);
  await reply.say(stillWorking());
  await reply.say(ANSWER);
  expect(heard).toMatchObject([
    { replace_original: false, text: 'Still asking the API.\nThe answer follows.' },
    { replace_original: false, text: 'That did not work.' },
  ]);
});

/** What a person without an address for answers is sent, by a Slack that answers so. */
async function toldIn(channel: string, answering: Answering) {
  const { ask, calls } = await surfaceOver(FILE, noApi, answering);
  return { reply: toPerson(ask({ channel })), calls };
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

test.each(['C0HERE', ''])(
  'an answer to a person in %j leaves out a chart that Slack refuses',
  async (channel) => {
    const { reply, calls } = await toldIn(channel, withoutCharts);
    await reply.say(CHART);
    expect(calls.at(-1)?.args).toMatchObject({ blocks: draw(CHART).plainBlocks });
  },
);

test.each(['C0HERE', ''])(
  'an answer to a person in %j shows nothing of what its links lead to',
  async (channel) => {
    const { reply, calls } = await toldIn(channel, ok());
    await reply.say(ANSWER);
    expect(calls).toMatchObject([{ args: { unfurl_links: 'false', unfurl_media: 'false' } }]);
  },
);

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
  const reply = inThread(ask({ channel: 'C0ACME' }), '17.1', otherwise);
  await reply.say(ANSWER);
  expect(calls).toMatchObject([{ args: { channel: 'C0ACME', thread_ts: '17.1', user: 'U0ANA' } }]);
  expect(said).toEqual(below);
  await reply.say(ANSWER, 'replacing');
  expect(said).toEqual([...below, 'replacing']);
});
