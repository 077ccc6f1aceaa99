import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { lastVersion, noteVersion } from '../../src/store/app-version.ts';
import { migrate } from '../../src/store/migrations.ts';
import type { Db } from '../../src/store/schema.ts';
import { VERSION } from '../../src/version.ts';
import { ENGINES } from '../support/store-engines.ts';

describe.each(ENGINES)('the version that used a store last ($name)', ({ name, openedStore }) => {
  /** As a version to come leaves the store. */
  async function usedByLater(db: Db, version: string): Promise<void> {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01')`.execute(db);
    await db.updateTable('app_version').set({ version }).execute();
  }

  const migrated = async (db: Db) => {
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`
      .execute(db)
      .catch(() => ({ rows: [] }));
    const engine = rows[0] && { steps: { '0000-database-now': { up: async () => undefined } }, ...rows[0] };
    return migrate(db, name === 'PostgreSQL' ? engine : undefined);
  };

  it('is written down', async () => {
    const { db } = await openedStore();
    await noteVersion(db);
    expect(await lastVersion(db)).toBe(VERSION);
  });

  it('is named to an older one, which is refused with what to do, and leaves no trace', async () => {
    const { db } = await openedStore();
    await noteVersion(db);
    await usedByLater(db, '99.1.0');
    const refused = await migrated(db).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreError);
    expect(refused).toHaveProperty('message', expect.stringContaining('made by Sightline 99.1.0'));
    expect(refused).toHaveProperty('message', expect.stringContaining(`(${VERSION})`));
    expect(refused).toHaveProperty('message', expect.stringContaining('Start Sightline 99.1.0 again'));
    expect(refused).toHaveProperty('message', expect.not.stringContaining('migration'));
    expect(await lastVersion(db)).toBe('99.1.0');
  });
});
