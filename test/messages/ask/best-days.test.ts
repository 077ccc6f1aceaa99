/** The other days that were as good or bad as the one asked for. */
import { expect, it } from 'vitest';
import type { Course } from '../../../src/decision.ts';
import { daysLike, scaleOfCourse, spreadWords } from '../../../src/messages/ask/course-figures.ts';
import { spreadOf } from '../../../src/rules/span-averages.ts';

it('are those with the same figure as people see it', () => {
  const scores = [61.72, 61.68, null, 61.6, 50];
  const days = scores.map((score, i) => ({ date: `2026-11-0${i + 1}`, score }));
  const course: Pick<Course, 'metric' | 'days'> = { metric: 'score', days };
  expect(daysLike('2026-11-01', course)).toEqual(['2026-11-02']);
  expect(daysLike('2026-11-05', course)).toEqual([]);
});

it('are all named beside the highest and the lowest of a span', () => {
  const scores = [70, 61.72, 50, 61.68, 60, 60, 50.01, 59, 59, 50.02];
  const days = scores.map((score, i) => ({ date: `2026-11-${10 + i}`, score }));
  const now = { date: '2026-11-19', value: 50 };
  const course: Course = { metric: 'score', scope: {}, now, days, measured: [], rates: [] };
  const said = spreadWords(
    { courses: [course], spread: spreadOf(course, '2026-11-11') },
    scaleOfCourse(course),
  );
  expect(said).toContain('highest 61.7 on Wed 11 Nov and Fri 13 Nov');
  expect(said).toContain('lowest 50.0 on Thu 12 Nov and 2 other days');
});
