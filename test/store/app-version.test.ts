import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { readLastVersion } from '../../src/store/app-version.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import type { Db } from '../../src/store/schema.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { VERSION } from '../../src/version.ts';
import { temporaryFolder } from '../support/folder-temporary.ts';
import { emptySchema } from '../support/store-engines.ts';
import { NINE } from '../support/store-opened.ts';

/** A store of its own, which is opened again and again. */
const PLACES: readonly { name: string; place: () => Promise<() => Promise<Db>> }[] = [
  {
    name: 'SQLite',
    place: async () => {
      const folder = temporaryFolder();
      return () => openSqlite(folder, () => NINE);
    },
  },
  {
    name: 'PostgreSQL',
    place: async () => {
      const url = await emptySchema();
      return () => openPostgres(url);
    },
  },
];

describe.each(PLACES)('the version that used a store last ($name)', ({ place }) => {
  it('is written down at each start', async () => {
    const open = await place();
    const before = await open();
    expect(await readLastVersion(before)).toBe(VERSION);
    await before.updateTable('app_version').set({ version: '0.0.1' }).execute();
    await before.destroy();
    const after = await open();
    expect(await readLastVersion(after)).toBe(VERSION);
    await after.destroy();
  });

  it('is named to an older one, which is refused with what to do, and changes nothing', async () => {
    const open = await place();
    const later = await open();
    const step = { name: '9999-later', timestamp: '2027-01-01' };
    await sql`insert into kysely_migration (name, timestamp) values (${step.name}, ${step.timestamp})`.execute(
      later,
    );
    await later.updateTable('app_version').set({ version: '99.1.0' }).execute();
    await later.destroy();
    for (const _ of ['at its first start', 'at its second']) {
      const refused = await open().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(StoreError);
      expect(refused).toHaveProperty('message', expect.stringContaining('made by Sightline 99.1.0'));
      expect(refused).toHaveProperty('message', expect.stringContaining(`(${VERSION})`));
      expect(refused).toHaveProperty('message', expect.stringContaining('Start Sightline 99.1.0 again'));
      expect(refused).toHaveProperty('message', expect.not.stringContaining('migration'));
    }
  });
});
