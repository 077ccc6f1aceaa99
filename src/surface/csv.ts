/** Rows as CSV for spreadsheets. */
import { stringify } from 'csv-stringify/sync';

/** With a byte order mark, by which spreadsheets know the encoding. */
export function csvOf(rows: readonly object[], columns: readonly string[]): string {
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    bom: true,
    record_delimiter: 'windows',
    // What a forum or a person wrote must not run in somebody's spreadsheet: =, +, - and @ at the start of a cell.
    escape_formulas: true,
  });
}
