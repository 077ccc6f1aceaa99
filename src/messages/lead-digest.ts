/** Draws a digest: a summary, one section for each lead, a footer. */
import type { LeadDigest, Standing } from '../decision.ts';
import type { Message, MessageBlock } from '../slack/blocks.ts';
import { joined, type Mrkdwn, mrkdwn } from '../slack/text.ts';
import { withRowsThatFit } from './budget.ts';
import { dayAt } from './days.ts';
import { fallback, summaryAround } from './fallback.ts';
import { count, figure } from './figures.ts';
import { handleOf } from './handle.ts';
import { footer, section } from './layout.ts';
import { type LeadRow, leadInWords, leadLine, leadRow, titleOf } from './lead-row.ts';
import { allLeftOut, leftOutNote } from './left-out.ts';
import { brief } from './lengths.ts';

export function leadDigestMessage(digest: LeadDigest, standing: Standing): Message {
  const rows = digest.leads.map(
    (lead, i): LeadRow => ({
      number: i + 1,
      lead,
      at: digest.at,
      isNew: !digest.first,
      handle: handleOf(standing, lead.key),
    }),
  );
  const drawn = rows.map((row) => leadRow(row));
  const blocks = withRowsThatFit<MessageBlock>(drawn, (shown) => [
    section(head(digest, shown.length)),
    ...shown,
    footer(foot(digest, shown.length)),
  ]);
  return { text: fallback(summary(digest), rows.map(leadLine)), blocks };
}

function head(digest: LeadDigest, shown: number): Mrkdwn {
  const { project, at, timezone, first, leads } = digest;
  const all = total(digest);
  const line = joined(
    [
      mrkdwn`*${brief(project.name, 'project')} leads*`,
      dayAt(at, timezone),
      leads.length === 0 ? 'no new leads' : !first && mrkdwn`*${figure(all)} new*`,
      metrics(digest),
    ],
    ' · ',
  );
  if (leads.length === 0) return joined([line, allLeftOut(digest.leftOut, digest.minScore)], '\n');
  return first ? joined([line, firstNote(all, shown)], '\n') : line;
}

function firstNote(all: number, shown: number): string {
  const known = `First digest: ${count(all, 'lead')} already known`;
  return shown === all
    ? `${known}, all shown.`
    : `${known}, the best ${shown} shown. The rest will not be posted.`;
}

/** The first digest counts what it found itself; a second count of the API beside it would only raise questions. */
function metrics({ first, known, averageScore }: LeadDigest): string {
  const parts = [
    !first && known !== undefined && `${figure(known)} known`,
    averageScore !== undefined && `average score ${figure(averageScore)}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

function foot(digest: LeadDigest, shown: number): Mrkdwn {
  const below = total(digest) - shown;
  return joined(
    [
      schedule(digest),
      digest.lateHours !== undefined && `catch-up after ${figure(digest.lateHours)} h`,
      !digest.first && below > 0 && `${figure(below)} more new, not shown: /visibility leads`,
      digest.leads.length > 0 && leftOutNote(digest.leftOut, digest.minScore),
      'change: projects file',
    ],
    ' · ',
  );
}

/** As the projects file says it, and in which timezone. */
function schedule({ schedule, timezone }: LeadDigest): string {
  const words = brief(/^[a-z]/i.test(schedule) ? schedule : `cron ${schedule}`, 'name');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${timezone}`;
}

function total({ leads, unshown }: LeadDigest): number {
  return leads.length + unshown;
}

function summary(digest: LeadDigest): string {
  const name = brief(digest.project.name, 'project');
  const [best] = digest.leads;
  if (!best) {
    const why = allLeftOut(digest.leftOut, digest.minScore);
    return `${name}: no new leads.${why ? ` ${why}` : ''}`;
  }
  const all = total(digest);
  const news = digest.first ? `first digest, ${count(all, 'lead')} known` : count(all, 'new lead');
  return summaryAround(
    titleOf(best),
    (title) => `${name}: ${news}. Best: ${leadInWords(best, digest.at, title)}.`,
  );
}
