/** The other days that were as good or bad as the one asked for. */
import { expect, it } from 'vitest';
import type { Course } from '../../../src/decision.ts';
import { daysLike } from '../../../src/messages/ask/course-figures.ts';

it('are those with the same figure as people see it', () => {
  const scores = [61.72, 61.68, null, 61.6, 50];
  const days = scores.map((score, i) => ({ date: `2026-11-0${i + 1}`, score }));
  const course: Pick<Course, 'metric' | 'days'> = { metric: 'score', days };
  expect(daysLike('2026-11-01', course)).toEqual(['2026-11-02']);
  expect(daysLike('2026-11-05', course)).toEqual([]);
});
