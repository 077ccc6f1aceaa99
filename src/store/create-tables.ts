/** Creates the tables of a new store, as tables.ts describes them, and the indexes that the queries need. */
import { type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Column } from './columns.ts';
import { TABLE_NAMES, TABLES, type TableName } from './tables.ts';

export const createTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of TABLE_NAMES) await createTable(db, name);
    for (const index of INDEXES) await sql.raw(`create ${index}`).execute(db);
  },
};

/** Numbers may be times (epoch ms), which are beyond 32 bits. */
async function createTable(db: Kysely<unknown>, name: TableName): Promise<void> {
  const columns = Object.entries<Column>(TABLES[name].columns).map(([column, { holds, initial }]) => {
    const type = sql.raw(holds === undefined ? 'bigint' : 'text');
    if (initial === null) return sql`${sql.ref(column)} ${type}`;
    const otherwise = initial === undefined ? sql`` : sql`default ${sql.lit(initial)}`;
    return sql`${sql.ref(column)} ${type} not null ${otherwise}`;
  });
  const key = sql.join(TABLES[name].key.map((column) => sql.ref(column)));
  const isInKey = ALL_KEY.includes(name) && db.getExecutor().adapter instanceof SqliteAdapter;
  await sql`create table ${sql.table(name)} (${sql.join(columns)}, primary key (${key}))
    ${sql.raw(isInKey ? 'without rowid' : '')}`.execute(db);
}

/**
 * Small rows that are nearly all key, hundreds of them per poll: SQLite would store each twice, in the table and in the
 * index of its key. https://www.sqlite.org/withoutrowid.html
 */
const ALL_KEY: readonly TableName[] = ['announced', 'lead_identity', 'lead_post', 'lead_verdict'];

/** In this order: of two indexes with the same cost, PostgreSQL takes the one created last. */
const INDEXES = [
  `index slot_due on slot (team, channel, due_at, rank) where state = 'due'`,
  // For the claim, which takes the earliest slot of a workspace; and for each feed's last slot.
  `index slot_next on slot (team, opened_at, due_at, run_after, rank) where state = 'due'`,
  `index slot_done on slot (team, subscription, due_at) where state = 'done'`,
  `index slot_finished on slot (team, due_at) where state in ('done', 'expired')`,
  'index slot_missed on slot (team, channel, missed_as) where missed_as is not null',
  'index subscription_paused on subscription (team, id) where paused_at is not null',
  'unique index delivery_dedupe on delivery (team, dedupe_key)',
  'unique index delivery_order on delivery (team, channel, seq)',
  // The pump looks for open posts and edits every second: nearly all are finished, and left out of these.
  `index delivery_open on delivery (team, channel, seq) where state in ('queued', 'sending')`,
  `index delivery_stale on delivery (team, channel, seq) where state = 'sent' and wanted_rev > shown_rev`,
  'index delivery_subject on delivery (team, subject)',
  'index delivery_message on delivery (team, placed_in, ts)',
  // Finds the posts that never came without reading every decision.
  `index delivery_unposted on delivery (team, slot_at) where state in ('failed', 'expired')`,
  `index delivery_failed on delivery (team, subscription) where state = 'failed'`,
  'index delivery_age on delivery (team, created_at)',
  'index delivery_of_project on delivery (team, project_id, created_at)',
  'unique index handle_of_key on handle (team, key)',
  'index audit_age on audit (team, at)',
  'index announced_delivery on announced (team, delivery_id) where delivery_id is not null',
  // Finds the open leads among years of them.
  'index lead_state on lead (team, project_id, state)',
  `index lead_waiting on lead (team) where state in ('claimed', 'snoozed')`,
  // On an expression, so that no other query uses it just to sort by polled_at, in place of the project's key.
  'index lead_age on lead (team, project_id, (polled_at + 0))',
  'index lead_identity_everywhere on lead_identity (team, identity)',
  'index lead_identity_of on lead_identity (team, project_id, lead_key)',
  'index lead_post_delivery on lead_post (team, delivery_id)',
  'index lead_post_latest on lead_post (team, project_id, channel, at)',
  // Recaps, proposals and exports ask what was shown since a day.
  'index lead_post_shown on lead_post (team, project_id, at)',
  'index lead_event_order on lead_event (team, project_id, at)',
  'index alert_of_project on alert (team, channel, project_id, changed_at)',
  'unique index mcp_token_hash on mcp_token (hash)',
];
