import { describe, expect, it } from 'vitest';
import { prepareChange, prepareQuery } from '../../src/store/statements.ts';
import { ENGINES } from '../support/store-engines.ts';
import { TEAM } from '../support/store-opened.ts';

type Muted = { team: string; cause: string; reason: 'unreachable'; since: number; last_at: number };

describe.each(ENGINES)('a prepared statement ($name)', ({ openedStore }) => {
  const OPEN = prepareChange((db, { troubles }: { troubles: Muted[] }) =>
    db.insertInto('trouble').values(troubles),
  );
  const opened = (cause: string, since: number): Muted => ({
    team: TEAM,
    cause,
    reason: 'unreachable',
    since,
    last_at: since,
  });

  it('answers with the values of each call, of lists of any length', async () => {
    const { db } = await openedStore();
    const troubles = [1, 2, 3].map((since) => opened(`cause ${since}`, since));
    expect(await OPEN(db, { troubles })).toBe(true);
    await OPEN(db, { troubles: [opened('cause 4', 4)] });
    const find = prepareQuery((store, { causes, since }: { causes: string[]; since: number }) =>
      store
        .selectFrom('trouble')
        .select('since')
        .where('cause', 'in', causes)
        .where('since', '>=', since)
        .orderBy('since'),
    );
    const found = async (causes: string[], since: number) =>
      (await find(db, { causes, since })).map((row) => row.since);
    expect(await found(['cause 1', 'cause 3'], 0)).toEqual([1, 3]);
    expect(await found(['cause 2', 'cause 3'], 3)).toEqual([3]);
    expect(await found(['cause 2', 'cause 3', 'cause 4'], 3)).toEqual([3, 4]);
  });

  it('is built once for values of one shape', async () => {
    const { db } = await openedStore();
    let built = 0;
    const find = prepareQuery((store, { cause }: { cause: string }) => {
      built += 1;
      return store.selectFrom('trouble').select('since').where('cause', '=', cause);
    });
    for (const cause of ['a', 'b', 'c']) await find(db, { cause });
    expect(built).toBe(1);
  });

  it('takes part in a transaction', async () => {
    const { db } = await openedStore();
    const work = db.transaction().execute(async (trx) => {
      await OPEN(trx, { troubles: [opened('cause', 1)] });
      throw new Error('taken back');
    });
    await expect(work).rejects.toThrow('taken back');
    expect(await db.selectFrom('trouble').selectAll().execute()).toEqual([]);
  });

  it('cannot be built of what its values are', async () => {
    const { db } = await openedStore();
    const wrong = prepareQuery((store, { since }: { since: number }) =>
      store
        .selectFrom('trouble')
        .select('cause')
        .where('since', '=', since + 1),
    );
    expect(() => wrong(db, { since: 1 })).toThrow(TypeError);
  });
});
