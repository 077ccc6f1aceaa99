import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/store/sqlite.ts';
import { temporaryFolder } from '../support/folder.ts';
import { NINE, openedStore } from '../support/store-opened.ts';

describe('what SQLite expects of a store', () => {
  it('is said of every index when it opens, before there is a row', async () => {
    const { db } = await openedStore();
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_schema where type = 'index' and tbl_name not like 'kysely_%'
        and name not in (select idx from sqlite_stat1)`.execute(db);
    expect(rows).toEqual([]);
  });

  it('is what this version expects, whatever was counted before', async () => {
    const folder = temporaryFolder();
    const open = () => openSqlite(folder, () => NINE);
    const expected = async () => {
      const db = await open();
      const { rows } = await sql`select * from sqlite_stat1 order by tbl, idx`.execute(db);
      return { db, rows };
    };
    const first = await expected();
    await first.db
      .insertInto('lane')
      .values({ team: 'T1', channel: 'C1', next_at: 0, lease_until: 0 })
      .execute();
    await sql`analyze`.execute(first.db);
    await first.db.destroy();
    const again = await expected();
    await again.db.destroy();
    expect(again.rows).toEqual(first.rows);
  });
});
