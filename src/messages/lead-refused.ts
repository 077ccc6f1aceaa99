/** Says why a lead was not changed, and how it stands: who has it, since when. */
import type { LeadStanding } from '../decision.ts';
import type { Message } from '../slack/blocks.ts';
import { joined, mrkdwn } from '../slack/text.ts';
import { fallback } from './fallback.ts';
import { section } from './layout.ts';
import { leadStateWords, type Saying } from './lead-state-words.ts';

/** One lead that was not changed, with the sentence that refused it. */
export type RefusedLead = { handle: string; sentence: string; standing: LeadStanding };

export function leadsRefused(refused: readonly RefusedLead[], saying: Saying): Message {
  const lines = refused.map(({ handle, sentence, standing }) => {
    const state = leadStateWords(standing, saying);
    return joined([mrkdwn`*${handle}*: ${sentence}`, state && mrkdwn`${state}.`], ' ');
  });
  const [first] = refused;
  const others = refused.length > 1 ? ` ${refused.length - 1} more were not changed either.` : '';
  return {
    text: fallback(first ? `${first.handle}: ${first.sentence}${others}` : 'Nothing was refused.'),
    blocks: [section(joined(lines, '\n'))],
  };
}
