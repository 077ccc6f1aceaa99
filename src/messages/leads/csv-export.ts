/** What Slack shows with an export, or instead of it if no file can be sent. */
import { count } from '../figures.ts';
import { headline, note, type Page, page } from '../page.ts';

/**
 * A file's worth: `csv` with a byte order mark, by which spreadsheets know its encoding; `of`: what a row is;
 * `timezone`: that of its times.
 */
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
