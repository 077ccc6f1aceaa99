import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { openStore, type StorePlace } from '../../src/store/open.ts';
import { type Db, TABLE_NAMES, type TableName } from '../../src/store/tables.ts';
import { CopyFault, copyStore } from '../../src/verbs/migrate-store.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runs } from '../support/runs.ts';
import { anyRow, columnsOf, emptySchema, insert, rowsOf } from '../support/store-engines.ts';
import { NINE } from '../support/store-opened.ts';

const COPIED = TABLE_NAMES.filter((name) => name !== 'app_version');
const clock = () => NINE;

const PLACES = {
  SQLite: async (): Promise<StorePlace> => ({ dataDir: temporaryFolder() }),
  PostgreSQL: async (): Promise<StorePlace> => ({ databaseUrl: await emptySchema(), dataDir: '' }),
};

/** Opens a place as the verb does, for as long as `work` takes. */
async function withStore<Result>(place: StorePlace, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = await openStore(place, clock, { alone: true });
  return work(db).finally(() => db.destroy());
}

type Counts = Partial<Record<TableName, number>>;

async function fill(db: Db, counts: Counts): Promise<void> {
  const columns = await columnsOf(db);
  for (const name of COPIED) {
    const row = (_: unknown, i: number) => anyRow(columns.get(name) ?? [], i, TEXTS[i % TEXTS.length]);
    await insert(db, name, ...Array.from({ length: counts[name] ?? 0 }, row));
  }
}

/** What one engine might sort, cut or write otherwise than the other. */
const TEXTS = [{}, { title: 'Ünïcode, “quotes” and 🦊', project_id: 'Z' }, { title: '', project_id: 'a\nb' }];

/** Without leases: a bot ends them when it opens the embedded store. */
async function allRows(db: Db): Promise<Record<string, string[]>> {
  const read = COPIED.map(async (name) => {
    const rows = (await rowsOf(db, name)).map(({ owner: _owner, lease_until: _lease, ...row }) =>
      JSON.stringify(Object.entries(row).sort()),
    );
    return [name, rows.sort()] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

const copy = (from: StorePlace, to: StorePlace, onBatch: () => void = () => undefined) =>
  withStore(from, (source) => withStore(to, (target) => copyStore(source, target, onBatch)));

/** It is killed at its nth batch, as far as the store can tell. */
function dyingAt(batch: number): () => void {
  let left = batch;
  return () => {
    if (left === 0) throw new Error('killed');
    left -= 1;
  };
}

const EVERYTHING: Counts = Object.fromEntries(COPIED.map((name) => [name, 4]));

it.each([
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
] as const)(
  'from %s to %s every row comes along; ended halfway, no bot takes the copy for whole, and the next call goes on',
  async (one, other) => {
    const [from, to] = [await PLACES[one](), await PLACES[other]()];
    await withStore(from, (db) => fill(db, { ...EVERYTHING, lead: 520, audit: 510 }));
    await expect(copy(from, to, dyingAt(8))).rejects.toThrow('killed');
    await expect(openStore(to, clock)).rejects.toThrow(/unfinished copy/);
    expect((await withStore(to, allRows)).audit).toHaveLength(0);
    expect(await copy(from, to)).toContainEqual({ table: 'lead', rows: 520 });
    const source = await withStore(from, allRows);
    const target = await openStore(to, clock);
    expect(await allRows(target)).toEqual(source);
    await target.destroy();
  },
);

it('wherever it is killed, and however often, nothing is lost or doubled', async () => {
  const counts = fc.record({
    slot: fc.nat(1_100),
    delivery: fc.nat(1_100),
    handle: fc.nat(20),
    lead_post: fc.nat(600),
    api_line: fc.nat(3),
  });
  const deaths = fc.array(fc.nat(8), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(counts, deaths, async (rows, killedAt) => {
      const [from, to] = [await PLACES.SQLite(), await PLACES.SQLite()];
      await withStore(from, (db) => fill(db, rows));
      for (const batch of killedAt) await copy(from, to, dyingAt(batch)).catch(() => undefined);
      // One that died early enough has ended it already: then there is nothing left to do.
      const isWhole = await openStore(to, clock).then(
        (db) => db.destroy().then(() => true),
        () => false,
      );
      const isEmpty = Object.values(await withStore(to, allRows)).every((own) => own.length === 0);
      if (!isWhole || isEmpty) await copy(from, to);
      expect(await withStore(to, allRows)).toEqual(await withStore(from, allRows));
    }),
    { numRuns: runs(3) },
  );
});

describe('a store is not copied', () => {
  it('over another one, which stays as it is', async () => {
    const [from, to] = [await PLACES.SQLite(), await PLACES.SQLite()];
    await withStore(from, (db) => fill(db, { lead: 3 }));
    await withStore(to, (db) => fill(db, { lead: 1 }));
    await expect(copy(from, to)).rejects.toThrow(CopyFault);
    const db = await openStore(to, clock);
    expect(await rowsOf(db, 'lead')).toHaveLength(1);
    await db.destroy();
  });

  it('where the other engine does not take a row, which is said with its table', async () => {
    const [from, to] = [await PLACES.SQLite(), await PLACES.PostgreSQL()];
    await withStore(from, async (db) => {
      await fill(db, { lead: 1 });
      await db.updateTable('lead').set({ title: 'cut\u0000off' }).execute();
    });
    await expect(copy(from, to)).rejects.toThrow(/row of the table lead/);
  });

  it('while it changes: a source that went on after the copy was begun is noticed', async () => {
    const [from, to] = [await PLACES.SQLite(), await PLACES.SQLite()];
    await withStore(from, (db) => fill(db, { lead: 700, audit: 1 }));
    await expect(copy(from, to, dyingAt(1))).rejects.toThrow('killed');
    await withStore(from, (db) => db.updateTable('lead').set({ title: 'Another' }).execute());
    await expect(copy(from, to)).rejects.toThrow(/table lead differs/);
    await expect(openStore(to, clock)).rejects.toThrow(/unfinished copy/);
  });

  it('from a copy that was itself interrupted', async () => {
    const [from, to, further] = [await PLACES.SQLite(), await PLACES.SQLite(), await PLACES.SQLite()];
    await withStore(from, (db) => fill(db, { lead: 700 }));
    await expect(copy(from, to, dyingAt(0))).rejects.toThrow('killed');
    await expect(copy(to, further)).rejects.toThrow(/source is itself an unfinished copy/);
    await withStore(further, async (db) => expect(await rowsOf(db, 'lead')).toEqual([]));
  });

  it.each(['SQLite', 'PostgreSQL'] as const)('while a bot runs on it, on %s', async (engine) => {
    const [running, other] = [await PLACES[engine](), await PLACES.SQLite()];
    const bot = await openStore(running, clock);
    await expect(copy(running, other)).rejects.toThrow(
      /cannot be used: (?:a|another) Sightline is running on it\. Stop/,
    );
    await expect(copy(other, running)).rejects.toBeInstanceOf(StoreError);
    await bot.destroy();
    expect(await copy(running, other)).toContainEqual({ table: 'lead', rows: 0 });
  });

  it('and a bot that is started meanwhile is refused', async () => {
    const place = await PLACES.PostgreSQL();
    await withStore(place, async () => {
      await expect(openStore(place, clock)).rejects.toThrow(/is copying it/);
    });
    await (await openStore(place, clock)).destroy();
  });
});
