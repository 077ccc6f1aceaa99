/** The tables' fourth step: where the bot is installed, and what people make in Slack instead of in projects.yml. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const made: Migration = {
  async up(db: Kysely<unknown>) {
    const table = (name: string) => db.schema.createTable(name).addColumn('team', 'text', (c) => c.notNull());

    await table('installation')
      .addColumn('bot_user_id', 'text', (c) => c.notNull())
      .addColumn('bot_id', 'text', (c) => c.notNull())
      .addColumn('token', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('installed_by', 'text', (c) => c.notNull())
      .addColumn('installed_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('installation_primary', ['team'])
      .execute();

    await table('api_key')
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('given_by', 'text', (c) => c.notNull())
      .addColumn('given_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('api_key_primary', ['team', 'project_id'])
      .execute();

    await table('made_project')
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('made_by', 'text', (c) => c.notNull())
      .addColumn('made_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('made_project_primary', ['team', 'id'])
      .execute();

    await table('made_feed')
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('project_id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('changed_by', 'text', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('made_feed_primary', ['team', 'id'])
      .execute();
  },
};
