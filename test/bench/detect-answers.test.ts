/** What the bench of answers simulates, and that its figures are of it. */
import { expect, test } from 'vitest';
import { answersBench, messagesOn, simulatedAnswers } from './detect-answers.ts';

test('a project is the same for the same seed, and another for another', () => {
  expect(simulatedAnswers(1, 2, false)).toEqual(simulatedAnswers(1, 2, false));
  expect(simulatedAnswers(1, 2, false)).not.toEqual(simulatedAnswers(2, 2, false));
});

test('where nothing changes, next to nothing is told; most true changes are, soon', () => {
  const { rows, falsePerQuarter } = answersBench(60, 3);
  expect(falsePerQuarter).toBeLessThan(0.4);
  for (const row of rows) expect(row['told within 14 days']).toBeGreaterThan(0.5);
});

test('several rivals that pass on one day are one message', () => {
  const { rivals, tone } = simulatedAnswers(1, 1, true);
  const [first = []] = rivals;
  const once = messagesOn({ rivals: [first], tone }).rival;
  expect(messagesOn({ rivals: [first, first, first], tone }).rival).toEqual(once);
});
