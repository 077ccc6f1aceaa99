/** What stands in Slack beside an export, or instead of it where no file can be sent. */
import type { Message } from '../../slack/blocks.ts';
import { mrkdwn, rich } from '../../slack/text.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';
import { section } from '../layout.ts';

/** A file's worth: `csv` with a byte order mark, by which spreadsheets know its encoding; `of`: what a row is. */
export type CsvExport = { name: string; title: string; csv: string; rows: number; of: string };

/** Characters of a file that a message shows where no file can be sent. */
const SHOWN_CHARS = 6_000;

/** What the person is told above the file, in their direct message. */
export function exportMessage({ title, rows, of }: CsvExport): Message {
  const said = `${title}: ${count(rows, of)} as a CSV file, for you alone. Times are UTC.`;
  return { text: fallback(said), blocks: [section(mrkdwn`${said}`)] };
}

/** Answers in the channel, privately: where the file is. */
export function exportSentAnswer({ title, rows, of }: CsvExport): Message {
  const said = `${title}: ${count(rows, of)}. The file is in your direct messages with Sightline.`;
  return { text: fallback(said), blocks: [section(mrkdwn`${said}`)] };
}

/** Answers where Slack takes no file: as many whole lines as one message shows. */
export function exportAsText({ title, rows, csv, of }: CsvExport): Message {
  const lines = csv.replace(/^\uFEFF/, '').split('\r\n');
  let room = SHOWN_CHARS;
  const fitting = lines.filter((line) => {
    room -= line.length + 1;
    return room >= 0;
  });
  const said = `${title}: ${count(rows, of)}. Slack took no file from Sightline (it needs the scope files:write), so here is what fits a message.`;
  return {
    text: fallback(said),
    blocks: [
      section(mrkdwn`${said}`),
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_preformatted', elements: fitting.flatMap(preformatted) }],
      },
    ],
  };
}

function preformatted(line: string): { type: 'text'; text: string }[] {
  const text = rich(line);
  return text === '' ? [] : [{ type: 'text', text: `${text}\n` }];
}
