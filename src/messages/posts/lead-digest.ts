/** Draws a digest: a summary, one section for each lead as it stands now, one row of actions, a footer. */
import type { ActionsBlock } from '@slack/types';
import type { DigestLead, LeadDigest, Standing } from '../../decision.ts';
import { HOUR_MS } from '../../durations.ts';
import { ACTIONS, LIMITS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { apiCounts } from '../api-counts.ts';
import { charsOf, rowsThatFit } from '../budget.ts';
import { dayAt } from '../days.ts';
import { fallback, summaryAround } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { handleOf } from '../handle.ts';
import { lateInWords } from '../late-in-words.ts';
import { button, footer, section } from '../layout.ts';
import { actionableRow, type LeadRow, leadInWords, leadLines, titleOf } from '../lead-row.ts';
import { CLAIMED_BY_SOMEBODY, FINISHED_WORDS } from '../lead-state-words.ts';
import { allLeftOut, FINISHED, leftOutNote } from '../left-out.ts';
import { brief } from '../lengths.ts';
import { scheduleInWords } from '../schedule-in-words.ts';
import { unreadNote } from '../trouble-words.ts';
import { warmBlocks, warmLines } from '../warm-leads.ts';

/** Leads on one page of what a digest does not show. */
export const PAGE_OF_MORE = 15;

export function leadDigestMessage(digest: LeadDigest, standing: Standing): Message {
  const rows = rowsOf(digest, standing);
  const isOpen = ({ lead }: LeadRow) => (standing.leads?.[lead.key]?.state ?? 'new') === 'new';
  const all = rows.map((row) => actionableRow(digest.project, row));
  const fitAnyway = rows.every(isOpen) && fitsHoweverTheyStand(digest, all);
  const drawn = fitAnyway ? all : all.slice(0, shownInDigest(digest));
  const draw = (shown: readonly MessageBlock[]) =>
    around(digest, shown, rows.slice(0, shown.length).some(isOpen));
  const shown = rowsThatFit<MessageBlock>(drawn, draw);
  return {
    text: spoken(digest, rows.slice(0, shown)),
    blocks: draw(drawn.slice(0, shown)),
  };
}

/**
 * How many leads a digest shows, however they stand: it is told from the decision alone, so that no row comes or goes
 * when people act. The others are behind its button.
 */
export function shownInDigest(digest: LeadDigest): number {
  const widest = rowsOf(digest, { handles: {} }).map((row) => widestForm(digest, row));
  return rowsThatFit<MessageBlock>(widest, (shown) => around(digest, shown, true));
}

/** No state makes an open row longer than that: who and when, a reply's link or a reason, a menu in place of a button. */
const LONGEST_STATE = 500;

/** Where there is room to spare, as mostly, it need not be told in detail: drawing every row twice is half the work. */
function fitsHoweverTheyStand(digest: LeadDigest, open: readonly MessageBlock[]): boolean {
  const blocks = around(digest, open, true);
  const chars = charsOf(blocks) + open.length * LONGEST_STATE;
  return chars <= LIMITS.messageChars && blocks.length <= LIMITS.messageBlocks;
}

/** When its leads were looked at, epoch ms: of one that comes late their ages are those of then. */
export function lookedAt({ at, lateHours = 0 }: LeadDigest): number {
  return at + lateHours * HOUR_MS;
}

/** All leads of a digest in its order, first those that it shows. */
export function leadsOfDigest({ leads, stillOpen = [], more = [] }: LeadDigest): DigestLead[] {
  return [...leads, ...stillOpen, ...more];
}

function rowsOf(digest: LeadDigest, standing: Pick<Standing, 'handles' | 'leads'>): LeadRow[] {
  const { leads, stillOpen = [], first, timezone } = digest;
  const at = lookedAt(digest);
  return [...leads, ...stillOpen].map((lead, i) => ({
    number: i + 1,
    lead,
    at,
    timezone,
    isNew: !first && i < leads.length,
    handle: handleOf(standing, lead.key),
    standing: standing.leads?.[lead.key],
    ...(i === leads.length && { above: openHeading(digest) }),
  }));
}

/** "Still open, 5 of 9": more may be open than come back. */
function openHeading({ stillOpen = [], open = 0 }: LeadDigest): string {
  const some = open > stillOpen.length ? `, ${figure(stillOpen.length)} of ${figure(open)}` : '';
  return `Still open${some}`;
}

/**
 * A row that takes as much room as in any state of its lead: claimed, which adds a line to all that an open one says,
 * and the few words by which a finished one may still be longer.
 */
function widestForm({ project }: LeadDigest, row: LeadRow): MessageBlock {
  const form = actionableRow(project, { ...row, handle: 'L000000', standing: CLAIMED_BY_SOMEBODY });
  return { ...form, ...(form.text && { text: { ...form.text, text: form.text.text + FINISHED_WORDS } }) };
}

function around(digest: LeadDigest, rows: readonly MessageBlock[], anyOpen: boolean): MessageBlock[] {
  return [
    section(head(digest, rows.length)),
    ...rows,
    ...warmBlocks(digest.warm),
    ...actions(digest, rows.length, anyOpen),
    footer(mrkdwn`${foot(digest)}`),
  ];
}

function actions(digest: LeadDigest, shown: number, anyOpen: boolean): ActionsBlock[] {
  const { project } = digest;
  const hidden = leadsOfDigest(digest).length - shown;
  const page = hidden > PAGE_OF_MORE ? `${PAGE_OF_MORE} of ${hidden}` : `${hidden}`;
  const name = brief(project.name, 'project');
  const elements = [
    ...(hidden > 0
      ? [button(`Show ${page} more`, `Show ${page} more leads of ${name}`, ACTIONS.leadMore, `${shown}`)]
      : []),
    ...(anyOpen
      ? [
          button('Dismiss several…', `Dismiss several leads of ${name}`, ACTIONS.leadDismissMany, project.id),
          button('Snooze…', `Snooze leads of ${name}`, ACTIONS.leadSnoozeMany, project.id),
        ]
      : []),
  ];
  return elements.length > 0 ? [{ type: 'actions', elements }] : [];
}

function head(digest: LeadDigest, shown: number): Mrkdwn {
  const { project, at, timezone, first, leads } = digest;
  const all = total(digest);
  const news =
    leads.length === 0 ? nothingNew(digest) : !first && mrkdwn`*${figure(all)}${orMore(digest)} new*`;
  const line = joined(
    [
      mrkdwn`*${brief(project.name, 'project')} leads*`,
      dayAt(at, timezone),
      joined([news, openBefore(digest)], ', '),
      first && leads.length > 0 ? undefined : metrics(digest),
    ],
    ' · ',
  );
  if (leads.length === 0) return joined([line, allOthersLeftOut(digest)], '\n');
  return first ? joined([line, firstNote(digest, shown)], '\n') : line;
}

/** Of what was shown before, here again or not; a digest of an earlier version did not count it. */
function openBefore({ open = 0, stillOpen = [] }: LeadDigest): string | false {
  return open > 0 && `${figure(open)} ${stillOpen.length > 0 ? '' : 'shown before and '}still open`;
}

/** Leads that a filter leaves out are not known here, and need not be old. */
function nothingNew({ leftOut }: LeadDigest): string {
  if (leftOut.length === 0) return 'no new leads';
  return byFilters(leftOut).length > 0 ? 'nothing new passes the filters' : 'nothing new is open';
}

/** Of leads that are still open nothing is said: they passed once. */
function allOthersLeftOut({ leftOut, minScore, stillOpen = [] }: LeadDigest): string | undefined {
  return allLeftOut(leftOut, minScore, stillOpen.length > 0 ? 'other lead' : 'lead');
}

function byFilters(leftOut: LeadDigest['leftOut']): LeadDigest['leftOut'] {
  return leftOut.filter(({ reason }) => reason !== 'finished');
}

/**
 * How many of the leads that were there pass the filters, and how many people had finished: the counts of a digest by
 * which its channel learns the list.
 */
function firstNote(digest: LeadDigest, rows: number): string {
  const all = total(digest);
  // Below the list rows of leads may follow that are open from before it was held.
  const shown = Math.min(rows, digest.leads.length);
  const finished = digest.leftOut.find(({ reason }) => reason === 'finished')?.count ?? 0;
  const already =
    finished > 0 ? ` ${figure(finished)} more ${finished === 1 ? 'was' : 'were'} ${FINISHED}.` : '';
  const removed = byFilters(digest.leftOut).reduce((sum, one) => sum + one.count, 0);
  const amount =
    removed === 0
      ? `${atLeast(digest)}${count(all, 'lead')}`
      : `${atLeast(digest)}${figure(all)} of ${count(all + removed, 'lead')} ${all === 1 ? 'passes' : 'pass'} this feed’s filters`;
  const best = digest.listed === undefined ? '' : ` (only the best ${figure(digest.listed)} were read)`;
  const what = digest.anew ? 'The list anew, after it was held' : 'First digest';
  if (shown < all)
    return `${what}: ${amount}${best}, the best ${shown} shown. The others are behind the button and will not be posted.${already}`;
  return `${what}: ${amount}${best}, ${all === 1 ? 'shown here' : 'all shown'}.${already}`;
}

function metrics({ known, averageScore }: LeadDigest): string | undefined {
  return apiCounts({ total: known, averageScore });
}

function foot(digest: LeadDigest): string {
  const { first, unshown, more = [] } = digest;
  // A digest of an earlier version counted what it did not show, and kept no list of it.
  const unlisted = unshown - more.length;
  const parts = [
    scheduleInWords(digest),
    lateInWords(digest),
    unreadNote(digest.unread),
    !first && unlisted > 0 && `${figure(unlisted)} more new, not shown: /visibility leads`,
    digest.leads.length > 0 &&
      leftOutNote(first ? byFilters(digest.leftOut) : digest.leftOut, digest.minScore),
    !first && digest.listed !== undefined && `only the best ${figure(digest.listed)} were read`,
    pileNote(digest),
    'change: /visibility subscriptions',
  ];
  return parts.filter((part) => part !== false && part !== undefined).join(' · ');
}

/** From so many open leads on people stop reading their number, and nothing but an age makes it smaller by itself. */
const PILE = 30;

function pileNote({ open = 0, anyAge = false }: LeadDigest): string | false {
  return (
    anyAge &&
    open >= PILE &&
    `${figure(open)} stay open until somebody acts: max_age: 14d would let old ones go`
  );
}

/** Those who listen get what stands above, in and below the rows, in this order. */
function spoken(digest: LeadDigest, rows: readonly LeadRow[]): string {
  const { first, leads, warm = [] } = digest;
  const note = first && leads.length > 0 ? [firstNote(digest, rows.length)] : [];
  return fallback(
    summary(digest),
    [...note, ...leadLines(rows), ...warmLines(warm)],
    [metrics(digest), foot(digest)].filter(Boolean).join(' · '),
  );
}

/** Of a list that is a part nobody knows the whole. */
function atLeast({ listed }: LeadDigest): string {
  return listed === undefined ? '' : 'at least ';
}

function orMore({ listed }: LeadDigest): string {
  return listed === undefined ? '' : '+';
}

function total({ leads, unshown }: LeadDigest): number {
  return leads.length + unshown;
}

function summary(digest: LeadDigest): string {
  const { leads, stillOpen = [], open: before = 0, first, anew } = digest;
  const name = brief(digest.project.name, 'project');
  const [best] = [...leads, ...stillOpen];
  const open = openBefore(digest) ? `, ${openBefore(digest)}` : '';
  if (!best) {
    const why = allOthersLeftOut(digest);
    return `${name}: ${nothingNew(digest)}${open}.${why ? ` ${why}` : ''}`;
  }
  const all = total(digest);
  const amount = leads.length === 0 ? nothingNew(digest) : `${atLeast(digest)}${count(all, 'new lead')}`;
  const list = anew ? 'the held list anew' : 'first digest';
  const news = first ? `${list}, ${atLeast(digest)}${count(all, 'lead')}` : amount;
  const colon = all + Math.max(before, stillOpen.length) === 1 ? ': ' : '. Best: ';
  return summaryAround(
    titleOf(best),
    (title) => `${name}: ${news}${open}${colon}${leadInWords(best, lookedAt(digest), title)}.`,
  );
}
