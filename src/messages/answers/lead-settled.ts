/** What the claimer's private brief becomes once its lead is answered or given back: how it stands, without buttons. */
import type { DigestLead, LeadStanding, ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, link, mrkdwn } from '../../slack/text.ts';
import { fallback, summaryAround } from '../fallback.ts';
import { section } from '../layout.ts';
import { titleOf } from '../lead-row.ts';
import { leadStateSpoken, leadStateWords, type Saying } from '../lead-state-words.ts';
import { brief, linkable } from '../lengths.ts';

export type SettledLead = { project: ProjectRef; lead: DigestLead; handle: string; standing: LeadStanding };

export function leadSettled({ project, lead, handle, standing }: SettledLead, saying: Saying): Message {
  const title = titleOf(lead);
  const state = leadStateWords(standing, saying) ?? 'Open again: anybody can take it.';
  const head = joined(
    [mrkdwn`*${handle}*`, brief(project.name, 'project'), link(linkable(lead.url), title)],
    ' · ',
  );
  return {
    text: fallback(
      summaryAround(title, (short) => `${handle}: ${leadStateSpoken(standing) ?? 'open again'} “${short}”`),
    ),
    blocks: [section(joined([head, state], '\n'))],
  };
}
