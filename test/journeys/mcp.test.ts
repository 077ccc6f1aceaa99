/** What people ask through an MCP client: every tool, in both versions of the protocol, by a token and in the terminal. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FENCE } from '../../src/mcp/call-tool.ts';
import { READ_TOOLS } from '../../src/mcp/server.ts';
import { EXAMPLE_PROJECTS } from '../support/bot.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA, BEN } from '../support/local-slack.ts';
import {
  type Called,
  call,
  connectByTerminal,
  connectByToken,
  mcpUrl,
  PROTOCOLS,
  tokenOf,
} from '../support/mcp-client.ts';
import { ACME, RANDOM, TIDEWATER } from '../support/sandbox.ts';

let journey: Journey;
let token: string;
let client: Client;
/** Ana's own, by her token. */
let member: Client;
const dataDir = mkdtempSync(path.join(tmpdir(), 'sightline-test-'));
const open: Client[] = [];

async function kept(connected: Promise<Client>): Promise<Client> {
  const one = await connected;
  open.push(one);
  return one;
}

beforeAll(async () => {
  journey = await startJourney({ environment: { DATA_DIR: dataDir } });
  for (const channel of [ACME.leads, ACME.scores]) await journey.slack.say(ANA, channel, '/remove @ben');
  // Ana sees Acme, and Ben nothing.
  for (const name of ['ana', 'ben']) await journey.slack.say(BEN, TIDEWATER.channel, `/remove @${name}`);
  // A morning's digests and an alert.
  await journey.pass({ minutes: 2 });
  token = await tokenOf(journey, ANA, ACME.leads);
  client = await kept(connectByTerminal(terminal(), PROTOCOLS[0]));
  member = await kept(connectByToken(journey, token, PROTOCOLS[0]));
});

afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
  await journey?.end();
});

/** Of whoever runs the bot, in their own terminal. */
const terminal = () => ({
  ...journey.botEnvironment,
  PROJECTS_FILE: EXAMPLE_PROJECTS,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  PATH: process.env.PATH ?? '',
});

const asked = (name: string, given: Record<string, unknown> = {}) =>
  call(client, name, { project: 'Acme', ...given });

/** Every tool, with what is asked of it and what the answer says. */
const CALLS: Readonly<Record<string, [Record<string, unknown>, RegExp]>> = {
  list_projects: [{}, /Acme.*posts leads, scores/],
  overview: [{ project: 'Acme' }, /Acme visibility score\W+52\.2/],
  ask: [{ question: 'why did we drop on Gemini?', project: 'acme' }, /on Gemini: 35\.3/],
  get_scores: [{ project: 'Acme', engine: 'gemini' }, /on Gemini.*35\.3/],
  explain_change: [{ project: ACME.id }, /down 8\.1 points/],
  get_topic: [{ project: 'Acme', topic: 'pricing' }, /on “pricing”/],
  compare: [{ project: 'Acme', rival: 'globex' }, /Acme vs Globex/],
  search_answers: [{ project: 'Acme', topic: 'pricing' }, /read_answer id [\da-f-]{36}/],
  get_sources: [{ project: 'Acme' }, /\d+ citations/],
  list_leads: [{ project: 'Acme' }, /open leads/],
  get_lead: [{ handle: 'l1' }, /L1/],
  list_alerts: [{ project: 'Acme' }, /A1.*Acme fell/],
  why: [{ handle: 'A1' }, /A1/],
  what_if: [{ project: 'Acme', min_change: 5 }, /threshold of 5/],
};

describe.each(PROTOCOLS)('a client of %s', (protocol) => {
  test('is told of every tool, that it only reads, and how to read what it says', async () => {
    const own = await kept(connectByToken(journey, token, protocol));
    expect(own.getNegotiatedProtocolVersion()).toBe(protocol);
    const { tools } = await own.listTools();
    expect(tools.map(({ name }) => name)).toEqual(READ_TOOLS.map(({ name }) => name));
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint && annotations.idempotentHint)).toBe(
      true,
    );
    expect(own.getInstructions()).toContain(FENCE.begin);
    const found = await call(own, 'search_answers', { project: 'Acme', topic: 'pricing' });
    const [, id] = found.text.match(/read_answer id ([\da-f-]+)/) ?? [];
    const { text } = await call(own, 'read_answer', { project: 'Acme', id });
    expect(text).toContain(`Run ${id}`);
  });
});

test.each(Object.entries(CALLS))('a client calls %s', async (name, [given, said]) => {
  const { text, isError } = await call(member, name, given);
  expect(text).toMatch(said);
  expect(text).not.toMatch(/<[@#!][A-Z]|\b[UCT]0[A-Z]{4,}|undefined|NaN/);
  expect(isError).toBe(false);
});

test('every tool that there is has a journey', () => {
  const named = [...Object.keys(CALLS), 'read_answer'].toSorted();
  expect(READ_TOOLS.map(({ name }) => name).toSorted()).toEqual(named);
});

describe('a figure', () => {
  test('has its unit, its day and from how many answers it is; what it is compared with was measured alike', async () => {
    const { result } = await asked('overview');
    expect(result.figures[0]).toMatchObject({
      name: 'visibility score',
      unit: 'points',
      day: '2026-03-10',
      since: '2026-03-09',
      comparable: true,
    });
    expect(result.project).toEqual({ id: ACME.id, name: 'Acme' });
  });

  test('stands behind short names too: what an alert told, and a lead’s score', async () => {
    const told = { value: 52.17, unit: 'points', day: '2026-03-10', since: '2026-03-09', change: -8.1 };
    for (const { result } of [await asked('why', { handle: 'A1' }), await asked('list_alerts')])
      expect(result.figures.at(-1)).toMatchObject({
        ...told,
        name: 'visibility score (A1)',
        comparable: true,
        verdict: 'well outside normal',
      });
    const { result } = await asked('get_lead', { handle: 'L1' });
    expect(result.figures).toMatchObject([{ name: 'score of L1', value: 91, unit: 'points' }]);
  });
});

test('a short name that nobody knows is said to be unseen, without a word of channels', async () => {
  const { text, isError } = await asked('get_lead', { handle: 'L9999' });
  expect(isError).toBe(true);
  expect(text).toContain('L9999');
  expect(text).not.toContain('channel');
});

test('a short name of another project than the one named is said to be that one’s', async () => {
  const { text: list } = await call(client, 'list_leads', { project: 'Tidewater' });
  const [handle = ''] = list.match(/\bL\d+/) ?? [];
  const { text, isError } = await asked('get_lead', { handle });
  expect(isError).toBe(true);
  expect(text).toContain(`You see no ${handle} in Acme`);
});

test('a question about a short name is answered as “why” is', async () => {
  const [asking, why] = await Promise.all([
    asked('ask', { question: 'why A1?' }),
    asked('why', { handle: 'A1' }),
  ]);
  expect(asking.text).toBe(why.text);
});

test('without a project a question is about the first and says so, unless it is about none', async () => {
  const term = await call(client, 'ask', { question: 'what is average rank?' });
  expect(term.isError).toBe(false);
  expect(term.result.verdict).toBe('answered');
  expect(term.text).not.toContain('Tidewater');
  const { result, text } = await call(client, 'ask', { question: 'how are we doing?' });
  expect(result.project).toMatchObject({ name: 'Acme' });
  expect(text).toContain('This is about Acme, the first of 2 projects. For another (Tidewater)');
});

describe('an empty answer names its cause', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['get_scores', { from: '2020-01-01', to: '2020-01-05' }, 'none_of_those_days'],
    ['get_scores', { engine: 'Copilot' }, 'nothing_tracked'],
    ['get_topic', { topic: 'gardening' }, 'not_known'],
    ['list_leads', { filters: ['mine'] }, 'none_listed'],
    ['list_leads', { from: '2020-01-01', to: '2020-01-02' }, 'none_of_those_days'],
    ['list_leads', { min_score: 99 }, 'filtered_out'],
    ['get_sources', { site: 'nowhere.example' }, 'filtered_out'],
    ['list_alerts', { to: '2020-01-02' }, 'none_of_those_days'],
    ['ask', { question: 'what is the weather in Berlin?' }, 'not_understood'],
  ])('%s %j', async (name, given, cause) => {
    const { result, text, isError } = await asked(name, given);
    expect(isError).toBe(false);
    expect(result.emptyBecause).toBe(cause);
    expect(text.slice(text.indexOf(FENCE.end)).length).toBeGreaterThan(FENCE.end.length + 10);
  });

  test('in a workspace of which somebody sees nothing', async () => {
    const his = await kept(connectByToken(journey, await tokenOf(journey, BEN, RANDOM), '2025-11-25'));
    expect((await call(his, 'list_projects')).result.emptyBecause).toBe('no_project');
    const refused = await call(his, 'overview', { project: 'Acme' });
    expect(refused.isError).toBe(true);
    expect(refused.text).not.toMatch(/Tidewater|52\.2/);
  });
});

describe('what is refused is a sentence', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['overview', { project: undefined }, /You see: Acme, Tidewater/],
    ['overview', { project: 'Nobody' }, /You see no project “Nobody”/],
    ['get_scores', { engine: 'bing' }, /no engine “bing”.*Gemini/s],
    ['get_scores', { from: '2026-03-12', to: '2026-03-01' }, /is after to/],
    ['why', { handle: 'A999' }, /A999/],
    ['search_answers', { topic: 'pricing', prompt: 'cost' }, /a topic or a prompt/],
    ['list_leads', { cursor: 'bm9uZQ' }, /cursor/],
  ])('%s %j', async (name, given, said) => {
    const { text, isError } = await asked(name, given);
    expect(isError).toBe(true);
    expect(text).toMatch(said);
    expect(text).not.toMatch(/\bat \w+.*:\d+:\d+/);
  });

  test('also where the API does not answer', async () => {
    await journey.breakApi({ operation: 'topic_detail', kind: 'unavailable' });
    const { text, isError } = await asked('get_topic', { topic: 'pricing' });
    await journey.mendApi();
    expect(isError).toBe(true);
    expect(text).toMatch(/API isn’t answering/);
  });
});

describe('a long answer', () => {
  test('goes on by its cursor to its end, and says nothing twice', async () => {
    const pages: Called[] = [await asked('search_answers', { topic: 'pricing' })];
    for (let next = pages[0]?.result.nextCursor; next !== undefined; next = pages.at(-1)?.result.nextCursor)
      pages.push(await asked('search_answers', { topic: 'pricing', cursor: next }));
    expect(pages.length).toBeGreaterThan(2);
    const ids = pages.flatMap(({ text }) =>
      [...text.matchAll(/read_answer id ([\da-f-]+)/g)].map(([, id]) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(pages[0]?.text).toContain(`${ids.length} answers`);
  });

  test('a cursor of another tool is none', async () => {
    const { result } = await asked('search_answers', { topic: 'pricing' });
    const { isError } = await asked('list_leads', { cursor: result.nextCursor });
    expect(isError).toBe(true);
  });

  test('a cursor that somebody made shows nobody more than they see', async () => {
    const made = { tool: 'overview', given: { project: TIDEWATER.id }, page: 0, from: 0 };
    const cursor = Buffer.from(JSON.stringify(made)).toString('base64url');
    expect((await asked('overview', { cursor })).text).toContain('Tidewater visibility');
    const { text, isError } = await call(member, 'overview', { cursor });
    expect(isError).toBe(true);
    expect(text).toContain('You see: Acme.');
  });
});

describe('the door', () => {
  const post = (headers: Record<string, string>, body: string) =>
    fetch(mcpUrl(journey), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    });
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const bearer = () => ({ authorization: `Bearer ${token}` });

  test('is shut without a token, and with one that nobody made', async () => {
    expect((await post({}, list)).status).toBe(401);
    expect((await post({ authorization: 'Bearer slt_none' }, list)).status).toBe(401);
  });

  test('takes no request that is too long, and none that is no JSON', async () => {
    expect((await post(bearer(), JSON.stringify('x'.repeat(1_100_000)))).status).toBe(413);
    expect((await post(bearer(), '{')).status).toBe(400);
  });

  test('takes what is sent by the protocol alone', async () => {
    expect((await post(bearer(), list)).status).toBe(200);
    const asked = await fetch(mcpUrl(journey), { headers: bearer() });
    expect(asked.status).toBe(405);
  });
});

describe('in the terminal', () => {
  test('the bot that runs here answers', async () => {
    expect((await client.listTools()).tools).toHaveLength(READ_TOOLS.length);
    const [score, alert] = await Promise.all([
      call(client, 'overview', { project: 'Acme' }),
      call(client, 'why', { handle: 'A1' }),
    ]);
    expect(score.text).toContain('52.2');
    // Only its store knows that.
    expect(alert.text).toMatch(/A1.*fell 8\.1 points/s);
  });

  test('without a bot the API answers, a client of the protocol before too, and what only a bot knows is said not to be known', async () => {
    const env = { ...terminal(), DATA_DIR: path.join(dataDir, 'none') };
    const own = await kept(connectByTerminal(env, '2025-11-25'));
    expect((await call(own, 'overview', { project: 'Acme' })).text).toContain('52.2');
    const unknown = await call(own, 'why', { handle: 'A1' });
    expect(unknown).toMatchObject({ isError: true, result: { emptyBecause: 'not_in_store' } });
  });
});
