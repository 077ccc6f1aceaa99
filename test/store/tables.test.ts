import { describe, expect, it } from 'vitest';
import { pagesOf } from '../../src/store/pages.ts';
import { HOLDING, TABLE_NAMES, TABLES, type Table } from '../../src/store/tables.ts';
import { anyRow, columnsOf, insert } from '../support/any-row.ts';
import { ENGINES } from '../support/store-engines.ts';

describe.each(ENGINES)('what is known of the tables, on $name', ({ openedStore }) => {
  it('is said of every text column that there is, once: what it can hold of people', async () => {
    const { db } = await openedStore();
    const columns = await columnsOf(db);
    expect([...columns.keys()].sort()).toEqual([...TABLE_NAMES].sort());
    for (const name of TABLE_NAMES) {
      const table: Table = TABLES[name];
      const texts = (columns.get(name) ?? []).filter(({ isText }) => isText).map((column) => column.name);
      const said = [...table.nothing, ...HOLDING.flatMap((what) => table[what] ?? [])];
      expect({ name, said: said.toSorted() }).toEqual({ name, said: texts.toSorted() });
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
