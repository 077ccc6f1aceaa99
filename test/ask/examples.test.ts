import { expect, test } from 'vitest';
import { exampleQuestions } from '../../src/ask/meaning.ts';
import { NAMES } from './northwind.ts';

test('“what can I ask” begins with how we are doing, why it fell and what to answer', () => {
  const intents = exampleQuestions(NAMES).map(({ intent }) => intent);
  expect(intents.slice(0, 4)).toEqual(['overview', 'change', 'leads', 'compare']);
  expect(intents.at(-1)).toBe('help');
});
