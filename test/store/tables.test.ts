import { describe, expect, it } from 'vitest';
import type { Column } from '../../src/store/columns.ts';
import { pagesOf } from '../../src/store/statements.ts';
import { TABLE_NAMES, TABLES } from '../../src/store/tables.ts';
import { anyRow, columnsOf, ENGINES, insert } from '../support/store-engines.ts';

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

describe.each(ENGINES)('what is known of the tables, on $name', ({ openedStore }) => {
  it('is said of every column that there is: whether it is a text', async () => {
    const { db } = await openedStore();
    const columns = await columnsOf(db);
    expect([...columns.keys()].sort()).toEqual([...TABLE_NAMES].sort());
    for (const name of TABLE_NAMES) {
      const said = Object.entries<Column>(TABLES[name].columns).map(([column, { holds }]) => ({
        name: column,
        isText: holds !== undefined,
      }));
      const there = columns.get(name) ?? [];
      expect({ name, columns: said.toSorted(byName) }).toEqual({ name, columns: there.toSorted(byName) });
    }
  });

  it('is enough to read any of them page by page, each row once', async () => {
    const { db } = await openedStore();
    const columns = await columnsOf(db);
    for (const name of TABLE_NAMES) {
      if (name === 'app_version') continue;
      const rows = Array.from({ length: 7 }, (_, i) => anyRow(columns.get(name) ?? [], i));
      await insert(db, name, ...rows);
      const read = [];
      for await (const page of pagesOf(db, name, 3)) read.push(...page);
      expect(read).toHaveLength(rows.length);
      expect(read).toEqual(expect.arrayContaining(rows));
    }
  });
});
