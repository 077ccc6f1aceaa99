/** What the tables keep of one person, and how it is taken out: ids and names go, rows that are counted stay. */
import { sql } from 'kysely';
import type { Table } from './columns.ts';
import { isRow, pagesOf } from './pages.ts';
import type { Db } from './schema.ts';
import { inTransaction } from './statements.ts';
import { type AnyRow, TABLE_NAMES, TABLES, type TableName } from './tables.ts';

/** Rows by table; `addresses`: rows with the author's name in a thread's address or place, which stays. */
export type Found = { rows: Readonly<Record<string, number>>; addresses: number };

/** `team`: of this workspace alone. `breath` comes after each page. */
export type Walk = { team?: string | undefined; breath: () => Promise<unknown> };

/** What the tables keep of them. */
export function findTraces(db: Db, erased: Erased, walk: Walk): Promise<Found> {
  return walked(db, erased, walk, async () => undefined);
}

/**
 * Takes it out, a page in a transaction; what it met. What somebody wrote meanwhile stays, and so does a post that is with
 * Slack: whoever looks afterwards finds them.
 */
export function eraseTraces(db: Db, erased: Erased, walk: Walk): Promise<Found> {
  return walked(db, erased, walk, (table, changes) =>
    inTransaction(db, async (trx) => {
      for (const [row, erasure] of changes) await erase(trx, table, row, erasure);
    }),
  );
}

type Changes = readonly (readonly [row: AnyRow, erasure: Erasure])[];

async function walked(
  db: Db,
  erased: Erased,
  { team, breath }: Walk,
  apply: (table: TableName, changes: Changes) => Promise<void>,
): Promise<Found> {
  const rows: Record<string, number> = {};
  let addresses = 0;
  for (const table of TABLE_NAMES) {
    for await (const page of pagesOf(db, table)) {
      const ours = team === undefined ? page : page.filter((row) => row.team === team);
      const changes = ours.flatMap((row): Changes => {
        const erasure = erasureOf(table, row, erased);
        return erasure === undefined ? [] : [[row, erasure]];
      });
      addresses += ours.filter((row) => isInAddress(table, row, erased)).length;
      if (changes.length > 0) {
        rows[table] = (rows[table] ?? 0) + changes.length;
        await apply(table, changes);
      }
      await breath();
    }
  }
  return { rows, addresses };
}

async function erase(trx: Db, table: TableName, row: AnyRow, erasure: Erasure): Promise<void> {
  if (erasure === 'whole') {
    const isFree = FREE[table]?.(row) ?? sql`true`;
    await sql`delete from ${sql.table(table)} where ${isRow(table, row)} and ${isFree}`.execute(trx);
    return;
  }
  const columns = Object.entries(erasure);
  const changes = columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  // What somebody has written since it was read is not overwritten.
  const same = columns.map(([column]) => sql`${sql.ref(column)} = ${row[column]}`);
  await sql`update ${sql.table(table)} set ${sql.join(changes)}
    where ${isRow(table, row)} and ${sql.join(same, sql` and `)}`.execute(trx);
}

/** What the outbox has in hand now: a post that is with Slack, and the lane by which it will be written down. */
const FREE: { [Name in TableName]?: (row: AnyRow) => ReturnType<typeof sql> } = {
  delivery: () => sql`state <> 'sending'`,
  lane: ({ team, channel }) =>
    sql`not exists (select 1 from delivery where delivery.team = ${team} and delivery.channel = ${channel})`,
};

/** The ids of somebody's direct messages with the bot, as far as posts to them tell. */
export async function directMessagesOf(db: Db, user: string, team: string | undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery')
    .select('placed_in')
    .distinct()
    .where('channel', '=', user)
    .where('placed_in', 'is not', null)
    .$if(team !== undefined, (query) => query.where('team', '=', team ?? ''))
    .execute();
  return rows.flatMap(({ placed_in }) => (placed_in && placed_in !== user ? placed_in : []));
}

/** A row that is the person's alone goes; of others these columns change. Undefined: it says nothing of them. */
type Erasure = 'whole' | Readonly<Record<string, string | number | null>>;

/** `ids`: the user's own, and those of their direct messages. `mark` stands in their place from then on. */
export type Erased =
  | { kind: 'user'; ids: readonly string[]; mark: string }
  | { kind: 'author'; name: string };

function erasureOf(table: TableName, row: AnyRow, erased: Erased): Erasure | undefined {
  const changed =
    erased.kind === 'user' ? withoutUser(table, row, erased) : withoutAuthor(table, row, erased);
  if (changed === 'whole') return changed;
  const entries = Object.entries(changed).filter(([column, value]) => value !== row[column]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Whether it holds the author's name in the thread's address or place, by which the thread is known: that stays. */
function isInAddress(table: TableName, row: AnyRow, erased: Erased): boolean {
  if (erased.kind === 'user') return false;
  const { address }: Table = TABLES[table];
  return address.some((column) => wordOf(erased.name).test(String(row[column] ?? '')));
}

type Change = Record<string, string | number | null>;

function withoutUser(
  name: TableName,
  row: AnyRow,
  { ids, mark }: Extract<Erased, { kind: 'user' }>,
): 'whole' | Change {
  const { theirs, person, decision }: Table = TABLES[name];
  const isTheirs = (value: unknown) => typeof value === 'string' && ids.includes(value);
  if (theirs !== undefined && isTheirs(row[theirs])) return 'whole';
  const id = new RegExp(`(?<![A-Z0-9])(?:${ids.join('|')})(?![A-Z0-9])`, 'g');
  const change: Change = {};
  for (const column of [...person, ...decision]) {
    const text = row[column];
    if (typeof text === 'string') change[column] = text.replace(id, mark);
  }
  return { ...change, ...BESIDES[name]?.(row, isTheirs) };
}

/** Where a mark in their place would not do: people are told by these columns, and a link shows the reply itself. */
const BESIDES: { [Name in TableName]?: (row: AnyRow, isTheirs: (value: unknown) => boolean) => Change } = {
  lead: ({ by, assigned_by, reply_url }, isTheirs) => ({
    ...(isTheirs(by) && reply_url != null && { reply_url: null }),
    ...(isTheirs(assigned_by) && { assigned_by: null }),
  }),
  lead_event: ({ by, kind, detail }, isTheirs) =>
    isTheirs(by) && kind === 'reply' && detail != null ? { detail: null } : {},
  // Nobody looks into an open one any more; of one that is over it is told who did.
  alert: ({ status, taken_by }, isTheirs) =>
    status === 'open' && isTheirs(taken_by) ? { taken_by: null, taken_at: null } : {},
  // Whoever installed it is told when something breaks: now nobody.
  installation: ({ installed_by }, isTheirs) => (isTheirs(installed_by) ? { installed_by: '' } : {}),
  // A feed may name ids alone.
  made_feed: ({ settings }, isTheirs) => ({ settings: withoutMention(String(settings), isTheirs) }),
};

function withoutMention(settings: string, isTheirs: (value: unknown) => boolean): string {
  const said = parsed(settings);
  if (typeof said !== 'object' || said === null || !('mention' in said)) return settings;
  const { mention } = said;
  if (!Array.isArray(mention) || !mention.some(isTheirs)) return settings;
  return JSON.stringify({ ...said, mention: mention.filter((id) => !isTheirs(id)) });
}

const SOMEONE = 'someone';

function withoutAuthor(
  name: TableName,
  row: AnyRow,
  { name: author }: Extract<Erased, { kind: 'author' }>,
): Change {
  const { author: names, thread, decision }: Table = TABLES[name];
  const change: Change = {};
  for (const column of names) if (isAuthor(row[column], author)) change[column] = null;
  for (const column of thread) {
    const text = row[column];
    if (typeof text === 'string') change[column] = text.replace(wordOf(author), SOMEONE);
  }
  for (const column of decision) {
    const text = row[column];
    // Most say nothing of anybody, and need not be read.
    if (typeof text !== 'string' || !text.toLowerCase().includes(inJson(author).toLowerCase())) continue;
    const said = parsed(text);
    if (said !== undefined) change[column] = JSON.stringify(withoutName(said, author));
  }
  return change;
}

/** As people write of one another: "u/jane", "@jane", "jane". */
export function bareName(name: string): string {
  return name.trim().replace(/^(?:\/?u\/|@)/i, '');
}

function isAuthor(value: unknown, author: string): boolean {
  return typeof value === 'string' && bareName(value).toLowerCase() === author.toLowerCase();
}

function wordOf(author: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:/?u/|@)?${literal(author)}(?![\\p{L}\\p{N}_-])`, 'giu');
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** What of a decision is a stranger's. */
const THREADS_WORDS: ReadonlySet<string> = new Set(['title', 'reason', 'quote', 'worst']);

function withoutName(said: unknown, author: string): unknown {
  if (Array.isArray(said)) return said.map((each) => withoutName(each, author));
  if (typeof said !== 'object' || said === null) return said;
  return Object.fromEntries(
    Object.entries(said).flatMap(([key, value]) => {
      if (key === 'author' && isAuthor(value, author)) return [];
      if (THREADS_WORDS.has(key) && typeof value === 'string')
        return [[key, value.replace(wordOf(author), SOMEONE)]];
      return [[key, withoutName(value, author)]];
    }),
  );
}

/** Undefined of what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
