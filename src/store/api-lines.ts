/** What was learned about the API at an address, shared by all processes on this store. It belongs to no workspace: `team` is ''. */
import { BELIEFS, type Belief, type KeptLine, markOf } from '../visibility/profile.ts';
import { deleteRows, findRows, putRows } from './rows.ts';
import { inTransaction } from './statements.ts';
import type { Db } from './tables.ts';

const OF_ALL = '';

/** Each address has its own lines, since another may be of another API. */
const prefixOf = (baseUrl: string) => `${markOf(baseUrl)}:`;

export async function readKeptLines(db: Db, baseUrl: string): Promise<KeptLine[]> {
  const rows = await findRows(db, 'api_line', { team: OF_ALL }, 'learnt_at');
  const prefix = prefixOf(baseUrl);
  return rows.flatMap(({ key_mark: mark, operation, what, there, known: how }) => {
    const known = BELIEFS.find((each) => each === how);
    return known && mark.startsWith(prefix)
      ? [{ keyMark: mark.slice(prefix.length), operation, what, there, known }]
      : [];
  });
}

/** Stores lines; a new one replaces an older one about the same thing that is known in the same way. `now` epoch ms. */
export async function keepLines(db: Db, baseUrl: string, lines: readonly KeptLine[], now: number) {
  const latest = new Map(
    lines.map((line) => [JSON.stringify([line.keyMark, line.operation, line.what, line.known]), line]),
  );
  const rows = [...latest.values()].map(({ keyMark, ...line }) => ({
    team: OF_ALL,
    key_mark: `${prefixOf(baseUrl)}${keyMark}`,
    ...line,
    learnt_at: now,
  }));
  await putRows(db, 'api_line', rows, 'there', 'learnt_at');
}

/** Replaces all lines known in this way, of whatever address: a new description takes the place of the old one. */
export function replaceLines(
  db: Db,
  baseUrl: string,
  known: Belief,
  lines: readonly KeptLine[],
  now: number,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await deleteRows(trx, 'api_line', { team: OF_ALL, known });
    await keepLines(trx, baseUrl, lines, now);
  });
}
