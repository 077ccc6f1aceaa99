/** Leads and scores as the tests speak of them: what a test does not name is absent. */
import type { CompetitorDetail, DailyScore, Lead } from '../../src/visibility/assumed.ts';

export const ACME = { id: '6f0c1d1e-0000-4000-8000-000000000001', name: 'Acme' };

/** Fri 20 Nov 2026, 09:00 in Berlin. */
export const FRIDAY = Date.parse('2026-11-20T08:00:00Z');
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export function lead(given: Partial<Lead>): Lead {
  return {
    id: undefined,
    title: undefined,
    url: undefined,
    place: undefined,
    author: undefined,
    score: undefined,
    reason: undefined,
    postedAt: undefined,
    foundAt: undefined,
    comments: undefined,
    status: undefined,
    promptId: undefined,
    prompt: undefined,
    ...given,
  };
}

export function dailyScore(given: Partial<DailyScore>): DailyScore {
  return {
    date: undefined,
    engineId: undefined,
    regionId: undefined,
    region: undefined,
    engine: undefined,
    score: undefined,
    mentionRate: undefined,
    averageRank: undefined,
    sentiment: undefined,
    answers: undefined,
    complete: undefined,
    ...given,
  };
}

/** The day so many days before Thu 19 Nov 2026, the last complete day on FRIDAY. */
export function daysAgo(days: number): string {
  return new Date(Date.parse('2026-11-19') - days * DAY).toISOString().slice(0, 10);
}

export const rivalOf = (name: string, score: number | undefined): CompetitorDetail => ({
  name,
  score,
  type: undefined,
  mentions: undefined,
  mentionRate: undefined,
  averageRank: undefined,
  sentiment: undefined,
  byEngine: undefined,
  topics: undefined,
  own: undefined,
});
