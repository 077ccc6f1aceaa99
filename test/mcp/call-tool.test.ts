/** What assistants get without a plain answer: every offer works, and nothing is named that they can't call. */
import { describe, expect, test } from 'vitest';
import { callTool } from '../../src/mcp/call-tool.ts';
import { READ_TOOLS } from '../../src/mcp/server.ts';
import { Result } from '../../src/mcp/tool.ts';
import type { Ask } from '../../src/surface/ask.ts';
import { ACME } from '../support/sandbox.ts';
import { askingAcme } from '../surface/ask/asked.ts';
import { callerOf } from './calling.ts';

const toolNamed = (name: string) =>
  READ_TOOLS.find((one) => one.name === name) ?? expect.fail(`no tool ${name}`);

async function assistant({ isStoreEmpty = false } = {}) {
  const { asker } = await askingAcme();
  return assistantFor({ ...asker(), isStoreEmpty });
}

function assistantFor(ask: Ask) {
  const caller = callerOf(ask);
  return async (name: string, given: Record<string, unknown> = {}) => {
    const { content, structuredContent, isError = false } = await callTool(toolNamed(name), given, caller);
    const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('');
    return { text, result: Result.parse(structuredContent), isError };
  };
}

describe('an unclear question', () => {
  test.each(['Globex', 'which are worst?'])(
    '“%s” offers readings that each get an answer',
    async (question) => {
      const call = await assistant();
      const { result } = await call('ask', { question });
      expect(result).toMatchObject({ emptyBecause: 'ambiguous' });
      expect(result.lines.length).toBeGreaterThan(1);
      for (const offered of result.lines) {
        const { result: again } = await call('ask', { question: offered });
        expect(again.reading?.toLowerCase()).toBe(offered.toLowerCase());
        expect(again.verdict, offered).toBe('answered');
      }
    },
  );
});

test('of two questions at once the first is answered, and the other is offered', async () => {
  const call = await assistant();
  const { result, text } = await call('ask', { question: 'who beats us on pricing and what do they cite?' });
  expect(result).toMatchObject({ verdict: 'answered' });
  expect(text).toMatch(/The other one: .*cite/);
});

test('an unknown rival offers others, and each of them gets an answer', async () => {
  const call = await assistant();
  const { result } = await call('compare', { rival: 'Initrode' });
  expect(result).toMatchObject({ emptyBecause: 'not_known' });
  expect(result.lines.length).toBeGreaterThan(1);
  for (const offered of result.lines)
    expect((await call('ask', { question: offered })).result, offered).toMatchObject({ verdict: 'answered' });
});

test('every tool refuses the same way if only the bot’s store has the answer', async () => {
  const call = await assistant({ isStoreEmpty: true });
  for (const [name, given] of [
    ['why', { handle: 'A1' }],
    ['list_leads', { filters: ['mine'] }],
    ['list_alerts', {}],
    ['ask', { question: 'leads that I claimed' }],
  ] as const)
    expect(await call(name, given), name).toMatchObject({
      isError: true,
      result: { emptyBecause: 'not_in_store' },
    });
  expect(await call('list_leads')).toMatchObject({ isError: false });
});

test.each(['reddit', 'hn'])('list_leads takes “%s” for the place', async (place) => {
  const call = await assistant();
  expect((await call('list_leads', { place })).result.emptyBecause).toBeUndefined();
  const elsewhere = await call('list_leads', { place: 'elsewhere' });
  expect(elsewhere).toMatchObject({ result: { emptyBecause: 'filtered_out' } });
});

test('no refusal names a Slack command or a tool that doesn’t exist', async () => {
  const call = await assistant();
  const refused = await Promise.all([
    call('read_answer', { id: '91c10690-f5d2-4536-b2f2-9139a13d0eaa' }),
    call('get_scores', { prompt: 'banana' }),
    call('list_leads', { min_score: 99 }),
    call('get_lead', { handle: 'L99999' }),
    call('compare', { rival: 'Acme' }),
  ]);
  for (const { text } of refused) {
    expect(text).not.toMatch(/\/visibility|Example/);
    expect(text).not.toMatch(/^- (prompts|scores|topic|mentions)$/m);
  }
  expect(refused[0]).toMatchObject({ isError: true, text: expect.stringContaining('search_answers') });
});

test('comparing the brand with itself is refused, with a hint on which tool to call', async () => {
  const call = await assistant();
  const { text, result } = await call('compare', { rival: 'Acme' });
  expect(text).toContain('get_scores');
  expect(result.emptyBecause).toBe('own_brand');
});

test('a limited list of cited pages says how many there are in all', async () => {
  const call = await assistant();
  const [all, some] = [await call('get_sources'), await call('get_sources', { limit: 3 })];
  const [, total] = all.text.match(/: (\d+) cited pages/) ?? [];
  expect(some.text).toMatch(new RegExp(`3 of ${total} cited pages`));
  expect(some.result.figures).toHaveLength(3);
  const more = await call('get_sources', { limit: 100 });
  expect(more.text).toContain(`: ${total} cited pages`);
});

test('get_scores says the figure of each day asked for, in its text, too', async () => {
  const { asker, client } = await askingAcme();
  const call = assistantFor(asker());
  const rows = (await client.dailyScores(ACME.id)).filter(({ engineId, regionId }) => !engineId && !regionId);
  const days = [...new Set(rows.flatMap(({ date }) => date ?? []))].toSorted().slice(-8, -1);
  const { text } = await call('get_scores', { from: days[0], to: days.at(-1) });
  const told = /^Score: (.*)$/m.exec(text)?.[1]?.split(', ') ?? [];
  expect(told).toHaveLength(days.length);
  for (const [i, day] of days.entries())
    expect(told[i]).toMatch(new RegExp(`^${Number(day.slice(-2))} \\w+ \\d+`));
});

test('the operator, who is nobody in Slack, isn’t told that leads of theirs are none', async () => {
  const { asker } = await askingAcme();
  const operator = assistantFor({ ...asker(), person: '' });
  const { text } = await operator('list_leads', { filters: ['mine', 'answered'] });
  expect(text).toContain('nobody in Slack');
  expect(await operator('list_leads', { filters: ['answered'] })).toMatchObject({ isError: false });
});

test('without any project, the operator is told how to get one', async () => {
  const { asker } = await askingAcme();
  const { workspace, ...ask } = asker();
  const none = { ...workspace, projects: () => ({ ...workspace.projects(), projects: [] }) };
  const call = assistantFor({ ...ask, workspace: none, person: '' });
  expect(await call('list_projects')).toMatchObject({ text: expect.stringContaining('none is configured') });
  expect(await call('overview')).toMatchObject({
    isError: true,
    text: expect.stringContaining('projects.yml'),
  });
});

describe('search_answers', () => {
  const prompt = 'k8s cost alerts';

  test('lists every answer to a prompt, page by page, each with an id that read_answer takes', async () => {
    const { asker, client } = await askingAcme();
    const call = assistantFor(asker());
    const lines: string[] = [];
    for (let cursor: string | undefined, left = 40; left > 0; left -= 1) {
      const { result, text } = await call('search_answers', { prompt, ...(cursor && { cursor }) });
      expect(text).toMatch(/answers for “k8s cost alerts”.*newest first/);
      expect(text).toMatch(/The API lists answers there since/);
      lines.push(...result.lines);
      cursor = result.nextCursor;
      if (cursor === undefined) break;
    }
    const [tracked] = (await client.prompts(ACME.id)).filter(({ text }) => text === prompt);
    const { runs = [] } = await client.promptHistory(ACME.id, tracked?.id ?? '');
    const ids = lines.map((line) => /read_answer id (\S+)/.exec(line)?.[1]);
    expect(new Set(ids)).toEqual(new Set(runs.map(({ promptRunId }) => promptRunId)));
    expect(await call('read_answer', { id: ids.at(-1) })).toMatchObject({ isError: false });
  });

  test('finds answers of one engine on days before the newest, oldest first', async () => {
    const { asker, client } = await askingAcme();
    const call = assistantFor(asker());
    const [to, from] = [4, 5].map((ago) =>
      new Date(asker().now() - ago * 86_400_000).toISOString().slice(0, 10),
    );
    const { result } = await call('search_answers', { prompt, engine: 'Gemini', from, to, order: 'oldest' });
    expect(result.lines.length).toBeGreaterThan(0);
    for (const line of result.lines) expect(line).toMatch(/^Gemini .*(names you|doesn’t name you)/);
    const topical = await call('search_answers', { topic: 'pricing', from, to });
    expect(topical.result.lines.length).toBeGreaterThan(0);
    const evidence = (await client.topicAnswers(ACME.id, 'pricing', { limit: 300 })).map(
      (one) => one.evidence,
    );
    for (const line of topical.result.lines)
      expect(evidence).toContain(/“([^“”]*)” · read_answer/.exec(line)?.[1]);
  });

  test('takes an engine’s name with a typo for the engine, as it does a rival’s', async () => {
    const call = await assistant();
    const { result } = await call('get_scores', { metric: 'score', engine: 'gemni' });
    expect(result.reading).toContain('Gemini');
    const { isError } = await call('get_scores', { metric: 'score', engine: 'zorbex' });
    expect(isError).toBe(true);
  });

  test('says since when the API lists answers if asked about days before', async () => {
    const call = await assistant();
    const { result, text } = await call('search_answers', { prompt, to: '2020-01-01' });
    expect(result.emptyBecause).toBe('none_of_those_days');
    expect(text).toMatch(/The API lists answers there since/);
  });
});

test('answers quoted in reply to a question have ids for read_answer, too', async () => {
  const call = await assistant();
  const { text } = await call('ask', { question: 'what does Gemini say when asked “k8s cost alerts”?' });
  const [, id] = /read_answer id (\S+)/.exec(text) ?? [];
  expect(await call('read_answer', { id })).toMatchObject({ isError: false });
});

test.each([
  ['read_answer', { id: 'banana' }, /search_answers/],
  ['get_lead', { handle: 'A1' }, /why/],
  ['get_lead', { handle: '' }, /L412/],
  ['why', { handle: 'banana' }, /list_leads/],
  ['get_scores', { from: 'yesterday' }, /YYYY-MM-DD/],
  ['get_scores', { metric: 'visibility' }, /mention_rate/],
  ['get_topic', { limit: 500 }, /100/],
  ['list_leads', { filters: ['new'] }, /unclaimed/],
  ['what_if', { min_change: -1 }, />0/],
  ['get_topic', { day: 'today' }, /day/],
] as const)('%s refuses %j and says what it takes', (name, given, said) => {
  const read = toolNamed(name).input.strict().safeParse(given);
  expect(read.error?.issues.map(({ message }) => message).join(' ')).toMatch(said);
});

test('future days have no alerts', async () => {
  const call = await assistant();
  const { result, text } = await call('list_alerts', { from: '2099-01-01' });
  expect(result).toMatchObject({ verdict: 'no_data', emptyBecause: 'none_of_those_days' });
  expect(text).toContain('hasn’t come yet');
});

test.each([
  ['get_scores', { from: '2026-01-20', to: '2026-01-10' }],
  ['list_alerts', { from: '2026-01-20', to: '2026-01-10' }],
  ['search_answers', { topic: 'pricing', prompt: 'cut aws bill' }],
])('%s refuses %j instead of leaving out a part of it', async (name, given) => {
  const call = await assistant();
  expect(await call(name, given)).toMatchObject({ isError: true, result: { lines: [] } });
});
