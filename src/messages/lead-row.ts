/** One lead in a digest or an answer: title, facts, reason, state. */
import type { SectionBlock, SectionBlockAccessory } from '@slack/types';
import type { DigestLead, LeadStanding, ProjectRef } from '../decision.ts';
import { LIMITS } from '../slack/blocks.ts';
import { fallbackText, joined, link, type Mrkdwn, mrkdwn } from '../slack/text.ts';
import { age, ageInWords } from './ages.ts';
import { citedNote } from './cited-note.ts';
import { dayNear } from './days.ts';
import { figure, given } from './figures.ts';
import { section } from './layout.ts';
import { type LeadPage, leadControl } from './lead-controls.ts';
import { isFinished, leadStateSpoken, leadStateWords, type Saying } from './lead-state-words.ts';
import { brief, linkable } from './lengths.ts';

/** `number` counts from 1; `at` is the time (epoch ms) at which the message speaks, `timezone` names its days. */
export type LeadRow = {
  number: number;
  lead: DigestLead;
  at: number;
  isNew: boolean;
  timezone?: string | undefined;
  handle?: string | undefined;
  standing?: LeadStanding | undefined;
  /** The private page on which it stands, where it stands on one. */
  page?: LeadPage | undefined;
  /** What stands above the row, where a block of rows begins. */
  above?: string | undefined;
};

export function leadRow(row: LeadRow, accessory?: SectionBlockAccessory): SectionBlock {
  const { number, lead, standing = { state: 'new' } } = row;
  const state = leadStateWords(standing, sayingOf(row));
  if (isFinished(standing)) {
    const line = joined([link(linkable(lead.url), titleOf(lead)), state, row.handle], ' · ');
    return section(joined([row.above, mrkdwn`*${number}.* ${line}`], '\n'), accessory);
  }
  const title = mrkdwn`*${number}.* ${link(linkable(lead.url), titleOf(lead))}`;
  const rowWith = (cited: string | undefined) => {
    const why = joined([reasonOf(lead), cited, state && mrkdwn` *${state}*`], ' ');
    return joined([row.above, title, factsOf(row), why], '\n');
  };
  const whole = rowWith(citedNote(lead.citedBy));
  // Of texts that are all escapes, what the API says of the thread comes before who cites it.
  return section(`${whole}`.length <= LIMITS.sectionText ? whole : rowWith(undefined), accessory);
}

/** A row with what can be done with its lead; one without a handle cannot be spoken of. */
export function actionableRow(project: ProjectRef, row: LeadRow): SectionBlock {
  const { handle, lead, number, standing, page } = row;
  if (handle === undefined) return leadRow(row);
  const said = { number, title: titleOf(lead), page };
  return leadRow(row, leadControl({ handle, projectId: project.id }, standing?.state ?? 'new', said));
}

/** "1. How do you alert …? · r/devops, 5 hours old, score 91, L412": a row in one line, for those who listen. */
export function leadLine(row: LeadRow): string {
  const facts = [...spokenFacts(row), leadStateSpoken(row.standing), row.handle].filter(
    (fact) => fact !== undefined && fact !== '',
  );
  return `${row.number}. ${titleOf(row.lead)} · ${facts.join(', ')}`;
}

/** All rows in their lines, each with what stands above it. */
export function leadLines(rows: readonly LeadRow[]): (string | Mrkdwn)[] {
  return rows.map((row) =>
    row.above === undefined ? leadLine(row) : fallbackText`${row.above}:\n${leadLine(row)}`,
  );
}

/** "91, “How do you alert …?”, r/devops, 5 hours old" with as much of the title as `title` holds. */
export function leadInWords(lead: DigestLead, at: number, title: string): string {
  const score = lead.score === undefined ? '' : `${figure(lead.score)}, `;
  const place = lead.place === undefined ? '' : `, ${brief(lead.place, 'place')}`;
  const old = lead.postedAt === undefined ? '' : `, ${ageInWords(lead.postedAt, at)}`;
  return `${score}“${title}”${place}${old}`;
}

export function titleOf(lead: DigestLead): string {
  return brief(lead.title ?? '', 'title') || 'Untitled thread';
}

function sayingOf({ at, timezone = 'UTC' }: LeadRow): Saying {
  return { at, timezone };
}

function factsOf(row: LeadRow): Mrkdwn {
  const { lead, at, isNew, handle } = row;
  const facts = [
    placeOf(lead),
    lead.postedAt === undefined ? 'no date given' : age(lead.postedAt, at),
    joined([given('score', lead.score), movement(row)], ', '),
    isNew && 'new',
    firstSeen(row),
    alsoOf(row),
    lead.url === undefined ? 'no link given' : linkable(lead.url) === undefined && 'link not shown',
    handle,
  ];
  return joined(facts, ' · ');
}

/** "up 3 since Tue": from the score that it had until then. */
function movement(row: LeadRow): string | undefined {
  const { score, previousScore, scoreSince } = row.lead;
  if (score === undefined || previousScore === undefined || scoreSince === undefined) return undefined;
  if (isOtherScale(score, previousScore)) return undefined;
  const by = figure(Math.abs(score - previousScore));
  const { at, timezone } = sayingOf(row);
  return `${score > previousScore ? 'up' : 'down'} ${by} since ${dayNear(scoreSince, at, timezone)}`;
}

/** An API that went from 0–1 to 0–100, or back, says nothing of the lead by it. */
function isOtherScale(one: number, other: number): boolean {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  return low <= 1 && high > 10 * Math.max(low, 0.1);
}

function firstSeen({ lead: { firstSeenAt }, at, timezone = 'UTC' }: LeadRow): string | undefined {
  return firstSeenAt === undefined ? undefined : `first seen ${dayNear(firstSeenAt, at, timezone)}`;
}

function alsoOf({ standing }: LeadRow): string | undefined {
  const others = brief((standing?.alsoOf ?? []).join(', '), 'project');
  return others && `also ${others}`;
}

function spokenFacts(row: LeadRow): (string | undefined)[] {
  const { lead, at } = row;
  const old = lead.postedAt === undefined ? 'no date given' : ageInWords(lead.postedAt, at);
  return [placeOf(lead), old, given('score', lead.score), movement(row), firstSeen(row), alsoOf(row)];
}

function placeOf({ place }: DigestLead): string {
  return brief(place ?? '', 'place') || 'no place given';
}

export function reasonOf({ reason }: DigestLead): Mrkdwn {
  return mrkdwn`${brief(reason ?? '', 'reason') || 'Why: the API gave no reason.'}`;
}
