import { describe, expect, test } from 'vitest';
import { scoresAnswer } from '../../src/messages/answers/scores-answer.ts';
import { ACME, ALERT } from './cast.ts';
import { wordsOf } from './reading.ts';

describe('scores', () => {
  const engines = [
    { engine: 'Gemini', date: '2026-11-19', score: 47, change: -14 },
    { engine: 'Claude', date: '2026-11-17', score: 60 },
  ];

  test('are the last complete day, the engines and a chart', () => {
    const { blocks, plainBlocks } = scoresAnswer(ACME, {
      series: ALERT.series,
      previous: { date: '2026-11-18', score: 61.4 },
      engines,
    });
    expect(wordsOf(blocks)).toEqual([
      '*Acme visibility score* · 53.2 on Thu 19 Nov, −8.2 since Wed.\n' +
        'Engines: Gemini 47.0 (−14.0) · Claude 60.0 on Tue 17 Nov\n' +
        'No data on 1 of 4 days.',
    ]);
    expect(blocks.at(-1)?.type).toBe('data_visualization');
    expect(wordsOf(plainBlocks ?? []).at(-1)).toContain('▇·█▁');
  });

  test.each([
    [{ series: [], engines: [] }, 'The API has none for a complete day.'],
    [{ series: [], engines }, 'The API gives no overall score, only scores by engine.'],
    [{ series: [{ date: '2026-11-19', score: 0 }], engines: [] }, '0 on Thu 19 Nov, the first day.'],
  ])('%j', (overview, words) => {
    expect(wordsOf(scoresAnswer(ACME, overview).blocks)[0]).toContain(words);
  });
});
