/** Helpers for tests of the simulated world: a fixed start, and daily scores as plain numbers. */
import { DAY_MS } from '../../../src/durations.ts';
import { dayOf } from '../../../src/sandbox/world/rows.ts';
import { createWorld, DEFAULT_SEED, type Project } from '../../../src/sandbox/world/world.ts';
import { knownRuns } from '../../support/known-runs.ts';

export const START = Date.UTC(2026, 2, 12, 9);

export function projectNamed(name: string, seed = DEFAULT_SEED): Project {
  const { projects } = createWorld({ seed, start: START, runsOf: knownRuns });
  const project = projects.find((each) => each.name === name);
  if (project === undefined) throw new Error(`There is no project ${name}.`);
  return project;
}

export function later(days: number): number {
  return START + days * DAY_MS;
}

/** Scores of complete days, overall or of one engine. Days, also `until`, count from the start. */
export function scoresByDay(
  project: Project,
  until: number,
  engine: string | null = null,
): Map<number, number> {
  return new Map(
    project
      .dailyScores(later(until))
      .filter((row) => row.complete && (row.engine?.displayName ?? null) === engine)
      .map((row) => [row.day - dayOf(START), row.score]),
  );
}

/** The day's change from the day before. */
export function changeOn(scores: Map<number, number>, day: number): number {
  return (scores.get(day) ?? Number.NaN) - (scores.get(day - 1) ?? Number.NaN);
}
