/** The database's own clock, epoch ms, on which leases and lanes run: with many machines there is only one of it. */
import { type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '../durations.ts';

/** Now, `plusMs` later. Both engines define the function `database_now`. */
export function databaseTime(plusMs = 0): RawBuilder<number> {
  return plusMs === 0 ? sql<number>`database_now()` : sql<number>`database_now() + ${plusMs}`;
}

/** A claim not renewed within this time is another worker's. */
export const LEASE_MS = MINUTE_MS;
