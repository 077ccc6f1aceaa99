/** Every operation of the API, by the bot's own client, from the reference server, over HTTP: two that must agree. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVisibility, type VisibilityClient } from '../../src/visibility/client.ts';
import { OPERATIONS } from '../../src/visibility/operations.ts';
import { ACME, startTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
let visibility: ReturnType<typeof createVisibility>;
let api: VisibilityClient;
const called = new Set<string>();

beforeAll(async () => {
  sandbox = await startTestSandbox();
  const { VISIBILITY_BASE_URL = '', VISIBILITY_API_KEY = '' } = sandbox.botEnvironment;
  visibility = createVisibility({
    baseUrl: VISIBILITY_BASE_URL,
    onRequest: ({ operation, outcome }) => outcome === 'ok' && called.add(operation),
  });
  api = visibility.open(VISIBILITY_API_KEY);
});

afterAll(async () => {
  await visibility?.close();
  await sandbox?.close();
});

/** The first of a list, which must have one. */
function first<Item>(items: readonly Item[] | undefined): Item {
  const [item] = items ?? [];
  return item ?? expect.fail('The list is empty');
}

test('what belongs to no project', async () => {
  expect((await api.engines()).map(({ display_name }) => display_name)).toContain('Gemini');
  expect((await api.regions()).map(({ code }) => code)).toContain('DE');
});

test('what a project has, each with something in it', async () => {
  const { id } = ACME;
  const lists = await Promise.all([
    api.communityLeads(id),
    api.warmLeads(id),
    api.dailyScores(id),
    api.mentions(id),
    api.citations(id),
    api.sources(id),
    api.referrers(id),
    api.queryFanout(id),
    api.topics(id),
    api.prompts(id),
    api.promptSuggestions(id),
    api.segmentSuggestions(id),
    api.suggestions(id),
    api.regionUsage(id),
  ]);
  expect(lists.map((list) => list.length > 0)).toEqual(lists.map(() => true));
  expect((await api.communityMetrics(id)).total).toBeGreaterThan(0);
  expect((await api.suggestionsStatus(id)).total).toBeGreaterThan(0);
});

test('one thing of many, by its name or id', async () => {
  const { id } = ACME;
  const label = first(await api.topics(id)).label ?? '';
  expect((await api.topicDetail(id, label)).label).toBe(label);
  expect((await api.topicAnswers(id, label)).length).toBeGreaterThan(0);
  const rival = (await api.mentions(id)).find(({ entity_name }) => entity_name !== 'Acme');
  expect((await api.competitorDetail(id, rival?.entity_name ?? '')).mentions).toBeGreaterThan(0);
  const segment = first(await api.segmentSuggestions(id));
  expect((await api.segmentPrompts(id, segment.id)).some(({ applies }) => applies)).toBe(true);

  const prompt = first(await api.prompts(id)).id ?? '';
  expect((await api.promptDetail(id, prompt)).id).toBe(prompt);
  expect((await api.promptTimeseries(id, prompt)).length).toBeGreaterThan(0);
  const run = first((await api.promptHistory(id, prompt)).runs);
  const { prompt_run, response } = await api.promptRun(run.promptRunId ?? '');
  expect(prompt_run.prompt_id).toBe(prompt);
  expect(response?.raw_text).not.toBe('');
  const group = await api.runGroup(run.runGroupId ?? '');
  expect(group.prompt_runs.map((one) => one.id)).toContain(run.promptRunId);
});

test('what changes something, read back', async () => {
  const { id } = ACME;
  const created = await api.createPrompt(id, 'cheapest way to watch cloud spend');
  const texts = async () => (await api.prompts(id)).map(({ text }) => text);
  expect(await texts()).toContain('cheapest way to watch cloud spend');
  await api.updatePrompt(id, created.id ?? '', 'cheapest way to see cloud spend');
  expect(await texts()).toContain('cheapest way to see cloud spend');
  await api.deletePrompt(id, created.id ?? '');
  expect(await texts()).not.toContain('cheapest way to see cloud spend');

  const engines = (await api.engines()).slice(0, 2).map((engine) => engine.id);
  expect((await api.setEngines(id, engines))?.map((engine) => engine.id)).toEqual(engines);
  const region = first(await api.regions()).id ?? '';
  await api.setRegions(id, [region]);
  await expect(api.setRegions(id, [])).rejects.toThrow();
});

test('no operation was left out', () => {
  const all = Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path}`);
  expect(all).toHaveLength(32);
  expect(all.filter((operation) => !called.has(operation))).toEqual([]);
});
