import { describe, expect, test } from 'vitest';
import { leadsAnswer } from '../../src/messages/answers/leads-answer.ts';
import { metricsAnswer } from '../../src/messages/answers/metrics-answer.ts';
import { scoresAnswer } from '../../src/messages/scores/scores-answer.ts';
import { drawn } from '../../src/slack/draw.ts';
import { ACME, ALERT, DIGEST, FRIDAY, STANDING } from './cast.ts';
import { wordsOf } from './reading.ts';

describe('leads', () => {
  const answer = { project: ACME, leads: DIGEST.leads, limit: 2, leftOut: [], now: FRIDAY };

  test('are the best, with how many there are', () => {
    const [head, first] = wordsOf(leadsAnswer(answer, STANDING).blocks);
    expect(head).toBe('*Acme leads* · best 2 of 3');
    expect(first).toContain('r/devops · 5 h old · score 91 · L412');
  });

  test('say how they stand: nobody begins what a colleague has done', () => {
    const leads = { 'id:1': { state: 'replied', by: 'U0ANA', since: FRIDAY } } as const;
    const [, first, second] = wordsOf(leadsAnswer(answer, { ...STANDING, leads }).blocks);
    expect(first).toMatch(/^\*1\.\* .+ · Replied by <@U0ANA>, .+ · L412$/);
    expect(second).not.toContain('Replied');
  });

  test('that a filter removed are not just gone', () => {
    const leftOut = [{ reason: 'below_min_score' as const, count: 25, best: 0.91 }];
    const { blocks } = leadsAnswer({ ...answer, leads: [], leftOut, minScore: 60 }, STANDING);
    expect(wordsOf(blocks)).toEqual(['*Acme leads* · 25 leads, none at or above 60; the best is 0.91.']);
  });

  test('that may be more than were asked for are said to be the best of them', () => {
    const leftOut = [{ reason: 'too_old' as const, count: 97 }];
    const headOf = (asked: number) =>
      wordsOf(leadsAnswer({ ...answer, leftOut, asked }, STANDING).blocks)[0]?.split('\n')[0];
    expect(headOf(100)).toMatch(/97 left out as too old · of the API’s best 100$/);
    expect(headOf(101)).toMatch(/97 left out as too old$/);
  });

  test('that do not exist are said not to', () => {
    expect(leadsAnswer({ ...answer, leads: [] }, STANDING).text).toBe('Acme: The API has no leads.');
  });
});

test('metrics that the API did not give are named, not zero', () => {
  const { blocks } = metricsAnswer(ACME, { total: 31, new: 0, today: undefined, averageScore: 58 });
  expect(wordsOf(blocks)).toEqual([
    '*Acme leads* · 31 in all · 0 new · today not given · average score 58',
    'The API’s own counts, before any filter · what passes: /visibility leads · what was posted: /visibility leads export',
  ]);
});

describe('scores', () => {
  const engines = [
    { engine: 'Gemini', date: '2026-11-19', score: 47, change: -14 },
    { engine: 'Claude', date: '2026-11-17', score: 60 },
  ];

  test('are the last complete day, the engines and a chart', () => {
    const page = scoresAnswer(ACME, {
      series: ALERT.series,
      previous: { date: '2026-11-18', score: 61.4 },
      engines,
    });
    const { blocks, plainBlocks } = drawn(page);
    expect(wordsOf(blocks)).toEqual([
      '*Acme visibility score: 53.2* on Thu 19 Nov, down 8.2 since Wed',
      'Gemini 47.0 (−14.0) · Claude 60.0 on Tue 17 Nov',
      'No data on 1 of 4 days.',
    ]);
    expect(blocks.some(({ type }) => type === 'data_visualization')).toBe(true);
    expect(wordsOf(plainBlocks ?? []).join()).toContain('▇·█▁');
  });

  test.each([
    [{ series: [], engines: [] }, 'the API has none for a complete day yet'],
    [{ series: [], engines }, 'the API gives none overall, only by engine'],
    [{ series: [{ date: '2026-11-19', score: 0 }], engines: [] }, '0* on Thu 19 Nov, the first day'],
  ])('%j', (overview, words) => {
    expect(wordsOf(drawn(scoresAnswer(ACME, overview)).blocks)[0]).toContain(words);
  });
});
