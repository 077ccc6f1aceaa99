/** The tables' ninth step: among all posts those that never came are found without a look at each decision. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const unposted: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index delivery_unposted on delivery (team, slot_at)
      where state in ('failed', 'expired')`.execute(db);
  },
};
