/** One embedded store for two threads of a process: both write, neither waits with its loop, and nobody else gets in. */
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../../src/store/sqlite.ts';
import { copyOpenStore } from '../../src/store/sqlite-backup.ts';
import type { Db } from '../../src/store/tables.ts';
import { createTurnMemory, createWriteTurn, freeTurnOf } from '../../src/store/write-turn.ts';
import { temporaryFolder } from '../support/folder.ts';
import { NINE, queued } from '../support/store-opened.ts';

async function sharedStore() {
  const folder = temporaryFolder();
  const memory = createTurnMemory();
  const share = async () => createWriteTurn(memory, 'main');
  const main = await openSqlite(folder, () => NINE, { share });
  const beside = await openSqlite(folder, () => NINE, { beside: createWriteTurn(memory, 'beside') });
  onTestFinished(async () => {
    await beside.destroy();
    await main.destroy();
  });
  return { folder, memory, main, beside };
}

const countIn = async (db: Db) => (await db.selectFrom('delivery').select('id').execute()).length;

describe('a store that two threads share', () => {
  it('takes what both write at the same time', async () => {
    const { main, beside } = await sharedStore();
    const write = (db: Db, name: string) => async () => {
      for (let i = 0; i < 50; i += 1) await queued(db, `${name} ${i}`);
    };
    await Promise.all([write(main, 'here')(), write(beside, 'beside')()]);
    expect([await countIn(main), await countIn(beside)]).toEqual([100, 100]);
  });

  it('lets one go on reading while the other is in the middle of a change, which it does not see', async () => {
    const { main, beside } = await sharedStore();
    await beside.transaction().execute(async (trx) => {
      await queued(trx, 'not there yet');
      expect(await countIn(main)).toBe(0);
    });
    expect(await countIn(main)).toBe(1);
  });

  it('keeps everybody else out', async () => {
    const { folder } = await sharedStore();
    await expect(openSqlite(folder, () => NINE)).rejects.toThrow('another Sightline is running on it');
    const share = async () => createWriteTurn(createTurnMemory(), 'main');
    await expect(openSqlite(folder, () => NINE, { share })).rejects.toThrow(
      'another Sightline is running on it',
    );
  });

  it('is copied whole while the other thread has more to write', async () => {
    const { folder, main, beside } = await sharedStore();
    for (let i = 0; i < 20; i += 1)
      await queued(main, `post ${i}`, { decision: JSON.stringify({ note: 'x'.repeat(200_000) }) });
    let isCopied = false;
    const writing = (async () => {
      for (let i = 0; !isCopied; i += 1) await queued(beside, `meanwhile ${i}`);
    })();
    await copyOpenStore(main, path.join(folder, 'copy.db'), () => undefined);
    isCopied = true;
    await writing;
    expect(await countIn(main)).toBeGreaterThan(20);
  });

  it('goes on after its other thread was ended in the middle of a change, of which nothing is left', async () => {
    const { folder, memory, main } = await sharedStore();
    const dying = new Worker(
      `const { DatabaseSync } = require('node:sqlite');
      const { parentPort, workerData } = require('node:worker_threads');
      const db = new DatabaseSync(workerData.file);
      const turn = new Int32Array(workerData.memory);
      Atomics.store(turn, 0, 2);
      db.exec("begin immediate; insert into trouble (team, cause, reason, since, last_at) values ('T', 'c', 'r', 1, 1)");
      parentPort.postMessage('half-way');
      setInterval(() => {}, 1000);`,
      { eval: true, workerData: { file: path.join(folder, 'sightline.db'), memory } },
    );
    await new Promise((resolve, reject) => dying.once('message', resolve).once('error', reject));
    const written = queued(main, 'waits for its turn');
    await dying.terminate();
    freeTurnOf(memory, 'beside');
    await written;
    expect(await countIn(main)).toBe(1);
    expect(await main.selectFrom('trouble').select('cause').execute()).toEqual([]);
  });
});

describe('the turn to write', () => {
  it('goes to whoever waits, before the one that had it has it again', async () => {
    const memory = createTurnMemory();
    const [main, beside] = [createWriteTurn(memory, 'main'), createWriteTurn(memory, 'beside')];
    const order: string[] = [];
    await main.take();
    const waiting = beside.take().then(() => order.push('beside'));
    await nextTurn();
    main.give();
    const again = main.take().then(() => order.push('main'));
    await waiting;
    beside.give();
    await again;
    expect(order).toEqual(['beside', 'main']);
  });

  it('is kept until it was given as often as it was taken', async () => {
    const memory = createTurnMemory();
    const [main, beside] = [createWriteTurn(memory, 'main'), createWriteTurn(memory, 'beside')];
    await main.take();
    await main.take();
    let isTaken = false;
    const waiting = beside.take().then(() => {
      isTaken = true;
    });
    main.give();
    await nextTurn();
    expect(isTaken).toBe(false);
    main.give();
    await waiting;
  });
});
