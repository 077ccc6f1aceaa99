/** Rows as CSV for spreadsheets. */
import { stringify } from 'csv-stringify/sync';

/**
 * What a spreadsheet would run: =, +, - and @, also in their wide forms and behind characters that are not seen, and
 * what makes a cell begin anew. https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** With a byte order mark, by which spreadsheets know the encoding. */
export function csvOf(rows: readonly object[], columns: readonly string[]): string {
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    bom: true,
    record_delimiter: 'windows',
    cast: { string: harmless },
  });
}

/** What a forum or a person wrote must not run in somebody's spreadsheet; numbers are ours. */
function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
