/** Questions to the sandbox's Acme about rivals and changes: the first line answers, or says that it isn't known. */
import { expect, test } from 'vitest';
import { Plan } from '../../../src/ask/plan.ts';
import { DAY_MS, HOUR_MS } from '../../../src/durations.ts';
import { unpackPlan } from '../../../src/messages/ask/correct-reading.ts';
import type { Page } from '../../../src/messages/page.ts';
import { dayName } from '../../../src/messages/times.ts';
import { keepAlert } from '../../../src/store/alerts.ts';
import { keepDays } from '../../../src/store/daily-scores.ts';
import { giveHandles } from '../../../src/store/handles.ts';
import { compare } from '../../../src/surface/ask/ask-command.ts';
import { requireCarried } from '../../../src/surface/refused.ts';
import { livingAlert, OPENED } from '../../messages/every-alert.ts';
import { buttonsOf, drawn, heardOf } from '../../messages/reading.ts';
import { ACME } from '../../support/sandbox.ts';
import { CHANNEL, TEAM } from '../../support/store-opened.ts';
import { parseAnswer } from '../../visibility/reading.ts';
import { askingAcme } from './asked.ts';

const said = (page: Page) => heardOf(page).join('\n');

const told = { ...OPENED, project: { id: ACME.id, name: 'Acme' } };
const living = livingAlert({ key: told.key, status: 'open' });

test('a question about a rise after a fall gets the rise', async () => {
  const { answer } = await askingAcme({ days: 6 });
  const { figures, page } = await answer({ text: 'why did our score recover?' });
  expect(figures[0]?.change).toBeGreaterThan(5);
  expect(said(page)).not.toContain('It didn’t');
  const fallen = await askingAcme({ days: 3 });
  const { page: still } = await fallen.answer({ text: 'why did our score recover?' });
  expect(said(still)).toMatch(/^It didn’t rise\. /);
});

test('across an added prompt, a week is compared on the prompts measured before as well', async () => {
  const { answer, client, sandbox, time } = await askingAcme({ days: 1, alone: true });
  await client.createPrompt(ACME.id, 'best crm for startups');
  await sandbox.advance({ days: 4 });
  time.now = await sandbox.now();
  const why = said((await answer({ text: 'Why did our score fall last week?' })).page);
  expect(why).toMatch(/10 prompts measured both times: 6\d\.\d → 5\d\.\d/);
  expect(why).toMatch(/Gemini \d+\.\d → \d+\.\d, \d+% of it/);
  expect(why).not.toContain('can’t be explained');
  const week = await answer({ text: 'How did we do last week?' });
  const month = await answer({ text: 'Average score in March' });
  for (const { page, figures } of [week, month]) {
    const [first] = heardOf(page);
    expect(first).toContain(`${figures[0]?.value.toFixed(1)} on average`);
  }
  const alike = /10 prompts measured both times: .*/;
  const begun = await answer({ text: 'How did we do this week?' });
  // On a Monday.
  expect(said(begun.page)).toMatch(/just begun/);
  expect(said(begun.page)).toMatch(/ the week of\b/);
  expect(begun.plan).toMatchObject({ from: '2026-03-09', to: '2026-03-15' });
  const { figures: trend, page } = await answer({ text: 'what’s the mention rate trend?' });
  expect(trend[0]?.day).toBe('2026-03-15');
  expect(heardOf(page)[0]).toContain(`${trend[0]?.value.toFixed(1)}% on Sun 15 Mar`);
  // The other figures would be of one day.
  expect(said(week.page)).not.toContain('mention rate');
  expect(said(week.page).match(alike)?.[0]).toBe(why.match(alike)?.[0]);
});

test('three answers to a prompt on one engine are too few to say what is usual', async () => {
  const { plan } = await askingAcme();
  const { figures, page } = await plan({ intent: 'score', prompt: 'k8s cost alerts', engine: 'Gemini' });
  expect(figures[0]).toMatchObject({ answers: 3 });
  expect(figures[0]?.verdict).toBeUndefined();
  expect(said(page)).toContain('too few answers');
  expect(said(page)).not.toContain('Usually');
});

test('a gain reported by an open alert comes first', async () => {
  const { answer, db, time } = await askingAcme();
  const at = { team: TEAM, channel: CHANNEL, projectId: ACME.id };
  await keepAlert(db, at, { ...told, alert: living }, time.now);
  await giveHandles(db, TEAM, 'A', [told.key]);
  time.now += HOUR_MS;
  const first = async (text: string) => said((await answer({ text })).page).split('\n')[0];
  const { page } = await answer({ text: 'Which rival grew most?' });
  const { text } = drawn(page);
  expect(text).toMatch(/^Acme: Globex .*57 times.*42.*A1/);
  expect(text).not.toContain('…');
  expect(said(page)).toContain('no rival gained');
  expect(await first('which competitors lost?')).not.toContain('A1');
  expect(await first('which competitors gained yesterday?')).not.toContain('A1');
  // One statement, rather than two that seem to contradict each other.
  expect(await first('which competitors gained?')).toMatch(/A1\)$/);
  expect(await first('which competitors gained on Gemini?')).not.toContain('A1');
  await keepAlert(db, at, { ...told, alert: { ...living, status: 'recovered' } }, time.now);
  expect(await first('which competitors gained?')).not.toContain('A1');
});

test('whether a rival gained is answered for that rival and the brand, with the alert that reports it', async () => {
  const { answer, db, time } = await askingAcme();
  await keepAlert(
    db,
    { team: TEAM, channel: CHANNEL, projectId: ACME.id },
    { ...told, alert: living },
    time.now,
  );
  await giveHandles(db, TEAM, 'A', [told.key]);
  time.now += HOUR_MS;
  const gained = await answer({ text: 'is Globex gaining on us?' });
  expect(said(gained.page)).toMatch(/^(?:Yes\. )?Acme: Globex .*A1.*\nGlobex is named first in/);
});

const ENGINES = ['ChatGPT', 'Gemini', 'Claude', 'Perplexity'];

test('a rival in a region is compared by the answers there, or overall with a note', async () => {
  const { answer, plan } = await askingAcme();
  const { figures, page } = await answer({ text: 'are we better than Globex in Germany?' });
  expect(figures.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['answers in Germany that name Globex', 'answers in Germany that name Acme']),
  );
  expect(said(page).split('\n')[0]).toMatch(/in Germany.*Globex.*you/);
  expect(said(page)).toContain('doesn’t compare by region');
  const onTopic = await plan({ intent: 'compare', entity: 'Globex', region: 'Germany', topic: 'pricing' });
  expect(onTopic.reading).toContain('Germany');
  const [first = '', ...rest] = said(onTopic.page).split('\n');
  expect(first).toMatch(/in Germany about “pricing”.*Globex.*you/);
  expect(rest.join('\n')).toMatch(/In all regions: .*by score/);
  const everywhere = await plan({ intent: 'named', entity: 'Globex', topic: 'pricing', engine: ENGINES });
  const [there = NaN, all = NaN] = [onTopic, everywhere].map(({ figures: [one] }) => one?.answers);
  expect(there).toBeLessThan(all);
  const whoBeatsUs = await plan({ intent: 'compare', region: 'Germany', topic: 'pricing' });
  expect(said(whoBeatsUs.page).split('\n')[0]).toMatch(/(?:ahead of|more often than) you/);
  expect(whoBeatsUs.names).not.toContain('Acme');
});

test('what an answer ignores isn’t claimed by its headline and reading', async () => {
  const { plan } = await askingAcme();
  const ranked = await plan({ intent: 'topic', topic: 'pricing', region: 'Germany', from: '2026-11-01' });
  expect(said(ranked.page).split('\n').slice(0, 3).join(' ')).toContain('all regions');
  expect(ranked.reading).not.toContain('Germany');
  expect(ranked.reading).not.toContain('Nov');
  const two = await plan({ intent: 'ranking', entity: 'topics', engine: ['Gemini', 'Claude'] });
  expect(two.reading).toMatch(/on Gemini$/);
  expect(said(two.page)).toContain('Claude');
});

test('a rank on one engine is that engine’s', async () => {
  const { plan, client } = await askingAcme();
  const { byEngine = [], averageRank } = await client.competitorDetail(ACME.id, 'Globex');
  const there = byEngine.find(({ engine }) => engine === 'Perplexity');
  const { page, figures } = await plan({
    intent: 'compare',
    entity: 'Globex',
    metric: 'rank',
    engine: 'Perplexity',
  });
  const named = (name: string) => figures.find((one) => one.name === name)?.value;
  expect(named('average rank of Globex on Perplexity')).toBe(there?.averageRank);
  expect(named('average rank of Globex')).toBe(averageRank);
  expect(said(page).split('\n')[0]).toContain('average rank');
});

test('what gained or lost most is measured over a week; for topics, the past isn’t known', async () => {
  const { answer } = await askingAcme({ days: 6 });
  const changes = async (text: string) => (await answer({ text })).figures.map(({ change = NaN }) => change);
  const [lost, gained] = [
    await changes('which prompts lost the most?'),
    await changes('which prompts gained the most?'),
  ];
  expect(lost.length).toBeGreaterThan(5);
  expect(lost[0]).toBeLessThan(0);
  expect(lost).toEqual(lost.toSorted((a, b) => a - b));
  expect(gained).toEqual(gained.toSorted((a, b) => b - a));
  const engine = await answer({ text: 'which engine lost the most?' });
  expect(said(engine.page)).toMatch(/^Acme: Gemini lost most/);
  const topics = await answer({ text: 'which topics lost the most?' });
  expect(said(topics.page).split('\n')[0]).toContain('isn’t known');
});

test('what lost most is measured by averages', async () => {
  const { answer } = await askingAcme();
  const [, first] = (await answer({ text: 'which prompts lost the most?' })).figures;
  expect(first?.name).toContain('average of');
});

test('one day of an engine has the same verdict in a ranking as by itself', async () => {
  const { plan } = await askingAcme();
  const ranked = await plan({ intent: 'ranking', entity: 'engines' });
  for (const { name, verdict } of ranked.figures) {
    const engine = name.split(' ').at(-1) ?? '';
    const { page } = await plan({ intent: 'score', metric: 'score', engine });
    expect(said(page).split('\n')[0], name).toContain(verdict);
  }
});

test('days before the first mention don’t count as days without mentions', async () => {
  const { plan } = await askingAcme();
  for (const from of ['2026-02-02', undefined]) {
    const { verdict, page } = await plan({ intent: 'named', from, to: '2026-02-08' });
    expect(verdict).toBe('no_data');
    expect(said(page).split('\n')[0]).toContain('isn’t known');
    expect(said(page)).not.toContain('no answer');
  }
});

test('the brand may be named among its rivals, which are compared with it', async () => {
  const { plan, answer } = await askingAcme();
  const alone = await plan({ intent: 'compare', entity: 'Globex' });
  const { figures, verdict } = await plan({ intent: 'compare', entity: ['Acme', 'Globex'] });
  expect({ figures, verdict }).toEqual({ figures: alone.figures, verdict: 'answered' });
  expect((await answer({ text: 'compare Acme, Globex' })).figures).toEqual(alone.figures);
  const two = await plan({ intent: 'compare', entity: ['Globex', 'Acme', 'Initech'] });
  expect(two.figures.map(({ name }) => name).join()).toMatch(/Globex.*Initech|Initech.*Globex/);
  expect(await plan({ intent: 'compare', entity: ['Acme', 'ACME'] })).toMatchObject({
    emptyBecause: 'own_brand',
  });
});

test('several rivals after the command are a question, not one long name', () => {
  const takes = 'takes' in compare && compare.takes ? compare.takes : expect.fail('takes any words');
  expect(takes('Globex')).toBe(true);
  expect(takes('Acme, Globex')).toBe(false);
});

test('whether alerts are open is counted apart from how many there were', async () => {
  const { answer, db, time } = await askingAcme();
  const at = { team: TEAM, channel: CHANNEL, projectId: ACME.id };
  const day = new Date(time.now).toISOString().slice(0, 10);
  const keep = (status: 'open' | 'recovered') =>
    keepAlert(db, at, { ...told, day, alert: { ...living, openedOn: day, day, status } }, time.now);
  const open = async () => {
    const { figures } = await answer({ text: 'any alerts open?' });
    return figures.find(({ name }) => name === 'of these alerts, open now')?.value;
  };
  await keep('open');
  await giveHandles(db, TEAM, 'A', [told.key]);
  expect(await open()).toBe(1);
  await keep('recovered');
  expect(await open()).toBe(0);
});

test('a prompt tracked in the middle of the days asked for has no change over them', async () => {
  const { plan, client, sandbox, time } = await askingAcme({ alone: true });
  await client.createPrompt(ACME.id, 'best crm for startups');
  await sandbox.advance({ days: 3 });
  time.now = await sandbox.now();
  const from = new Date(time.now - 7 * DAY_MS).toISOString().slice(0, 10);
  const { figures } = await plan({ intent: 'ranking', entity: 'prompts', from });
  const changes = figures.map(({ name, change }) => [
    name.includes('crm for startups'),
    change !== undefined,
  ]);
  expect(changes).toContainEqual([true, false]);
  expect(changes).toContainEqual([false, true]);
});

test('an engine missing from a list is said to be untracked, or unknown to the API', async () => {
  const { answer } = await askingAcme();
  const first = async (text: string) => said((await answer({ text })).page).split('\n')[0];
  expect(await first('why isn’t Gemini in the list?')).toMatch(/^Gemini is tracked, and/);
  expect(await first('where is Copilot?')).toMatch(
    /^Copilot isn’t tracked.*\/visibility engines|^Copilot isn’t tracked.*here/,
  );
  expect(await first('do we track DeepSeek?')).toMatch(/doesn’t list DeepSeek/);
});

test('share of voice is answered as mention rate, and says so', async () => {
  const { answer } = await askingAcme();
  expect(said((await answer({ text: 'what’s our share of voice on Gemini?' })).page)).toContain(
    'no share of voice',
  );
  expect(said((await answer({ text: 'what’s our mention rate?' })).page)).not.toContain('share of voice');
});

test('a question about a recovery gives the latest day first, with a verdict and its days', async () => {
  const { answer } = await askingAcme({ days: 8 });
  const latest = (await answer({ text: 'score on Gemini' })).figures[0];
  const { figures, page } = await answer({ text: 'is Gemini back to normal?' });
  expect(figures).toMatchObject([{ value: latest?.value, day: latest?.day }]);
  const [first = ''] = said(page).split('\n');
  expect(first).toMatch(/normal/);
  expect(said(page)).toMatch(/ for \d+ days?, since \w+ \d+ \w+\./);
  expect(first).toContain(latest?.value.toFixed(1));
  expect(said(page)).toMatch(/Usually [^\n]* before (?:the change|A\d+)\./);
  const long = await askingAcme({ days: 20 });
  const [after = ''] = said((await long.answer({ text: 'did the score recover?' })).page).split('\n');
  expect(after).not.toContain('didn’t');
  const now = (await answer({ text: 'are we still dropping?' })).figures[0];
  const latestOfAll = (await answer({ text: 'score' })).figures[0];
  expect(now).toMatchObject({ value: latestOfAll?.value, day: latestOfAll?.day });
});

test('a ranking of a few engines is said to be of these, and of one only its figure', async () => {
  const { plan } = await askingAcme();
  const first = async (engine: string | string[], order: 'best' | 'worst' = 'best') => {
    const { page, figures } = await plan({ intent: 'ranking', entity: 'engines', engine, order });
    const [head = ''] = said(page).split('\n');
    const at = figures.map(({ name }) => head.indexOf(name.replace('visibility score of ', '')));
    return { head, at };
  };
  for (const order of ['best', 'worst'] as const) {
    const { at } = await first(['Gemini', 'Perplexity'], order);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at).not.toContain(-1);
  }
  expect((await first(['Gemini', 'Perplexity', 'Claude'])).at).not.toContain(-1);
  expect((await first('Gemini')).head).not.toMatch(/best|only/);
});

test('a comparison on one topic says that first, and leaves the rest to a button', async () => {
  const { answer } = await askingAcme();
  const { page } = await answer({ text: 'how do we compare with Globex on pricing?' });
  const { blocks } = drawn(page);
  expect(heardOf(page)[0]).toMatch(/pricing/);
  expect(blocks.filter(({ type }) => type === 'table' || type === 'data_visualization')).toEqual([]);
  expect(buttonsOf(blocks)).toContain('Whole comparison');
});

test('a question for a yes or no is answered so, and one for the lowest day with its date', async () => {
  const { answer } = await askingAcme();
  const first = async (text: string) => said((await answer({ text })).page).split('\n')[0];
  expect(await first('are there negative mentions?')).toMatch(
    /^(?:Yes: \d+|No: none) of the latest \d+ mentions \(since /,
  );
  // The lists of mentions and citations end before the days asked about do.
  expect(await first('who was named most since January?')).toMatch(/in \d+ of the latest \d+ answers/);
  expect(await first('who was named most yesterday?')).toMatch(/in \d+ of \d+ answers/);
  expect(await first('which pages were cited since January?')).toMatch(/at least [\d,]+ citations/);
  expect(await first('which pages were cited yesterday?')).toMatch(/: \d+ citations/);
  for (const text of ['do we lead Globex anywhere?', 'where do we beat Globex', 'Globex vs us']) {
    expect(await first(text)).toMatch(/you lead on no engine or topic|you lead (?:on|about) [^n]/);
  }
  const lowest = await answer({ text: 'lowest score this month and when' });
  expect(lowest.plan).toMatchObject({ intent: 'score', order: 'worst' });
  expect(said(lowest.page).split('\n')[0]).toContain(dayName(lowest.figures[0]?.day ?? ''));
});

test('a ranking by what moved reads the days of each prompt once', async () => {
  const { answer, sandbox, client } = await askingAcme({ alone: true });
  const prompts = await client.prompts(ACME.id);
  const before = (await sandbox.requests()).length;
  await answer({ text: 'which prompts dropped most in the last 60 days?' });
  const read = (await sandbox.requests())
    .slice(before)
    .filter(({ path }) => path.includes('prompt-timeseries'));
  expect(read).toHaveLength(prompts.length);
});

test.each(['are we closing the gap?', 'which rivals moved?'])(
  '“%s” is answered by how each moved, not by where each stands',
  async (text) => {
    const { answer } = await askingAcme();
    const { figures } = await answer({ text });
    expect(figures.length).toBeGreaterThan(1);
    expect(figures.every(({ change }) => change !== undefined)).toBe(true);
  },
);

test('“which engine recommends Globex most” has its rate on each that is tracked, highest first', async () => {
  const { answer } = await askingAcme();
  const { page, figures, reading } = await answer({ text: 'which engine recommends Globex most?' });
  const rates = [...said(page).matchAll(/\bOn (\w+):/g)].map(
    ([, engine]) => figures.find(({ name }) => name === `mention rate of Globex on ${engine}`)?.value ?? 0,
  );
  expect(rates.length).toBe(4);
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
  expect(`${reading} ${said(page)}`).not.toContain('Copilot');
});

test('“which engines name Globex first” has its rank on each', async () => {
  const { answer } = await askingAcme();
  const { figures } = await answer({ text: 'which engines name Globex first?' });
  for (const engine of ['ChatGPT', 'Gemini', 'Claude', 'Perplexity'])
    expect(figures.map(({ name }) => name)).toContain(`average rank of Globex on ${engine}`);
});

test.each([
  ['engines', ['Gemini', 40], ['ChatGPT', 60]],
  ['regions', ['Germany', 45], ['France', 55]],
] as const)(
  'without scores by %s alone, their means are ranked and answer for each, and it says so',
  async (entity, worst, best) => {
    const { plan, client } = await askingAcme();
    const cell = (engine: string, region: string, score: number) =>
      ['2026-03-29', '2026-03-30'].map((date) => ({ date, engine, region, score }));
    const cells = [
      ...cell('Gemini', 'Germany', 30),
      ...cell('Gemini', 'France', 50),
      ...cell('ChatGPT', 'Germany', 60),
      ...cell('ChatGPT', 'France', 60),
    ];
    client.dailyScores = async () => parseAnswer('dailyScores', cells);
    const { figures, page } = await plan({ intent: 'ranking', entity, order: 'worst' });
    expect(figures.map(({ name, value }) => [name.split(' of ')[1], value])).toEqual([worst, best]);
    expect(said(page)).toContain('our own mean');
    const [name, value] = worst;
    const own = await plan({ intent: 'score', [entity === 'engines' ? 'engine' : 'region']: name });
    expect(own.figures[0]).toMatchObject({ value, day: '2026-03-30' });
    expect(said(own.page)).toContain('our own mean');
  },
);

test('who is at a place, and where those are who were asked about, comes first', async () => {
  const { answer } = await askingAcme();
  const first = async (text: string) => said((await answer({ text })).page).split('\n')[0];
  const { figures } = await answer({ text: 'who is named first?' });
  const counts = figures.filter(({ name }) => name.endsWith(' first'));
  const tools = counts
    .toSorted((a, b) => b.value - a.value)
    .map(({ name }) => name.replace(/.*that name (.*) first/, '$1'));
  const who = (at: number) => (tools[at] === 'Acme' ? 'you are' : `${tools[at]} is`);
  expect(await first('Who is second?')).toContain(`${who(1)} 2nd of ${tools.length}`);
  expect(await first('and who’s third?')).toContain(`${who(2)} 3rd`);
  expect(await first('Who is second after Globex?')).toContain(`${who(1)} 2nd`);
  expect(await first('who is last?')).toContain(`${who(-1 + tools.length)} ${tools.length}th`);
  expect(await first('who is tenth?')).toContain(`only ${tools.length} tools`);
  const own = tools.indexOf('Acme');
  expect(await first('are we second?')).toContain(`${who(own)} ${own + 1}`);
  expect(await first(`is ${tools[0]} second?`)).toContain(`${who(0)} 1st`);
});

test('a question corrected by its menus still asks the same of its answer', async () => {
  const { answer, plan } = await askingAcme();
  const { page } = await answer({ text: 'is Globex second?' });
  const [choice] = page.parts.flatMap((part) => {
    const controls = part && part.kind === 'actions' ? part.controls : [];
    return controls.flatMap((one) => (one.kind === 'select' && one.label === 'Engine…' ? one.options : []));
  });
  const carried = requireCarried('plan', choice?.value ?? expect.fail('no engine is offered'));
  const corrected = await plan(Plan.parse(unpackPlan(carried.plan)));
  expect(corrected.plan).toMatchObject({ entity: 'Globex', engine: choice?.label });
  expect(said(corrected.page)).toMatch(/: Globex is \d/);
});

test('a place on a topic goes by the figures of that topic', async () => {
  const { answer, client } = await askingAcme();
  const { entities } = await client.topicDetail(ACME.id, 'pricing');
  const own = entities.find(({ entity_name }) => entity_name === 'Acme')?.top_pick_count ?? 0;
  const place = entities.filter(({ top_pick_count }) => top_pick_count > own).length + 1;
  for (const word of ['first', 'second', 'third']) {
    const { page, plan } = await answer({ text: `Are we ${word} on pricing?` });
    expect(plan).toMatchObject({ topic: 'pricing' });
    expect(said(page).split('\n')[0]).toContain(`you are ${place}`);
  }
});

test.each(['who is the loudest?', 'lessons from the rivals'])('“%s” is offered questions', async (text) => {
  const { verdict, page } = await (await askingAcme()).answer({ text });
  expect(verdict).toBe('not_understood');
  for (const label of buttonsOf(drawn(page).blocks)) expect(label).toMatch(/\?$/);
});

test('whether anyone overtook us is told from the days that are kept', async () => {
  const { answer, db, time } = await askingAcme();
  const first = async (text: string) => said((await answer({ text })).page).split('\n')[0];
  expect(await first('Who overtook us?')).toMatch(/^Acme: nobody has passed you since /);
  const dayBefore = (days: number) => new Date(time.now - days * DAY_MS).toISOString().slice(0, 10);
  const days = Array.from({ length: 8 }, (_, i) => ({
    day: dayBefore(8 - i),
    ranked: 1_000,
    own: 400,
    rivals: [{ name: 'Hooli', first: i < 4 ? 200 : 600 }],
  }));
  await keepDays(db, { team: TEAM, projectId: ACME.id }, days, dayBefore(30));
  for (const text of ['Who overtook us?', 'has anyone passed us this month?', 'did Hooli overtake us?']) {
    const { page } = await answer({ text });
    expect(said(page)).toMatch(/^(?:Yes\. )?Hooli passed Acme: named first in 600 of 1,000 answers/);
    expect(said(page)).toContain(dayName(dayBefore(4)));
  }
  expect(await first('did Globex overtake us?')).toMatch(/^No\. Acme: Globex hasn’t passed you since /);
  const part = await answer({ text: 'who overtook us on pricing?' });
  expect(said(part.page)).toMatch(/this is all topics/);
});

test('mentions are counted if their number is asked for', async () => {
  const { answer } = await askingAcme({ days: 3 });
  const counted = await answer({ text: 'how many mentions yesterday' });
  expect(counted.figures[0]).toMatchObject({ name: expect.stringContaining('Acme'), unit: 'answers' });
});

test('whether anyone is about to overtake us gets who has, and where all stand', async () => {
  const { answer } = await askingAcme({ days: 3 });
  const { verdict, page } = await answer({ text: 'is anyone about to overtake us?' });
  expect(verdict).toBe('answered');
  expect(said(page)).toContain('Globex');
  expect(said((await answer({ text: 'did Globex overtake us?' })).page)).toMatch(/Globex was already ahead/);
});

test('the sentiment of both is told side by side', async () => {
  const { answer, client } = await askingAcme();
  const { sentiment } = await client.competitorDetail(ACME.id, 'Globex');
  const { figures, page } = await answer({ text: 'sentiment vs globex' });
  const tones = figures.filter(({ name }) => name.startsWith('sentiment'));
  expect(tones.map(({ value }) => value)).toEqual([expect.any(Number), sentiment]);
  expect(heardOf(page)[0]).toMatch(/sentiment: .*\d/);
  expect(heardOf(page).join(' ')).not.toContain('doesn’t give');
});

test('how to beat a rival is answered with where it leads, and that the rest isn’t known', async () => {
  const { page, reading } = await (await askingAcme()).answer({ text: 'how do we beat Globex?' });
  expect(reading).toContain('Globex by prompt');
  expect(heardOf(page).join('\n')).toContain('What would put you ahead isn’t known');
});
