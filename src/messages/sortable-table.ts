/** A list in the layout of all look-ups; as a sortable table in pages that Slack accepts; or as a CSV file. */
import type { ProjectRef } from '../decision.ts';
import type { Listing } from '../visibility/assumed.ts';
import { alignFigures, alignRounding, count, figure, percentFactor, round } from './figures.ts';
import { brief, linkable } from './lengths.ts';
import type { Cell, Chart, Page, Part, Row, Table } from './page.ts';
import { headline, note, page, rows } from './page.ts';
import { pagesOfRows } from './room.ts';
import { beside, bold, flexible, join, type Piece, say } from './text.ts';

export type Rows<Row> = readonly Row[] & Pick<Listing<Row>, 'rest'>;

type Lookup = {
  project: ProjectRef;
  /** "the latest 25 answers", "no topics yet". */
  amount: string;
  /** "Newest first". */
  order?: string | undefined;
  /** Engines, regions and sites that the answer is narrowed to. */
  only?: readonly string[] | undefined;
  rows: readonly Row[];
  chart?: Chart | undefined;
  /** Follow-up buttons. */
  onward?: Part | undefined;
};

export function lookupPage({ project, amount, order, only = [], rows: all, chart, onward }: Lookup): Page {
  return page(
    headline(
      beside(
        bold(`${brief(project.name, 'project')}: ${amount}`),
        ...only.map((one) => say`only ${flexible(brief(one, 'title'))}`),
      ),
    ),
    note(all.length > 0 && order),
    rows(all),
    chart,
    onward,
  );
}

export const BARS = 10;

/** A chart of at least two figures, else undefined. `said`: a list on the same page has all of them. */
export function barChart(
  title: string,
  series: string,
  bars: readonly { label: string; value: number }[],
  { said = false }: { said?: boolean } = {},
): Chart | undefined {
  if (bars.length < 2) return undefined;
  const drawn = bars.slice(0, BARS);
  const rounded = alignRounding(drawn.map(({ value }) => value));
  const words = drawn.map(({ label, value }) => `${brief(label, 'place') || 'Unnamed'} ${rounded(value)}`);
  return {
    kind: 'chart',
    title,
    type: 'bar',
    categories: drawn.map(({ label }) => brief(label, 'place') || 'Unnamed'),
    series: [{ name: series, values: drawn.map(({ value }) => rounded(value)) }],
    words: said ? say`` : say`${title}: ${words.join(', ')}`,
  };
}

export function formatIfGiven(
  value: number | null | undefined,
  words: (value: number) => string,
): string | undefined {
  return value == null ? undefined : words(value);
}

/** `cell` is undefined if the API doesn't give it for a row. The heading names the unit. */
export type Column<Row> = { heading: string; cell: (row: Row) => Cell | undefined };

/** `head` says what and how many; `order` is the initial order; the first column names the rows. */
export type SortableList<Row> = {
  head: string;
  caption: string;
  order?: string | undefined;
  only?: readonly string[] | undefined;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  below?: Piece;
};

const MISSING = 'not given';

/** Splits the rows into pages, of at most `most` rows. */
export function pagesOfTable<Row>(list: SortableList<Row>, most?: number): Row[][] {
  const given = findGivenColumns(list);
  const rows = list.rows.map((row) => ({ row, cells: cellsOf(row, given) }));
  const { length } = rows;
  const around = pageWith(list, given, [], rangeOf(length, length, length + 1));
  return pagesOfRows(rows, around, most).map((page) => page.map(({ row }) => row));
}

/** Page `at` (from 0, at most the last one), and how many pages there are. */
export function tablePage<Row>(
  list: SortableList<Row>,
  at: number,
  pages: readonly (readonly Row[])[] = pagesOfTable(list),
): { message: Page; pages: number } {
  const shown = Math.min(at, pages.length - 1);
  const here = pages[shown] ?? [];
  const from = pages.slice(0, shown).reduce((sum, { length }) => sum + length, 0);
  const given = findGivenColumns(list);
  const cells = here.map((row) => cellsOf(row, given));
  return {
    message: pageWith(list, given, cells, rangeOf(from, here.length, list.rows.length)),
    pages: pages.length,
  };
}

/** Figures in the unit named by the heading. */
export function figureColumn<Row>(
  heading: string,
  rows: readonly Row[],
  read: (row: Row) => number | null | undefined,
): Column<Row> {
  const said = alignFigures(rows.map(read));
  return {
    heading,
    cell(row) {
      const value = read(row);
      return value == null ? undefined : { figure: value, text: said(value) };
    },
  };
}

/** Shares in per cent, whether the API gives per cent or parts of 1. */
export function shareColumn<Row>(
  heading: string,
  rows: readonly Row[],
  read: (row: Row) => number | null | undefined,
): Column<Row> {
  const times = percentFactor(rows.map(read));
  return figureColumn(`${heading}, %`, rows, (row) => {
    const value = read(row);
    return value == null ? value : round(value * times, 1);
  });
}

/** The API's words, cut to the length of their kind. */
export function wordsColumn<Row>(
  heading: string,
  kind: Parameters<typeof brief>[1],
  read: (row: Row) => string | null | undefined,
): Column<Row> {
  return { heading, cell: (row) => brief(read(row) ?? '', kind) || undefined };
}

export function linkCell(url: string | undefined, label: string): Cell {
  return { link: linkable(url), label };
}

/** Drops columns the API gave nothing for, but never the first, which names the rows. */
function findGivenColumns<Row>({ columns, rows }: SortableList<Row>): Column<Row>[] {
  return columns.filter(({ cell }, i) => i === 0 || rows.some((row) => cell(row) !== undefined));
}

function cellsOf<Row>(row: Row, columns: readonly Column<Row>[]): Cell[] {
  return columns.map(({ cell }) => cell(row) ?? MISSING);
}

function pageWith<Row>(
  { head, caption, order, only = [], below }: SortableList<Row>,
  columns: readonly Column<Row>[],
  rows: Table['rows'],
  place: string | undefined,
): Page {
  const which = only.map((one) => brief(one, 'title'));
  const shown = beside(...which, join([place, order], ', '));
  return {
    summary: beside(`${head} as a table`, shown),
    parts: [
      headline(beside(bold(head), shown)),
      { kind: 'table', caption, columns: columns.map(({ heading }) => ({ heading })), rows },
      note(below),
    ],
  };
}

/** "1 to 60 of 214"; undefined if all are shown. */
export function rangeOf(from: number, shown: number, all: number): string | undefined {
  if (shown === all) return undefined;
  return `${figure(from + 1)}${shown === 1 ? '' : ` to ${figure(from + shown)}`} of ${figure(all)}`;
}

/** `csv` with a byte order mark, for its encoding; `of`: what a row is; `timezone`: that of its times. */
export type CsvExport = {
  name: string;
  title: string;
  csv: string;
  rows: number;
  of: string;
  timezone: string;
};

/** Characters of a file that a message shows where no file can be sent. */
const SHOWN_CHARS = 6_000;

/** What the person is told above the file, in their direct message. */
export function exportMessage({ title, rows, of, timezone }: CsvExport): Page {
  return page(
    headline(`${title}: ${count(rows, of)} as a CSV file, in this thread`),
    note(`Only you can see this file. Times are in ${timezone}.`),
  );
}

/** Answers in the channel, privately: where the file is. */
export function exportSentAnswer({ title, rows, of }: CsvExport): Page {
  return page(
    headline(`${title}: ${count(rows, of)}.`),
    note('The file is in your direct messages with Sightline, in the thread of its latest message.'),
  );
}

/** Answers where Slack takes no file: as many whole lines as one message shows. */
export function exportAsText({ title, rows, csv, of }: CsvExport): Page {
  const all = csv.replace(/^\uFEFF/, '').split('\r\n');
  let room = SHOWN_CHARS;
  const fitting = all.filter((line) => {
    room -= line.length + 1;
    return room >= 0;
  });
  return page(
    headline(`${title}: ${count(rows, of)}. Slack didn’t take the file, so here is what fits in a message.`),
    { kind: 'copy', text: fitting.join('\n') },
    note('To get files, ask an admin to give Sightline the scope files:write.'),
  );
}
