/** Sends a CSV export privately to the person who asked: as a file, or as text if Slack takes no file. */
import { stringify } from 'csv-stringify/sync';
import { type CsvExport, exportAsText, exportMessage, exportSentAnswer } from '../messages/sortable-table.ts';
import { draw } from '../slack/draw.ts';
import { sendPrivateFile } from '../slack/poster.ts';
import type { Answer, Ask } from './ask.ts';

export async function sendExport(
  file: CsvExport,
  { workspace: { client }, person, log }: Ask,
): Promise<Answer> {
  const { name, title, csv: content } = file;
  const sent = await sendPrivateFile(client, person, draw(exportMessage(file)), { name, title, content });
  if (sent.kind === 'sent') return { message: exportSentAnswer(file) };
  log.warn({ reason: sent.reason, person }, 'Couldn’t send an export as a file; sending text');
  return { message: exportAsText(file) };
}

/**
 * Matches what a spreadsheet would run as a formula: =, +, - and @, full-width or after invisible characters, and
 * leading tabs and line breaks. https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** With a byte order mark, so that spreadsheets detect UTF-8. */
export function toCsv(rows: readonly object[], columns: readonly string[]): string {
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    bom: true,
    record_delimiter: 'windows',
    // Only strings hold outside text; numbers are ours.
    cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
  });
}
