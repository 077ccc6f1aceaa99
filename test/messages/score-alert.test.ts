import { describe, expect, test } from 'vitest';
import type { ScoreAlert } from '../../src/decision.ts';
import { render } from '../../src/messages/render.ts';
import { ALERT, STANDING } from './cast.ts';
import { wordsOf } from './reading.ts';

function draw(changes: Partial<ScoreAlert> = {}) {
  return render({ ...ALERT, ...changes }, STANDING);
}

test('an alert says what changed, how sure that is, and which engines moved', () => {
  expect(wordsOf(draw().blocks)).toEqual([
    '*Acme visibility score fell 8.2 points: 61.4 → 53.2* · A37\n' +
      'Thu 19 Nov (complete) against Wed · well outside normal (usual range 58.9 to 63.5)',
    'Engines: Gemini −14.0 · ChatGPT −6.1 · Perplexity +0.3, normal · Claude no data\n' +
      'No data on 1 of 4 days.',
  ]);
});

test('its chart has the score and the usual range, for the days that have a figure', () => {
  const labels = ['Nov 16', 'Nov 18', 'Nov 19'];
  const line = (name: string, values: number[]) => ({
    name,
    data: values.map((value, i) => ({ label: labels[i], value })),
  });
  expect(draw().blocks.at(-1)).toEqual({
    type: 'data_visualization',
    title: 'Acme visibility score',
    chart: {
      type: 'line',
      series: [
        line('Score', [60.8, 61.4, 53.2]),
        line('Usual low', [58.9, 58.9, 58.9]),
        line('Usual high', [63.5, 63.5, 63.5]),
      ],
      axis_config: { categories: labels },
    },
  });
});

test('where a chart is refused, a line of signs takes its place', () => {
  const { plainBlocks = [] } = draw();
  expect(plainBlocks.every(({ type }) => type === 'section')).toBe(true);
  expect(wordsOf(plainBlocks).at(-1)).toBe('`▇·█▁` 4 days to Thu 19 Nov: lowest 53.2, highest 61.4');
});

test('the notification is complete in itself', () => {
  expect(draw().text.split('\n')).toEqual([
    'Acme visibility score fell 8.2 points to 53.2 on Thu 19 Nov, well outside normal.',
    '61.4 on Wed 18 Nov, 53.2 on Thu 19 Nov: well outside normal (usual range 58.9 to 63.5).',
    'Engines: Gemini −14.0; ChatGPT −6.1; Perplexity +0.3, normal; Claude no data.',
    '4 days to Thu 19 Nov: lowest 53.2, highest 61.4. No data on 1 of 4 days.',
  ]);
});

describe('how sure it is', () => {
  test.each([
    [{ usual: undefined, sureness: undefined }, 'too few days to know what is normal'],
    [{ sureness: undefined }, 'within the usual range (58.9 to 63.5)'],
    [{ sureness: 'at the edge of normal' as const }, 'at the edge of normal (usual range 58.9 to 63.5)'],
  ])('%j', (changes, words) => {
    expect(wordsOf(draw(changes).blocks)[0]).toContain(words);
  });

  test('without a usual range the chart has one line', () => {
    expect(JSON.stringify(draw({ usual: undefined, sureness: undefined }).blocks)).not.toContain('Usual');
  });
});

test('a rise says so, on a scale of shares with decimals enough to see it', () => {
  const words = wordsOf(draw({ previousScore: 0.532, score: 0.614, usual: undefined }).blocks);
  expect(words[0]).toContain('*Acme visibility score rose 0.082 points: 0.532 → 0.614*');
});

test('a fall to zero is a fall to zero', () => {
  expect(wordsOf(draw({ previousScore: 61.4, score: 0 }).blocks)[0]).toContain(
    'fell 61.4 points: 61.4 → 0.0',
  );
});

test('an earlier day more than a week back is named in full', () => {
  expect(wordsOf(draw({ previousDay: '2026-11-09' }).blocks)[0]).toContain('against Mon 9 Nov');
});

test('an engine that is new has nothing to compare with; no engines are named as absent', () => {
  const engines = [{ engine: 'Gemini', score: 40, normal: false }];
  expect(wordsOf(draw({ engines }).blocks)[1]).toContain('Engines: Gemini nothing to compare with');
  expect(wordsOf(draw({ engines: [] }).blocks)[1]).toContain('the API gave no figures by engine');
});
