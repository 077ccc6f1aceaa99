import { expect, it } from 'vitest';
import { claimLane, lockLane } from '../../src/store/lanes.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { createFolder } from '../support/folder.ts';
import { mortalStore } from '../support/mortal-store.ts';
import { NINE } from '../support/store-opened.ts';

const LANE = { team: 'T1', channel: 'C0ONE' };

it('of a process that dies nothing reaches the store any more, be it prepared or the end of a transaction', async () => {
  const folder = await createFolder();
  const db = await openSqlite(folder.path, () => NINE);
  let left = Infinity;
  const mortal = mortalStore(db, () => {
    left -= 1;
    if (left < 0) throw new Error('This process is dead');
  });
  const lanes = () => db.selectFrom('lane').select('owner').execute();
  // Prepared while it lives.
  await claimLane(mortal, 'nobody', NINE);
  await lockLane(mortal, LANE);
  await db.deleteFrom('lane').execute();
  for (const instants of [0, 1, 2]) {
    left = instants;
    const work = mortal.transaction().execute((trx) => lockLane(trx, LANE));
    await expect(work).rejects.toThrow('dead');
    expect(await lanes()).toEqual([]);
  }
  await expect(lockLane(mortal, LANE)).rejects.toThrow('dead');
  left = 3;
  await mortal.transaction().execute((trx) => lockLane(trx, LANE));
  expect(await lanes()).toEqual([{ owner: null }]);
  await db.destroy();
  await folder.remove();
});
