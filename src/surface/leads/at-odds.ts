/** Refuses a list of leads that no lead can be on: those that stand in two ways at once, as “snoozed answered”, or came on a day that is none. */
import type { LeadQuery } from '../../rules/lead-query.ts';
import { Refused } from '../refused.ts';

/** No lead can stand in both ways: an answer to one of them would pass for one to both. */
export function atOdds([one, other]: NonNullable<LeadQuery['atOdds']>): Refused {
  const sentence = `A lead can’t be ${STANDING_WORDS[one]} and ${STANDING_WORDS[other]} at once. Ask for one of them.`;
  return new Refused({ sentence, tries: [`leads ${one}`, `leads ${other}`] }, { because: 'filtered_out' });
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

/** What is no day, or no number, is no title’s word either. */
export function notReadable({ key, value }: NonNullable<LeadQuery['unreadable']>): Refused {
  const [what, example] = OPTIONS[key];
  return new Refused({ sentence: `“${value}” isn’t ${what}.`, example: `/visibility leads ${example}` });
}

const OPTIONS = {
  since: ['a date', 'since:2026-11-16'],
  until: ['a date', 'until:2026-11-16'],
  top: ['a number of leads', 'top:5'],
  score: ['a lead score', 'score:80'],
} as const;
