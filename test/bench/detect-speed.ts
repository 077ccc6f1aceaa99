/** How long a day's decision takes: the whole way from the API's rows to the events, with nothing kept from the day before. */
import { decideAlerts } from '../../src/rules/alert-decide.ts';
import { dateOf, dayNumber } from '../../src/rules/score-series.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import { DAYS, type SimulatedProject, simulatedProject } from './detect-scores.ts';

export const SPEED_SERIES = 10_000;

/** What is polled of the past. */
export const HISTORY_DAYS = 60;

/** Different projects, then the same again. */
const DIFFERENT = 40;

const LAST_DAY = dayNumber('2026-11-19');
const NOW = Date.parse('2026-11-20T08:00:00Z');

/** Seconds of one core: the processor's time, since others may be using it too. */
export function speedOf(seed: number): { seconds: number; series: number } {
  const projects = Array.from({ length: DIFFERENT }, (_, number) => rowsOf(simulatedProject(seed, number)));
  const feed = { project: { id: 'p', name: 'P' }, minChange: 5, timezone: 'UTC' };
  const begun = process.cpuUsage();
  let series = 0;
  for (let i = 0; series < SPEED_SERIES; i += 1) {
    const project = projects[i % DIFFERENT];
    decideAlerts({ rows: project?.rows ?? [] }, feed, [], NOW);
    series += project?.series ?? 1;
  }
  const { user, system } = process.cpuUsage(begun);
  return { seconds: Math.round((user + system) / 1000) / 1000, series };
}

/** A row of the API holds all metrics of its day. */
function rowsOf({ series }: SimulatedProject): { rows: DailyScore[]; series: number } {
  const rows = new Map<string, DailyScore>();
  for (const { metric, engine, days } of series) {
    for (const { day, value, answers } of days) {
      if (day < DAYS - HISTORY_DAYS) continue;
      const key = `${engine}:${day}`;
      const row = rows.get(key) ?? emptyRow(dateOf(LAST_DAY - DAYS + 1 + day), engine, answers);
      rows.set(key, { ...row, [metric]: value });
    }
  }
  return { rows: [...rows.values()], series: series.length };
}

function emptyRow(date: string, engine: string | undefined, answers: number): DailyScore {
  return {
    date,
    engine,
    engineId: engine,
    answers,
    regionId: undefined,
    region: undefined,
    score: undefined,
    mentionRate: undefined,
    averageRank: undefined,
    sentiment: undefined,
    complete: true,
  };
}
