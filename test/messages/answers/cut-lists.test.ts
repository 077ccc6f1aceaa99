/** Lists of the API that may be cut say so: their length is no count of all that there is. */
import { expect, test } from 'vitest';
import { citationsAnswer } from '../../../src/messages/answers/citations-answer.ts';
import { searchesAnswer } from '../../../src/messages/answers/searches-answer.ts';
import { topicAnswersAnswer } from '../../../src/messages/answers/topic-answers-answer.ts';
import type { Message } from '../../../src/slack/blocks.ts';
import { ACME } from '../cast.ts';
import { wordsOf } from '../reading.ts';

/** The first line of a message: as it is shown, and as it is heard. */
const headOf = ({ blocks, text }: Message) =>
  [wordsOf(blocks).join('\n'), text].map((words) => words.split('\n')[0]);

test.each([
  [25, 'the latest 25 answers, newest first'],
  [1, '1 answer, newest first'],
  [0, 'the API has none yet'],
])('%i answers on a topic, of which the API may have more', (came, amount) => {
  expect(headOf(topicAnswersAnswer(ACME, 'pricing', [], came))).toEqual([
    `*Acme answers on “pricing”* · ${amount}`,
    `Acme answers on “pricing”: ${amount}.`,
  ]);
});

test.each([
  [100, 'the 100 most frequent searches that engines made'],
  [1, '1 search that engines made'],
  [0, 'the API has none yet'],
])('%i searches, of which the API may have more', (came, amount) => {
  expect(headOf(searchesAnswer(ACME, [], came))).toEqual([
    `*Acme searches* · ${amount}`,
    `Acme searches: ${amount}.`,
  ]);
});

test.each([
  [300, 'the latest 300 citations, newest first'],
  [299, '299 citations, newest first'],
])('%i citations of 300 that were asked for', (came, amount) => {
  expect(headOf(citationsAnswer(ACME, [], came, { asked: 300, only: [] }))).toEqual([
    `*Acme citations* · ${amount}`,
    `Acme citations: ${amount}.`,
  ]);
});
