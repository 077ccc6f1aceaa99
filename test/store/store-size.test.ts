import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, readStoreBytes } from '../../src/store/open.ts';
import { countPaused, pauseFeed, readSubscriptions } from '../../src/store/subscriptions.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ENGINES, emptySchema } from '../support/store-engines.ts';
import { feedSeen, NINE, TEAM } from '../support/store-opened.ts';

describe.each(ENGINES)('what /metrics tells of feeds ($name)', ({ openedStore }) => {
  it('counts the feeds that stand still by who stopped them, without those that are no feeds any more', async () => {
    const { db } = await openedStore();
    await readSubscriptions(db, TEAM, ['one', 'two', 'gone', 'runs'].map(feedSeen), NINE);
    await pauseFeed(db, TEAM, 'one', 'person', NINE, { id: 'U0BEN', until: undefined });
    await pauseFeed(db, TEAM, 'two', 'channel_not_found', NINE);
    await pauseFeed(db, TEAM, 'gone', 'is_archived', NINE);
    const feeds = [{ id: 'one' }, { id: 'two' }, { id: 'runs' }];
    expect(await countPaused(db, () => feeds)).toEqual({ person: 1, sightline: 1 });
    expect(await countPaused(db, () => [])).toEqual({ person: 0, sightline: 0 });
  });
});

describe.each([
  { name: 'SQLite', place: async () => ({ dataDir: temporaryFolder() }) },
  { name: 'PostgreSQL', place: async () => ({ dataDir: '', databaseUrl: await emptySchema() }) },
])('a store of its own ($name)', ({ name, place }) => {
  it('tells its size, which grows with what is in it', async () => {
    const db = await openStore(await place(), () => NINE);
    onTestFinished(() => db.destroy());
    const isShared = name === 'PostgreSQL';
    const empty = await readStoreBytes(db, isShared);
    expect(empty).toBeGreaterThan(8_192);
    for (let day = 0; day < 40; day += 1) {
      // What repeats itself would be kept as next to nothing.
      const named = { team: TEAM, project_id: 'p', day: `${day}`, said: randomBytes(3_000).toString('hex') };
      await db.insertInto('named_day').values(named).execute();
    }
    expect(await readStoreBytes(db, isShared)).toBeGreaterThan(empty + 100_000);
  });

  it('hears of a statement that fails, and of no other: making the tables is none', async () => {
    let failed = 0;
    const onFailed = () => {
      failed += 1;
    };
    const db = await openStore(await place(), () => NINE, { onFailed });
    onTestFinished(() => db.destroy());
    await sql`select 1`.execute(db);
    expect(failed).toBe(0);
    await expect(sql`select nothing from nowhere`.execute(db)).rejects.toThrow();
    expect(failed).toBe(1);
  });
});
