/** Answers /visibility leads: the best leads of a project as they are now. */
import type { DigestLead, LeadStanding, LeftOut, ProjectRef, Standing } from '../../decision.ts';
import type { Message, MessageBlock } from '../../slack/blocks.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import { withRowsThatFit } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { handleOf } from '../handle.ts';
import { section } from '../layout.ts';
import { type LeadRow, leadLines, leadRow } from '../lead-row.ts';
import { allLeftOut, leftOutNote } from '../left-out.ts';
import { brief } from '../lengths.ts';

/**
 * `leads` after the feed's filters, open ones first, each kind in the API's order; `limit` of them from `page` on, from
 * 0, are shown. `now` epoch ms. `asked` is how many the API was asked for: where it gave so many, it may have more.
 */
export type LeadsAnswer = {
  project: ProjectRef;
  leads: readonly DigestLead[];
  limit: number;
  page?: number | undefined;
  leftOut: readonly LeftOut[];
  minScore?: number | undefined;
  asked?: number | undefined;
  /** How many of `leads` the feed's filters leave out, where all were asked for. */
  filteredInFeed?: number | undefined;
  now: number;
  /** In which days are named; UTC unless told otherwise. */
  timezone?: string | undefined;
};

export function leadsAnswer(answer: LeadsAnswer, standing: Pick<Standing, 'handles' | 'leads'>): Message {
  const { project, leads, leftOut, minScore, now, timezone, limit, page = 0, filteredInFeed = 0 } = answer;
  const name = brief(project.name, 'project');
  if (leads.length === 0) {
    const nothing = allLeftOut(leftOut, minScore) ?? 'The API has no leads.';
    return { text: fallback(`${name}: ${nothing}`), blocks: [section(mrkdwn`*${name} leads* · ${nothing}`)] };
  }
  const before = page * limit;
  const rows = leads.slice(before, before + limit).map(
    (lead, i): LeadRow => ({
      number: before + i + 1,
      lead,
      at: now,
      isNew: false,
      timezone,
      handle: handleOf(standing, lead.key),
      standing: standing.leads?.[lead.key],
    }),
  );
  const taken = leads.filter(({ key }) => isTaken(standing.leads?.[key])).length;
  const order = taken > 0 && orderOf(leads.length - taken, taken);
  const notes = [
    leftOutNote(leftOut, minScore),
    cutNote(answer),
    filteredInFeed > 0 && `the feed leaves out ${figure(filteredInFeed)} of ${figure(leads.length)}`,
  ].filter((note) => typeof note === 'string');
  const drawn = rows.map((row) => leadRow(row));
  const blocks = withRowsThatFit<MessageBlock>(drawn, (shown) => {
    const amount = joined([amountOf(shown.length, before, leads.length, taken), order], ': ');
    return [section(joined([mrkdwn`*${name} leads*`, amount, ...notes], ' · ')), ...shown];
  });
  return {
    text: fallback(
      `${name}: ${count(leads.length, 'lead')}${order ? `: ${order}` : ', best first'}.`,
      leadLines(rows),
      notes.join(' · '),
    ),
    blocks,
  };
}

/** Why this count may be smaller than the API's own. */
function cutNote({ leads, leftOut, asked }: LeadsAnswer): string | undefined {
  const listed = leftOut.reduce((sum, one) => sum + one.count, leads.length);
  return asked !== undefined && listed >= asked ? `of the API’s best ${figure(asked)}` : undefined;
}

function isTaken(standing: LeadStanding | undefined): boolean {
  return standing !== undefined && standing.state !== 'new';
}

/** "15 open, best first, then 12 not open": people ask which to answer. */
function orderOf(open: number, taken: number): string {
  return open === 0 ? 'none open' : `${figure(open)} open, best first, then ${figure(taken)} not open`;
}

/** The best of all lead the list only while none is taken. */
function amountOf(shown: number, before: number, all: number, taken: number): string {
  if (shown === all) return count(all, 'lead');
  if (before === 0 && taken === 0) return `best ${shown} of ${figure(all)}`;
  const [first, last] = [before + 1, before + shown];
  const place = `${first === last ? first : `${first} to ${last}`} of ${figure(all)}`;
  return taken > 0 ? place : `${place}, best first`;
}
