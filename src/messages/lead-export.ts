/** The export of leads as CSV, for spreadsheets; and what stands in Slack beside the file, or instead of it. */
import { stringify } from 'csv-stringify/sync';
import type { LeadStory, ProjectRef } from '../decision.ts';
import type { Message } from '../slack/blocks.ts';
import { mrkdwn, rich } from '../slack/text.ts';
import { fallback } from './fallback.ts';
import { count } from './figures.ts';
import { handleOf } from './handle.ts';
import { section } from './layout.ts';
import { brief } from './lengths.ts';

/** A file's worth: `csv` with a byte order mark, by which spreadsheets know its encoding. */
export type LeadExport = { name: string; title: string; csv: string; rows: number };

/** Characters of a file that a message shows where no file can be sent. */
const SHOWN_CHARS = 6_000;

/** Of the leads shown in the last `days` days, in the order in which they were shown; `day` (YYYY-MM-DD) names the file. */
export function leadExport(
  project: ProjectRef,
  stories: readonly LeadStory[],
  { handles, days, day }: { handles: Readonly<Record<string, string>>; days: number; day: string },
): LeadExport {
  const rows = stories.map((story) => ({
    lead: handleOf({ handles }, story.key),
    title: story.title,
    url: story.url,
    place: story.place,
    author: story.author,
    score: story.score,
    reason: story.reason,
    posted_at: iso(story.postedAt),
    shown_at: iso(story.shownAt),
    state: story.state,
    claimed_at: iso(story.claimedAt),
    replied_at: iso(story.repliedAt),
    reply_url: story.replyUrl,
    dismissed_as: story.dismissedAs,
    outcome: story.outcome,
    cited_by: story.citedBy?.join(', '),
  }));
  const name = brief(project.name, 'project');
  return {
    name: `${fileName(project.name)}-leads-${day}.csv`,
    title: `${name} leads, last ${count(days, 'day')}`,
    csv: stringify(rows, {
      header: true,
      columns: COLUMNS,
      bom: true,
      record_delimiter: 'windows',
      // What a forum wrote must not run in somebody's spreadsheet: =, +, - and @ at the start of a cell.
      escape_formulas: true,
    }),
    rows: rows.length,
  };
}

const COLUMNS = [
  ...['lead', 'title', 'url', 'place', 'author', 'score', 'reason', 'posted_at', 'shown_at', 'state'],
  ...['claimed_at', 'replied_at', 'reply_url', 'dismissed_as', 'outcome', 'cited_by'],
];

/** What the person is told above the file, in their direct message. */
export function exportMessage({ title, rows }: LeadExport): Message {
  const said = `${title}: ${count(rows, 'lead')} as a CSV file, for you alone. Times are UTC.`;
  return { text: fallback(said), blocks: [section(mrkdwn`${said}`)] };
}

/** Answers in the channel, privately: where the file is. */
export function exportSentAnswer({ title, rows }: LeadExport): Message {
  const said = `${title}: ${count(rows, 'lead')}. The file is in your direct messages with Sightline.`;
  return { text: fallback(said), blocks: [section(mrkdwn`${said}`)] };
}

/** Answers where Slack takes no file: as many whole lines as one message shows. */
export function exportAsText({ title, rows, csv }: LeadExport): Message {
  const lines = csv.replace(/^\uFEFF/, '').split('\r\n');
  let room = SHOWN_CHARS;
  const fitting = lines.filter((line) => {
    room -= line.length + 1;
    return room >= 0;
  });
  const said = `${title}: ${count(rows, 'lead')}. Slack took no file from Sightline (it needs the scope files:write), so here is what fits a message.`;
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

/** For every file system: "acme-corp". */
function fileName(name: string): string {
  return (
    name
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, 40) ?? 'project'
  );
}

function iso(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
