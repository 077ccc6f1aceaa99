/** The tables' tenth step: a trouble that began anew keeps when it was over before, for what was said of that time. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const relapse: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('trouble').addColumn('before_since', 'bigint').execute();
    await db.schema.alterTable('trouble').addColumn('before_closed_at', 'bigint').execute();
  },
};
