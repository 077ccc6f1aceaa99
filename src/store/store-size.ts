/** How large the store is, for /metrics. */
import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Bytes: of the embedded store its file without what is still in the log beside it, of PostgreSQL our tables with their indexes. */
export async function storeBytes(db: Db, isShared: boolean): Promise<number> {
  const size = isShared
    ? sql<{
        bytes: number;
      }>`select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r'`
    : sql<{
        bytes: number;
      }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const { rows } = await size.execute(db);
  return rows[0]?.bytes ?? Number.NaN;
}
