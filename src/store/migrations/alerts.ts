/** The tables' sixth step: what channels were told of score alerts, and what people think of it. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const alerts: Migration = {
  async up(db: Kysely<unknown>) {
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('team', 'text', (c) => c.notNull())
        .addColumn('channel', 'text', (c) => c.notNull())
        .addColumn('key', 'text', (c) => c.notNull());

    await table('alert')
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('told_in', 'text')
      .addColumn('decision', 'text', (c) => c.notNull())
      .addColumn('opened_at', 'bigint', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .addColumn('muted_by', 'text')
      .addColumn('muted_until', 'bigint')
      .addColumn('detailed_on', 'text')
      .addPrimaryKeyConstraint('alert_primary', ['team', 'channel', 'key'])
      .execute();
    await sql`create index alert_of_project on alert (team, channel, project_id, changed_at)`.execute(db);

    await table('alert_verdict')
      .addColumn('person', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('alert_verdict_primary', ['team', 'channel', 'key', 'person'])
      .execute();
  },
};
