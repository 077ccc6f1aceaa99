import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/store/sqlite.ts';
import { openDisk, shareRuns } from '../../src/store/sqlite-files.ts';
import { temporaryFolder } from '../support/folder.ts';
import { NINE, queued, TEAM } from '../support/store-opened.ts';

/** Something slow, such as a disk; `begun` counts how often it began. */
function slowWork() {
  const ends: ((fault?: Error) => void)[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => ends.push((fault) => (fault ? reject(fault) : resolve())));
  return { work, begun: () => ends.length, end: (fault?: Error) => ends.at(-1)?.(fault) };
}

describe('those who wait for the disk', () => {
  it('wait for what begins after they wrote, and share it', async () => {
    const { work, begun, end } = slowWork();
    const flush = shareRuns(work);
    const heard: string[] = [];
    void flush().then(() => heard.push('first'));
    for (const name of ['second', 'third']) void flush().then(() => heard.push(name));
    expect(begun()).toBe(1);
    end();
    await turn();
    expect([heard, begun()]).toEqual([['first'], 2]);
    end();
    await turn();
    expect([heard, begun()]).toEqual([['first', 'second', 'third'], 2]);
  });

  it('hear of a fault, and the next ones of their own', async () => {
    const { work, begun, end } = slowWork();
    const flush = shareRuns(work);
    const [first, second] = [flush(), flush()];
    end(new Error('no such disk'));
    await expect(first).rejects.toThrow('no such disk');
    await turn();
    end();
    await expect(second).resolves.toBeUndefined();
    expect(begun()).toBe(2);
  });
});

describe('the log of the embedded store', () => {
  it('is moved into the file when it has grown long, and is short again', async () => {
    const folder = temporaryFolder();
    const db = await openSqlite(folder, () => NINE);
    const log = path.join(folder, 'sightline.db-wal');
    const decision = JSON.stringify({ note: 'x'.repeat(100_000) });
    let longest = 0;
    for (let i = 0; i < 120; i++) {
      await queued(db, `post ${i}`, { decision });
      longest = Math.max(longest, statSync(log).size);
    }
    expect(longest).toBeLessThan(8 * 1024 * 1024);
    const { length } = await db.selectFrom('delivery').select('id').where('team', '=', TEAM).execute();
    expect(length).toBe(120);
    await db.destroy();
    const again = await openSqlite(folder, () => NINE);
    expect(await again.selectFrom('delivery').select('id').execute()).toHaveLength(120);
    await again.destroy();
  });

  it('tells of a disk that takes nothing any more, from then on', async () => {
    const file = path.join(temporaryFolder(), 'sightline.db');
    const sqlite = new DatabaseSync(file);
    sqlite.exec('pragma journal_mode = wal; pragma synchronous = off; create table one (id)');
    const gone = () => Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
    const disk = openDisk(sqlite, file, { synced: gone });
    await expect(disk.flush()).rejects.toThrow('cannot be used: EIO');
    await expect(disk.flush()).rejects.toThrow('cannot be used: EIO');
    disk.close();
  });
});
