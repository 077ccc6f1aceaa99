/** Evening of 18 November in New York, morning of the 19th in Berlin. */
import { expect, test } from 'vitest';
import { splitChoices, trackedSetAnswer } from '../../../src/messages/prompts/prompt-forms.ts';
import { readSet } from '../../../src/surface/prompts/tracked-set.ts';
import { heardOf, shownOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { ACME_FILE, surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';

const NIGHT = Date.parse('2026-11-19T03:00:00Z');

const idOf = (name: string) => `00000000-0000-4000-8000-00000000000${name}`;
const engines = ['a', 'b', 'c', 'd'].map((name) => ({
  id: idOf(name),
  provider: name,
  model: name,
  display_name: name,
  surface: 'chat',
  active: true,
}));
const on = (date: string, names: readonly string[], complete = true) =>
  names.map((name) => ({ date, engine_id: idOf(name), score: 50, ...(!complete && { complete }) }));

const api =
  (rows: readonly unknown[]): Answering =>
  (response, asked, number) =>
    json(asked.url.includes('/engines') ? engines : rows)(response, asked, number);

/** The set of a project, at NIGHT, as an API like this knows it. */
async function readOver(answer: Answering, kind: 'engines' | 'regions' = 'engines', timezone = 'UTC') {
  const file = `{ defaults: { timezone: ${timezone} }, ${ACME_FILE} }`;
  const { ask, workspace, time } = await surfaceOver(file, answer, ok());
  time.now = NIGHT;
  const project = workspace.projects().projects[0] ?? expect.fail('there is no project');
  return { project, set: await readSet(kind, project, ask({ id: 'asked' })) };
}

async function trackedEngines(rows: readonly unknown[], timezone = 'Europe/Berlin') {
  const { set } = await readOver(api(rows), 'engines', timezone);
  return set.tracked.map((id) => id.at(-1));
}

test('engines can be chosen without readable scores, and none is shown as tracked', async () => {
  const answer: Answering = (...request) =>
    (request[1].url.includes('/engines') ? json(engines) : json({}, 404))(...request);
  const { project, set } = await readOver(answer);
  expect(set).toMatchObject({ tracked: [], isUnread: true, choices: [{ name: 'a' }, {}, {}, {}] });
  expect(heardOf(trackedSetAnswer(project, set, { mayChange: true })).slice(0, 3)).toEqual([
    'Acme engines · which of 4 are tracked couldn’t be read',
    '• a',
    '• b',
  ]);
});

test('regions without a readable id are not counted as none, and none can be chosen', async () => {
  const answer: Answering = (...request) =>
    json(request[1].url.endsWith('/regions') ? [{ label: 'Germany' }] : {})(...request);
  const { project, set } = await readOver(answer, 'regions');
  const said = heardOf(trackedSetAnswer(project, set, { mayChange: true }));
  expect(said).toEqual(['Acme regions · the API lists none, or none with an ID that Sightline can read']);
});

test('an engine that hasn’t been asked today is still tracked', async () => {
  const rows = [...on('2026-11-18', ['a', 'b', 'c']), ...on('2026-11-19', ['a'])];
  expect(await trackedEngines(rows)).toEqual(['a', 'b', 'c']);
});

test('an engine that was added yesterday and asked today for the first time is tracked', async () => {
  const rows = [...on('2026-11-18', ['a', 'b']), ...on('2026-11-19', ['d'])];
  expect(await trackedEngines(rows)).toEqual(['a', 'b', 'd']);
});

test('an engine is tracked whose scores have its name alone', async () => {
  const named = engines.map((engine) => ({ ...engine, display_name: `Engine ${engine.display_name}` }));
  const rows = ['Engine a', 'Engine c'].map((engine) => ({ date: '2026-11-18', engine, score: 50 }));
  const { set } = await readOver((response, asked, number) =>
    json(asked.url.includes('/engines') ? named : rows)(response, asked, number),
  );
  expect(set.tracked).toEqual([idOf('a'), idOf('c')]);
});

test('a day ends in the project’s timezone', async () => {
  const rows = [...on('2026-11-17', ['a', 'b', 'c']), ...on('2026-11-18', ['a'])];
  expect(await trackedEngines(rows, 'Europe/Berlin')).toEqual(['a']);
  expect(await trackedEngines(rows, 'America/New_York')).toEqual(['a', 'b', 'c']);
});

test('a past day that the API calls unfinished doesn’t count as complete', async () => {
  const rows = [...on('2026-11-17', ['a', 'b']), ...on('2026-11-18', ['a'], false)];
  expect(await trackedEngines(rows)).toEqual(['a', 'b']);
});

test('before the first day is over, what is tracked isn’t known', async () => {
  expect(await trackedEngines(on('2026-11-19', ['a']))).toEqual([]);
});

test('an inactive engine isn’t offered, but stays tracked', async () => {
  const kinds = engines.map((engine, i) => ({ ...engine, active: i < 2 }));
  const answers: Answering = (response, asked, number) =>
    json(asked.url.includes('/engines') ? kinds : on('2026-11-18', ['a', 'c']))(response, asked, number);
  const { project, set } = await readOver(answers);
  // d is neither.
  expect(splitChoices(set).listed.map(({ name }) => name)).toEqual(['a', 'c', 'b']);
  const words = shownOf(trackedSetAnswer(project, set, { mayChange: false })).join('\n');
  expect(words).toContain('c · tracked · not active');
});

test('an inactive engine is offered where just the active ones are tracked, which is all that it may say', async () => {
  const kinds = engines.map((engine, i) => ({ ...engine, active: i < 2 }));
  const answers: Answering = (response, asked, number) =>
    json(asked.url.includes('/engines') ? kinds : on('2026-11-18', ['a', 'b']))(response, asked, number);
  const { set } = await readOver(answers);
  expect(splitChoices(set).listed.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
});

test('two engines with the same name are offered under different names', async () => {
  const twins = ['chat', 'search'].map((surface, i) => ({ ...engines[i], display_name: 'ChatGPT', surface }));
  const answers: Answering = (response, asked, number) =>
    json(asked.url.includes('/engines') ? twins : [])(response, asked, number);
  const {
    set: { choices },
  } = await readOver(answers);
  expect(choices.map(({ name }) => name)).toEqual(['ChatGPT (chat)', 'ChatGPT (search)']);
});

test.each([
  ['ids', { region_id: idOf('b') }, true],
  ['codes', { code: 'de' }, true],
  ['a mere number', { used: 1, limit: 5 }, false],
])('regions are tracked by the API’s usage of %s, if it names them', async (_, usage, isTold) => {
  const regions = [
    { id: idOf('a'), code: 'US', name: 'United States' },
    { id: idOf('b'), code: 'DE', name: 'Germany' },
  ];
  const body = isTold ? [{ ...usage, prompt_count: 3 }] : usage;
  const { set } = await readOver(
    (...request) => json(request[1].url.endsWith('/regions') ? regions : body)(...request),
    'regions',
  );
  expect(set).toMatchObject({ tracked: isTold ? [idOf('b')] : [], isUnread: !isTold });
});
