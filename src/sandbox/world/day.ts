/** Days as the simulated world counts them: whole UTC days since the epoch. */

export type Day = number;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The day that a time (epoch ms) falls on. */
export function dayOf(ms: number): Day {
  return Math.floor(ms / DAY_MS);
}

/** Midnight at the start of the day, epoch ms. */
export function startOf(day: Day): number {
  return day * DAY_MS;
}

/** YYYY-MM-DD. */
export function dateOf(day: Day): string {
  return new Date(startOf(day)).toISOString().slice(0, 10);
}
