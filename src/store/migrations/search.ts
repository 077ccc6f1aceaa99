/** The tables' next step: how far the look-up of a lost post has come, and how often Slack refused a post without a known reason. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const search: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('delivery').addColumn('search', 'text').execute();
    await db.schema
      .alterTable('delivery')
      .addColumn('refusals', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
