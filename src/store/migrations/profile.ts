/** The tables' twelfth step: what was learnt of the API. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const profile: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('api_line')
      .addColumn('team', 'text', (column) => column.notNull())
      .addColumn('key_mark', 'text', (column) => column.notNull())
      .addColumn('operation', 'text', (column) => column.notNull())
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('known', 'text', (column) => column.notNull())
      .addColumn('there', 'text')
      .addColumn('learnt_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('api_line_pk', ['team', 'key_mark', 'operation', 'what', 'known'])
      .execute();
  },
};
