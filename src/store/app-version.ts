/** Which version of Sightline used the store last, in one row that also proves, when asked, that the store takes a write. */
import { VERSION } from '../version.ts';
import type { Db } from './schema.ts';
import { databaseTime } from './time.ts';

/** The row is of the whole store, no workspace's. */
const STORE = '';

/** Writes down that this version uses the store now. @throws where the store takes no write */
export async function noteVersion(db: Db): Promise<void> {
  const row = { version: VERSION, checked_at: databaseTime() };
  await db
    .insertInto('app_version')
    .values({ team: STORE, ...row })
    .onConflict((conflict) => conflict.column('team').doUpdateSet(row))
    .execute();
}

/** The version that used the store last; undefined where the store does not say. */
export async function lastVersion(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('app_version')
    .select('version')
    .where('team', '=', STORE)
    .executeTakeFirst()
    .catch(() => undefined);
  return row?.version;
}
