/** Decides how many rows fit on a page by its words alone, so that every renderer shows the same rows. */
import type { Page } from './page.ts';

/** Fits every renderer; Slack has the least room, 9,000 characters. */
const PAGE_CHARS = 8_800;

/** The largest number of things, up to `most`, that fits. Each may later grow by `growth` characters. */
export function maxFitting(most: number, pageOf: (many: number) => Page, growth: number): number {
  const fits = (many: number) => countChars(pageOf(many).parts) + many * growth <= PAGE_CHARS;
  return fits(most) ? most : findLargest(most - 1, fits);
}

/** Rows of a table below its heading, in every renderer. */
const TABLE_ROWS = 100;

/** " · " between cells when a row is drawn as a line. */
const BETWEEN_CELLS = 3;

/** Splits table rows into pages, each as full as it can be beside what is `around` them. */
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

/** Characters that may be escaped, into up to five characters each. */
const ESCAPED = /[&<>|*_~`]/g;

/** Characters that markup adds around each kind of span. */
const AROUND: Readonly<Record<string, number>> = { bold: 2, code: 2, link: 3, user: 3, channel: 3, at: 45 };

/** Keys whose strings are not displayed. */
const UNSEEN = new Set(['kind', 'id', 'value', 'as', 'style', 'hint']);

/** The most characters a text, row or part takes in any renderer. */
export function countChars(said: unknown): number {
  if (typeof said === 'string') return said.length + 4 * (said.match(ESCAPED)?.length ?? 0);
  if (typeof said !== 'object' || said === null) return 0;
  return Object.entries(said).reduce(
    (sum, [key, value]) => (UNSEEN.has(key) ? sum : sum + (AROUND[key] ?? 0) + countChars(value)),
    0,
  );
}
