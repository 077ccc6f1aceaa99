/** The tables' twentieth step: what is asked with every slot, or each hour, is found however much is finished. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const growth: Migration = {
  async up(db: Kysely<unknown>) {
    // For the claim, which wants the earliest of a workspace, and for what each feed had last.
    await sql`create index slot_earliest on slot (team, due_at, rank) where state = 'due'`.execute(db);
    await sql`create index slot_done on slot (team, subscription, due_at) where state = 'done'`.execute(db);
    await sql`create index delivery_failed on delivery (team, subscription) where state = 'failed'`.execute(
      db,
    );
    await sql`create index lead_identity_of on lead_identity (team, project_id, lead_key)`.execute(db);
    // For whatever is old enough to go.
    await sql`create index slot_finished on slot (team, due_at) where state in ('done', 'expired')`.execute(
      db,
    );
    await sql`create index delivery_age on delivery (team, created_at)`.execute(db);
    // Of an expression, so that nothing else takes it for the order of `polled_at`, past the project's own key.
    await sql`create index lead_age on lead (team, project_id, (polled_at + 0))`.execute(db);
    await sql`create index audit_age on audit (team, at)`.execute(db);
  },
};
