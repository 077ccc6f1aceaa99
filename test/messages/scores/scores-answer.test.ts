import { describe, expect, test } from 'vitest';
import type {
  ChangeAlert,
  LatestFigure,
  MeasuredChange,
  PastAlert,
  ScoreOverview,
} from '../../../src/decision.ts';
import type { Page } from '../../../src/messages/page.ts';
import { scoreChart } from '../../../src/messages/scores/score-words.ts';
import { alertListPage, scoresAnswer, whatIfAnswer } from '../../../src/messages/scores/scores-answer.ts';
import { draw } from '../../../src/slack/draw.ts';
import { ACME, ALERT, latestFigure, overviewOf } from '../cast.ts';
import { livingAlert, OPENED } from '../every-alert.ts';
import { drawn, heardOf, shownOf, wordsOf } from '../reading.ts';

const DAY = 86_400_000;
/** Each day up to Wed 25 Nov. */
const seriesOf = (scores: readonly (number | null)[]) =>
  scores.map((score, i) => ({
    date: new Date(Date.parse('2026-11-25') - (scores.length - 1 - i) * DAY).toISOString().slice(0, 10),
    score,
  }));
const OVERVIEW = overviewOf(seriesOf([60.8]));
const linesOf = (page: Page) => shownOf(page).flatMap((text) => text.split('\n'));
const lines = (alert: Partial<ChangeAlert>) => {
  const alerts = [{ alert: { ...OPENED, alert: livingAlert(alert) }, handle: 'A37' }];
  return linesOf(scoresAnswer(ACME, OVERVIEW, { alerts }));
};

test('says if the API gives no parts', () => {
  expect(linesOf(scoresAnswer(ACME, OVERVIEW))).toContain('The API gives no figures by engine.');
});

test('the scores show the latest alert', () => {
  expect(lines({})).toContain('*A37* · Acme fell 8.2 points to 53.2 on Thu 19 Nov.');
  const lead = { ...livingAlert().lead, value: 60.8 };
  expect(lines({ status: 'recovered', day: '2026-11-25', lead })).toEqual([
    '*Acme visibility score*: *60.8* on Wed 25 Nov, the first day',
    'The API gives no figures by engine.',
    '*A37* · Acme fell 8.2 points to 53.2 on Thu 19 Nov. Back to normal: 60.8 on Wed 25 Nov, after 6 days.',
  ]);
});

test('a list names what an alert’s change mostly comes from', () => {
  const explanation = {
    change: -8.2,
    parts: [{ of: [{ kind: 'engine' as const, name: 'Gemini' }], points: -6, share: 0.7 }],
  };
  const alert = { ...OPENED, explanation, againstLevel: undefined };
  expect(linesOf(alertListPage(ACME, undefined, [{ alert, handle: 'A37' }]))).toContain('Mostly Gemini');
});

test('while an alert on the score is open, how it stands against its usual comes with how it moved', () => {
  const overview = overviewOf(seriesOf([52.2, 53.8]), {
    before: { date: '2026-11-24', value: 52.2 },
    change: 1.6,
  });
  const lead = { ...livingAlert().lead, value: 53.8 };
  const head = (alert: Partial<ChangeAlert>) => {
    const news = { ...OPENED, alert: livingAlert({ day: '2026-11-25', lead, ...alert }) };
    return linesOf(scoresAnswer(ACME, overview, { alerts: [{ alert: news, handle: 'A37' }] }))[0];
  };
  expect(head({})).toMatch(
    /53\.8\* on Wed 25 Nov, up 1\.6 points since Tue 24 Nov · below its usual 5\d\.\d to/,
  );
  const gemini = { ...lead, scope: { engine: { id: 'gemini', name: 'Gemini' } } };
  const others: Partial<ChangeAlert>[] = [{ status: 'recovered' }, { lead: gemini }, { day: '2026-11-24' }];
  for (const other of others) expect(head(other)).not.toContain('usual');
});

test('and every open alert, whatever it is about, before any that is over', () => {
  const of = (handle: string, status: ChangeAlert['status']) => ({
    alert: { ...OPENED, alert: livingAlert({ status }) },
    handle,
  });
  const said = (...alerts: ReturnType<typeof of>[]) =>
    linesOf(scoresAnswer(ACME, OVERVIEW, { alerts })).filter((line) => /^\*A\d/.test(line));
  expect(said(of('A7', 'open'), of('A3', 'open'), of('A1', 'recovered'))).toMatchObject([
    expect.stringContaining('*A7*'),
    expect.stringContaining('*A3*'),
  ]);
  const many = ['A1', 'A2', 'A3', 'A4', 'A5'].map((handle) => of(handle, 'open'));
  expect(linesOf(scoresAnswer(ACME, OVERVIEW, { alerts: many }))).toContain('2 more open alerts.');
});

test('an open alert’s figures aren’t those of now while its feed is paused', () => {
  const news = { ...OPENED, alert: livingAlert({ day: '2026-11-21' }) };
  const said = (stalled?: 'paused') =>
    linesOf(scoresAnswer(ACME, OVERVIEW, { alerts: [{ alert: news, handle: 'A7', stalled }] })).join();
  expect(said()).toContain('Now 53.2 on Sat 21 Nov');
  expect(said('paused')).toMatch(/^(?!.*\bNow\b).*53\.2 on Sat 21 Nov/);
});

describe('the figures beside the score', () => {
  const date = '2026-11-24';
  const moved = (value: number) => ({ before: { date, value }, change: value });
  const [gemini, france] = [{ engine: { id: 'g', name: 'Gemini' } }, { region: { id: 'f', name: 'France' } }];
  const FIGURES: ScoreOverview = {
    ...OVERVIEW,
    figures: [
      latestFigure('mentionRate', 0.42, moved(0.012)),
      latestFigure('averageRank', 2.1, moved(-0.25)),
      latestFigure('sentiment', 0.3, { date }),
      latestFigure('score', 60, { scope: gemini, ...moved(-4.2) }),
      latestFigure('mentionRate', 0.4, { scope: gemini }),
      latestFigure('score', 44.5, { scope: france, date: '2026-11-23' }),
    ],
    rates: [0.42, 0.4],
  };
  const BRACKETS = 'In brackets: the change since Tue 24 Nov.';
  const answer = (overview: ScoreOverview) => scoresAnswer(ACME, overview);

  test('are one line for the whole, with a day if it differs', () => {
    const said = linesOf(answer(FIGURES));
    expect(said).toContain(
      'Mention rate 42.0% (+1.2) · average rank 2.10 (−0.25) · sentiment 0.30 on Tue 24 Nov',
    );
    expect(said).toContain(BRACKETS);
  });

  test('are a table of engines and regions, with only the columns the API gives', () => {
    const { blocks, plainBlocks = [], text } = draw(answer(FIGURES));
    const table = blocks.find((block) => block.type === 'table');
    expect(table?.rows.map((row) => row.map((cell) => cell.type === 'raw_text' && cell.text))).toEqual([
      ['Engine or region', 'Score', 'Mention rate'],
      ['Gemini', '60.0 (−4.2)', '40.0%'],
      ['France', '44.5 on Mon 23 Nov', 'none given'],
    ]);
    const lines = [
      'Gemini: score 60.0 (−4.2), mention rate 40.0%',
      'France: score 44.5 on Mon 23 Nov, mention rate not given',
    ];
    expect(wordsOf(plainBlocks).join('\n')).toContain(lines.join('\n'));
    for (const line of [...lines, BRACKETS]) expect(text).toContain(line);
  });

  test('are percentages if any rate from the API says so, however small the day’s are', () => {
    const said = linesOf(answer({ ...FIGURES, rates: [0.42, 0.4, 3] })).join('\n');
    expect(said).toContain('Mention rate 0.420% (+0.012) · ');
  });

  test('say their day if it isn’t the headline’s', () => {
    const figures = [latestFigure('mentionRate', 0.42, { date: '2026-11-26' })];
    const said = linesOf(answer({ ...FIGURES, figures }));
    expect(said).toContain('Mention rate 42.0%');
    expect(said.join('\n')).toContain('for Thu 26 Nov');
  });
});

describe('for more days than a chart holds', () => {
  const scores = Array.from({ length: 60 }, (_, i) => 50 + (i % 5));
  scores[6] = 41.3;
  scores[33] = 61.8;
  const page = scoresAnswer(ACME, overviewOf(seriesOf(scores)), { asked: 90 });
  const { blocks, plainBlocks = [], text } = draw(page);

  test('the chart has the average, lowest and highest day of each week, the last one ending with the last day', () => {
    const chart = blocks.find((block) => block.type === 'data_visualization')?.chart;
    const drawn =
      chart && 'series' in chart ? chart.series.map(({ data }) => data.map(({ value }) => value)) : [];
    const [averages = [], lowest = [], highest = []] = drawn;
    const week = scores.slice(-7);
    expect(averages).toHaveLength(8);
    expect(averages.at(-1)).toBeCloseTo(week.reduce((sum, score) => sum + score, 0) / 7, 1);
    expect([Math.min(...lowest), Math.max(...highest)]).toEqual([41.3, 61.8]);
  });

  test('what is usual of a single day isn’t drawn beside averages', () => {
    const usual = { low: 30, high: 80 };
    const values =
      scoreChart('Acme', seriesOf(scores), { usual })?.series.flatMap((line) => line.values) ?? [];
    expect(values).not.toContain(usual.low);
    expect(values).not.toContain(usual.high);
  });

  test.for([
    [20, 20, ''],
    [21, 10, 'two-day average'],
    [30, 15, 'two-day average'],
    [90, 12, 'weekly average'],
    [400, 14, 'four-week average'],
    [800, 8, '13-week average'],
  ] as const)('of %i days it has %i points, and its legend says what they average', ([days, points, as]) => {
    const [line] = scoreChart('Acme', seriesOf(Array.from({ length: days }, (_, i) => i)))?.series ?? [];
    expect(line?.values).toHaveLength(points);
    expect(line?.name.toLowerCase()).toBe(as || 'score');
  });

  test('the text covers all days, and says what the API lacks and that points are averages', () => {
    const words = '60 days to Wed 25 Nov: lowest 41.3, highest 61.8, drawn as weekly averages';
    expect(text).toContain(words);
    expect(wordsOf(plainBlocks).join('\n')).toContain(words);
    expect(linesOf(page)).toContain('The API has figures for only 60 days.');
    expect(linesOf(page).join('\n')).toContain('Each point is a weekly average');
  });

  test('gaps are counted over all days', () => {
    const gone = scores.map((score, i) => (i % 10 === 3 ? null : score));
    const said = linesOf(scoresAnswer(ACME, overviewOf(seriesOf(gone)), { asked: 60 }));
    expect(said.join('\n')).toMatch(/No data on 6 of 60 days: (.+; ){5}/);
    expect(said.join('\n')).toMatch(/Each point is a weekly average/);
  });
});

describe('if something else was measured on earlier days', () => {
  const moved = (given: Partial<MeasuredChange>): MeasuredChange => ({
    day: '2026-11-25',
    of: 'prompts',
    came: ['a', 'b', 'c'],
    went: [],
    ...given,
  });
  const before = { date: '2026-11-24', value: 51.2 };
  const said = ({
    measured = [],
    ...given
  }: Partial<ScoreOverview> & Partial<Pick<LatestFigure, 'measured'>>) => {
    const page = scoresAnswer(ACME, overviewOf(seriesOf([51.2, 53.6]), { before, measured }, given));
    return { lines: linesOf(page), heard: heardOf(page) };
  };

  test('gives no change from the day before', () => {
    const { lines, heard } = said({ measured: [moved({})] });
    const headline = 'on Wed 25 Nov, not comparable with 51.2 on Tue 24 Nov: 3 prompts added';
    expect([lines[0], heard[0]]).toEqual([
      `*Acme visibility score*: *53.6* ${headline}`,
      `Acme visibility score: 53.6 ${headline}`,
    ]);
    expect(said({}).heard[0]).toContain('53.6 on Wed 25 Nov, up 2.4 points since Tue 24 Nov');
  });

  test('names engines and counts prompts that were added or removed', () => {
    const changes = [
      moved({ came: ['a'], went: ['b', 'c'], reworded: ['d'] }),
      moved({ of: 'engines', came: ['Copilot'] }),
    ];
    expect(said({ measured: changes }).lines[0]).toContain(
      'not comparable with 51.2 on Tue 24 Nov: 1 prompt and Copilot added, 2 prompts removed, 1 prompt reworded',
    );
  });

  test('names regions, or only says that they changed', () => {
    const regions = moved({ of: 'regions', came: ['France'], went: ['US', 'UK', 'Germany'] });
    const changes = [moved({ of: 'engines', came: ['Copilot'], went: ['Gemini'] }), regions];
    expect(said({ measured: changes }).lines[0]).toContain(
      'not comparable with 51.2 on Tue 24 Nov: Copilot and France added, Gemini, US, UK and Germany removed',
    );
    const anew = { ...regions, came: [], went: [] };
    expect(said({ measured: [anew] }).lines[0]).toContain(
      'not comparable with 51.2 on Tue 24 Nov: regions changed',
    );
    expect(said({ earlier: [anew] }).lines.join('\n')).toContain(
      'Regions changed on Wed 25 Nov: figures before and after are for different regions.',
    );
  });

  test('names each day once, and the latest of many changes', () => {
    const earlier = [
      moved({ day: '2026-11-20', of: 'engines', came: ['Grok'] }),
      moved({ day: '2026-11-21', came: ['helm'] }),
      moved({ day: '2026-11-22', of: 'engines', came: ['Copilot'] }),
      moved({ day: '2026-11-22', of: 'regions', came: ['France'] }),
    ];
    expect(said({ earlier }).lines).toContain(
      'Grok added on Fri 20 Nov, 1 prompt added on Sat 21 Nov, Copilot and France added on Sun 22 Nov: ' +
        'figures before and after are for different prompts, engines and regions.',
    );
  });
});

test('says if the score is the same as the day before', () => {
  const overview = overviewOf(seriesOf([51.2, 51.2]), { before: { date: '2026-11-24', value: 51.2 } });
  expect(heardOf(scoresAnswer(ACME, overview))[0]).toContain('51.2 on Wed 25 Nov, the same as on Tue 24 Nov');
});

test('the chart rounds as the text does', () => {
  const series = seriesOf([60.334, 59.001]);
  const usual = { low: 57.119, high: 64.2381 };
  const lines = scoreChart('Acme', series, { usual })?.series ?? [];
  expect(lines.map(({ values }) => values[0])).toEqual([60.3, 57.1, 64.2]);
});

test('a chart of sentiment has the two decimals of the text beside it', () => {
  const chart = scoreChart('Acme', seriesOf([0.2899, 0.3342]), { metric: 'sentiment' });
  expect(chart?.series[0]?.values).toEqual([0.29, 0.33]);
  expect(chart?.words.spans.join('')).toContain('lowest 0.29, highest 0.33');
});

describe('scores', () => {
  test('are the last complete day and a chart', () => {
    const before = { date: '2026-11-18', value: 61.4 };
    const page = scoresAnswer(ACME, overviewOf(ALERT.series, { before }));
    const { blocks, plainBlocks } = drawn(page);
    expect(wordsOf(blocks)).toEqual([
      '*Acme visibility score*: *53.2* on Thu 19 Nov, down 8.2 points since Wed 18 Nov',
      'The API gives no figures by engine.',
      'No data on 1 of 4 days, which the chart skips: Tue 17 Nov.',
    ]);
    expect(blocks.some(({ type }) => type === 'data_visualization')).toBe(true);
    expect(wordsOf(plainBlocks ?? []).join()).toContain('▇·█▁');
  });

  test('a whole that the API doesn’t give is said to be our own mean', () => {
    const overview = overviewOf([{ date: '2026-11-19', score: 53.2 }], { meanOf: 'engine' });
    const said = wordsOf(drawn(scoresAnswer(ACME, overview)).blocks);
    expect(said).toContain('Figures that the API doesn’t give are our own means of its figures by engine.');
  });

  test.each([
    [overviewOf([]), 'the API gives none for a complete day'],
    [overviewOf([{ date: '2026-11-19', score: 0 }]), '0* on Thu 19 Nov, the first day'],
  ])('%j', (overview, words) => {
    expect(wordsOf(drawn(scoresAnswer(ACME, overview)).blocks)[0]).toContain(words);
  });
});

const told = (alert: Partial<ChangeAlert>) => ({
  alert: livingAlert(alert),
  day: '2026-11-19',
  previousDay: '2026-11-18',
  score: 53.2,
  previousScore: 61.4,
});

function row(alert: Partial<ChangeAlert>, more: Partial<PastAlert> = {}): string | undefined {
  const alerts = [{ ...told(alert), ...more }];
  const days = { from: '2026-09-21', to: '2026-11-26' };
  const answer = whatIfAnswer(ACME, { minChange: 5, asked: 0, ...days, total: 1, alerts });
  return shownOf(answer)[1];
}

test('a past alert reads like its message, with the day it ended', () => {
  const what = '*Visibility score fell 8.2 points to 53.2 on Thu 19 Nov* · well outside normal';
  expect(row({ day: '2026-11-26' })).toBe(`${what} · still open`);
  expect(row({ status: 'recovered', day: '2026-11-25' })).toBe(
    `${what} · back to normal: 53.2 on Wed 25 Nov, after 6 days`,
  );
  expect(row({ status: 'new_normal', day: '2026-11-25', level: 53 })).toBe(
    `${what} · at a new normal of 53.0`,
  );
});

test('the text has the note below the list', () => {
  const days = { from: '2026-09-21', to: '2026-11-26' };
  const now = { minChange: 5, total: 3 };
  const answer = whatIfAnswer(ACME, { minChange: 8, asked: 90, ...days, total: 0, alerts: [], now });
  expect(heardOf(answer).at(-1)).toBe(
    'Mon 21 Sep to Thu 26 Nov · the API has figures for only 67 days · 3 alerts with 5, this feed’s alert threshold',
  );
});

test('says when an alert was last measured', () => {
  expect(row({ day: '2026-11-22' })).toMatch(/ · still open, last measured on Sun 22 Nov$/);
  expect(row({ status: 'corrected', day: '2026-11-22' })).toMatch(/ · last measured on Sun 22 Nov$/);
});

test('two days make a chart, one does not', () => {
  expect(scoreChart('Acme', seriesOf([61.4, 53.2]))?.series[0]?.values).toEqual([61.4, 53.2]);
  expect(scoreChart('Acme', seriesOf([53.2]))).toBeUndefined();
});

test('a chart of averages says so in its title, behind what it’s about', () => {
  const sixty = seriesOf(Array.from({ length: 60 }, () => 61));
  const onEngine = 'Tidewater visibility score on Perplexity';
  const { title, series } = scoreChart(onEngine, sixty) ?? {};
  expect(title).toBe(`${onEngine}, weekly averages`);
  // Slack may cut off the end of the title.
  expect(series?.[0]?.name).toContain('Weekly average');
});
