/** npm run migrate-store: copies a store to an empty one, of either engine, while no bot uses them. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { realNow } from '../clock.ts';
import { AppError, messageOf } from '../errors.ts';
import { beginCopy, endCopy, isUnfinished } from '../store/migrations.ts';
import { isStoreThere, openStore, type StorePlace } from '../store/open.ts';
import { pagesOf } from '../store/statements.ts';
import { type AnyRow, type Db, TABLE_NAMES, type TableName } from '../store/tables.ts';
import { CLEAR_LINE, COMMAND_LINES, type Verb, VerbError } from './command-line.ts';

/** @throws VerbError, CopyFault, StoreError */
export const migrateStore: Verb<undefined> = async (_env, print, args, { live, aside }) => {
  const { options } = COMMAND_LINES['migrate-store'];
  const { values } = parseArgs({ args: [...args], options });
  const [from, to] = [readPlace('--from', values.from), readPlace('--to', values.to)];
  if (isSame(from, to)) throw new VerbError('--from and --to are the same store.');
  if (!(await isStoreThere(from)))
    throw new VerbError(`There is no store in ${from.dataDir || 'the database of --from'}.`);
  const source = await openStore(from, realNow, { alone: true });
  try {
    const target = await openStore(to, realNow, { alone: true });
    try {
      const copied = await copyStore(source, target, (table, done, all) => {
        if (live) aside(`${CLEAR_LINE}${table}: ${done} of ${all} …`);
      }).finally(() => live && aside(CLEAR_LINE));
      print([...copied.map(({ table, rows }) => `${table.padEnd(14)}  ${rows}`), DONE].join('\n'));
    } finally {
      await target.destroy();
    }
  } finally {
    await source.destroy();
  }
};

const DONE =
  'Both stores have the same rows. Set DATABASE_URL or DATA_DIR to the new one and start the bot. Once all is well, delete the old one.';

/** Errors never repeat an address, which may contain a password. */
function readPlace(option: string, place: string | undefined): StorePlace {
  const { usage } = COMMAND_LINES['migrate-store'];
  if (place === undefined) throw new VerbError(`${option} is missing.\nUsage: ${usage}`);
  const [, folder] = /^sqlite:(.+)$/.exec(place) ?? [];
  if (folder !== undefined && /\.db$/.test(folder))
    throw new VerbError(`${option} names a file: name its folder, sqlite:${path.dirname(folder)}`);
  if (folder !== undefined) return { dataDir: folder };
  if (/^postgres(ql)?:\/\//.test(place) && URL.canParse(place)) return { databaseUrl: place, dataDir: '' };
  throw new VerbError(`${option} must be sqlite:FOLDER or postgres://…\nUsage: ${usage}`);
}

function isSame(one: StorePlace, other: StorePlace): boolean {
  if (one.databaseUrl !== undefined) return one.databaseUrl === other.databaseUrl;
  return other.databaseUrl === undefined && path.resolve(one.dataDir) === path.resolve(other.dataDir);
}

/** The copy can't be made, or can't be trusted. */
export class CopyFault extends AppError {
  readonly code = 'copy';
}

/** Each store has its own app_version. */
const COPIED = TABLE_NAMES.filter((table) => table !== 'app_version');

/** SQLite takes 32,766 values in a statement, and no table has 40 columns. */
const BATCH = 500;

export type Copied = { table: TableName; rows: number };

/**
 * Copies in batches, each a transaction. An interrupted copy resumes at its table, and no bot opens the target until
 * all is compared. Neither store may change meanwhile. `onBatch` gets the rows read so far, and how many there are.
 * @throws CopyFault if the source is an unfinished copy, the target holds something else, or both differ at the end
 */
export async function copyStore(
  from: Db,
  to: Db,
  onBatch: (table: TableName, done: number, all: number) => void | Promise<void>,
): Promise<Copied[]> {
  if (await isUnfinished(from))
    throw new CopyFault(
      'The source is itself an unfinished copy. Finish it first, or copy the store that it came from.',
    );
  if (!(await isUnfinished(to))) {
    for (const table of COPIED)
      if ((await countOf(to, table)) > 0)
        throw new CopyFault(`The target isn’t empty: its table ${table} has rows. Nothing was copied.`);
    await beginCopy(to);
  }
  const copied: Copied[] = [];
  for (const table of COPIED) {
    const rows = await countOf(from, table);
    if ((await countOf(to, table)) < rows)
      await copyTable(from, to, table, (done) => onBatch(table, done, rows));
    copied.push({ table, rows });
  }
  for (const { table } of copied) await compare(from, to, table);
  await endCopy(to);
  return copied;
}

async function copyTable(
  from: Db,
  to: Db,
  table: TableName,
  onBatch: (done: number) => void | Promise<void>,
): Promise<void> {
  let done = 0;
  for await (const rows of pagesOf(from, table, BATCH)) {
    const columns = Object.keys(rows[0] ?? {});
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    // Rows from an interrupted attempt are already there.
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)} on conflict do nothing`
      .execute(to)
      .catch((cause: unknown) => {
        const sentence = `The target refused a row of the table ${table}: ${messageOf(cause)}. Fix or delete that row in the source, then try again.`;
        throw new CopyFault(sentence, { cause });
      });
    done += rows.length;
    await onBatch(done);
  }
}

async function compare(from: Db, to: Db, table: TableName): Promise<void> {
  const [there, here] = [await sumOf(from, table), await sumOf(to, table)];
  if (there.rows === here.rows && there.sum === here.sum) return;
  const counts = there.rows === here.rows ? `${there.rows} rows each` : `${there.rows} rows and ${here.rows}`;
  throw new CopyFault(
    `The table ${table} differs in the copy (${counts}): one store was changed while it was copied. Empty the target and copy again.`,
  );
}

/** A checksum of all rows that doesn't depend on their order: the engines sort text differently. */
async function sumOf(db: Db, table: TableName): Promise<{ rows: number; sum: bigint }> {
  let [rows, sum] = [0, 0n];
  for await (const page of pagesOf(db, table, BATCH)) {
    rows += page.length;
    for (const row of page) sum = BigInt.asUintN(128, sum + digestOf(row));
  }
  return { rows, sum };
}

function digestOf(row: AnyRow): bigint {
  const values = Object.keys(row)
    .sort()
    .map((column) => [column, row[column]]);
  const digest = createHash('sha256').update(JSON.stringify(values)).digest('hex');
  return BigInt(`0x${digest.slice(0, 32)}`);
}

async function countOf(db: Db, table: TableName): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
