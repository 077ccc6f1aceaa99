/** What the engine knows of how much is where, by which it picks its indexes. */
import { SqliteAdapter, sql } from 'kysely';
import type { Db } from './schema.ts';

/**
 * Brings the embedded store's statistics up to date where tables have grown much since the last time; PostgreSQL does
 * so by itself (autovacuum). https://www.sqlite.org/pragma.html#pragma_optimize
 */
export async function refreshStatistics(db: Db): Promise<void> {
  // 0x10002: all tables, also those that nobody asked since the start. How many rows are looked at is limited.
  if (db.getExecutor().adapter instanceof SqliteAdapter) await sql`pragma optimize = 0x10002`.execute(db);
}
