/** Forgets a person: releases what they hold, then erases what the tables keep of them. Rows that figures count stay. */
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { parseJson } from '../json.ts';
import type { Table } from '../store/columns.ts';
import { wantEdit } from '../store/deliveries.ts';
import { findRows } from '../store/rows.ts';
import { inTransaction, matching, pagesOf } from '../store/statements.ts';
import { type AnyRow, type Db, TABLE_NAMES, TABLES, type TableName } from '../store/tables.ts';
import { moveLead } from './move-lead.ts';

/** A Slack user's id, or the name of a thread author; in one workspace or, without `team`, in all. */
export const Forgetting = z.object({
  user: z.string().optional(),
  author: z.string().optional(),
  team: z.string().optional(),
  /** Without it, only counts. */
  yes: z.boolean(),
});
export type Forgetting = z.infer<typeof Forgetting>;

/** Rows by table; how many give the name as `authored` by it; how many have it in an address, which stays. */
const Found = z.object({
  rows: z.record(z.string(), z.number()),
  authored: z.number(),
  addresses: z.number(),
});
type Found = z.infer<typeof Found>;

/** `after`: what is left; missing if nothing was erased. */
export const Forgotten = z.object({ before: Found, after: Found.optional() });
export type Forgotten = z.infer<typeof Forgotten>;

/** Never erases a name that no author has: it would rewrite other people's words. Yields between pages. `now` epoch ms. */
export async function forget(db: Db, { user, author = '', team, yes }: Forgetting, now: number) {
  const there = team === undefined ? {} : { team };
  const erased: Erased =
    user === undefined
      ? { kind: 'author', name: toBareName(author) }
      : {
          kind: 'user',
          ids: [user, ...(await readDirectMessages(db, user, there))],
          // Random: keeps people apart in counts, and can't be traced back to one.
          mark: `someone (${randomUUID().slice(0, 6)})`,
        };
  const before = await walkTables(db, erased, team);
  if (!yes || (erased.kind === 'author' && before.authored === 0)) return { before };
  if (user !== undefined) await releaseAll(db, user, there, now);
  await walkTables(db, erased, team, (table, changes) =>
    inTransaction(db, async (trx) => {
      for (const [row, erasure] of changes) await erase(trx, table, row, erasure);
    }),
  );
  return { before, after: await walkTables(db, erased, team) };
}

async function releaseAll(db: Db, user: string, there: { team?: string }, now: number): Promise<void> {
  const claims = await findRows(db, 'lead', { state: 'claimed', by: user, ...there });
  for (const lead of claims) {
    const key = { team: lead.team, projectId: lead.project_id, key: lead.lead_key };
    await moveLead(db, key, { kind: 'release' }, { now });
  }
  await inTransaction(db, async (trx) => {
    const alerts = await trx
      .updateTable('alert')
      .set({ taken_by: null, taken_at: null })
      .where(matching('alert', { status: 'open', taken_by: user, ...there }))
      .returning(['team', 'key', 'told_in'])
      .execute();
    for (const alert of alerts) await wantEdit(trx, alert.team, alert.told_in ?? alert.key);
  });
}

type Changes = readonly (readonly [row: AnyRow, erasure: Erasure])[];

/** What the tables keep of a person; `apply` gets it page by page. What is written meanwhile stays for another look. */
async function walkTables(
  db: Db,
  erased: Erased,
  team: string | undefined,
  apply?: (table: TableName, changes: Changes) => Promise<void>,
): Promise<Found> {
  const rows: Record<string, number> = {};
  let [authored, addresses] = [0, 0];
  for (const table of TABLE_NAMES) {
    for await (const page of pagesOf(db, table)) {
      const ours = team === undefined ? page : page.filter((row) => row.team === team);
      const changes = ours.flatMap((row): Changes => {
        const erasure = decideErasure(table, row, erased);
        return erasure === undefined ? [] : [[row, erasure]];
      });
      authored += changes.filter(([row]) => isByAuthor(table, row, erased)).length;
      addresses += ours.filter((row) => isInAddress(table, row, erased)).length;
      if (changes.length > 0) {
        rows[table] = (rows[table] ?? 0) + changes.length;
        await apply?.(table, changes);
      }
      await turn();
    }
  }
  return { rows, authored, addresses };
}

async function erase(trx: Db, table: TableName, row: AnyRow, erasure: Erasure): Promise<void> {
  const isRow = (...columns: readonly string[]) =>
    matching(table, Object.fromEntries([...TABLES[table].key, ...columns].map((name) => [name, row[name]])));
  if (erasure === 'whole') {
    const isFree = FREE[table]?.(row) ?? sql`true`;
    await sql`delete from ${sql.table(table)} where ${isRow()} and ${isFree}`.execute(trx);
    return;
  }
  const changes = Object.entries(erasure).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  // Don't overwrite what was written since the row was read.
  const isSame = isRow(...Object.keys(erasure));
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${isSame}`.execute(trx);
}

/** Rows the outbox needs now can't go: a post that is being sent, and the lane that records its outcome. */
const FREE: { [Name in TableName]?: (row: AnyRow) => ReturnType<typeof sql> } = {
  delivery: () => sql`state <> 'sending'`,
  lane: ({ team, channel }) =>
    sql`not exists (select 1 from delivery where delivery.team = ${team} and delivery.channel = ${channel})`,
};

/** The ids of a person's direct messages with the bot, known from posts to them. */
async function readDirectMessages(db: Db, user: string, there: { team?: string }): Promise<string[]> {
  const posts = await findRows(db, 'delivery', { channel: user, ...there });
  const places = new Set(posts.flatMap(({ placed_in }) => placed_in ?? []));
  return [...places].filter((place) => place !== user);
}

/** A row that belongs to the person goes as a whole; in others these columns change. */
type Erasure = 'whole' | Readonly<Record<string, string | number | null>>;

/** `ids`: the user's own, and those of their direct messages. `mark` replaces them. */
type Erased = { kind: 'user'; ids: readonly string[]; mark: string } | { kind: 'author'; name: string };

function decideErasure(table: TableName, row: AnyRow, erased: Erased): Erasure | undefined {
  const changed =
    erased.kind === 'user' ? withoutUser(table, row, erased) : withoutAuthor(table, row, erased);
  if (changed === 'whole') return changed;
  const entries = Object.entries(changed).filter(([column, value]) => value !== row[column]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function isByAuthor(table: TableName, row: AnyRow, erased: Erased): boolean {
  if (erased.kind === 'user') return false;
  const { author: names, decision }: Table = TABLES[table];
  return (
    names.some((column) => isAuthor(row[column], erased.name)) ||
    decision.some((column) => hasAuthor(parseJson(String(row[column] ?? '')), erased.name))
  );
}

function hasAuthor(said: unknown, author: string): boolean {
  if (typeof said !== 'object' || said === null) return false;
  return Object.entries(said).some(
    ([key, value]) => (key === 'author' && isAuthor(value, author)) || hasAuthor(value, author),
  );
}

/** Whether the author's name is in the thread's URL or place, which identify the thread and so stay. */
function isInAddress(table: TableName, row: AnyRow, erased: Erased): boolean {
  if (erased.kind === 'user') return false;
  const { address }: Table = TABLES[table];
  return address.some((column) => toWordPattern(erased.name).test(String(row[column] ?? '')));
}

type Change = Record<string, string | number | null>;

function withoutUser(name: TableName, row: AnyRow, { ids, mark }: Extract<Erased, { kind: 'user' }>) {
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

/** Columns where a mark wouldn't do: the bot messages people by them, or they hold what the person wrote or a link to it. */
const BESIDES: { [Name in TableName]?: (row: AnyRow, isTheirs: (value: unknown) => boolean) => Change } = {
  lead: ({ by, assigned_by, reply_url }, isTheirs) => ({
    ...(isTheirs(by) && reply_url != null && { reply_url: null }),
    ...(isTheirs(assigned_by) && { assigned_by: null }),
  }),
  lead_event: ({ by, kind, detail, note }, isTheirs) => ({
    ...(isTheirs(by) && kind === 'reply' && detail != null && { detail: null }),
    ...(isTheirs(by) && note != null && { note: null }),
  }),
  // Nobody is on an open alert any longer; a closed one still says that someone was.
  alert: ({ status, taken_by }, isTheirs) =>
    status === 'open' && isTheirs(taken_by) ? { taken_by: null, taken_at: null } : {},
  // The installer would hear when something breaks; from now on nobody does.
  installation: ({ installed_by }, isTheirs) => (isTheirs(installed_by) ? { installed_by: '' } : {}),
  // Feed settings accept ids only, so a mark would be a fault.
  made_feed: ({ settings }, isTheirs) => ({ settings: withoutMention(String(settings), isTheirs) }),
};

function withoutMention(settings: string, isTheirs: (value: unknown) => boolean): string {
  const said = parseJson(settings);
  if (typeof said !== 'object' || said === null || !('mention' in said)) return settings;
  const { mention } = said;
  if (!Array.isArray(mention) || !mention.some(isTheirs)) return settings;
  return JSON.stringify({ ...said, mention: mention.filter((id) => !isTheirs(id)) });
}

const SOMEONE = 'someone';

/** Columns with what people wrote about a thread: a note, or why they dismissed it. */
const NOTES: { [Name in TableName]?: (row: AnyRow) => readonly string[] } = {
  lead: () => ['dismiss_reason'],
  // Otherwise `detail` is an id or a link.
  lead_event: ({ kind }) => (kind === 'dismiss' ? ['note', 'detail'] : ['note']),
  audit: ({ action }) => (action === 'lead.dismiss' ? ['outcome'] : []),
};

function withoutAuthor(name: TableName, row: AnyRow, { name: author }: Extract<Erased, { kind: 'author' }>) {
  const { author: names, thread, decision }: Table = TABLES[name];
  const change: Change = {};
  for (const column of names) if (isAuthor(row[column], author)) change[column] = null;
  for (const column of [...thread, ...(NOTES[name]?.(row) ?? [])]) {
    const text = row[column];
    if (typeof text === 'string') change[column] = text.replace(toWordPattern(author), SOMEONE);
  }
  for (const column of decision) {
    const text = row[column];
    // Most don't mention the author and needn't be parsed.
    if (typeof text !== 'string' || !text.toLowerCase().includes(escapeJson(author).toLowerCase())) continue;
    const said = parseJson(text);
    if (said !== undefined) change[column] = JSON.stringify(withoutName(said, author));
  }
  return change;
}

/** "u/jane", "@jane" and "jane" are all "jane". */
function toBareName(name: string): string {
  return name.trim().replace(/^(?:\/?u\/|@)/i, '');
}

function isAuthor(value: unknown, author: string): boolean {
  return typeof value === 'string' && toBareName(value).toLowerCase() === author.toLowerCase();
}

function toWordPattern(author: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:/?u/|@)?${RegExp.escape(author)}(?![\\p{L}\\p{N}_-])`, 'giu');
}

const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);

const THREADS_WORDS: ReadonlySet<string> = new Set(['title', 'reason', 'quote', 'worst', 'note']);

function withoutName(said: unknown, author: string): unknown {
  if (Array.isArray(said)) return said.map((each) => withoutName(each, author));
  if (typeof said !== 'object' || said === null) return said;
  return Object.fromEntries(
    Object.entries(said).flatMap(([key, value]) => {
      if (key === 'author' && isAuthor(value, author)) return [];
      if (THREADS_WORDS.has(key) && typeof value === 'string')
        return [[key, value.replace(toWordPattern(author), SOMEONE)]];
      return [[key, withoutName(value, author)]];
    }),
  );
}
