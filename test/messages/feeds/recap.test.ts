import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Decision, Recap } from '../../../src/decision.ts';
import { myFiguresAnswer } from '../../../src/messages/feeds/recap.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { STANDING } from '../cast.ts';
import { RECAP } from '../insight-cast.ts';
import { heardOf, wordsOf } from '../reading.ts';

const DAY = 86_400_000;

const Chart = z.object({
  title: z.string(),
  chart: z.object({
    series: z.array(z.object({ data: z.array(z.object({ label: z.string(), value: z.number() })) })),
  }),
});

/** The title and the first line of a native chart. */
function chartOf(block: unknown) {
  const { title, chart } = Chart.parse(block);
  return { title, series: chart.series[0]?.data ?? [] };
}

describe('a recap', () => {
  const { text, blocks, plainBlocks = [] } = render(RECAP, STANDING);

  test('says how visible you were, what became of leads and what to do next; the rest is smaller', () => {
    expect(wordsOf(blocks).join('\n').split('\n')).toEqual([
      '*Acme · week of 13 Nov*',
      '*Visibility 52.2* on Thu 19 Nov, down 8.1 points from Thu 12 Nov · best rival: Globex 61.0, up 2.3 points · you’re 2nd of the 6 tools named most',
      '*34 leads posted, 9 answered, plus 2 older ones* (before that: 3 of 20) · median time from post to reply 3 h · best: <https://forum.example/1|Who owns the bill?>',
      '*Next:* answer 2 open leads with a score of 80 or more · write or improve a page on “k8s cost alerts”: Globex’s are cited 14 times in the latest 500 citations, yours never',
      expect.stringMatching(/^Each point is a weekly average/),
      'Of these leads: 12 claimed · 8 dismissed · 2 still being answered · 5 cited by AI engines · outcomes: 3 helpful, 1 removed',
      'In the last 30 days a minimum score of 72 would have hidden 12 of 22 leads left unused for 3 days, and none that anyone claimed or answered.',
      'Fridays 16:00 Europe/Berlin · Manage feeds: /visibility feeds',
    ]);
  });

  test('has a native chart of the score that ends with its last day, and the same in words where that is refused', () => {
    const chart = blocks.find(({ type }) => type === 'data_visualization');
    const { series } = chartOf(chart);
    expect(JSON.stringify(chart)).toContain('Weekly average');
    expect(series).toHaveLength(8);
    const week = RECAP.score?.series.slice(-7).map(({ score }) => score ?? 0) ?? [];
    const mean = week.reduce((sum, one) => sum + one, 0) / week.length;
    expect(series.slice(-2).map(({ label }) => label)).toEqual(['12 Nov', '19 Nov']);
    expect(series.at(-1)?.value).toBeCloseTo(mean, 0);
    expect(wordsOf(plainBlocks).join('\n')).toMatch(
      /56 days to Thu 19 Nov: lowest 5\d\.\d, highest .*, drawn as weekly averages/,
    );
  });

  test('is complete in its text', () => {
    expect(text.split('\n')[0]).toBe(
      'Acme, week of 13 Nov: 34 leads posted, 9 answered, plus 2 older ones · Visibility 52.2 on Thu 19 Nov, down 8.1 points from Thu 12 Nov',
    );
    expect(text).toContain('a minimum score of 72');
    expect(text).toMatch(/\nFridays 16:00 Europe\/Berlin · .*Manage feeds: \/visibility feeds$/);
  });

  test('names nobody, but has a button for one’s own figures', () => {
    expect(JSON.stringify(blocks)).toContain('"My figures"');
    expect(JSON.stringify(blocks)).not.toContain('<@U');
    expect(JSON.stringify(blocks)).not.toContain('By person');
  });
});

test('names the alerts of its days beside the score', () => {
  const alerts = [
    { handle: 'A1', day: '2026-11-14' },
    { handle: 'A2', day: '2026-11-18' },
    { handle: 'A3', day: '2026-11-18', over: '2026-11-19' },
  ];
  const [, line] = wordsOf(render({ ...RECAP, alerts }, STANDING).blocks)
    .join('\n')
    .split('\n');
  expect(line).toContain(
    ' from Thu 12 Nov · alerts A1 (Sat 14 Nov), A2 (Wed 18 Nov), A3 (Wed 18 Nov, over since Thu 19 Nov) · best rival',
  );
});

test('a recap by person names them, where that was asked for', () => {
  const byPerson = [{ person: 'U0ANA', claimed: 5, replied: 4, medianReplyMs: 3_600_000 }];
  const { blocks, text } = render({ ...RECAP, byPerson }, STANDING);
  const line =
    'By person, on these and earlier leads: <@U0ANA> 5 claimed, 4 answered, median time from post to reply 1 h';
  expect(wordsOf(blocks).join('\n')).toContain(line);
  expect(text).toContain(line);
});

/** A recap as it is read, line by line. */
const linesOf = (recap: Recap) => wordsOf(render(recap, STANDING).blocks).join('\n').split('\n');

test.each([
  [0, '34 leads posted, none answered*'],
  [1, '34 leads posted, none answered, but 1 older one*'],
])('says in words that no lead was answered, but %i older ones', (repliedEarlier, words) => {
  expect(linesOf({ ...RECAP, replied: 0, repliedEarlier }).join('\n')).toContain(words);
});

test.each([
  ['a day', { from: RECAP.to - DAY }, 'Thu 19 Nov, 09:00 to Fri 20 Nov, 09:00'],
  ['some hours', { from: RECAP.to - DAY / 2 }, 'Thu 19 Nov, 21:00 to Fri 20 Nov, 09:00'],
  [
    'the week in which the clocks change',
    { from: Date.parse('2026-10-19T14:00:00Z'), to: Date.parse('2026-10-26T15:00:00Z') },
    'week of 19 Oct',
  ],
  [
    'a month',
    { from: Date.parse('2026-10-01T07:00:00Z'), to: Date.parse('2026-11-01T08:00:00Z'), month: '2026-10-01' },
    'October',
  ],
  [
    'four weeks',
    { from: Date.parse('2026-10-23T07:00:00Z'), month: '2026-10-23' },
    'Fri 23 Oct, 09:00 to Fri 20 Nov, 09:00',
  ],
])('says what it covers: %s', (_, span, words) => {
  expect(linesOf({ ...RECAP, ...span })[0]).toBe(`*Acme · ${words}*`);
});

const MONTH: Recap = {
  ...RECAP,
  from: Date.parse('2026-10-01T07:00:00Z'),
  to: Date.parse('2026-11-01T08:00:00Z'),
  month: '2026-10-01',
  score: {
    day: '2026-10-31',
    score: 55.1,
    isAverage: true,
    before: { day: '2026-09-30', score: 58 },
    series: Array.from({ length: 31 }, (_, i) => ({
      date: new Date(Date.parse('2026-10-01') + i * DAY).toISOString().slice(0, 10),
      score: 55,
    })),
  },
  ledger: {
    days: 90,
    counts: { held: 9, false: 1, unclear: 1 },
    raised: { minChange: 6, without: { held: 2 } },
  },
};

describe('a recap of a month', () => {
  test('compares it with the month before, and says what became of alerts', () => {
    const said = linesOf(MONTH);
    expect(said[1]).toMatch(/^\*Visibility 55\.1\* on average, down 2\.9 points from the month before · /);
    expect(said[2]).toContain('(before that: 3 of 20)');
    expect(said).toContain(
      '11 alerts settled in the last 90 days: 9 held, 1 false, 1 unclear. An alert threshold of 6 would have dropped 2: 2 held.',
    );
  });

  test('beside a rival’s score says its own once', () => {
    const own = { score: 55.12, days: { from: '2026-10-25', to: '2026-10-31' } };
    const rival = { name: 'Globex', score: 61, own };
    expect(linesOf({ ...MONTH, rival })[1]).toMatch(/· best rival: Globex 61\.0$/);
    const other = { ...rival, own: { ...own, score: 49.9 } };
    expect(linesOf({ ...MONTH, rival: other })[1]).toContain('Globex 61.0 (you 49.9 on average, ');
  });

  test('has a chart of its days', () => {
    const { blocks } = render(MONTH, STANDING);
    const { series } = chartOf(blocks.find(({ type }) => type === 'data_visualization'));
    expect([series[0]?.label, series.at(-1)?.label]).toEqual(['3 Oct', '31 Oct']);
  });
});

describe('what cannot be compared', () => {
  test('is compared like for like where that is known, and names what changed', () => {
    const measured = [{ day: '2026-11-17', of: 'engines' as const, came: ['Gemini'], went: [] }];
    const shared = { of: 'engines' as const, parts: 3, before: 60.1, after: 58.4 };
    const changed = { ...RECAP, score: RECAP.score && { ...RECAP.score, measured, shared } };
    const { blocks } = render(changed, STANDING);
    const said = wordsOf(blocks).join('\n');
    expect(said).toMatch(/not comparable with Thu 12 Nov \(on the 3 engines .*: 60\.1 → 58\.4\)/);
    expect(said).toMatch(/^Gemini added on Tue 17 Nov/m);
  });

  test('has no change: something else was measured', () => {
    const measured = [{ day: '2026-11-17', of: 'engines' as const, came: ['Gemini'], went: [] }];
    const said = linesOf({ ...RECAP, score: RECAP.score && { ...RECAP.score, measured } });
    expect(said[1]).toMatch(/^\*Visibility 52\.2\* on Thu 19 Nov, not comparable with Thu 12 Nov · /);
    expect(said).toContain('Gemini added on Tue 17 Nov: figures before and after are for different engines.');
  });

  test('has none either where no day before has a figure, and without any figure the rest stands', () => {
    const alone = linesOf({ ...RECAP, score: RECAP.score && { ...RECAP.score, before: undefined } });
    expect(alone[1]).toMatch(/^\*Visibility 52\.2\* on Thu 19 Nov · best rival/);
    const without = { ...RECAP, score: undefined, rival: undefined, next: undefined };
    expect(linesOf(without)[1]).toMatch(/^\*34 leads/);
    const { blocks } = render(without, STANDING);
    expect(chartOf(blocks.find(({ type }) => type === 'data_visualization')).title).toBe(
      'Acme leads, weeks from',
    );
  });
});

test('a score that is known from before isn’t called unread below it, and everything else is', () => {
  const small = (score: Recap['score']) =>
    wordsOf(render({ ...RECAP, score, unread: ['dailyScores', 'mentions'] }, STANDING).blocks).at(-1);
  expect(small(RECAP.score)).not.toMatch(/visibility scores/i);
  expect(small(RECAP.score)).toMatch(/mentions/i);
  expect(small(undefined)).toMatch(/visibility scores/i);
});

test('without a reply there is no time to reply; mentions that could not be read are named where that is news', () => {
  const quiet = { ...RECAP, medianReplyMs: undefined, minScore: undefined };
  const first: Decision = { ...quiet, unread: ['mentions'] };
  const words = wordsOf(render(quiet, STANDING).blocks).join('\n');
  expect(words).not.toContain('to reply');
  expect(words).not.toMatch(/mentions couldn/i);
  expect(wordsOf(render(first, STANDING).blocks).at(-1)).toContain('Mentions couldn’t be read');
  expect(render(first, STANDING).text).toContain('Mentions couldn’t be read');
  expect(words).not.toContain('min_score');
});

const { score, rival, next, best, before, minScore, ...LEADS_ALONE } = RECAP;
const EMPTY: Recap = { ...LEADS_ALONE, shown: 0, repliedEarlier: 0, weeks: [], medianReplyMs: undefined };

test('an empty recap says so, and has the small print of every recap', () => {
  const { blocks } = render(EMPTY, STANDING);
  expect(wordsOf(blocks)).toEqual([
    '*Acme · week of 13 Nov*',
    '*No leads posted, no replies*',
    'Fridays 16:00 Europe/Berlin · Manage feeds: /visibility feeds',
  ]);
});

test.each([
  ['with leads', { ...RECAP, rival: undefined }],
  ['that is empty', EMPTY],
])('a recap %s that comes late says by how much, shown and heard', (_, recap) => {
  const { text, blocks } = render({ ...recap, lateHours: 15 }, STANDING);
  const foot = 'Fridays 16:00 Europe/Berlin · catch-up, 15 h late · Manage feeds: /visibility feeds';
  expect(wordsOf(blocks).at(-1)).toBe(foot);
  expect(text.split('\n').at(-1)).toBe(foot);
});

test('one’s own figures are for oneself', () => {
  const page = myFiguresAnswer(RECAP.project, { person: 'U0ANA', claimed: 2, replied: 0 }, RECAP);
  expect(heardOf(page)).toEqual([
    'You in Acme: 2 claimed, 0 answered',
    'Fri 13 Nov, 09:00 to Fri 20 Nov, 09:00 Europe/Berlin · leads shown earlier count too · only you see this',
  ]);
});
