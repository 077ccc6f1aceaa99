/** What a trouble with the API is called, as the beginning of a sentence: "… since 08:58". */
import type { TroubleReason } from '../decision.ts';

const WORDS: Record<TroubleReason, string> = {
  key_refused: 'The API has refused our key',
  project_unknown: 'The API has not known this project',
  unreachable: 'The API has not answered',
  rate_limited: 'The API has asked us to slow down',
  unreadable: 'The API has answered something that Sightline cannot read',
  fault: 'Sightline itself has failed at it',
};

export function troubleSentence(reason: TroubleReason): string {
  return WORDS[reason];
}
