/** The tables' second step: the life of a lead, from the first poll that brought it to its outcome. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const leads: Migration = {
  async up(db: Kysely<unknown>) {
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('team', 'text', (c) => c.notNull())
        .addColumn('project_id', 'text', (c) => c.notNull());

    await table('lead')
      .addColumn('lead_key', 'text', (c) => c.notNull())
      .addColumn('title', 'text')
      .addColumn('url', 'text')
      .addColumn('place', 'text')
      .addColumn('author', 'text')
      .addColumn('reason', 'text')
      // An API's scale may have decimals, which an integer column would lose: scores are kept as written.
      .addColumn('score', 'text')
      .addColumn('previous_score', 'text')
      .addColumn('score_since', 'bigint')
      .addColumn('posted_at', 'bigint')
      .addColumn('first_seen_at', 'bigint', (c) => c.notNull())
      .addColumn('polled_at', 'bigint', (c) => c.notNull())
      .addColumn('rank', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull().defaultTo('new'))
      .addColumn('by', 'text')
      .addColumn('since', 'bigint')
      .addColumn('until', 'bigint')
      .addColumn('dismiss_reason', 'text')
      .addColumn('reply_url', 'text')
      .addColumn('outcome', 'text')
      .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('lead_primary', ['team', 'project_id', 'lead_key'])
      .execute();
    await sql`create index lead_waiting on lead (team) where state in ('claimed', 'snoozed')`.execute(db);

    await table('lead_identity')
      .addColumn('identity', 'text', (c) => c.notNull())
      .addColumn('lead_key', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('lead_identity_primary', ['team', 'project_id', 'identity'])
      .execute();
    await sql`create index lead_identity_everywhere on lead_identity (team, identity)`.execute(db);

    await table('lead_post')
      .addColumn('lead_key', 'text', (c) => c.notNull())
      .addColumn('delivery_id', 'text', (c) => c.notNull())
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('part', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('lead_post_primary', ['team', 'project_id', 'lead_key', 'delivery_id'])
      .execute();
    await sql`create index lead_post_delivery on lead_post (team, delivery_id)`.execute(db);
    await sql`create index lead_post_latest on lead_post (team, project_id, channel, at)`.execute(db);

    await table('lead_event')
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('lead_key', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('by', 'text')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('channel', 'text')
      .addColumn('detail', 'text')
      .addPrimaryKeyConstraint('lead_event_primary', ['team', 'id'])
      .execute();
    await sql`create index lead_event_order on lead_event (team, project_id, at)`.execute(db);

    await table('lead_verdict')
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('lead_key', 'text', (c) => c.notNull())
      .addColumn('slot_at', 'bigint', (c) => c.notNull())
      .addColumn('polled_at', 'bigint', (c) => c.notNull())
      .addColumn('rank', 'integer', (c) => c.notNull())
      .addColumn('verdict', 'text', (c) => c.notNull())
      .addColumn('detail', 'text')
      .addColumn('delivery_id', 'text')
      .addPrimaryKeyConstraint('lead_verdict_primary', ['team', 'channel', 'project_id', 'lead_key'])
      .execute();
  },
};
