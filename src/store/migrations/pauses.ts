/** The tables' fifth step: who paused a feed, and until when. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const pauses: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('subscription').addColumn('paused_by', 'text').execute();
    await db.schema.alterTable('subscription').addColumn('paused_until', 'bigint').execute();
  },
};
