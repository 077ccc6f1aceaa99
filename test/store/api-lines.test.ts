import { expect, it } from 'vitest';
import { keepLines, readKeptLines, replaceLines } from '../../src/store/api-lines.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import type { KeptLine } from '../../src/visibility/profile.ts';
import { temporaryFolder } from '../support/folder.ts';
import { NINE } from '../support/store-opened.ts';

const [HERE, ELSEWHERE] = ['https://a.test/v1/public', 'https://b.test/v1/public'];
const line = (there: string, known: KeptLine['known'], keyMark = ''): KeptLine => ({
  keyMark,
  operation: 'topics',
  what: 'label',
  there,
  known,
});

it('what was learned at one address doesn’t hold at another', async () => {
  const db = await openSqlite(temporaryFolder(), () => NINE);
  await replaceLines(db, HERE, 'described', [line('name', 'described')], NINE);
  await keepLines(db, HERE, [line('title', 'answered', 'a key')], NINE);
  expect(await readKeptLines(db, ELSEWHERE)).toEqual([]);
  await keepLines(db, ELSEWHERE, [line('other', 'answered', 'a key')], NINE);
  expect((await readKeptLines(db, HERE)).map(({ there }) => there)).toEqual(['name', 'title']);
  await replaceLines(db, ELSEWHERE, 'described', [line('named', 'described')], NINE);
  expect((await readKeptLines(db, HERE)).map(({ there }) => there)).toEqual(['title']);
  await db.destroy();
});
