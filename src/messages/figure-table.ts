/** Figures of several things side by side: as Slack's table, and as lines where that is refused or heard. */
import type { TableBlock } from '@slack/types';
import { rich } from '../slack/text.ts';

/** What a line and a cell say of the same figure; undefined where the API gave none. */
export type Column<Row> = {
  heading: string;
  /** Left for words. */
  align?: 'left';
  cell: (row: Row) => string | undefined;
};

/** The first column names the rows. One that the API gives of no row is left out. Slack takes one table in a message. */
export function figureTable<Row>(
  name: Column<Row>,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): TableBlock {
  const all = [name, ...givenOf(columns, rows)];
  const cells = rows.map((row) => all.map(({ cell }) => cell(row) ?? 'none given'));
  return {
    type: 'table',
    rows: [all.map(({ heading }) => heading), ...cells].map((row) =>
      row.map((text) => ({ type: 'raw_text', text: rich(text) })),
    ),
    column_settings: all.map(({ align }, i) => ({ align: i === 0 ? 'left' : (align ?? 'right') })),
  };
}

/** "Globex: score 70.0, mention rate 60 %, no average rank" */
export function figureLines<Row>(
  name: Column<Row>,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string[] {
  const given = givenOf(columns, rows);
  return rows.map((row) => {
    const facts = given.map(({ heading, cell }) => {
      const [what, said] = [heading.toLowerCase(), cell(row)];
      return said === undefined ? `no ${what}` : `${what} ${said}`;
    });
    return [name.cell(row), facts.join(', ')].filter(Boolean).join(': ');
  });
}

function givenOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Column<Row>[] {
  return columns.filter(({ cell }) => rows.some((row) => cell(row) !== undefined));
}
