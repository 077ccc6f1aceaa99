/** The tables' seventh step: of which trouble a slot ended without its post. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const missed: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('slot').addColumn('missed_as', 'text').execute();
    await sql`create index slot_missed on slot (team, channel, missed_as) where missed_as is not null`.execute(
      db,
    );
  },
};
