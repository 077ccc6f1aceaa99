/** The tables' third step: places muted in a feed, and the threads of leads that AI engines cite. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const insight: Migration = {
  async up(db: Kysely<unknown>) {
    const table = (name: string) => db.schema.createTable(name).addColumn('team', 'text', (c) => c.notNull());

    await table('mute')
      .addColumn('subscription', 'text', (c) => c.notNull())
      .addColumn('place_key', 'text', (c) => c.notNull())
      .addColumn('round', 'bigint', (c) => c.notNull())
      .addColumn('place', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('by', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('mute_primary', ['team', 'subscription', 'place_key', 'round'])
      .execute();

    await table('lead_citation')
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('lead_key', 'text', (c) => c.notNull())
      .addColumn('engines', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('lead_citation_primary', ['team', 'project_id', 'lead_key'])
      .execute();

    // The recap, proposals and exports ask what was shown since a day.
    await sql`create index lead_post_shown on lead_post (team, project_id, at)`.execute(db);
  },
};
