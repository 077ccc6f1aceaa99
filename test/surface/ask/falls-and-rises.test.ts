/** Questions to the sandbox's Acme about a fall or rise that is over, is one engine's, or lies across other prompts. */
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/durations.ts';
import type { Page } from '../../../src/messages/page.ts';
import { dayName } from '../../../src/messages/times.ts';
import { daysBefore, firstDayOf } from '../../../src/rules/calendar.ts';
import { keepAlert } from '../../../src/store/alerts.ts';
import { giveHandles } from '../../../src/store/handles.ts';
import { answerQuestion } from '../../../src/surface/ask/answer-question.ts';
import { livingAlert, OPENED } from '../../messages/every-alert.ts';
import { buttonsOf, drawn, heardOf } from '../../messages/reading.ts';
import { ACME } from '../../support/sandbox.ts';
import { CHANNEL, TEAM } from '../../support/store-opened.ts';
import { askingAcme } from './asked.ts';

const said = (page: Page) => heardOf(page).join('\n');

const told = { ...OPENED, project: { id: ACME.id, name: 'Acme' } };
const living = livingAlert({ key: told.key, status: 'open' });

test.each([
  'are we back where we were before the drop?',
  'did we recover from the drop?',
  'have we made up for the fall?',
  'has our score come back up since the dip?',
  'are we back?',
  'are we better than before the drop?',
  'is the drop over?',
  'is that big dip finally over',
  'is the dip on Gemini over?',
])('a fall that is more than two weeks ago isn’t denied: %s', async (text) => {
  const { page } = await (await askingAcme()).answer({ text });
  expect(said(page)).toMatch(/^Back to normal\. .*\d on /);
  expect(said(page)).toMatch(/Before the change: \d\d\.\d on /);
});

test('once a prompt was added after a fall, whether it’s over is answered with the latest figure', async () => {
  const { answer, client, sandbox, time } = await askingAcme({ alone: true, days: 6 });
  await client.createPrompt(ACME.id, 'best crm for startups');
  await sandbox.advance({ days: 3 });
  time.now = await sandbox.now();
  const latest = new Date(time.now - DAY_MS).toISOString().slice(0, 10);
  const [still, over] = [
    await answer({ text: 'Are we still down?' }),
    await answer({ text: 'did we recover?' }),
  ];
  expect(heardOf(still.page)).toEqual(heardOf(over.page));
  expect(heardOf(still.page)[0]).toContain(`on ${dayName(latest)}, not comparable with `);
  expect(said(still.page)).toMatch(/1 prompt added on /);
});

test('the chart of a fall some days ago shows what became of it', async () => {
  const { page } = await (await askingAcme({ days: 6 })).answer({ text: 'why did we drop on Gemini?' });
  const chart = page.parts.find((part) => part && part.kind === 'chart');
  const days = chart && 'categories' in chart ? chart.categories : [];
  expect(days.length).toBeGreaterThan(10);
  expect(said(page)).toMatch(RegExp(`Since then: [\\d.]+ on \\w+ ${days.at(-1)}`));
});

test.each(['are we down?', 'did we drop?'])(
  'days after a fall, “%s” is answered first with how it stands now',
  async (text) => {
    const { answer, time } = await askingAcme({ days: 10 });
    const { page, figures } = await answer({ text });
    const latest = new Date(time.now - DAY_MS).toISOString().slice(0, 10);
    expect(heardOf(page)[0]).toMatch(
      RegExp(`${dayName(latest)} · (?:below|within|at the edge of) its usual`),
    );
    expect(heardOf(page)[1]).toMatch(/down [\d.]+ points since/);
    expect(figures[0]?.day).toBe(latest);
  },
);

test('a week in which the score fell isn’t summed up as normal while it’s still low', async () => {
  const { page } = await (await askingAcme({ days: 4 })).answer({ text: 'what happened this week?' });
  expect(said(page)).toMatch(
    /Visibility score [\d.]+ on average .* · [\d.]+ on .* below its usual [\d.]+ to [\d.]+/,
  );
});

test('why the score fell and what its alert is at by now are each said once', async () => {
  const { answer, db, time } = await askingAcme({ days: 6 });
  const first = await answer({ text: 'why did we drop?' });
  const [fall] = first.figures;
  const { day = '', since: previousDay = '', value = 0, change = 0 } = fall ?? {};
  const now = new Date(time.now - DAY_MS).toISOString().slice(0, 10);
  const lead = { ...living.lead, scope: {}, delta: change, changedOn: day };
  const at = { team: TEAM, channel: CHANNEL, projectId: ACME.id };
  const alert = { ...living, openedOn: day, day: now, lead };
  const news = { ...told, day, previousDay, score: value, previousScore: value - change, alert };
  await keepAlert(db, at, news, time.now);
  await giveHandles(db, TEAM, 'A', [told.key]);
  const words = said((await answer({ text: 'why did we drop?' })).page);
  expect(words).toMatch(/A1 · Now /);
  expect(words.match(RegExp(`on ${dayName(now)}`, 'g'))).toHaveLength(1);
  expect(words.match(RegExp(`to ${value.toFixed(1)} on ${dayName(day)}`, 'g'))).toBeNull();
});

test('asked why the score rose, an open alert about one engine’s rise is named', async () => {
  const { answer, db, time } = await askingAcme();
  const day = new Date(time.now).toISOString().slice(0, 10);
  const lead = { ...living.lead, scope: { engine: { id: 'Claude', name: 'Claude' } } };
  const rise = { ...told, day, score: 72.7, previousScore: 48 };
  const at = { team: TEAM, channel: CHANNEL, projectId: ACME.id };
  await keepAlert(db, at, { ...rise, alert: { ...living, openedOn: day, day, lead } }, time.now);
  await giveHandles(db, TEAM, 'A', [told.key]);
  const { page } = await answer({ text: 'why did we go up?' });
  expect(said(page)).toMatch(/A1 · .*Claude/);
  expect(buttonsOf(drawn(page).blocks)).toContain('Why A1?');
  expect(said((await answer({ text: 'why did we drop?' })).page)).not.toContain('A1');
});

test.each([
  ['began before the days asked for explains them while it is open', 'open', 3, true],
  ['began and ended before them does not', 'recovered', 3, false],
  ['ended within them as it began, with the score back to normal, does not', 'recovered', 8, false],
] as const)('an alert that %s', async (_, status, days, isCause) => {
  const { plan, db, time } = await askingAcme();
  const ago = (days: number) => new Date(time.now - days * DAY_MS).toISOString().slice(0, 10);
  const alert = {
    ...living,
    status,
    openedOn: ago(6),
    day: ago(2),
    lead: { ...living.lead, changedOn: ago(6) },
  };
  const at = { team: TEAM, channel: CHANNEL, projectId: ACME.id };
  const rise = { ...told, day: ago(6), previousDay: ago(7), score: 61, previousScore: 53 };
  await keepAlert(db, at, { ...rise, alert }, time.now);
  await giveHandles(db, TEAM, 'A', [told.key]);
  const { page } = await plan({ intent: 'change', why: true, from: ago(days) });
  expect(said(page).includes(`On ${dayName(ago(6))}:`)).toBe(isCause);
});

test('while an alert is open, what fell most fell since the day before it; what rose is measured over a week', async () => {
  const { answer, db, time } = await askingAcme({ days: 6 });
  const ago = (days: number) => new Date(time.now - days * DAY_MS).toISOString().slice(0, 10);
  const lead = { ...living.lead, scope: {}, delta: -8, changedOn: ago(3) };
  const fall = { ...told, day: ago(3), previousDay: ago(4), score: 52, previousScore: 60 };
  const at = { team: TEAM, channel: CHANNEL, projectId: ACME.id };
  const alert = { ...living, openedOn: ago(3), day: ago(1), lead };
  await keepAlert(db, at, { ...fall, alert }, time.now);
  await giveHandles(db, TEAM, 'A', [told.key]);
  const sinces = async (text: string) =>
    new Set((await answer({ text })).figures.flatMap(({ since }) => since ?? []));
  expect(await sinces('which engine fell most?')).toEqual(new Set([ago(4)]));
  expect(await sinces('which prompts lost the most?')).toEqual(new Set([ago(4)]));
  expect(await sinces('which engine rose most?')).not.toContain(ago(4));
});

test.each(['how much did we gain', 'our visibility score', 'what happened', 'which engine fell most'])(
  '“%s in the last 3 days” is measured from the day before them',
  async (text) => {
    const { answer, time } = await askingAcme();
    const { figures } = await answer({ text: `${text} in the last 3 days?` });
    const before = new Date(time.now - 3 * DAY_MS).toISOString().slice(0, 10);
    expect(new Set(figures.flatMap(({ since }) => since ?? []))).toEqual(new Set([before]));
  },
);

test('which engine moved most is known across an added prompt, over what was measured both times', async () => {
  const { plan, client, sandbox, time } = await askingAcme({ alone: true });
  await client.createPrompt(ACME.id, 'best crm for startups');
  await sandbox.advance({ days: 3 });
  time.now = await sandbox.now();
  const from = new Date(time.now - 12 * DAY_MS).toISOString().slice(0, 10);
  const asked = { intent: 'ranking', entity: 'engines', order: 'best', premise: 'better', from } as const;
  const ofScore = await plan(asked);
  expect(ofScore.figures.length).toBeGreaterThan(2);
  expect(ofScore.figures.every(({ change }) => change !== undefined)).toBe(true);
  expect(said(ofScore.page)).toContain('10 prompts measured both times');
  const whole = await plan({ intent: 'change', metric: 'score', from });
  expect(said(whole.page)).toContain('10 prompts measured both times');
  // Prompts have no rates of their own that could be shared: the days end where the prompt was added.
  const ofRate = await plan({ ...asked, metric: 'mention_rate' });
  expect(ofRate.figures.every(({ change }) => change !== undefined)).toBe(true);
  expect(said(ofRate.page)).toMatch(/1 prompt added on /);
  const { page } = await plan({
    ...asked,
    metric: 'mention_rate',
    from: new Date(time.now - 2 * DAY_MS).toISOString().slice(0, 10),
  });
  expect(said(page)).not.toContain('gives no past figures');
});

test('a question about days whose change is judged otherwise than the last of them has both verdicts in one sentence', async () => {
  const { plan, time } = await askingAcme({ days: 2 });
  const from = new Date(time.now - 5 * DAY_MS).toISOString().slice(0, 10);
  const { page } = await plan({ intent: 'change', engine: 'ChatGPT', from });
  expect(said(page)).toMatch(
    /For one day, 5\d\.\d is [^;]*normal; the change since \w+ \d+ \w+ is [^.]*normal\./,
  );
  expect(said(page)).not.toMatch(/points since [^\n]* · [^\n]*normal/);
});

test('a change against last week compares this one with it', async () => {
  const { answer, time } = await askingAcme({ days: 9 });
  const { plan, figures } = await answer({ text: 'compared to last week, how’s our score?' });
  expect(plan).toMatchObject({ intent: 'change', to: new Date(time.now).toISOString().slice(0, 10) });
  expect(figures[0]).toMatchObject({ since: plan?.from });
});

test('what moved between the averages of two weeks is measured by averages too', async () => {
  const { answer, asker } = await askingAcme({ days: 5 });
  const { page, plan } = await answer({ text: 'compared to last week, how’s our score?' });
  const gemini = await answerQuestion({ text: 'and on Gemini?' }, asker(), { plan });
  const [{ value, change = 0 } = { value: 0 }] = gemini.figures;
  expect(gemini.figures[0]?.name).toContain('average');
  expect(said(page)).toContain(`Gemini ${(value - change).toFixed(1)} → ${value.toFixed(1)}`);
});

test('an average of days of which one alone is known says that it is none', async () => {
  const { answer } = await askingAcme();
  const known = (await answer({ text: 'score since 1 January' })).figures[0]?.since ?? '';
  const head = async (days: string) => {
    const { page } = await answer({ text: `average score from 2026-01-01 to ${days}` });
    return said(page).split('\n').slice(0, 2).join(' ');
  };
  expect(await head(known)).toContain('isn’t an average');
  expect(await head('2026-03-01')).not.toContain('isn’t an average');
});

test.each([
  ['why did our leads drop?', 'leads'],
  ['why did our citations drop?', 'sources'],
])('“%s” isn’t answered with the score’s story', async (text, intent) => {
  const { answer } = await askingAcme();
  const { plan, page } = await answer({ text });
  expect(plan?.intent).toBe(intent);
  const [head = '', known = ''] = heardOf(page);
  expect(head).not.toContain('score');
  expect(known).toContain('isn’t known');
});

test('asked for the average of some days, the headline is the average', async () => {
  const { answer, client } = await askingAcme();
  const rows = await client.dailyScores(ACME.id);
  const { page } = await answer({ text: 'Average score in the last 14 days' });
  const [head = '', ...below] = heardOf(page);
  expect(rows.length).toBeGreaterThan(14);
  expect(head).toMatch(/: 59\.\d on average over 13 days/);
  expect(below.join(' ')).not.toContain('On average');
});

test('“what is a good score?” gets our usual range, and that the API grades nothing', async () => {
  const { answer } = await askingAcme();
  const { plan, page } = await answer({ text: 'what is a good score?' });
  expect(plan).toMatchObject({ intent: 'score' });
  expect(heardOf(page).join('\n')).toMatch(/usual/);
  expect(heardOf(page).join('\n')).toContain('grade');
  for (const [text, metric] of [
    ['what’s a normal mention rate?', 'mention_rate'],
    ['what does sentiment 0.29 mean?', 'sentiment'],
    ['is a mention rate of 70% good?', 'mention_rate'],
    ['what does 58.6 mean', undefined],
  ] as const)
    expect((await answer({ text })).plan).toEqual({ intent: 'score', ...(metric && { metric }) });
});

test('a fall further back than any that is known is said not to be known', async () => {
  const { plan } = await askingAcme();
  const { verdict, emptyBecause, figures } = await plan({
    intent: 'change',
    earlier: { way: 'worse', back: 40 },
  });
  expect({ verdict, emptyBecause, figures }).toEqual({
    verdict: 'no_data',
    emptyBecause: 'none_of_those_days',
    figures: [],
  });
});

test('engines side by side say which of them has no figure', async () => {
  const { plan } = await askingAcme();
  const { page, figures } = await plan({ intent: 'score', engine: ['Gemini', 'Claude', 'Copilot'] });
  expect(figures.map(({ name }) => name.match(/Gemini|Claude|Copilot/)?.[0])).toEqual(['Claude', 'Gemini']);
  expect(heardOf(page)[0]).toMatch(/(?:Claude|Gemini) \d.* (?:Claude|Gemini) \d/);
  expect(heardOf(page).join('\n')).toMatch(/No figure for Copilot/);
});

test('the best day is the one with the highest figure, or of ranks with the lowest', async () => {
  const { plan } = await askingAcme();
  const asked = { intent: 'score', from: '2026-01-01' } as const;
  for (const [metric, best] of [
    ['score', Math.max],
    ['rank', Math.min],
  ] as const) {
    const all = await plan({ ...asked, metric });
    const { figures } = await plan({ ...asked, metric, order: 'best' });
    const worst = await plan({ ...asked, metric, order: 'worst' });
    const value = figures[0]?.value ?? 0;
    expect(value).toBe(best(value, worst.figures[0]?.value ?? 0, all.figures[0]?.value ?? 0));
    expect(figures[0]?.day).not.toBe(worst.figures[0]?.day);
  }
  const both = await plan({ ...asked, metric: 'score', engine: ['Gemini', 'Claude'], order: 'best' });
  expect(said(both.page)).toContain('can’t be sorted that way');
});

test('two weeks that aren’t neighbours are compared by their own averages', async () => {
  const { answer, client, time } = await askingAcme();
  const monday = firstDayOf.week(new Date(time.now).toISOString().slice(0, 10));
  const rows = await client.dailyScores(ACME.id, {});
  const weekOf = (from: string) => {
    const to = daysBefore(from, -6);
    const scores = rows
      .filter((row) => row.engineId === undefined && row.regionId === undefined)
      .filter(({ date = '' }) => date >= from && date <= to)
      .flatMap(({ score }) => score ?? []);
    return scores.reduce((sum, one) => sum + one, 0) / scores.length;
  };
  const [early, late] = [daysBefore(monday, 21), daysBefore(monday, 7)];
  const { figures, reading } = await answer({
    text: `compare the week of ${late} with the week of ${early}`,
  });
  expect(figures[0]?.value).toBeCloseTo(weekOf(late), 3);
  expect(figures[0]?.change).toBeCloseTo(weekOf(late) - weekOf(early), 0);
  expect(figures[0]).toMatchObject({ since: early });
  expect(reading).toContain(dayName(daysBefore(early, -6)));
});

test.each(['who are we losing to?', 'who do we lose to'])(
  '“%s” asks who is ahead, as “who beats us?” does',
  async (text) => {
    const { answer } = await askingAcme();
    const [lost, beaten] = [await answer({ text }), await answer({ text: 'who beats us?' })];
    expect(lost.page).toEqual(beaten.page);
  },
);

test('“a week ago” is the day a week ago, whatever it is compared with, on a Monday, too', async () => {
  // 30 March.
  const { answer } = await askingAcme({ days: 19 });
  for (const [text, since] of [
    ['score yesterday vs a week ago', '2026-03-23'],
    ['score today vs a week ago', '2026-03-23'],
    ['score vs a week ago', '2026-03-23'],
    ['compare our score on 29 March with 22 March', '2026-03-22'],
  ] as const) {
    const [figure] = (await answer({ text })).figures;
    expect(figure, text).toMatchObject({ day: '2026-03-29', since });
  }
});

test('whether days are missing is told from the days that have figures', async () => {
  const { answer, client } = await askingAcme();
  const { dailyScores } = client;
  const [lost = expect.fail('no scores'), whole] = [
    (await dailyScores(ACME.id)).map(({ date }) => date).toSorted()[40],
    await answer({ text: 'are there days missing in the score history?' }),
  ];
  expect(said(whole.page)).toMatch(/None of them is missing/);
  client.dailyScores = async (...args) => (await dailyScores(...args)).filter(({ date }) => date !== lost);
  const { page } = await answer({ text: 'are there any gaps in our score history?' });
  expect(said(page)).toMatch(RegExp(`no figures: ${dayName(lost)}`));
});

test.each([
  ['average score for the last 4 days', 'score', 3],
  ['average mention rate for the last 5 days', 'mention_rate', 4],
  ['average score on Gemini for the last 6 days', 'score', 5],
] as const)(
  'the average of a few days is theirs, not the last day’s figure: %s',
  async (text, metric, days) => {
    const { answer, plan, time } = await askingAcme();
    const engine = text.includes('Gemini') ? { engine: 'Gemini' } : {};
    const today = new Date(time.now).toISOString().slice(0, 10);
    const each = await Promise.all(
      Array.from({ length: days }, async (_, i) => {
        const day = daysBefore(today, i + 1);
        const { figures } = await plan({ intent: 'score', metric, ...engine, from: day, to: day });
        return figures[0]?.value ?? expect.fail(`no ${metric} on ${day}`);
      }),
    );
    const mean = each.reduce((sum, one) => sum + one, 0) / days;
    const [first = ''] = heardOf((await answer({ text })).page);
    const [, value = ''] = /: ([\d.]+)%? on average/.exec(first) ?? [];
    expect(Math.abs(Number(value) - mean)).toBeLessThan(0.06);
    expect(first).toContain(`over ${days} days`);
  },
);

test('what happened in a region has its figure, and the alert on the whole', async () => {
  const { answer, db, time } = await askingAcme();
  const day = new Date(time.now).toISOString().slice(0, 10);
  const at = { team: TEAM, channel: CHANNEL, projectId: ACME.id };
  const alert = { ...living, openedOn: day, day, lead: { ...living.lead, scope: {} }, moved: [] };
  await keepAlert(db, at, { ...told, day, alert }, time.now);
  await giveHandles(db, TEAM, 'A', [told.key]);
  const { page } = await answer({ text: 'what happened in Germany' });
  expect(said(page)).toMatch(/in Germany/);
  expect(said(page)).not.toContain('has no visibility score');
  expect(said(page)).toContain('1 alert');
});

test.each(['is the sentiment score just made up?', 'is the score fake?', 'has anyone dropped on Gemini'])(
  'what no figure says gets neither yes nor no: %s',
  async (text) => {
    const { page } = await (await askingAcme()).answer({ text });
    expect(said(page)).not.toMatch(/^(?:Yes|No)\./);
  },
);

test.each(['how did Globex do yesterday', 'Globex yesterday vs the day before'])(
  'how a rival did on a day is counted from the answers of that day: %s',
  async (text) => {
    const { page, verdict } = await (await askingAcme()).answer({ text });
    expect(verdict).toBe('answered');
    expect(said(page)).toMatch(/Globex is named (?:first )?(?:in|more|less)/);
    expect(said(page)).not.toMatch(/past figures|isn’t limited/);
  },
);
