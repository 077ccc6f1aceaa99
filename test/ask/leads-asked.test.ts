import { expect, test } from 'vitest';
import type { Plan } from '../../src/ask/plan.ts';
import { readQuestion } from '../../src/ask/read-question.ts';
import { AT, KNOWN } from './northwind.ts';

test.each<[question: string, meant: Plan]>([
  ['which warm leads are on Hacker News', { intent: 'leads', entity: 'Hacker News', filters: ['cited'] }],
])('“%s” asks for these leads', (question, meant) => {
  expect(readQuestion(question, KNOWN, AT)).toMatchObject({ verdict: 'understood', plan: meant });
});
