/** Long lists come in pages, each asked for anew. */

/** As many lines as are read without scrolling far. */
const ROWS = 12;

/** The rows of one page (from 0; the last one where there is no such page), and how many pages there are. */
export function pageOf<Row>(rows: readonly Row[], page: number): { shown: Row[]; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  const at = Math.min(page, pages - 1);
  return { shown: rows.slice(at * ROWS, (at + 1) * ROWS), pages };
}
