/**
 * How much a page says where none of its rows may be lost on the way: that is decided here, by the words alone, so that whoever
 * draws the page shows the same rows.
 */
import type { Page } from './page.ts';

/** What wherever pages are drawn has room. Slack has least: 9,000 characters. */
const PAGE_CHARS = 8_800;

/**
 * The most things, of `most`, with which a page has room for all that it says. `growth`: characters that each of them may need
 * beyond that later on.
 */
export function maxFitting(most: number, pageOf: (many: number) => Page, growth = 0): number {
  const fits = (many: number) => countChars(pageOf(many).parts) + many * growth <= PAGE_CHARS;
  return fits(most) ? most : findLargest(most - 1, fits);
}

/** Rows that a table holds below its heads, wherever it is drawn. */
const TABLE_ROWS = 100;

/** Between two cells, where a row is drawn as a line: " · ". */
const BETWEEN_CELLS = 3;

/** The rows of a table in pages, in their order, each as full as it may be with what else stands `around` them. */
export function pagesOfRows<R extends { cells: readonly unknown[] }>(
  rows: readonly R[],
  around: Page,
  most = TABLE_ROWS,
): R[][] {
  const room = PAGE_CHARS - countChars(around.parts);
  const pages: R[][] = [];
  let left = 0;
  for (const row of rows) {
    const size = countChars(row.cells) + row.cells.length * BETWEEN_CELLS;
    const page = pages.at(-1);
    if (page && page.length < most && size <= left) page.push(row);
    else {
      pages.push([row]);
      left = room;
    }
    left -= size;
  }
  return pages;
}

/** The largest number, up to `most`, that fits; 0 where none does. */
export function findLargest(most: number, fits: (many: number) => boolean): number {
  let [fitting, tooMany] = [0, most + 1];
  while (tooMany - fitting > 1) {
    const many = Math.floor((fitting + tooMany) / 2);
    if (fits(many)) fitting = many;
    else tooMany = many;
  }
  return fitting;
}

/** Signs that a place may have to escape, each in up to five characters. */
const ESCAPED = /[&<>|*_~`]/g;

/** What stands around a piece of text, by what it is. */
const AROUND: Readonly<Record<string, number>> = { bold: 2, code: 2, link: 3, user: 3, channel: 3, at: 45 };

/** Keys whose strings nobody reads, or only listeners hear. */
const UNSEEN = new Set(['kind', 'id', 'value', 'as', 'style', 'hint']);

/** How many characters a text, a row or a part has at most, wherever it is drawn. */
export function countChars(said: unknown): number {
  if (typeof said === 'string') return said.length + 4 * (said.match(ESCAPED)?.length ?? 0);
  if (typeof said !== 'object' || said === null) return 0;
  return Object.entries(said).reduce(
    (sum, [key, value]) => (UNSEEN.has(key) ? sum : sum + (AROUND[key] ?? 0) + countChars(value)),
    0,
  );
}
