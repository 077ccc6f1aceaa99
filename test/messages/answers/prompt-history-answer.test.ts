import { expect, test } from 'vitest';
import { promptHistoryAnswer } from '../../../src/messages/answers/prompt-history-answer.ts';
import { OPERATIONS } from '../../../src/visibility/operations.ts';
import { ACME } from '../cast.ts';
import { wordsOf } from '../reading.ts';

const series = [
  { date: '2026-11-18', score: 62 },
  { date: '2026-11-19', score: 31.7 },
];
const history = OPERATIONS.promptHistory.answer.parse({});

function head(given: Readonly<Record<string, number>>): string[] | undefined {
  const detail = OPERATIONS.promptDetail.answer.parse(given);
  const { blocks } = promptHistoryAnswer(ACME, 'k8s cost alerts', { detail, history, series });
  return wordsOf(blocks)[0]?.split('\n').slice(1);
}

test('a prompt’s figure of all its answers is told apart from that of the last day', () => {
  expect(head({ own_score: 62.4 })).toEqual([
    'score 62.4 · no average rank',
    'The API does not say of which days these figures are. On Thu 19 Nov alone: 31.7.',
  ]);
  expect(head({})).toEqual(['no score · no average rank']);
});
