/** The export of leads: one line for each lead that was shown, and what became of it. */
import type { LeadStory, ProjectRef } from '../../decision.ts';
import type { CsvExport } from '../../messages/answers/csv-export.ts';
import { count } from '../../messages/figures.ts';
import { handleOf } from '../../messages/handle.ts';
import { brief } from '../../messages/lengths.ts';
import { csvOf } from '../csv.ts';

/** Of the leads shown in the last `days` days, in the order in which they were shown; `day` (YYYY-MM-DD) names the file. */
export function leadExport(
  project: ProjectRef,
  stories: readonly LeadStory[],
  { handles, days, day }: { handles: Readonly<Record<string, string>>; days: number; day: string },
): CsvExport {
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
    // As people read of it everywhere: “new” is said of what is posted for the first time.
    state: story.state === 'new' ? 'open' : story.state,
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
    csv: csvOf(rows, COLUMNS),
    of: 'posted lead',
    rows: rows.length,
  };
}

const COLUMNS = [
  ...['lead', 'title', 'url', 'place', 'author', 'score', 'reason', 'posted_at', 'shown_at', 'state'],
  ...['claimed_at', 'replied_at', 'reply_url', 'dismissed_as', 'outcome', 'cited_by'],
];

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
