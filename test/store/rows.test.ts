import { describe, expect, it } from 'vitest';
import { changeRows, deleteRows, findRow, findRows, insertRow, putRow } from '../../src/store/rows.ts';
import { NOT_NULL } from '../../src/store/statements.ts';
import { ENGINES } from '../support/store-engines.ts';
import { TEAM } from '../support/store-opened.ts';

describe.each(ENGINES)('the rows of a table ($name)', ({ openedStore }) => {
  const trouble = (cause: string, closed_at: number | null = null) =>
    ({ team: TEAM, cause, reason: 'unreachable', since: 1, last_at: 1, closed_at }) as const;

  async function opened() {
    const { db } = await openedStore();
    for (const row of [trouble('b'), trouble('a'), trouble('closed', 5)]) await insertRow(db, 'trouble', row);
    const causes = async (...where: [Parameters<typeof findRows<'trouble'>>[2]]) =>
      (await findRows(db, 'trouble', ...where, 'cause')).map(({ cause }) => cause);
    return { db, causes };
  }

  it('are found by values, lists, null and anything but null', async () => {
    const { db, causes } = await opened();
    expect(await causes({})).toEqual(['a', 'b', 'closed']);
    expect(await causes({ team: TEAM, cause: ['b', 'closed'] })).toEqual(['b', 'closed']);
    expect(await causes({ closed_at: null })).toEqual(['a', 'b']);
    expect(await causes({ closed_at: NOT_NULL })).toEqual(['closed']);
    expect(await causes({ closed_at: 5 })).toEqual(['closed']);
    expect(await findRow(db, 'trouble', { cause: 'closed' })).toMatchObject(trouble('closed', 5));
    expect(await findRow(db, 'trouble', { cause: 'none' })).toBeUndefined();
  });

  it('are changed and deleted, if there are any', async () => {
    const { db, causes } = await opened();
    expect(await changeRows(db, 'trouble', { cause: 'a', closed_at: null }, { closed_at: 7 })).toBe(true);
    expect(await changeRows(db, 'trouble', { cause: 'a', closed_at: null }, { closed_at: 8 })).toBe(false);
    expect(await causes({ closed_at: 7 })).toEqual(['a']);
    expect(await deleteRows(db, 'trouble', { closed_at: NOT_NULL })).toBe(true);
    expect(await deleteRows(db, 'trouble', { closed_at: NOT_NULL })).toBe(false);
    expect(await causes({})).toEqual(['b']);
  });

  it('are inserted once, and put as often as wanted', async () => {
    const { db } = await opened();
    expect(await insertRow(db, 'trouble', trouble('a', 9))).toBe(false);
    const { team, cause, ...change } = trouble('a', 9);
    await putRow(db, 'trouble', { team, cause }, change);
    await putRow(db, 'trouble', { team, cause: 'new' }, change);
    expect((await findRows(db, 'trouble', { closed_at: 9 }, 'cause')).map((row) => row.cause)).toEqual([
      'a',
      'new',
    ]);
  });
});
