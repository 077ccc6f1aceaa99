import { expect, test } from 'vitest';
import { paragraph } from '../../../src/messages/page.ts';
import { METRIC_WORDS } from '../../../src/messages/scores/score-words.ts';
import { describeCauses } from '../../../src/messages/scores/what-moved.ts';
import { lines } from '../../../src/messages/text.ts';
import { shownOf } from '../reading.ts';

const engine = (name: string, score: number, change: number) => ({
  engine: name,
  score,
  change,
  normal: false,
});
const part = (name: string, points: number) => ({ of: [{ kind: 'engine' as const, name }], points });

test.each([
  [[-5.9, -3.3], /offsets 3 %/],
  [[-5.9, -2.1], /^(?!.*offsets)/],
])('shares of %j of a change of 9 points', ([gemini = 0, chatGpt = 0], expected) => {
  const causes = describeCauses(
    {
      ...{ previousDay: '2026-11-24', engines: [engine('Gemini', 35, -23), engine('ChatGPT', 52, -13)] },
      explanation: { change: -9, parts: [part('Gemini', gemini), part('ChatGPT', chatGpt)], rest: 0 },
    },
    METRIC_WORDS.score.scale([52]),
  );
  expect(shownOf({ parts: [paragraph(lines(...causes))] }).join(' ')).toMatch(expected);
});
