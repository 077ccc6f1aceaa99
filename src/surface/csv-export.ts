/** Rows as a CSV file for spreadsheets, sent to the person who asked and to nobody else, or what fits a message. */

import { stringify } from 'csv-stringify/sync';
import {
  type CsvExport,
  exportAsText,
  exportMessage,
  exportSentAnswer,
} from '../messages/leads/csv-export.ts';
import { draw } from '../slack/draw.ts';
import { sendPrivateFile } from '../slack/files.ts';
import type { Answer, Ask } from './ask.ts';

export async function sendExport(
  file: CsvExport,
  { workspace: { client }, person, log }: Ask,
): Promise<Answer> {
  const { name, title, csv: content } = file;
  const sent = await sendPrivateFile(client, person, draw(exportMessage(file)), { name, title, content });
  if (sent.kind === 'sent') return { message: exportSentAnswer(file) };
  log.warn({ reason: sent.reason, person }, 'An export could not be sent as a file');
  return { message: exportAsText(file) };
}

/**
 * What a spreadsheet would run: =, +, - and @, also in their wide forms and behind characters that are not seen, and
 * what makes a cell begin anew. https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** With a byte order mark, by which spreadsheets know the encoding. */
export function toCsv(rows: readonly object[], columns: readonly string[]): string {
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
