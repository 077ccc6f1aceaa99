/** A chart shows the figures that stand in the text beside it, with the same decimals. */
import { expect, test } from 'vitest';
import { alignFigures, alignRounding } from '../../src/messages/figures.ts';
import { competitorPage } from '../../src/messages/lookups/compare.ts';
import { topicPage } from '../../src/messages/lookups/topics.ts';
import { promptHistoryAnswer } from '../../src/messages/prompts/runs.ts';
import { rivalComparison } from '../../src/rules/rival-gap.ts';
import type { Message } from '../../src/slack/blocks.ts';
import { draw } from '../../src/slack/draw.ts';
import { parseAnswer } from '../visibility/reading.ts';
import { ACME, TOPIC } from './cast.ts';
import { wordsOf } from './reading.ts';

function charted({ blocks }: Message): number[] {
  return blocks.flatMap((block) =>
    block.type === 'data_visualization' && 'series' in block.chart
      ? block.chart.series.flatMap(({ data }) => data.map(({ value }) => value))
      : [],
  );
}

const plainWords = ({ plainBlocks = [] }: Message) => wordsOf(plainBlocks).join('\n');

test('the engines of two that are compared', () => {
  const side = (score: number, ...[chatgpt, gemini]: [number, number]) => ({
    score,
    engines: [
      { name: 'ChatGPT', score: chatgpt },
      { name: 'Gemini', score: gemini },
    ],
    topics: [],
  });
  const drawn = draw(
    competitorPage(ACME, 'Globex', rivalComparison(side(61, 78.08, 50.25), { own: side(52.2, 60.04, 8.25) })),
  );
  expect(charted(drawn)).toEqual([8.3, 60, 50.3, 78.1]);
  expect(plainWords(drawn)).toMatch(
    /Gemini: you 8\.3, Globex 50\.3, gap −42\.0\nChatGPT: you 60\.0, Globex 78\.1, gap −18\.1/,
  );
});

test('the tools of a topic', () => {
  const [tool = expect.fail('the topic names no tool')] = TOPIC.entities;
  const entities = [
    { ...tool, entity_type: 'competitor', entity_name: 'Globex', score: 78.08 },
    { ...tool, entity_type: 'competitor', entity_name: 'Initech', score: 50.25 },
  ];
  const drawn = draw(topicPage(ACME, { ...TOPIC, entities }));
  expect(charted(drawn)).toEqual([78.1, 50.3]);
  expect(plainWords(drawn)).toMatch(/Globex: score 78\.1, [\s\S]*Initech: score 50\.3, /);
});

test('the days of a prompt, beside larger figures of its engines', () => {
  const detail = parseAnswer('promptDetail', {
    own_score: 8.04,
    by_model: [{ engine: 'Gemini', own_score: 14 }],
  });
  const series = [
    { date: '2026-11-18', score: 7.25 },
    { date: '2026-11-19', score: 9.88 },
  ];
  const history = parseAnswer('promptHistory', {});
  const drawn = draw(promptHistoryAnswer(ACME, 'k8s cost alerts', { detail, history, series }));
  expect(charted(drawn)).toEqual([7.3, 9.9]);
  expect(plainWords(drawn)).toContain('lowest 7.3, highest 9.9');
});

test.each([[[78.05, 60.15, 1.25]], [[1.005, 0.5]], [[0.91]], [[0.0456]], [[1204.35, -3.55]], [[61, 44]]])(
  '%j are charted as they are read, the halves too',
  (values) => {
    const read = values
      .map(alignFigures(values))
      .map((words) => Number(words.replace(',', '').replace('−', '-')));
    expect(values.map(alignRounding(values))).toEqual(read);
  },
);
