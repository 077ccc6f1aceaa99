/** Decides how many rows fit on a page by its words alone, so that every renderer shows the same rows. */
import type { Page } from './page.ts';

/** Fits every renderer; Slack has the least room, 9,000 characters. */
const PAGE_CHARS = 8_800;

/** The largest number of things, up to `most`, that fits. Each may later grow by `growth` characters. */
export function maxFitting(most: number, pageOf: (many: number) => Page, growth: number): number {
  const fits = (many: number) => countChars(pageOf(many).parts) + many * growth <= PAGE_CHARS;
  return fits(most) ? most : findLargest(most - 1, fits);
}

/** How many of a page's rows fit, the first ones first. Each may later grow by `growth` characters. */
export function countFittingRows({ parts }: Page, growth: number): number {
  const rows = parts.flatMap((part) => (part && part.kind === 'rows' ? part.rows : []));
  let chars = countChars(parts) + rows.length * growth;
  while (chars > PAGE_CHARS && rows.length > 0) chars -= countChars(rows.pop()) + growth;
  return rows.length;
}

const TABLE_ROWS = 100;

/** " · " between cells when a row is drawn as a line. */
const BETWEEN_CELLS = 3;

/** Splits table rows into pages, each as full as what is `around` them allows. */
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

const AROUND: Readonly<Record<string, number>> = { bold: 2, code: 2, link: 3, user: 3, channel: 3, at: 45 };

const UNSEEN = new Set(['kind', 'id', 'value', 'as', 'style', 'hint']);

/** The most characters a text, row or part takes in any renderer. */
export function countChars(said: unknown): number {
  return sumTexts(said, UNSEEN, (text) => text.length + 4 * (text.match(ESCAPED)?.length ?? 0), AROUND);
}

/** The lengths of all strings but those under `unseen`; a key in `around` adds. Written for speed: measures all answers. */
export function sumTexts(
  value: unknown,
  unseen: ReadonlySet<string>,
  lengthOf: (text: string) => number,
  around: Readonly<Record<string, number>> = {},
): number {
  if (typeof value === 'string') return lengthOf(value);
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  if (Array.isArray(value)) for (const one of value) sum += sumTexts(one, unseen, lengthOf, around);
  else
    for (const key in value)
      if (!unseen.has(key))
        sum += (around[key] ?? 0) + sumTexts(value[key as keyof typeof value], unseen, lengthOf, around);
  return sum;
}
