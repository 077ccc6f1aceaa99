/** The tables' eighth step: of no post that stands has an edit failed; what was kept of its posting read as if one had. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const untried: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update delivery set settle_after = null, attempt = 0 where state = 'sent'`.execute(db);
  },
};
