/** The export of leads: what became of every lead shown in the last days, as a file to the person who asks. */
import type { LeadStory, ProjectRef } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { count } from '../../messages/figures.ts';
import { handleOf } from '../../messages/handle.ts';
import type { CsvExport } from '../../messages/leads/csv-export.ts';
import { brief } from '../../messages/lengths.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { today } from '../../rules/calendar.ts';
import { handlesOf } from '../../store/handles.ts';
import { leadStories } from '../../store/lead-stories.ts';
import type { Answer, ProjectAsk } from '../ask.ts';
import { csvOf, sendExport } from '../csv-export.ts';
import { requirePermission } from '../guards.ts';
import { Refused } from '../refused.ts';

const USUAL = '30d';
const MOST_DAYS = 365;

/** `since` as it was typed: "30d", the default. @throws Refused where it is no number of days. */
export async function exportLeads(since: string | undefined, ask: ProjectAsk): Promise<Answer> {
  await requirePermission('members', ask);
  const { project, db, team } = ask;
  const days = daysIn(since ?? USUAL);
  const now = ask.now();
  const stories = await leadStories(db, { team, projectId: project.id, since: now - days * DAY_MS });
  const handles = await handlesOf(
    db,
    team,
    stories.map(({ key }) => key),
  );
  const day = today(now, timezoneOf(ask.workspace.projects(), project));
  return sendExport(leadExport(project, stories, { handles, days, day }), ask);
}

function daysIn(since: string): number {
  const days = Number(since.match(/^(\d{1,3})d(ays?)?$/)?.[1] ?? 0);
  if (days >= 1 && days <= MOST_DAYS) return days;
  throw new Refused({
    sentence: `“${since}” isn’t a number of days from 1d to ${MOST_DAYS}d.`,
    example: '/visibility leads export 30d',
  });
}

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
