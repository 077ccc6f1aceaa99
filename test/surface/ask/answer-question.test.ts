/** Questions to the sandbox's Acme: answers have the API's figures and reveal nothing hidden. */
import { describe, expect, test } from 'vitest';
import { INTENTS, type Plan } from '../../../src/ask/plan.ts';
import { carry } from '../../../src/carried.ts';
import { DAY_MS } from '../../../src/durations.ts';
import { packPlan } from '../../../src/messages/ask/correct-reading.ts';
import { fieldsIn } from '../../../src/messages/ask/reading.ts';
import type { Page } from '../../../src/messages/page.ts';
import { isOpen } from '../../../src/rules/new-suggestions.ts';
import { keepAlert } from '../../../src/store/alerts.ts';
import { giveHandles } from '../../../src/store/handles.ts';
import { askCorrect } from '../../../src/surface/ask/ask-command.ts';
import { Refused } from '../../../src/surface/refused.ts';
import { livingAlert, OPENED } from '../../messages/every-alert.ts';
import {
  buttonsOf,
  drawn,
  expectHarmless,
  expectWithinLimits,
  heardOf,
  wordsOf,
} from '../../messages/reading.ts';
import { ACME, TIDEWATER } from '../../support/sandbox.ts';
import { CHANNEL, TEAM } from '../../support/store-opened.ts';
import { askingAcme } from './asked.ts';

const said = (page: Page) => heardOf(page).join('\n');

describe('a question about figures', () => {
  test('is answered with the API’s own figure, its day and its number of answers', async () => {
    const { answer, client } = await askingAcme();
    const { verdict, figures, page } = await answer({ text: 'what is our score on Gemini?' });
    const rows = await client.dailyScores(ACME.id);
    const [figure] = figures;
    const row = rows.find(({ date, engine }) => date === figure?.day && engine === 'Gemini');
    expect(verdict).toBe('answered');
    expect(figure).toMatchObject({ value: row?.score, answers: row?.answers, unit: 'points' });
    expect(said(page)).toContain(row?.score?.toFixed(1));
  });

  test('about a whole week compares its average with the week before', async () => {
    const { plan, client } = await askingAcme();
    const rows = (await client.dailyScores(ACME.id)).filter(({ engine, region }) => !engine && !region);
    const last =
      rows
        .map(({ date }) => date)
        .toSorted()
        .at(-1) ?? expect.fail();
    const day = (back: number) => new Date(Date.parse(last) - back * DAY_MS).toISOString().slice(0, 10);
    const sunday = new Date(last).getUTCDay();
    const [from, to] = [day(sunday + 6), day(sunday)];
    const mean = (first: string, end: string) => {
      const given = rows.flatMap(({ date = '', score }) =>
        date >= first && date <= end ? (score ?? []) : [],
      );
      return (given.reduce((sum, one) => sum + one, 0) / given.length).toFixed(1);
    };
    const { page, figures } = await plan({ intent: 'change', from, to });
    expect(figures[0]).toMatchObject({ name: expect.stringContaining(`average of 7 days from ${from}`) });
    expect(figures[0]?.value.toFixed(1)).toBe(mean(from, to));
    expect(said(page)).toMatch(
      new RegExp(`^Acme visibility score: ${mean(from, to)} on average in the week of`),
    );
    expect(said(page)).toContain(`${mean(day(sunday + 13), day(sunday + 7))} in the week of `);
  });

  test('that presumes a fall which didn’t happen says so first', async () => {
    const { answer } = await askingAcme();
    const [rose, fell] = [
      await answer({ text: 'why did we drop on Perplexity?' }),
      await answer({ text: 'why did we rise on Claude?' }),
    ];
    expect(rose.figures[0]?.change).toBeGreaterThan(0);
    expect(said(rose.page)).toMatch(/^It didn’t fall\. /);
    expect(fell.figures[0]?.change).toBeLessThan(0);
    expect(said(fell.page)).toMatch(/^It didn’t rise\. /);
    expect(said((await answer({ text: 'why did we drop on Claude?' })).page)).not.toContain('It didn’t');
  });

  test('about what answers say quotes them, each with a button to its answer', async () => {
    const { answer, client } = await askingAcme();
    const { page } = await answer({ text: 'what did ChatGPT say about us?' });
    const mentions = await client.mentions(ACME.id, { limit: 2_000 });
    const quoted = [...said(page).matchAll(/“([^”]+)”/g)].map(([, words]) => words);
    const own = mentions.flatMap(({ entity_name, description }) =>
      entity_name === 'Acme' ? description : [],
    );
    expect(quoted).not.toEqual([]);
    for (const words of quoted) expect(own).toContain(words);
    const buttons = buttonsOf(drawn(page).blocks).filter((label) => label === 'Read answer');
    expect(buttons).toHaveLength(quoted.length);
  });

  test.each([
    ['what is average rank?', /position/],
    ['what does share mean', /percentage of all citations/],
    ['how is the score calculated?', /points/],
  ])('%s is explained', async (text, meaning) => {
    const { answer } = await askingAcme({ days: 1 });
    const { verdict, plan, page } = await answer({ text });
    expect({ verdict, plan }).toEqual({ verdict: 'answered', plan: { intent: 'help' } });
    expect(said(page)).toMatch(meaning);
  });

  test('about how a topic changed says that its past isn’t known', async () => {
    const { plan } = await askingAcme();
    const past = /no past figures for topics/;
    expect(said((await plan({ intent: 'change', topic: 'pricing' })).page)).toMatch(past);
    expect(said((await plan({ intent: 'topic', topic: 'pricing' })).page)).not.toMatch(past);
  });

  test('about an unfinished day has no figure, and names the latest day that has one', async () => {
    const { plan, time } = await askingAcme();
    const today = new Date(time.now).toISOString().slice(0, 10);
    const { verdict, figures } = await plan({ intent: 'score', from: today, to: today });
    expect({ verdict, figures }).toEqual({ verdict: 'no_data', figures: [] });
  });

  test('about an unusual day compares it with the last usual one', async () => {
    const { answer } = await askingAcme({ days: 1 });
    const { figures, page } = await answer({ text: 'why did ChatGPT drop?' });
    expect(figures[0]?.change).toBeLessThan(0);
    expect(said(page)).toContain('just outside normal');
    expect(said(page)).not.toMatch(/didn’t fall|nothing to explain/);
  });

  test('about a fall names where it happened; about noise says there’s nothing to explain', async () => {
    const { answer, plan } = await askingAcme({ days: 3 });
    const fell = await answer({ text: 'why did we drop?' });
    expect(fell.plan).toMatchObject({ intent: 'change', why: true });
    expect(fell.figures[0]?.change).toBeLessThan(-5);
    expect(fell.figures[0]?.verdict).not.toBe('normal');
    expect(said(fell.page)).toMatch(/Gemini \d+\.\d → \d+\.\d, \d+% of it/);
    const calm = await plan({ intent: 'change', why: true, engine: 'Claude' });
    expect(calm.figures[0]?.verdict).toBe('normal');
    expect(said(calm.page)).toContain('nothing to explain');
  });

  test('about a region, on an engine or not, is answered with the API’s figure there', async () => {
    const { answer, client } = await askingAcme();
    const germany = (await client.regions()).find(({ name }) => name === 'Germany')?.id ?? expect.fail();
    const rows = await client.dailyScores(ACME.id, { regionIds: [germany] });
    for (const engine of [undefined, 'Gemini']) {
      const { figures } = await answer({ text: `score in Germany${engine ? ` on ${engine}` : ''}` });
      const row = rows.find(
        (one) => one.date === figures[0]?.day && one.regionId === germany && one.engine === engine,
      );
      expect(figures[0]).toMatchObject({ value: row?.score, unit: 'points', answers: row?.answers });
    }
  });

  test('about the best region ranks the tracked ones by score', async () => {
    const { answer } = await askingAcme();
    const { figures } = await answer({ text: 'which region is best?' });
    expect(figures.map(({ unit }) => unit)).toEqual(['points', 'points', 'points']);
  });

  test('about a region without scores counts the answers there, and says so', async () => {
    const { plan } = await askingAcme({ dialect: 'engines-only' });
    const { verdict, figures, page } = await plan({ intent: 'score', region: 'Germany' });
    const [named] = figures;
    expect(verdict).toBe('answered');
    expect(named?.unit).toBe('%');
    expect(named?.answers).toBeGreaterThan(0);
    expect(said(page)).toContain('The API gives no visibility score in Germany');
  });

  test('about an overall score that the API lacks gets our own mean, or the figures by engine', async () => {
    const { plan } = await askingAcme({ days: 3, dialect: 'engines-only' });
    const score = await plan({ intent: 'change', why: true });
    expect(score).toMatchObject({ verdict: 'answered', figures: [{ name: 'visibility score' }] });
    expect(said(score.page)).toContain('our own means of its figures by engine.');
    const { verdict, figures, page } = await plan({ intent: 'change', metric: 'rank', why: true });
    expect(verdict).toBe('answered');
    expect(figures.map(({ name }) => name)).toContain('average rank of Gemini');
    expect(said(page)).toContain('only by engine');
  });

  test('about an engine or region that isn’t tracked says so', async () => {
    const { plan } = await askingAcme();
    const ofScore = await plan({ intent: 'score', engine: 'Copilot' });
    expect(ofScore).toMatchObject({ verdict: 'no_data', figures: [] });
    expect(said(ofScore.page)).toContain('isn’t tracked on Copilot');
    const ofSources = await plan({ intent: 'sources', engine: 'Perplexity', region: 'France' });
    expect(said(ofSources.page)).toContain('isn’t tracked in France');
    expect(said(ofSources.page)).not.toContain('Perplexity isn’t');
  });

  test('isn’t answered for everywhere else where nothing is tracked', async () => {
    const { answer } = await askingAcme();
    for (const text of ['who beats us on pricing in France?', 'compare us with Globex in France'])
      expect(said((await answer({ text })).page)).toMatch(/isn’t tracked in France/);
    expect(said((await answer({ text: 'worst topics in Germany' })).page)).toContain('all regions');
  });
});

describe('a change with an alert', () => {
  const told = { ...OPENED, project: { id: ACME.id, name: 'Acme' } };
  const alert = { ...told, alert: livingAlert({ key: told.key, status: 'open' }) };

  test('is explained by that alert, for people who may see it', async () => {
    const { plan, db, time } = await askingAcme();
    await keepAlert(db, { team: TEAM, channel: CHANNEL, projectId: ACME.id }, alert, time.now);
    await giveHandles(db, TEAM, 'A', [told.key]);
    const { page } = await plan({ intent: 'change', why: true });
    expect(said(page)).toContain('A1 · ');
    expect(buttonsOf(drawn(page).blocks)).toContain('Why A1?');
    const other = await plan({ intent: 'change', why: true, engine: 'Claude' });
    expect(said(other.page)).not.toContain('A1 · ');
  });

  test('in the overall score also explains the engine that moved with it', async () => {
    const { plan, db, time } = await askingAcme({ days: 3 });
    // The prompts that an alert on the whole names moved like that on all engines together.
    const worst = [{ id: 'p', text: 'on all engines', before: 61.7, after: 31.7 }];
    await keepAlert(db, { team: TEAM, channel: CHANNEL, projectId: ACME.id }, { ...alert, worst }, time.now);
    await giveHandles(db, TEAM, 'A', [told.key]);
    const { page, figures } = await plan({ intent: 'change', why: true, engine: 'Gemini' });
    expect(said(page)).not.toContain('on all engines');
    // Of the days asked for, which aren’t the alert’s.
    expect(said(page)).toMatch(/Prompts that \w+ most from \w+ \d+ \w+ to \w+ \d+ \w+: “.* → /);
    expect(figures[0]?.name).toContain('Gemini');
    expect(said(page)).toMatch(/A1 · .*Gemini 61\.0 → 47\.0, 29% of it/s);
    expect(said(page)).not.toContain('ChatGPT');
    expect(said(page)).not.toContain('explains it');
    expect(buttonsOf(drawn(page).blocks)).toContain('Why A1?');
    const chart = page.parts.find((part) => part && part.kind === 'chart');
    expect(chart && 'categories' in chart && chart.categories.length).toBeGreaterThan(10);
  });

  test('in a channel that the asker isn’t in is not explained by it', async () => {
    const { plan, db, time } = await askingAcme({ elsewhere: ['C0ELSEWHERE'] });
    await keepAlert(db, { team: TEAM, channel: 'C0ELSEWHERE', projectId: ACME.id }, alert, time.now);
    await giveHandles(db, TEAM, 'A', [told.key]);
    expect(said((await plan({ intent: 'change', why: true })).page)).not.toContain('A1 · ');
  });
});

describe('comparisons', () => {
  test('the worst engine is the one with the lowest score of the day', async () => {
    const { plan, client } = await askingAcme();
    const { figures } = await plan({ intent: 'ranking', entity: 'engines', order: 'worst' });
    const rows = (await client.dailyScores(ACME.id)).filter(
      ({ date, engine, region }) => date === figures[0]?.day && engine !== undefined && region === undefined,
    );
    const lowest = rows.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
    expect(figures.map(({ value }) => value)).toEqual(lowest.map(({ score }) => score));
  });

  test('a rival is compared on the engine and topic asked for, and overall', async () => {
    const { answer, client } = await askingAcme();
    const { figures, plan } = await answer({ text: 'how do we compare with Globex on Gemini for pricing?' });
    expect(plan).toMatchObject({ intent: 'compare', entity: 'Globex', engine: 'Gemini', topic: 'pricing' });
    const detail = await client.competitorDetail(ACME.id, 'Globex');
    const values = figures.map(({ value }) => value);
    expect(values).toContain(detail.byEngine?.find(({ engine }) => engine === 'Gemini')?.score);
    expect(values).toContain(detail.topics?.find(({ label }) => label === 'pricing')?.score);
  });

  test('a rival on a topic is compared by the topic’s own figures', async () => {
    const { answer, client } = await askingAcme();
    const { figures, page } = await answer({ text: 'compare us with Globex on pricing' });
    const { own_score: own, entities } = await client.topicDetail(ACME.id, 'pricing');
    const its = entities.find(({ entity_name }) => entity_name === 'Globex')?.score ?? expect.fail();
    expect(figures.slice(0, 2).map(({ value }) => value)).toEqual([own, its]);
    expect(figures[0]).not.toHaveProperty('day');
    expect(said(page)).toMatch(/About pricing: Globex leads by \d+\.\d/);
    expect(said(page)).toContain(`(${its.toFixed(1)} to ${own.toFixed(1)})`);
  });

  test('who is named first is counted from mentions', async () => {
    const { plan, client } = await askingAcme();
    const { figures } = await plan({ intent: 'named', metric: 'rank', entity: 'Globex' });
    const mentions = await client.mentions(ACME.id, { limit: 2_000 });
    const first = mentions.filter(
      ({ entity_name, rank_position }) => entity_name === 'Globex' && rank_position === 1,
    );
    expect(figures).toContainEqual(expect.objectContaining({ value: first.length, unit: 'answers' }));
  });

  test('outside names can’t notify anybody', async () => {
    const { plan } = await askingAcme();
    const hostile = '<!channel> *x* <https://evil.example|y>';
    for (const given of [
      { intent: 'compare', entity: hostile },
      { intent: 'score', engine: hostile },
      { intent: 'sources', entity: hostile },
    ] as const) {
      const { page } = await plan(given);
      for (const words of wordsOf(drawn(page).blocks)) expectHarmless(words);
    }
  });
});

describe('figures for programs', () => {
  test('count prompts and suggestions', async () => {
    const { plan, client } = await askingAcme();
    const prompts = await client.prompts(ACME.id);
    expect((await plan({ intent: 'prompts' })).figures).toMatchObject([{ value: prompts.length }]);
    const segments = await client.segmentSuggestions(ACME.id);
    expect((await plan({ intent: 'suggestions', entity: 'segments' })).figures).toMatchObject([
      { value: segments.filter(isOpen).length },
    ]);
  });

  test('give rivals’ shares of answers, or who is named if the past isn’t known', async () => {
    const { answer } = await askingAcme();
    const { figures, page } = await answer({ text: 'which competitors gained?' });
    expect(figures.every(({ unit, change }) => unit === '%' && change !== undefined)).toBe(true);
    expect(figures.length).toBeGreaterThan(2);
    expect(said(page)).not.toContain('isn’t known');
    const partly = await answer({ text: 'which competitors gained this month?' });
    expect(said(partly.page)).toContain('only known for Sat 28 Mar to Mon 30 Mar');
    const long = await answer({ text: 'which competitors gained last month?' });
    expect(said(long.page)).toContain('isn’t known');
    expect(long.figures.every(({ change }) => change === undefined)).toBe(true);
  });
});

describe('any question', () => {
  const everything: Omit<Plan, 'intent'> = {
    metric: 'mention_rate',
    engine: 'Gemini',
    region: 'Germany',
    topic: 'pricing',
    limit: 3,
    order: 'worst',
  };

  test('gets an answer that fits in Slack and says how it was read', async () => {
    const { plan } = await askingAcme();
    for (const intent of INTENTS.filter((one) => one !== 'status')) {
      const { page, reading } = await plan({ intent });
      expectWithinLimits(drawn(page), intent);
      expect(said(page), intent).toContain(reading);
    }
  });

  test.each(['topic', 'suggestions', 'prompts', 'happened', 'help'] as const)(
    '%s heeds each field or says that it doesn’t',
    async (intent) => {
      const { plan } = await askingAcme();
      const given: Plan = { intent, ...everything };
      const { page } = await plan(given);
      const clauses = said(page).match(/(doesn’t give|not just the number|can’t be)/g) ?? [];
      const heeded = { topic: 5, suggestions: 0, prompts: 6, happened: 2, help: 0 }[intent];
      expect(clauses).toHaveLength(fieldsIn(given).length - heeded);
    },
  );

  test('a question that isn’t understood gets no figures, but three questions to ask', async () => {
    const { answer } = await askingAcme();
    const { verdict, figures, plan, page } = await answer({ text: 'what was our revenue in Berlin?' });
    expect({ verdict, figures, plan }).toEqual({ verdict: 'not_understood', figures: [], plan: undefined });
    expect(buttonsOf(drawn(page).blocks)).toHaveLength(3);
  });

  test('a question in another language is recognised as such', async () => {
    const { answer } = await askingAcme();
    const { verdict, page } = await answer({ text: 'wie geht es uns auf ChatGPT?' });
    expect(verdict).toBe('not_understood');
    expect(said(page)).toContain('English');
    expect(said(page)).not.toContain('“es”');
    expect(buttonsOf(drawn(page).blocks)).toHaveLength(3);
  });

  test('of two questions in one the first is answered, and the other has a button', async () => {
    const { answer } = await askingAcme();
    const text = 'why did we drop on Gemini and which leads are cited by ChatGPT?';
    const { verdict, page } = await answer({ text });
    expect(verdict).toBe('answered');
    expect(said(page)).toContain('Gemini');
    expect(buttonsOf(drawn(page).blocks).at(-1)).toMatch(/ads .*ChatGPT/);
    const { verdict: ofOne } = await answer({ text: 'our score for the kubernetes prompt' });
    expect(ofOne).toBe('ambiguous');
  });

  test('a question about bad mentions quotes the harshest first', async () => {
    const { answer } = await askingAcme();
    const { verdict, page } = await answer({ text: 'are there negative mentions?' });
    expect(verdict).toBe('answered');
    expect(said(page)).toContain('harshest first');
  });

  test('a prompt that could be two offers both', async () => {
    const { plan, asker } = await askingAcme();
    const { verdict, page, figures } = await plan({ intent: 'score', prompt: 'kubernetes' });
    expect({ verdict, figures }).toEqual({ verdict: 'ambiguous', figures: [] });
    const [, choices] = page.parts;
    const [button] = choices && choices.kind === 'actions' ? choices.controls : [];
    const value = button?.kind === 'button' ? button.value : expect.fail('there is no button');
    const answer = await askCorrect.run({ ...asker(), value, ts: '1', isPrivate: true });
    expect(answer).toMatchObject({ delivered: 'replacing' });
    expect(answer && 'message' in answer && said(answer.message)).toContain('kubernetes cost per namespace');
  });

  test('an unknown rival has no data rather than a zero', async () => {
    const { plan } = await askingAcme();
    expect(await plan({ intent: 'compare', entity: 'Nobody' })).toMatchObject({
      verdict: 'no_data',
      figures: [],
    });
  });
});

test('the average rank on an engine is that engine’s, not that of all of them', async () => {
  const { answer, client } = await askingAcme();
  const rows = await client.dailyScores(ACME.id);
  const { figures } = await answer({ text: 'what’s our average rank on ChatGPT?' });
  const rankOf = (of: string | undefined) =>
    rows.find(({ date, engine, region }) => date === figures[0]?.day && engine === of && !region)
      ?.averageRank;
  expect(rankOf('ChatGPT')).not.toBe(rankOf(undefined));
  expect(figures).toMatchObject([{ value: rankOf('ChatGPT'), unit: 'place' }]);
});

test('corrections offer only engines and regions with figures, and every one of them', async () => {
  const { answer, client } = await askingAcme();
  const { page } = await answer({ text: 'what is our score?' });
  const [rows, regions, usage] = await Promise.all([
    client.dailyScores(ACME.id),
    client.regions(),
    client.regionUsage(ACME.id),
  ]);
  const offered = (label: string) =>
    page.parts.flatMap((part) =>
      part && part.kind === 'actions'
        ? part.controls.flatMap((one) =>
            one.kind === 'select' && one.label === label ? one.options.map(({ label }) => label) : [],
          )
        : [],
    );
  const engines = new Set(rows.flatMap(({ engine }) => engine ?? []));
  expect(new Set(offered('Engine…'))).toEqual(engines);
  const tracked = regions.filter(({ id }) => usage.some(({ regionId }) => regionId === id));
  expect(tracked.length).toBeLessThan(regions.length);
  expect(offered('Region…')).toEqual(expect.arrayContaining(tracked.map(({ name }) => name)));
  expect(offered('Region…')).toHaveLength(tracked.length);
});

test('a day with a year is taken literally, whether future or past', async () => {
  const { answer } = await askingAcme();
  for (const text of ['score on 2026-12-25', 'leads since:2026-12-25']) {
    const { verdict, emptyBecause, plan, page, reading } = await answer({ text });
    expect({ verdict, emptyBecause }).toEqual({ verdict: 'no_data', emptyBecause: 'none_of_those_days' });
    expect(plan?.from).toBe('2026-12-25');
    expect(said(page)).toContain('hasn’t come yet');
    expect(reading).not.toContain('2025');
  }
  const { page, reading } = await answer({ text: 'score on 25 December' });
  expect(reading).toContain('Thu 25 Dec 2025');
  expect(said(page)).toContain('Thu 25 Dec 2025');
});

test('leads can’t be in two states at once', async () => {
  const { plan } = await askingAcme();
  const { verdict } = await plan({ intent: 'leads', filters: ['answered', 'mine', 'snoozed'] });
  expect(verdict).toBe('no_data');
});

test('a click on a plan of a hidden project shows nothing', async () => {
  const { asker } = await askingAcme();
  const value = carry('plan', { p: TIDEWATER.id, plan: packPlan({ intent: 'score' }) });
  await expect(askCorrect.run({ ...asker(), value, ts: '1', isPrivate: true })).rejects.toThrow(Refused);
});

test.each([
  ['are read again at once after a list couldn’t be read', 'unavailable', true],
  ['are kept if the API has no such list', 'not_found', false],
] as const)('names, cached for five minutes, %s', async (_, kind, isReadAgain) => {
  const { answer, sandbox, time } = await askingAcme({ alone: true });
  const lists = async () =>
    (await sandbox.requests()).filter(({ path }) => path.endsWith('/referrers')).length;
  await answer({ text: 'how are we doing?' });
  await answer({ text: 'how are we doing?' });
  expect(await lists()).toBe(1);
  time.now += 6 * 60_000;
  await sandbox.breakApi({ operation: 'referrers', kind });
  await answer({ text: 'how are we doing?' });
  await sandbox.mendApi();
  const broken = await lists();
  await answer({ text: 'how are we doing?' });
  expect((await lists()) > broken).toBe(isReadAgain);
});

describe('while the API is down', () => {
  const why = { text: 'why did we drop on Gemini?' };

  test('a name isn’t denied where the names were never read, and the question can be tried again', async () => {
    const { answer, sandbox } = await askingAcme({ alone: true });
    await sandbox.breakApi({ operation: '*', kind: 'unavailable' });
    const { page, again } = await answer(why);
    expect(again).toBe(true);
    expect(said(page)).toContain('API');
    expect(said(page)).not.toMatch(/nothing called|no engine/);
  });
});
