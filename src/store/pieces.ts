/** Long lists go to the database in pieces: SQLite takes 32,766 values in one statement, PostgreSQL 65,535. */

/** Rows in one statement. No table of ours has more than 30 columns. */
const PIECE = 500;

export function piecesOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / PIECE) }, (_, index) =>
    items.slice(index * PIECE, (index + 1) * PIECE),
  );
}

/** What `read` finds for each piece of a list, together: nothing is asked for an empty one. */
export async function readInPieces<Item, Row>(
  items: readonly Item[],
  read: (piece: Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const piece of piecesOf(items)) rows.push(...(await read(piece)));
  return rows;
}
