import { describe, expect, test } from 'vitest';
import { scoresAnswer } from '../../src/messages/scores/scores-answer.ts';
import { ACME, ALERT } from './cast.ts';
import { drawn, wordsOf } from './reading.ts';

describe('scores', () => {
  test('are the last complete day and a chart', () => {
    const page = scoresAnswer(ACME, {
      series: ALERT.series,
      previous: { date: '2026-11-18', score: 61.4 },
    });
    const { blocks, plainBlocks } = drawn(page);
    expect(wordsOf(blocks)).toEqual([
      '*Acme visibility score: 53.2* on Thu 19 Nov, down 8.2 since Wed 18 Nov',
      'The API gives no figures by engine.',
      'No data on 1 of 4 days, which the chart skips: Tue 17 Nov.',
    ]);
    expect(blocks.some(({ type }) => type === 'data_visualization')).toBe(true);
    expect(wordsOf(plainBlocks ?? []).join()).toContain('▇·█▁');
  });

  test('a whole that the API doesn’t give is said to be our own mean', () => {
    const overview = { series: [{ date: '2026-11-19', score: 53.2 }], meanOf: 'engine' } as const;
    const said = wordsOf(drawn(scoresAnswer(ACME, { ...overview, series: [...overview.series] })).blocks);
    expect(said).toContain('Overall is our own mean of the API’s figures by engine.');
  });

  test.each([
    [{ series: [] }, 'the API gives none for a complete day'],
    [{ series: [{ date: '2026-11-19', score: 0 }] }, '0* on Thu 19 Nov, the first day'],
  ])('%j', (overview, words) => {
    expect(wordsOf(drawn(scoresAnswer(ACME, overview)).blocks)[0]).toContain(words);
  });
});
