/** Questions for the text of answers, and for what they say of the brand. */
import { expect, test } from 'vitest';
import { MENTIONS_ASKED } from '../../../src/surface/lookups/compare.ts';
import { heardOf } from '../../messages/reading.ts';
import { ACME } from '../../support/sandbox.ts';
import { askingAcme } from './asked.ts';

const PROMPT = 'k8s cost alerts';

test('the latest answer of an engine in each region is quoted, with a button to read the whole', async () => {
  const { answer, client } = await askingAcme();
  const { page, plan, verdict } = await answer({ text: `what does ChatGPT say when asked “${PROMPT}”?` });
  expect({ verdict, plan }).toEqual({
    verdict: 'answered',
    plan: { intent: 'answers', engine: 'ChatGPT', prompt: PROMPT },
  });
  const [prompt] = (await client.prompts(ACME.id)).filter(({ text }) => text === PROMPT);
  const { runs = [] } = await client.promptHistory(ACME.id, prompt?.id ?? '');
  const latest = runs
    .filter(({ engine }) => engine === 'ChatGPT')
    .toSorted((a, b) => (b.completedAt ?? 0) - (a.completedAt ?? 0));
  const newest = [...Map.groupBy(latest, ({ regionId }) => regionId).values()].flatMap(([one]) => one ?? []);
  const opened = page.parts.flatMap((part) =>
    part && part.kind === 'text' && part.control?.kind === 'button' ? JSON.parse(part.control.value) : [],
  );
  expect(new Set(opened.map(({ id }) => id))).toEqual(new Set(newest.map(({ promptRunId }) => promptRunId)));
  const run = await client.promptRun(newest[0]?.promptRunId ?? '');
  const said = run.response?.raw_text.split('\n')[0] ?? expect.fail('no text');
  expect(heardOf(page).join('\n')).toContain(said);
});

test('answers that can’t be read aren’t said to be missing', async () => {
  const { answer, sandbox } = await askingAcme({ alone: true });
  await sandbox.breakApi({ operation: 'prompt_history', kind: 'unavailable' });
  const { page } = await answer({ text: `what does ChatGPT say when asked “${PROMPT}”?` });
  expect(heardOf(page)[0]).toMatch(/couldn’t be read/);
});

test('the brand’s name is bold wherever an excerpt has it', async () => {
  const { answer } = await askingAcme();
  const { page } = await answer({ text: 'show me an answer where we’re mentioned' });
  const quotes = page.parts.flatMap((part) => (part && part.kind === 'quote' ? [part.text.spans] : []));
  expect(quotes.length).toBeGreaterThan(0);
  for (const spans of quotes) expect(spans).toContainEqual({ bold: { spans: ['Acme'] } });
});

test('answers without the brand are those that the API says don’t name it', async () => {
  const { answer, client } = await askingAcme();
  const { page, figures } = await answer({ text: 'show me answers on Gemini that don’t name us' });
  const all = await Promise.all(
    (await client.prompts(ACME.id)).map(({ id = '' }) => client.promptHistory(ACME.id, id)),
  );
  const ofGemini = all.flatMap(({ runs = [] }) => runs).filter(({ engine }) => engine === 'Gemini');
  const without = ofGemini.filter(({ mentioned }) => mentioned === false);
  expect(figures[0]?.value).toBe(ofGemini.length);
  expect(heardOf(page)[0]).toContain(`${without.length} of ${ofGemini.length} answers on Gemini`);
});

test('answers that name a rival but not us are those of whose mentions the API lists only the rival', async () => {
  const { answer, client } = await askingAcme();
  const { figures, verdict, page } = await answer({ text: 'show me an answer that names Globex but not us' });
  expect(verdict).toBe('answered');
  const mentions = await client.mentions(ACME.id, { limit: 2_000 });
  const naming = (name: string) =>
    new Set(mentions.flatMap(({ entity_name, response_id }) => (entity_name === name ? response_id : [])));
  const [globex, own] = [naming('Globex'), naming('Acme')];
  expect(figures[0]?.value).toBe(globex.size);
  const without = [...globex].filter((id) => !own.has(id)).length;
  expect(heardOf(page)[0]).toContain(`${without} of ${globex.size} answers that name Globex`);
});

test('prompts on which a rival is named without us are listed with how many of their answers do so', async () => {
  const { answer, client } = await askingAcme();
  const mentions = await client.mentions(ACME.id, { limit: 2_000 });
  const naming = (name: string) =>
    new Set(mentions.flatMap(({ entity_name, response_id }) => (entity_name === name ? response_id : [])));
  const [globex, own] = [naming('Globex'), naming('Acme')];
  const [prompt] = await client.prompts(ACME.id);
  const { runs = [] } = await client.promptHistory(ACME.id, prompt?.id ?? '');
  const ofGlobex = runs.filter(({ responseId = '' }) => globex.has(responseId));
  const without = ofGlobex.filter(({ responseId = '' }) => !own.has(responseId));
  const { figures, page, names } = await answer({ text: 'which prompts name Globex but not us?' });
  expect(figures).toContainEqual(
    expect.objectContaining({
      value: without.length,
      answers: ofGlobex.length,
      name: expect.stringContaining(prompt?.text ?? ''),
    }),
  );
  expect(names).toContain(prompt?.text);
  expect(heardOf(page).join('\n')).toContain(
    `${prompt?.text}: answers ${without.length}, of ${ofGlobex.length}`,
  );
});

test('answers that name us but not a rival are counted among those as new as the mentions read', async () => {
  const { answer, client } = await askingAcme();
  const mentions = await client.mentions(ACME.id, { limit: 2_000 });
  const oldest = mentions.map(({ created_at }) => created_at.slice(0, 10)).sort()[0] ?? '';
  const newer = mentions.filter(({ created_at }) => created_at.slice(0, 10) > oldest);
  const byAnswer = [...Map.groupBy(newer, ({ response_id }) => response_id).values()];
  const without = byAnswer.filter((all) => all.every(({ entity_name }) => entity_name !== 'Globex'));
  const ours = without.filter((all) => all.some(({ entity_name }) => entity_name === 'Acme'));
  const { page, figures } = await answer({ text: 'how many answers name us but not Globex?' });
  expect(figures).toContainEqual(expect.objectContaining({ value: ours.length, answers: without.length }));
  expect(heardOf(page).join('\n')).toContain('isn’t known');
  const both = await answer({ text: 'how many answers name both Globex and Hooli?' });
  const named = Map.groupBy(mentions, ({ response_id }) => response_id).values();
  const isNamed = (all: typeof mentions, name: string) => all.some(({ entity_name }) => entity_name === name);
  const ofBoth = [...named].filter((all) => isNamed(all, 'Globex') && isNamed(all, 'Hooli'));
  expect(both.figures[0]?.value).toBe(ofBoth.length);
});

test('where mentions can’t be tied to answers, whom these name is said to be unknown', async () => {
  const { answer, client } = await askingAcme();
  const mentions = await client.mentions(ACME.id, { limit: 2_000 });
  client.mentions = async () => mentions.map((one) => ({ ...one, response_id: `other ${one.response_id}` }));
  const { page, verdict } = await answer({ text: 'how many answers name us and Globex?' });
  expect(verdict).toBe('no_data');
  expect(heardOf(page)[0]).toContain('couldn’t be read');
});

test('answers that name a rival first, or us, are only those', async () => {
  const { answer, client } = await askingAcme();
  const mentions = await client.mentions(ACME.id, { limit: 2_000 });
  const first = mentions.filter(({ rank_position }) => rank_position === 1);
  const globex = new Set(first.flatMap((one) => (one.entity_name === 'Globex' ? one.response_id : [])));
  const { figures, reading } = await answer({ text: 'show answers that name Globex first' });
  expect(figures[0]?.value).toBe(globex.size);
  expect(reading).toContain('Globex first');
  const { page } = await answer({ text: 'show answers that name us first' });
  const places =
    heardOf(page)
      .join('\n')
      .match(/names you \d+\w+/g) ?? [];
  expect(new Set(places)).toEqual(new Set(['names you 1st']));
});

test('a prompt that isn’t tracked has no answers', async () => {
  const { answer } = await askingAcme();
  const { verdict, page } = await answer({
    text: 'what does ChatGPT say when asked “best project tracker”?',
  });
  expect(verdict).toBe('no_data');
  expect(heardOf(page).join('\n')).toContain('best project tracker');
});

test('what answers say about us is quoted in both tones, or in the one asked about', async () => {
  const { answer } = await askingAcme();
  const tonesIn = async (text: string) => {
    const { page } = await answer({ text });
    const quotes = page.parts.flatMap((part) => (part && part.kind === 'rows' ? part.rows : []));
    return new Set(
      JSON.stringify(quotes.map(({ text: quote }) => quote)).match(/\b(?:positive|negative)\b/g),
    );
  };
  expect(await tonesIn('what do they say about us?')).toEqual(new Set(['positive', 'negative']));
  expect(await tonesIn('what nice things do they say about us?')).toEqual(new Set(['positive']));
  expect(await tonesIn('are there negative mentions?')).toEqual(new Set(['negative']));
});

test('what answers say about a rival is quoted from mentions of it', async () => {
  const { answer, client } = await askingAcme();
  const { page } = await answer({ text: 'is anyone saying bad things about Globex?' });
  const mentions = await client.mentions(ACME.id, { limit: 2_000 });
  const bad = mentions.filter((one) => one.entity_name === 'Globex' && one.sentiment === 'negative');
  const said = heardOf(page).join('\n');
  expect(said).toContain(`${bad.length} negative`);
  expect(bad.some(({ description }) => said.includes(description ?? '—'))).toBe(true);
});

test.each([
  ['regions', 'who beats us in Germany?', /doesn’t give .* by region; this is all regions/],
  ['responses', 'who beats us on Gemini?', /doesn’t give .* by engine; this is all engines/],
])('where runs don’t say their %s, nobody is said to be unnamed', async (what, text, said) => {
  const { answer, client } = await askingAcme();
  const { promptHistory } = client;
  client.promptHistory = async (...args) => {
    const { runs = [], ...history } = await promptHistory(...args);
    const none = what === 'regions' ? { regionId: undefined, region: undefined } : { responseId: undefined };
    return { ...history, runs: runs.map((run) => ({ ...run, ...none })) };
  };
  const { page, reading, figures } = await answer({ text });
  expect(figures.length).toBeGreaterThan(1);
  expect(heardOf(page).join(' ')).toMatch(said);
  expect(reading).not.toMatch(/Germany|Gemini/);
});

test('without a sentiment by day, it isn’t said that the API gives none', async () => {
  const { answer, client } = await askingAcme();
  const { dailyScores } = client;
  client.dailyScores = async (...args) =>
    (await dailyScores(...args)).map((row) => ({ ...row, sentiment: undefined }));
  const { page } = await answer({ text: 'what is our sentiment?' });
  expect(heardOf(page).join(' ')).toMatch(/no sentiment by day.*positive/);
});

test('where the API doesn’t say whether an answer names us, its text does', async () => {
  const { answer, client } = await askingAcme();
  const { promptHistory } = client;
  client.promptHistory = async (...call) => {
    const { runs = [], ...history } = await promptHistory(...call);
    return { ...history, runs: runs.map((run) => ({ ...run, mentioned: undefined })) };
  };
  const { page, figures } = await answer({ text: 'show me the answers to “k8s cost alerts”' });
  const quotes = page.parts.flatMap((part) => (part && part.kind === 'quote' ? [part.text.spans] : []));
  const naming = quotes.filter((spans) => spans.some((span) => typeof span === 'object' && 'bold' in span));
  expect(figures.at(-1)?.value).toBe(naming.length);
});

test('answers without ids can’t be read, which isn’t to say that there are none', async () => {
  const { answer, client } = await askingAcme();
  const { promptHistory } = client;
  client.promptHistory = async (...call) => {
    const { runs = [], ...history } = await promptHistory(...call);
    return { ...history, runs: runs.map((run) => ({ ...run, promptRunId: undefined })) };
  };
  const { page } = await answer({ text: 'show me the answers to “k8s cost alerts”' });
  expect(heardOf(page)[0]).toContain('couldn’t be read');
});

test('whether anyone calls us something is told by how many mentions say so', async () => {
  const { answer, client } = await askingAcme();
  const mentions = await client.mentions(ACME.id, { limit: MENTIONS_ASKED });
  const saying = mentions.filter(
    ({ entity_name, description }) => entity_name === 'Acme' && description?.includes('expensive'),
  );
  const { page } = await answer({ text: 'does anyone call us too expensive?' });
  const [headline = ''] = heardOf(page);
  expect(headline).toMatch(new RegExp(`“expensive”.*\\b${saying.length} of `));
  const none = await answer({ text: 'do the engines say we have a free tier?' });
  expect(heardOf(none.page)[0]).toMatch(/“free tier”.*\bnone of /);
  const part = await answer({ text: 'does anyone call us pensive?' });
  expect(heardOf(part.page)[0]).toMatch(/“pensive”.*\bnone of /);
});

test('where the API describes no mention, nothing is said to come up in none', async () => {
  const { answer, client } = await askingAcme();
  const mentions = await client.mentions(ACME.id, { limit: MENTIONS_ASKED });
  client.mentions = async () => mentions.map((one) => ({ ...one, description: null }));
  const { page } = await answer({ text: 'does anyone call us expensive?' });
  expect(heardOf(page).join(' ')).not.toMatch(/“expensive”.*\bnone of /);
});
