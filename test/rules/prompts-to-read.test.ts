/** Which prompts are asked for their figures where they are too many. */
import { expect, test } from 'vitest';
import { followUpPrompts, samplePrompts } from '../../src/rules/alert-why.ts';
import { dailyScore, daysAgo } from './cast.ts';

const prompt = (i: number, category: string) => ({
  ...{ id: `p${i}`, text: `prompt ${i}`, category, active: true, createdAt: undefined },
});
const TOPICS = ['pricing', 'alerting', 'support', 'setup'];
const ALL = Array.from({ length: 80 }, (_, i) => prompt(i, TOPICS[i % 4] ?? ''));
const change = { previousDay: daysAgo(1), day: daysAgo(0), before: 60, after: 50 };

test('no more than may be asked are all asked', () => {
  expect(samplePrompts(ALL, 80)).toEqual(ALL);
});

test('of more, as many of every topic are asked first, and calls are left', () => {
  const first = samplePrompts(ALL, 40);
  const byTopic = Map.groupBy(first, ({ category }) => category);
  expect([...byTopic.values()].map(({ length }) => length)).toEqual([5, 5, 5, 5]);
});

test('then those of the topic that moved most the way the whole did', () => {
  const read = samplePrompts(ALL, 40).map(({ id, text = '', category = '' }) => {
    const after = { pricing: 40, alerting: 58, support: 90 }[category] ?? 60;
    const rows = [
      dailyScore({ date: daysAgo(1), score: 60 }),
      dailyScore({ date: daysAgo(0), score: after }),
    ];
    return { id, text, rows };
  });
  const next = followUpPrompts(ALL, read, change, 20);
  expect(next.map(({ category }) => category)).toEqual([
    ...Array.from({ length: 15 }, () => 'pricing'),
    ...Array.from({ length: 5 }, () => 'alerting'),
  ]);
  expect(next.filter(({ id }) => read.some((one) => one.id === id))).toEqual([]);
});

test('more topics than calls never ask more than may be asked', () => {
  const many = Array.from({ length: 90 }, (_, i) => prompt(i, `topic ${i}`));
  expect(samplePrompts(many, 30)).toHaveLength(30);
});
