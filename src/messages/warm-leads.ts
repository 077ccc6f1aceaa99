/** Draws warm leads, threads that AI engines cite already: as a block of the digest, and as the answer to leads warm. */
import type { SectionBlock } from '@slack/types';
import type { DigestLead, ProjectRef, Standing } from '../decision.ts';
import type { Message } from '../slack/blocks.ts';
import { joined, link, type Mrkdwn, mrkdwn } from '../slack/text.ts';
import { list } from './budget.ts';
import { citedNote } from './cited-note.ts';
import { fallback } from './fallback.ts';
import { count } from './figures.ts';
import { section } from './layout.ts';
import { titleOf } from './lead-row.ts';
import { leadStateSpoken } from './lead-state-words.ts';
import { brief, linkable } from './lengths.ts';

/** Shown in a digest, which is about its new leads. */
const IN_DIGEST = 3;

/** None where there are no warm leads. */
export function warmBlocks(warm: readonly DigestLead[] = []): SectionBlock[] {
  if (warm.length === 0) return [];
  const lines = warm.slice(0, IN_DIGEST).map(warmLine);
  const more = warm.length - lines.length;
  return list(mrkdwn`Warm`, more > 0 ? [...lines, mrkdwn`${more} more: /visibility leads warm`] : lines);
}

/** The same for those who listen. */
export function warmLines(warm: readonly DigestLead[] = []): string[] {
  if (warm.length === 0) return [];
  const more = warm.length - IN_DIGEST;
  const lines = warm.slice(0, IN_DIGEST).map((lead) => `Warm: ${spoken(lead)}`);
  return more > 0 ? [...lines, `${more} more warm: /visibility leads warm`] : lines;
}

/** Answers /visibility leads warm; in the API's order. What is a lead of the feeds too has a handle, and stands somehow; `only` of what alone. */
export function warmLeadsAnswer(
  project: ProjectRef,
  warm: readonly DigestLead[],
  { handles, leads, only = [] }: Pick<Standing, 'handles' | 'leads'> & { only?: readonly string[] },
): Message {
  const name = brief(project.name, 'project');
  const filter = only.map((one) => `only ${brief(one, 'title')}`).join(' · ');
  if (warm.length === 0) {
    const nothing = 'No thread is known that AI engines cite and where you could join.';
    return {
      text: fallback(`${name}: ${nothing}${filter && ` (${filter})`}`),
      blocks: [section(joined([mrkdwn`*${name} warm leads*`, filter, nothing], ' · '))],
    };
  }
  const amount = `${count(warm.length, 'thread')} that AI engines cite already`;
  const head = joined([mrkdwn`*${name} warm leads*`, filter, amount], ' · ');
  return {
    text: fallback(
      `${name}: ${count(warm.length, 'warm lead')}, threads that AI engines cite already${filter && ` (${filter})`}.`,
      warm.map((lead) =>
        [spoken(lead), leadStateSpoken(leads?.[lead.key]), handles[lead.key]].filter(Boolean).join(' · '),
      ),
    ),
    blocks: list(
      head,
      warm.map((lead) =>
        joined([warmLine(lead), leadStateSpoken(leads?.[lead.key]), handles[lead.key]], ' · '),
      ),
    ),
  };
}

function warmLine(lead: DigestLead): Mrkdwn {
  return mrkdwn`• ${link(linkable(lead.url), titleOf(lead))} · ${factsOf(lead)}`;
}

function spoken(lead: DigestLead): string {
  return `${titleOf(lead)} · ${factsOf(lead)}`;
}

function factsOf({ place, citedBy }: DigestLead): string {
  const where = brief(place ?? '', 'place') || 'no place given';
  return `${where} · ${citedNote(citedBy) ?? citedNote([])}`;
}
