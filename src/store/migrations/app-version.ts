/** The tables' thirteenth step: which version of Sightline used the store last. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const appVersion: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('app_version')
      .addColumn('team', 'text', (column) => column.primaryKey())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('checked_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
