/** Series as the picture tests tell them: 90 days to Thu 19 Nov 2026, each test changing only what it speaks of. */
import type { ChartDay } from '../../../../src/decision.ts';
import type { ScoreCourse } from '../../../../src/messages/scores/picture/layout.ts';

const LAST = Date.parse('2026-11-19');

/** "2026-11-19" of 0, the day before it of 1. */
export function daysAgo(days: number): string {
  return new Date(LAST - days * 86_400_000).toISOString().slice(0, 10);
}

/** `score` of each day's index, oldest first. */
export function seriesDays(count: number, score: (index: number) => number | null): ChartDay[] {
  return Array.from({ length: count }, (_, index) => ({
    date: daysAgo(count - 1 - index),
    score: score(index),
  }));
}

/** The days with one usual range. */
export function withUsual(days: readonly ChartDay[]): ChartDay[] {
  return days.map((day) => ({ ...day, usual: { low: 58.9, high: 63.5 } }));
}

/** 61.4, and 53.2 from the 75th day on, with a little that comes and goes. */
export const STEP: ScoreCourse = {
  project: 'Acme',
  metric: 'score',
  days: withUsual(seriesDays(90, (i) => (i < 75 ? 61.4 : 53.2) + Math.sin(i * 2.4))),
  alerts: [{ date: daysAgo(15), label: 'A37' }],
};
