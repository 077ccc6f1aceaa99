/** The tables' first step: what is due, what is told, where it stands, and who changed what. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const first: Migration = {
  async up(db: Kysely<unknown>) {
    const table = (name: string) => db.schema.createTable(name).addColumn('team', 'text', (c) => c.notNull());

    await table('slot')
      .addColumn('subscription', 'text', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('opened_at', 'bigint', (c) => c.notNull())
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('rank', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('run_after', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('owner', 'text')
      .addColumn('lease_until', 'bigint', (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('slot_key', ['team', 'subscription', 'due_at'])
      .execute();

    await sql`create index slot_due on slot (team, channel, due_at, rank) where state = 'due'`.execute(db);

    await table('subscription')
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('timetable', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('paused_at', 'bigint')
      .addColumn('pause_reason', 'text')
      .addColumn('resumed_at', 'bigint')
      .addColumn('relearn', 'integer', (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('subscription_key', ['team', 'id'])
      .execute();

    await table('trouble')
      .addColumn('cause', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addColumn('closed_at', 'bigint')
      .addPrimaryKeyConstraint('trouble_key', ['team', 'cause'])
      .execute();

    await table('announced')
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('lead_key', 'text', (c) => c.notNull())
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('delivery_id', 'text')
      .addPrimaryKeyConstraint('announced_key', ['team', 'channel', 'lead_key'])
      .execute();
    await sql`create index announced_delivery on announced (team, delivery_id)`.execute(db);

    await table('delivery')
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('dedupe_key', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('subscription', 'text', (c) => c.notNull())
      .addColumn('slot_at', 'bigint', (c) => c.notNull())
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('v', 'integer', (c) => c.notNull())
      .addColumn('decision', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('not_before', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('attempt', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('attempted_at', 'bigint')
      .addColumn('settle_after', 'bigint')
      .addColumn('thread_of', 'text')
      .addColumn('ts', 'text')
      .addColumn('placed_in', 'text')
      .addColumn('wanted_rev', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('shown_rev', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('reason', 'text')
      .addPrimaryKeyConstraint('delivery_key', ['team', 'id'])
      .addUniqueConstraint('delivery_dedupe', ['team', 'dedupe_key'])
      .addUniqueConstraint('delivery_order', ['team', 'channel', 'seq'])
      .execute();
    // The pump asks every second which posts and edits are open; the finished ones, nearly all, stay out of its way.
    await sql`create index delivery_open on delivery (team, channel, seq)
      where state in ('queued', 'sending')`.execute(db);
    await sql`create index delivery_stale on delivery (team, channel, seq)
      where state = 'sent' and wanted_rev > shown_rev`.execute(db);
    await sql`create index delivery_subject on delivery (team, subject)`.execute(db);
    await sql`create index delivery_message on delivery (team, placed_in, ts)`.execute(db);

    await table('lane')
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('next_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('owner', 'text')
      .addColumn('lease_until', 'bigint', (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('lane_key', ['team', 'channel'])
      .execute();

    await table('handle')
      .addColumn('letter', 'text', (c) => c.notNull())
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('handle_key', ['team', 'letter', 'number'])
      .addUniqueConstraint('handle_of', ['team', 'key'])
      .execute();

    await table('suggestion')
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('suggestion_id', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('by', 'text')
      .addColumn('at', 'bigint')
      .addColumn('written', 'text')
      .addColumn('confirmed_at', 'bigint')
      .addColumn('api_status', 'integer')
      .addPrimaryKeyConstraint('suggestion_key', ['team', 'project_id', 'suggestion_id'])
      .execute();

    await table('audit')
      .addColumn('request', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('person', 'text', (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('audit_key', ['team', 'request'])
      .execute();
  },
};
