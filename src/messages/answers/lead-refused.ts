/** Says why a lead was not changed, and how it stands: who has it, since when. */
import type { DigestLead, LeadStanding } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { titleOf } from '../lead-row.ts';
import { heldSince, leadStateWords, type Saying } from '../lead-state-words.ts';
import { brief } from '../lengths.ts';

/** One lead that was not changed, with the sentence that refused it. */
export type RefusedLead = { handle: string; lead: DigestLead; sentence: string; standing: LeadStanding };

/** What everybody may do with a lead that somebody else holds. */
const RELEASABLE = 'If nobody comes to it after all, Release in the menu of its row frees it.';

/** Of at least one lead; `reader` is told. */
export function leadsRefused(refused: readonly RefusedLead[], saying: Saying, reader: string): Message {
  const lines = refused.map(({ handle, lead, sentence, standing }) =>
    joined(
      [mrkdwn`*${handle}* ${titleOf(lead)}: ${sentence}`, ...standingWords(standing, saying, reader)],
      ' ',
    ),
  );
  const [first, ...others] = refused.map(
    (one) => `${one.handle}, ${brief(titleOf(one.lead), 'prompt')}: ${one.sentence}`,
  );
  return { text: fallback(first ?? '', others), blocks: list(lines[0] ?? mrkdwn``, lines.slice(1)) };
}

function standingWords(standing: LeadStanding, saying: Saying, reader: string): (Mrkdwn | string)[] {
  if (standing.state === 'claimed') {
    const held = mrkdwn`${heldSince(standing, saying, reader)}.`;
    return standing.by === reader ? [held] : [held, RELEASABLE];
  }
  const state = leadStateWords(standing, saying);
  return state ? [mrkdwn`${state}.`] : [];
}
