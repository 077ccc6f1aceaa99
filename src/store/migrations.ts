/** Each step runs once, in its own transaction. The first creates the tables as tables.ts has them now. */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, SqliteAdapter, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { messageOf, StoreError, StoreOutdated } from '../errors.ts';
import { VERSION } from '../version.ts';
import type { Column } from './columns.ts';
import { findRow } from './rows.ts';
import { databaseTime, inTransaction, replacing } from './statements.ts';
import { type Db, TABLE_NAMES, TABLES, type TableName } from './tables.ts';

/** The steps that only one engine needs, and the schema of its tables, if it has schemas. */
type EngineSteps = { steps: Readonly<Record<string, Migration>>; schema: string };

/** Marks a store that `npm run migrate-store` hasn't finished copying: every version refuses to open it. */
const UNFINISHED = '9999-unfinished-copy';

/** `halfDone`: accept an unfinished copy. `onlyLook`: change nothing. @throws StoreOutdated, StoreError; nothing is changed then */
export async function migrate(
  db: Db,
  {
    engine,
    halfDone = false,
    onlyLook = false,
  }: { engine?: EngineSteps; halfDone?: boolean; onlyLook?: boolean } = {},
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
  if (onlyLook) {
    await requireLatest(db, steps, migrator);
    return requireColumns(db);
  }
  const { error } = await migrator.migrateToLatest();
  if (error) throw (await findNewerFault(db, steps)) ?? toFault(error);
  await requireColumns(db);
  await noteVersion(db).catch((refused: unknown) => {
    throw toFault(refused);
  });
}

function toFault(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const why = messageOf(error);
  const [, advice = ''] = ADVICE.find(([pattern]) => pattern.test(why)) ?? [];
  return new StoreError(`The store couldn’t be migrated to this version and is unchanged: ${why}${advice}`, {
    cause: error,
  });
}

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/ already exists/, '. Another application’s tables are there: give Sightline a database of its own'],
  [
    /^permission denied/,
    '. Its tables are another user’s: put that user into DATABASE_URL, or have it grant this one all rights to them',
  ],
];

async function requireLatest(db: Db, steps: Readonly<Record<string, Migration>>, migrator: Migrator) {
  const newer = await findNewerFault(db, steps);
  if (newer) throw newer;
  if ((await migrator.getMigrations()).every(({ executedAt }) => executedAt)) return;
  throw new StoreOutdated('its tables are older than this version, and the bot updates them when it starts');
}

/** Until a version is released, tables change without a step. @throws StoreError for those of another state */
async function requireColumns(db: Db): Promise<void> {
  for (const name of TABLE_NAMES) {
    const columns = Object.keys(TABLES[name].columns).map((column) => sql.ref(`${name}.${column}`));
    await sql`select ${sql.join(columns)} from ${sql.table(name)} where 1 = 0`.execute(db).catch((error) => {
      throw new StoreError(
        `The store is from another state of Sightline ${VERSION}, which isn’t released yet, and can’t be used by this one: ${messageOf(error)}. ` +
          'Nothing was changed. Start the Sightline that made it, or this one with an empty store (another DATA_DIR or database).',
        { cause: error },
      );
    });
  }
}

async function findNewerFault(db: Db, known: Readonly<Record<string, Migration>>) {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db)
    .catch(() => ({ rows: [] }));
  if (rows.every(({ name }) => Object.hasOwn(known, name))) return undefined;
  const version = await readLastVersion(db);
  const maker = version === undefined || version === VERSION ? 'a newer Sightline' : `Sightline ${version}`;
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

const createTables: Migration = {
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

/** Small rows, nearly all key: SQLite would store each twice. https://www.sqlite.org/withoutrowid.html */
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
  'index audit_of_project on audit (team, project_id, at)',
  'index announced_delivery on announced (team, delivery_id) where delivery_id is not null',
  'index lead_state on lead (team, project_id, state)',
  `index lead_waiting on lead (team) where state in ('claimed', 'snoozed')`,
  // On an expression, so that no other query uses it just to sort by polled_at, in place of the project's key.
  'index lead_age on lead (team, project_id, (polled_at + 0))',
  // Ids are all over the place, and each would take a page of its own.
  `index lead_identity_everywhere on lead_identity (team, identity) where identity like 'url:%'`,
  'index lead_identity_of on lead_identity (team, project_id, lead_key)',
  'index lead_post_delivery on lead_post (team, delivery_id)',
  'index lead_post_latest on lead_post (team, project_id, channel, at)',
  // Recaps, proposals and exports ask what was shown since a day.
  'index lead_post_shown on lead_post (team, project_id, at)',
  'index lead_event_order on lead_event (team, project_id, at)',
  // A channel's alerts are found by the key.
  'index alert_of_project on alert (team, project_id, channel, changed_at)',
  'index alert_muted on alert (team) where muted_by is not null',
  `index alert_open on alert (team) where status = 'open'`,
  'unique index mcp_token_hash on mcp_token (hash)',
];

/** The row's team: it belongs to the whole store. */
const STORE = '';

/** Records that this version uses the store now. @throws if the store takes no writes */
async function noteVersion(db: Db): Promise<void> {
  const row = { version: VERSION, checked_at: databaseTime() };
  await db
    .insertInto('app_version')
    .values({ team: STORE, ...row })
    .onConflict(replacing('app_version', row))
    .execute();
}

/** The version that last used the store; undefined if unknown. */
export async function readLastVersion(db: Db): Promise<string | undefined> {
  const row = await findRow(db, 'app_version', { team: STORE }).catch(() => undefined);
  return row?.version;
}

/** A probe doesn't wait for long, and while one write hangs no others queue up behind it. */
const ANSWER_WITHIN_MS = 2_000;
const AGAIN_AFTER_MS = 30_000;

/** Checks that the store takes a write in time; `onChange` is called when that changes, with why it takes none. */
export function createWriteCheck(
  db: Db,
  onChange: (why: string | undefined) => void = () => undefined,
  { withinMs = ANSWER_WITHIN_MS, againMs = AGAIN_AFTER_MS } = {},
): () => Promise<boolean> {
  const lateAfter = async (ms: number) => {
    await delay(ms, undefined, { ref: false });
    // While the process itself was busy, the answer may have come.
    return nextTurn('it doesn’t answer');
  };
  let writing: Promise<string | undefined> | undefined;
  let lastWhy: string | undefined;
  return async () => {
    const why = await Promise.race([noteVersionOnce(), lateAfter(withinMs)]);
    if ((why === undefined) !== (lastWhy === undefined)) onChange(why);
    lastWhy = why;
    return why === undefined;
  };

  function noteVersionOnce(): Promise<string | undefined> {
    writing ??= Promise.race([noteVersion(db).then(() => undefined, messageOf), lateAfter(againMs)]).finally(
      () => {
        writing = undefined;
      },
    );
    return writing;
  }
}

// Statistics for SQLite's planner, written when the store opens: those of a store that has worked for years. So plans are
// right from the first minute and never change. ANALYZE would walk every page of an index, whatever its limit, and block
// the event loop. https://www.sqlite.org/fileformat2.html#stat1tab

/** In a table, and in a partial index of unfinished work. */
const ROWS = 1_000_000;
const ROWS_OF_PART = 1_000;

/** Distinct values of a column among rows that agree in the index columns before it. Others are nearly unique. */
const VALUES: Readonly<Record<string, number>> = {
  team: 20,
  lead_key: 500,
  place_key: 100,
  // Times repeat: all nine o'clock feeds are due at once, and a digest shows ten leads.
  at: 100,
  due_at: 1_000,
  opened_at: 100,
  run_after: 100,
  rank: 4,
  state: 4,
  letter: 3,
};

/** The first of these in an index has PLACES_OF_TEAM values; the next adds few: most projects have one channel. */
const PLACES = ['project_id', 'channel', 'subscription', 'person'];
const PLACES_OF_TEAM = 50;

type IndexColumn = { tbl: string; idx: string; is_part: number; is_unique: number; name: string | null };

/** Writes the expected statistics, unless they are already there. */
export async function expectSizes(db: Db): Promise<void> {
  // Creates the statistics table without counting anything.
  await sql`analyze sqlite_schema`.execute(db);
  const expected = await readExpected(db);
  const standing = await sql<Expected>`select tbl, idx, stat from sqlite_stat1 order by tbl, idx`.execute(db);
  if (JSON.stringify(standing.rows) === JSON.stringify(expected)) return;
  await inTransaction(db, async (trx) => {
    await sql`delete from sqlite_stat1`.execute(trx);
    for (const { tbl, idx, stat } of expected)
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${tbl}, ${idx}, ${stat})`.execute(trx);
  });
  // Makes the planner read the statistics again.
  await sql`analyze sqlite_schema`.execute(db);
}

type Expected = { tbl: string; idx: string; stat: string };

async function readExpected(db: Db): Promise<Expected[]> {
  const { rows } = await sql<IndexColumn>`
    select made.name as tbl, made_index.partial as is_part, made_index."unique" as is_unique, part.name,
      case when made.wr = 1 and made_index.origin = 'pk' then made.name else made_index.name end as idx
    from pragma_table_list as made, pragma_index_list(made.name) as made_index, pragma_index_info(made_index.name) as part
    where made.schema = 'main' and made.type = 'table'
      and made.name not like 'sqlite_%' and made.name not like 'kysely_%'
    order by tbl, idx, part.seqno`.execute(db);
  const indexes = [...Map.groupBy(rows, ({ idx }) => idx).values()];
  return indexes.flatMap((columns) =>
    columns.slice(0, 1).map((index) => ({ tbl: index.tbl, idx: index.idx, stat: statOf(index, columns) })),
  );
}

/** The number of rows, then how many of them agree in the first column, in the first two, and so on. */
function statOf({ is_part, is_unique }: IndexColumn, columns: readonly IndexColumn[]): string {
  const all = is_part ? ROWS_OF_PART : ROWS;
  const names = columns.map(({ name }) => name ?? '');
  const firstPlace = names.findIndex((name) => PLACES.includes(name));
  let alike = all;
  const counts = names.map((name, i) => {
    const values = PLACES.includes(name) ? (i === firstPlace ? PLACES_OF_TEAM : 1) : (VALUES[name] ?? ROWS);
    const isWholeKey = is_unique === 1 && i === names.length - 1;
    alike = isWholeKey ? 1 : Math.max(1, Math.ceil(alike / values));
    return alike;
  });
  return [all, ...counts, 'noskipscan'].join(' ');
}
