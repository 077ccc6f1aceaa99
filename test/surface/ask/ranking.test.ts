/** Questions about the best and worst engines, regions and prompts, who is ahead on each, and those for a yes or no. */
import { expect, test } from 'vitest';
import type { Plan } from '../../../src/ask/plan.ts';
import { DAY_MS } from '../../../src/durations.ts';
import { beginWrite, endWrite } from '../../../src/store/audit.ts';
import { answerQuestion } from '../../../src/surface/ask/answer-question.ts';
import { promptHistory } from '../../../src/surface/prompts/prompts.ts';
import { UnavailableError } from '../../../src/visibility/errors.ts';
import { heardOf } from '../../messages/reading.ts';
import { ACME } from '../../support/sandbox.ts';
import { TEAM } from '../../support/store-opened.ts';
import { askingAcme } from './asked.ts';

test('the figures of several days are their averages', async () => {
  const { plan, client, time } = await askingAcme({ days: 20 });
  const dayBefore = (days: number) => new Date(time.now - days * DAY_MS).toISOString().slice(0, 10);
  const days = { from: dayBefore(7), to: dayBefore(1) };
  const { figures } = await plan({ intent: 'ranking', entity: 'engines', order: 'worst', ...days });
  const engines = new Map((await client.engines()).map(({ id, display_name }) => [display_name, id]));
  const rows = (await client.dailyScores(ACME.id)).filter(
    ({ date = '', regionId }) => date >= days.from && date <= days.to && regionId === undefined,
  );
  expect(figures.length).toBeGreaterThan(2);
  for (const { name, value } of figures) {
    const [engine, id] = [...engines].find(([one]) => name.includes(one)) ?? expect.fail(name);
    const scores = rows.flatMap((row) =>
      row.engineId === id || row.engine === engine ? (row.score ?? []) : [],
    );
    expect(value).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / scores.length, 5);
  }
  expect(figures.map(({ value }) => value)).toEqual(
    figures.map(({ value }) => value).toSorted((a, b) => a - b),
  );
});

test.each(['engines', 'regions', 'prompts'])(
  'of a day that isn’t over, the latest %s are ranked',
  async (entity) => {
    const { plan, time } = await askingAcme({ days: 3 });
    const today = new Date(time.now).toISOString().slice(0, 10);
    const { figures, page } = await plan({
      intent: 'ranking',
      entity,
      order: 'best',
      from: today,
      to: today,
    });
    expect(figures.length).toBeGreaterThan(0);
    expect(heardOf(page)[1]).toContain('no figures for');
  },
);

test('which prompts a rival wins is told prompt by prompt, from the figures of each', async () => {
  const { answer, client } = await askingAcme({ days: 3 });
  const { figures, page, reading, names } = await answer({ text: 'which prompts are we losing to Globex?' });
  expect(reading).toContain('by prompt');
  const details = await Promise.all(
    (await client.prompts(ACME.id)).map(({ id = '' }) => client.promptDetail(ACME.id, id)),
  );
  const gaps = details.map(({ text, score, entities = [] }) => {
    const globex = entities.find(({ name }) => name === 'Globex');
    expect(figures).toContainEqual({
      name: `visibility score of Globex for “${text}”`,
      value: globex?.score,
      unit: 'points',
    });
    return { text, gap: (globex?.score ?? 0) - (score ?? 0) };
  });
  expect(figures).toHaveLength(2 * gaps.length);
  expect(names).toEqual(gaps.toSorted((a, b) => b.gap - a.gap).map(({ text }) => text));
  const ahead = gaps.filter(({ gap }) => gap > 0).length;
  expect(heardOf(page)[0]).toContain(`ahead on ${ahead} of ${gaps.length} prompts`);
});

test('of such a list the first, the worst or the best of them can be asked for', async () => {
  const { answer, asker } = await askingAcme({ days: 3 });
  const { plan, names: all = [] } = await answer({ text: 'which prompts are we losing to Globex?' });
  const shown = async (text: string) => (await answerQuestion({ text }, asker(), { plan })).names;
  expect(await shown('top 3')).toEqual(all.slice(0, 3));
  expect(await shown('the worst two')).toEqual(all.slice(0, 2));
  expect(await shown('the best two')).toEqual(all.toReversed().slice(0, 2));
});

test('a prompt whose own figures stand only among its tools is compared by those', async () => {
  const { asker, client } = await askingAcme({ days: 3 });
  const promptDetail: typeof client.promptDetail = async (...asked) => {
    const { entities = [], score, ...detail } = await client.promptDetail(...asked);
    const globex = entities.find(({ name }) => name === 'Globex') ?? expect.fail('Globex is not named');
    return { ...detail, score: undefined, entities: [globex, { ...globex, name: 'Acme', score }] };
  };
  const api = () => ({ ...client, promptDetail });
  const { figures } = await answerQuestion(
    { text: 'which prompts are we losing to Globex?' },
    { ...asker(), api },
  );
  const [prompt] = await client.prompts(ACME.id);
  expect(figures).toContainEqual({
    name: `visibility score for “${prompt?.text}”`,
    value: (await client.promptDetail(ACME.id, prompt?.id ?? '')).score,
    unit: 'points',
  });
});

test('prompts whose figures can’t be read have none that could be, which isn’t that the API gives none', async () => {
  const { answer, client } = await askingAcme({ days: 3 });
  client.promptDetail = async () => {
    throw new UnavailableError('GET /projects/{project_id}/prompt-detail', 500, 'never');
  };
  const { page } = await answer({ text: 'which prompt is our worst?' });
  expect(heardOf(page)[0]).toMatch(/no visibility score by prompt could be read/);
});

test('that every prompt has answers naming us comes before the table', async () => {
  const { answer } = await askingAcme({ days: 3 });
  const { page, figures } = await answer({ text: 'which prompts don’t mention us at all?' });
  expect(Math.min(...figures.map(({ value }) => value))).toBeGreaterThan(0);
  expect(heardOf(page)[1]).toMatch(/^Every prompt/);
});

test('on a Monday, “this week” without figures yet is the week before, compared with the one before that', async () => {
  const { answer, time } = await askingAcme({ days: 19 });
  expect(new Date(time.now).getUTCDay()).toBe(1);
  const { verdict, plan, page } = await answer({ text: 'score this week' });
  expect(verdict).toBe('answered');
  const ago = (days: number) => new Date(time.now - days * DAY_MS).toISOString().slice(0, 10);
  expect(plan).toMatchObject({ from: ago(7), to: ago(1) });
  expect(heardOf(page)[0]).toMatch(/on average .* in the week of \w+ \d+ \w+$/);
  expect(heardOf(page)[1]).toMatch(/just begun/);
  expect((await answer({ text: 'score today' })).verdict).toBe('no_data');
  // One meaning, whatever is asked, though rivals have figures of this day.
  for (const text of [
    'which rival gained this week?',
    'who is named first this week?',
    'what happened this week?',
  ]) {
    const of = await answer({ text });
    expect(of.plan, text).toMatchObject({ from: ago(7), to: ago(1) });
    expect(heardOf(of.page).join(), text).toMatch(/just begun/);
  }
});

test('the average rank on topics comes from their details, since the list has none', async () => {
  const { plan, client } = await askingAcme();
  const [one = '', other = ''] = (await client.topics(ACME.id)).map(({ label = '' }) => label);
  const { figures, page } = await plan({
    intent: 'ranking',
    entity: 'topics',
    topic: [one, other],
    metric: 'rank',
  });
  const detail = await client.topicDetail(ACME.id, one);
  expect(figures).toContainEqual(expect.objectContaining({ value: detail.own_average_rank }));
  expect(heardOf(page).join(' ')).not.toContain('doesn’t give');
});

test('rows with too few answers to judge say so, as the answer about one of them does', async () => {
  const { answer } = await askingAcme({ days: 3 });
  const { page, figures } = await answer({ text: 'which prompts dropped on Gemini since Monday?' });
  const heard = heardOf(page).join('\n');
  expect(new Set(figures.map(({ verdict }) => verdict)).size).toBeGreaterThan(1);
  expect(heard).toContain('verdict too few answers to tell');
  expect(heard).not.toContain('not given');
});

test('rivals that are ruled out aren’t shown, but keep their places', async () => {
  const { answer } = await askingAcme({ days: 3 });
  const all = await answer({ text: 'top 3 rivals' });
  const ruled = await answer({ text: 'top 3 rivals except Globex' });
  // Three rivals and the brand, in the order of the rows.
  expect(all.names).toHaveLength(4);
  expect(all.names?.slice(0, 2)).toEqual(['Globex', 'Acme']);
  expect(ruled.names).toEqual(['Initech', 'Hooli', 'Umbra']);
  const moved = await answer({ text: 'which rivals gained?' });
  expect(moved.names?.toSorted()).toEqual(moved.figures.map(({ name }) => name.split(' ').at(-2)).sort());
  expect(
    heardOf(ruled.page)
      .filter((line) => !line.startsWith('I read'))
      .join('\n'),
  ).not.toContain('Globex');
  expect(ruled.reading).toContain('not Globex');
  const { page } = await answer({ text: 'which rival except Globex beats us on pricing?' });
  expect(heardOf(page)[0]).toMatch(/you are 2nd of 6.*; Initech is 3rd/);
});

test('prompts that don’t name us are told by how often each does', async () => {
  const { answer } = await askingAcme({ days: 3 });
  const { plan } = await answer({ text: 'what prompts are we not named in at all?' });
  expect(plan).toMatchObject({
    intent: 'ranking',
    entity: 'prompts',
    metric: 'mention_rate',
    order: 'worst',
  });
});

test('a prompt that was reworded says so, and isn’t compared across that day', async () => {
  const { plan, client, asker, db, time } = await askingAcme({ days: 20 });
  const [{ id = '', text = '' } = {}] = await client.prompts(ACME.id);
  const dayBefore = (days: number) => new Date(time.now - days * DAY_MS).toISOString().slice(0, 10);
  const days = { from: dayBefore(7), to: dayBefore(1) };
  const moved = async () => {
    const { names = [], page } = await plan({
      intent: 'ranking',
      entity: 'prompts',
      premise: 'either',
      ...days,
    });
    return { names, heard: heardOf(page).join('\n') };
  };
  if (promptHistory.scope !== 'project') expect.fail('asked for a project');
  expect((await moved()).names).toContain(text);
  const asked = { ...asker(), words: id };
  const history = async () => {
    const answer = await promptHistory.run(asked);
    return answer && 'message' in answer ? heardOf(answer.message).join('\n') : '';
  };
  expect(await history()).not.toContain('reworded');

  const write = { request: 'edit', at: time.now - 4 * DAY_MS, person: 'U0ANA', projectId: ACME.id };
  await beginWrite(db, TEAM, { ...write, action: 'prompt.edit', subject: 'older words' });
  await endWrite(db, TEAM, 'edit', { state: 'done', outcome: '', data: { promptId: id, words: text } });
  expect(await history()).toMatch(/1 prompt reworded on \w+ \d+ \w+: figures before and after/);
  const after = await moved();
  expect(after.names).not.toContain(text);
  expect(after.heard).toContain('reworded');
});

test('“which engines do you track?” lists them first, whichever is best', async () => {
  const { answer } = await askingAcme();
  const { page } = await answer({ text: 'Which engines do you track?' });
  expect(heardOf(page)[0]).toMatch(/^Acme · 4 engines .*ChatGPT/);
});

test('what fell most since a day fell as far as it is said to have fallen alone', async () => {
  const { plan, time } = await askingAcme({ days: 20 });
  const from = new Date(time.now - 10 * DAY_MS).toISOString().slice(0, 10);
  const { figures } = await plan({
    intent: 'ranking',
    entity: 'engines',
    order: 'worst',
    premise: 'worse',
    from,
  });
  const alone = await plan({ intent: 'change', metric: 'score', engine: 'Gemini', from });
  const [ranked] = figures.filter(({ name }) => name.includes('Gemini'));
  expect(ranked?.change).toBeCloseTo(alone.figures[0]?.change ?? expect.fail('no change'), 1);
});

test.each(['where are we #1?', 'where do we win?'])(
  '“%s” says on which topics we come first',
  async (text) => {
    const { answer, client } = await askingAcme();
    const ranks = (await client.topics(ACME.id)).map(({ rank }) => rank);
    const { page } = await answer({ text });
    const words = heardOf(page).join(' ');
    expect(words).toMatch(ranks.includes(1) ? /You’re first on “/ : /You’re first on none of them\./);
    expect(words).not.toContain('who is named first on');
  },
);

test('engines are ranked on a topic by its own figures, and for a prompt by its days', async () => {
  const { plan, client } = await askingAcme();
  const ranked: Plan = { intent: 'ranking', entity: 'engines', order: 'best' };
  const onTopic = await plan({ ...ranked, topic: 'pricing', metric: 'mention_rate' });
  const { by_model } = await client.topicDetail(ACME.id, 'pricing');
  const rates = by_model.map(({ own_mention_rate: rate }) => Math.round((rate ?? 0) * 1e4) / 100);
  expect(onTopic.figures.map(({ value }) => value)).toEqual(rates.toSorted((a, b) => b - a));
  const bySentiment = await plan({ ...ranked, topic: 'pricing', metric: 'sentiment' });
  expect(bySentiment.reading).not.toContain('sentiment');
  const text = 'k8s cost alerts';
  const { id = '' } = (await client.prompts(ACME.id)).find((one) => one.text === text) ?? {};
  const days = (await client.promptTimeseries(ACME.id, id)).filter(
    ({ engineId, regionId }) => engineId && !regionId,
  );
  const { figures } = await plan({ ...ranked, prompt: text });
  const latest = days.filter(({ date }) => date === figures[0]?.day);
  const best = latest.map(({ score = 0 }) => score).sort((a, b) => b - a)[0];
  expect(figures[0]?.value).toBeCloseTo(best ?? 0, 5);
});

test.each<[metric: Plan['metric'], said: string]>([
  ['score', 'how many of them they name you'],
  ['rank', 'in which place they name you'],
])('where the API has no %s by engine, engines are ranked by their latest answers', async (metric, said) => {
  const { plan, client } = await askingAcme();
  const whole = (await client.dailyScores(ACME.id)).filter(({ engineId }) => engineId === undefined);
  client.dailyScores = async () => whole;
  const { page, figures, reading } = await plan({
    intent: 'ranking',
    entity: 'engines',
    metric,
    order: 'best',
  });
  expect(heardOf(page).join('\n')).toContain(said);
  expect(reading).not.toContain('score');
  const mentions = await client.mentions(ACME.id, { limit: 2_000 });
  const counted = new Set(mentions.map(({ response_id }) => response_id)).size;
  expect(figures.reduce((sum, { answers = 0 }) => sum + answers, 0)).toBe(counted);
});

test('tools are compared for a prompt by its own figures of each', async () => {
  const { answer, plan, client } = await askingAcme();
  const text = 'k8s cost alerts';
  const { id = '' } = (await client.prompts(ACME.id)).find((one) => one.text === text) ?? {};
  const { entities = [], score } = await client.promptDetail(ACME.id, id);
  const globex = entities.find(({ name }) => name === 'Globex');
  const { figures, names } = await answer({ text: `how do we compare with Globex for “${text}”?` });
  const scoreOf = (name: string) => figures.find((one) => one.name.startsWith(`score of ${name}`))?.value;
  expect(scoreOf('Globex')).toBe(globex?.score);
  expect(names).toContain('Acme');
  const all = await plan({ intent: 'compare', prompt: text });
  const ours = expect.objectContaining({ name: expect.stringContaining('Acme'), value: score });
  expect(all.figures).toContainEqual(ours);
  const { promptDetail } = client;
  client.promptDetail = async (...call) => {
    const { entities = [], ...detail } = await promptDetail(...call);
    return { ...detail, entities: entities.filter(({ name }) => name !== 'Acme') };
  };
  expect((await plan({ intent: 'compare', prompt: text })).figures).toContainEqual(ours);
});

test('which rivals gained isn’t known where only one day’s mentions can be read', async () => {
  const { plan, client } = await askingAcme();
  const mentions = await client.mentions(ACME.id, { limit: 2_000 });
  const latest =
    mentions
      .map(({ created_at }) => created_at.slice(0, 10))
      .sort()
      .at(-1) ?? '';
  client.mentions = async () => mentions.filter(({ created_at }) => created_at.startsWith(latest));
  const { page, names } = await plan({ intent: 'compare', premise: 'better' });
  expect(heardOf(page).join('\n')).toContain('Which of them gained or lost isn’t known');
  expect(names).toContain('Globex');
  client.mentions = async () => [];
  const passed = await plan({ intent: 'compare', aspects: ['passing'] });
  expect(heardOf(passed.page)[0]).toContain('whether you were passed isn’t known');
});

test('topics are ranked by how often answers on them name us', async () => {
  const { answer, client } = await askingAcme();
  const rates = (await client.topics(ACME.id)).map(({ mentionRate = 0 }) => mentionRate);
  const { figures } = await answer({ text: 'rank our topics by mention rate' });
  expect(figures.map(({ value }) => Math.round(value))).toEqual(
    rates.toSorted((a, b) => b - a).map((rate) => Math.round(rate * (rate <= 1 ? 100 : 1))),
  );
});

test('why a rival’s score changed is answered with the comparison, and that the API gives no reasons', async () => {
  const { answer, plan } = await askingAcme();
  const { page, figures } = await answer({ text: 'why did the score of Globex fall?' });
  expect(figures).toEqual((await plan({ intent: 'compare', entity: 'Globex', metric: 'score' })).figures);
  expect(heardOf(page).join('\n')).toContain('no reasons for');
});

test('a region that can’t be read just now isn’t answered as if the API had no figures there', async () => {
  const { answer, client } = await askingAcme();
  const { dailyScores } = client;
  client.dailyScores = async (id, options) => {
    if (options?.regionIds) throw new UnavailableError('GET /projects/{project_id}/daily-scores', 503, {});
    return dailyScores(id, options);
  };
  await expect(answer({ text: 'score in Germany' })).rejects.toThrow(UnavailableError);
});

test.each([
  ['are we ahead of Globex?', 'No.', /Globex leads by/],
  ['is Globex ahead of us on Gemini?', 'Yes.', /On Gemini: Globex leads by/],
  ['are we better than Hooli?', 'Yes.', /you lead by/],
  ['are we first?', 'No.', /Globex is 1st of \d+/],
  ['is anyone ahead of us?', 'Yes.', /ahead of you/],
  ['is Perplexity our worst engine?', 'Yes.', /Perplexity, [\d.]+/],
  ['is Claude our worst engine?', 'No.', /worst engine by visibility score: Perplexity/],
  ['is ChatGPT better than Perplexity for us?', 'Yes.', /ChatGPT, [\d.]+/],
  ['are we better on Perplexity than on ChatGPT?', 'No.', /ChatGPT, [\d.]+/],
  ['is Perplexity worse than ChatGPT?', 'Yes.', /Perplexity, [\d.]+/],
  ['is reddit cited?', 'Yes.', /\d+ citations of reddit/],
  ['do we have any cited leads?', 'Yes.', /\d+ open leads/],
  ['did Globex overtake us?', 'No.', /already ahead/],
  ['did Hooli gain on us?', 'No.', /may be chance|as before|down/],
])('“%s” is answered by %s and the figure', async (text, verdict, figure) => {
  const { answer } = await askingAcme();
  const [first = ''] = heardOf((await answer({ text })).page);
  expect(first.startsWith(verdict)).toBe(true);
  expect(first).toMatch(figure);
});

test.each([
  'are we ahead or behind?',
  'are ChatGPT and Gemini our best engines?',
  'were your alerts right?',
  'do you know who is first?',
  'is Globex still behind us?',
  'has the decline stopped?',
  'is the drop on Claude serious?',
  'did the drop start on Friday?',
  'is our drop bigger than last week?',
  'did we drop twice this month?',
  'did we drop because of Claude?',
  'are there more than 100 leads?',
  'are there fewer leads today?',
  'do we have 50 leads?',
  'did we drop 20% on Claude?',
  'is reddit our top source?',
  'are there leads in Germany?',
  'is Claude one of our worst engines?',
  'were we ahead of Globex last month?',
  'did Hooli overtake us on Gemini?',
  'did Hooli overtake us this year?',
])('“%s” isn’t answered by a yes or no, since the answer doesn’t tell all that it asks', async (text) => {
  const { answer } = await askingAcme();
  expect(heardOf((await answer({ text })).page)[0]).not.toMatch(/^(?:Yes|No)\./);
});

test('of two engines one is better or weaker, and in how the question was read, too', async () => {
  const { answer } = await askingAcme();
  for (const text of ['worst engine, of Gemini and Claude', 'best engine, of Gemini and Claude']) {
    const { page, reading } = await answer({ text });
    expect(`${heardOf(page)[0]} ${reading}`).toMatch(/better|weaker/);
    expect(`${heardOf(page)[0]} ${reading}`).not.toMatch(/best|worst/);
  }
  expect(heardOf((await answer({ text: 'worst of Gemini, Claude and ChatGPT' })).page)[0]).toContain('worst');
});

test('whether a figure is beyond another is answered by yes or no, where the answer tells', async () => {
  const { answer } = await askingAcme();
  const first = async (text: string) => heardOf((await answer({ text })).page)[0] ?? '';
  const roundly = async (text: string) => Math.round((await answer({ text })).figures[0]?.value ?? NaN);
  const score = await roundly('what is our score?');
  const [worst, best] = [await roundly('worst prompt'), await roundly('best prompt')];
  for (const [text, verdict] of [
    [`is our score above ${score - 3}?`, 'Yes.'],
    [`is our score above ${score + 3}?`, 'No.'],
    [`are we at least at ${score - 3}?`, ''],
    [`are we below ${score - 3}?`, 'No.'],
    [`are any prompts below ${worst + 3}?`, 'Yes.'],
    [`are any prompts below ${worst - 3}?`, 'No.'],
    [`do any of our prompts score above ${best + 3}?`, 'No.'],
    [`was our score above ${score - 3} last week?`, ''],
    [`did we drop below ${score + 3}?`, ''],
    ['is our rank above 3?', ''],
    ['is our rank still normal?', ''],
  ] as const)
    expect((/^(?:Yes|No)\./.exec(await first(text)) ?? [''])[0], text).toBe(verdict);
});

test('whether a figure is normal, and whether somebody is among the first, begins with yes or no', async () => {
  const { answer } = await askingAcme();
  const first = async (text: string) => heardOf((await answer({ text })).page)[0] ?? '';
  const { figures } = await answer({ text: 'what is our sentiment?' });
  const isNormal = figures[0]?.verdict === 'normal';
  expect(await first('is our sentiment normal?')).toMatch(isNormal ? /^Yes\./ : /^No\./);
  const { names = [] } = await answer({ text: 'who is named first?' });
  const place = names.indexOf('Acme') + 1;
  expect(await first(`are we in the top ${place}?`)).toMatch(/^Yes\..*you are \d/);
  expect(await first(`are we in the top ${place - 1}?`)).toMatch(/^No\./);
  expect(await first('is Globex in the top two?')).toMatch(/^(?:Yes|No)\..*Globex is/);
});

test.each([
  ['our second best topic', 1, /2nd best topic/],
  ['third worst engine', 2, /3rd worst engine/],
  ['2nd best engine for us and its score', 1, /2nd best engine/],
])('“%s” is answered with the one at that place', async (text, at, called) => {
  const { page, names = [] } = await (await askingAcme()).answer({ text });
  const [first = ''] = heardOf(page);
  expect(first).toMatch(called);
  expect(first).toContain(names[at]);
  expect(first).not.toContain(names[0]);
});

test.each([
  'list prompts where we rank 3rd or worse',
  'prompts with an average rank below 2',
  'which rivals are named in fewer than 300 answers',
])('that a list isn’t cut off at a figure is said: %s', async (text) => {
  const { page, verdict } = await (await askingAcme()).answer({ text });
  expect(verdict).toBe('answered');
  expect(heardOf(page).join('\n')).toContain('aren’t cut off at a figure');
});

test('a list is cut off at the figure that the question names', async () => {
  const { answer } = await askingAcme();
  const all = await answer({ text: 'prompts by visibility score' });
  const values = all.figures.map(({ value }) => value).toSorted((a, b) => a - b);
  const middle = Math.round(values[4] ?? expect.fail('fewer than five prompts')) + 0.5;
  const below = await answer({ text: `which prompts are below ${middle}?` });
  expect(below.figures.map(({ value }) => value)).toEqual(values.filter((value) => value < middle));
  const none = await answer({ text: 'which prompts have a score under 1' });
  expect(none).toMatchObject({ verdict: 'answered', figures: [] });
  expect(heardOf(none.page)[0]).toContain('none of 10 prompts');
});
