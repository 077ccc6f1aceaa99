/** What a trouble with the API is called, in the middle of a sentence: "… since 08:58". */
import type { TroubleReason } from '../decision.ts';

const WORDS: Record<TroubleReason, string> = {
  key_refused: 'the API has refused our key',
  project_unknown: 'the API has not known this project',
  unreachable: 'the API has not answered',
  rate_limited: 'the API has asked us to slow down',
  unreadable: 'the API has answered something that Sightline cannot read',
  fault: 'Sightline itself has failed at it',
};

export function troubleInWords(reason: TroubleReason): string {
  return WORDS[reason];
}
