/**
 * The tables' history: each step runs once, in order, in its own transaction. The first creates them as tables.ts has
 * them now, so a later one, for the stores that are older than it, must find its change already made in a new one.
 */
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { messageOf, StoreError } from '../errors.ts';
import { VERSION } from '../version.ts';
import { noteVersion, readLastVersion } from './app-version.ts';
import { createTables } from './create-tables.ts';
import type { Db } from './schema.ts';

/** The steps that only one engine needs, and the schema of its tables, if it has schemas. */
export type EngineSteps = { steps: Readonly<Record<string, Migration>>; schema: string };

/** Marks a store that `npm run migrate-store` hasn't finished copying: every version refuses to open it. */
const UNFINISHED = '9999-unfinished-copy';

/**
 * Brings the tables to the latest step. Processes that start at the same time wait for each other. `halfDone`: accept
 * an unfinished copy, too.
 * @throws StoreError if a step fails, or a newer version has used the store; the last good state stays.
 */
export async function migrate(
  db: Db,
  { engine, halfDone = false }: { engine?: EngineSteps; halfDone?: boolean } = {},
): Promise<void> {
  const isCopy = await isUnfinished(db);
  if (isCopy && !halfDone) throw new StoreError(HALF_DONE);
  const steps = {
    ...engine?.steps,
    '0001-tables': createTables,
    ...(isCopy && { [UNFINISHED]: { up: async () => undefined } }),
  };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => steps },
    ...(engine && { migrationTableSchema: engine.schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (!error) return noteVersion(db);
  if (error instanceof StoreError) throw error;
  throw (
    (await findNewerFault(db, steps)) ??
    new StoreError(`The store couldn’t be migrated to this version and is unchanged: ${messageOf(error)}`, {
      cause: error,
    })
  );
}

/** Undefined unless the store has had steps that this version doesn't know. */
async function findNewerFault(
  db: Db,
  known: Readonly<Record<string, Migration>>,
): Promise<StoreError | undefined> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db)
    .catch(() => ({ rows: [] }));
  if (rows.every(({ name }) => Object.hasOwn(known, name))) return undefined;
  const version = await readLastVersion(db);
  const maker = version === undefined ? 'a newer Sightline' : `Sightline ${version}`;
  return new StoreError(
    `The store’s tables were made by ${maker}; this older version (${VERSION}) doesn’t know all of them, so it hasn’t touched the store. ` +
      `Start ${maker} again, or restore a backup from before the update.`,
  );
}

const HALF_DONE =
  'The store is an unfinished copy of another one. Run `npm run migrate-store` again to finish it.';

/** Whether it is an unfinished copy of another store. */
export async function isUnfinished(db: Db): Promise<boolean> {
  const { rows } = await sql`select name from kysely_migration where name = ${UNFINISHED}`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return rows.length > 0;
}

/** Marks the store as an unfinished copy. */
export async function beginCopy(db: Db): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp)
    select cast(${UNFINISHED} as text), max(timestamp) from kysely_migration`.execute(db);
}

export async function endCopy(db: Db): Promise<void> {
  await sql`delete from kysely_migration where name = ${UNFINISHED}`.execute(db);
}
