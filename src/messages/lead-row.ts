/** One lead in a digest or an answer: title, facts, reason. */
import type { SectionBlock, SectionBlockAccessory } from '@slack/types';
import type { DigestLead } from '../decision.ts';
import { joined, link, type Mrkdwn, mrkdwn } from '../slack/text.ts';
import { age, ageInWords } from './ages.ts';
import { figure, given } from './figures.ts';
import { section } from './layout.ts';
import { brief, linkable } from './lengths.ts';

/** `number` counts from 1; `at` is the time (epoch ms) at which the message speaks. */
export type LeadRow = {
  number: number;
  lead: DigestLead;
  at: number;
  isNew: boolean;
  handle?: string | undefined;
};

export function leadRow(row: LeadRow, accessory?: SectionBlockAccessory): SectionBlock {
  const { number, lead } = row;
  const title = mrkdwn`*${number}.* ${link(linkable(lead.url), titleOf(lead))}`;
  return section(joined([title, factsOf(row), reasonOf(lead)], '\n'), accessory);
}

/** "1. How do you alert …? · r/devops, 5 hours old, score 91": a row in one line, for those who listen. */
export function leadLine({ number, lead, at }: LeadRow): string {
  return `${number}. ${titleOf(lead)} · ${spokenFacts(lead, at).join(', ')}`;
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

function factsOf({ lead, at, isNew, handle }: LeadRow): Mrkdwn {
  const facts = [
    placeOf(lead),
    lead.postedAt === undefined ? 'no date given' : age(lead.postedAt, at),
    given('score', lead.score),
    isNew && 'new',
    lead.url === undefined ? 'no link given' : linkable(lead.url) === undefined && 'link not shown',
    handle,
  ];
  return joined(facts, ' · ');
}

function spokenFacts(lead: DigestLead, at: number): string[] {
  const old = lead.postedAt === undefined ? 'no date given' : ageInWords(lead.postedAt, at);
  return [placeOf(lead), old, given('score', lead.score)];
}

function placeOf({ place }: DigestLead): string {
  return brief(place ?? '', 'place') || 'no place given';
}

function reasonOf({ reason }: DigestLead): Mrkdwn {
  return mrkdwn`${brief(reason ?? '', 'reason') || 'Why: the API gave no reason.'}`;
}
