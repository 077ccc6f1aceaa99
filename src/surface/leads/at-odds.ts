/** Refuses a list of leads that stand in two ways at once, as “snoozed answered” would be. */
import type { LeadQuery } from '../../rules/lead-query.ts';
import { Refused } from '../refused.ts';

/** No lead can stand in both ways: an answer to one of them would pass for one to both. */
export function atOdds([one, other]: NonNullable<LeadQuery['atOdds']>): Refused {
  const sentence = `A lead can’t be ${STANDING_WORDS[one]} and ${STANDING_WORDS[other]} at once. Ask for one of them.`;
  return new Refused(sentence, { tries: [`leads ${one}`, `leads ${other}`], because: 'filtered_out' });
}

const STANDING_WORDS = {
  mine: 'yours',
  older: 'still open',
  unclaimed: 'unclaimed',
  claimed: 'claimed',
  snoozed: 'snoozed',
  replied: 'answered',
  answered: 'answered',
  dismissed: 'dismissed',
} as const;
