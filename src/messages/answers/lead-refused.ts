/** Says why a lead was not changed, and how it stands: who has it, since when. */
import type { DigestLead, LeadStanding } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { titleOf } from '../lead-row.ts';
import { leadStateWords, type Saying } from '../lead-state-words.ts';
import { brief } from '../lengths.ts';

/** One lead that was not changed, with the sentence that refused it. */
export type RefusedLead = { handle: string; lead: DigestLead; sentence: string; standing: LeadStanding };

/** Of at least one lead. */
export function leadsRefused(refused: readonly RefusedLead[], saying: Saying): Message {
  const lines = refused.map(({ handle, lead, sentence, standing }) => {
    const state = leadStateWords(standing, saying);
    return joined([mrkdwn`*${handle}* ${titleOf(lead)}: ${sentence}`, state && mrkdwn`${state}.`], ' ');
  });
  const [first, ...others] = refused.map(
    (one) => `${one.handle}, ${brief(titleOf(one.lead), 'prompt')}: ${one.sentence}`,
  );
  return { text: fallback(first ?? '', others), blocks: list(lines[0] ?? mrkdwn``, lines.slice(1)) };
}
