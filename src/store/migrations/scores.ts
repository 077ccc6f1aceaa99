/** The tables' eleventh step: daily scores as they were polled, since an API may give those of a few days only. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const scores: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('daily_score')
      .addColumn('team', 'text', (c) => c.notNull())
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('part', 'text', (c) => c.notNull())
      .addColumn('names', 'text', (c) => c.notNull())
      .addColumn('figures', 'text', (c) => c.notNull())
      .addColumn('first_figures', 'text')
      .addColumn('polled_at', 'bigint', (c) => c.notNull())
      .addColumn('restated_at', 'bigint')
      .addPrimaryKeyConstraint('daily_score_primary', ['team', 'project_id', 'day', 'part'])
      .execute();
  },
};
