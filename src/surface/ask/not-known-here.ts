/** What a question asks of the store, where that is an empty one: to answer it from there would say that nothing was. */
import { Refused } from '../refused.ts';

/** `instead`: a sentence on what can be asked. */
export function notKnownHere(instead: string): Refused {
  const sentence = `Alerts, claims and what was posted aren’t known here: only the bot keeps them, and this terminal reaches none. Ask in Slack. ${instead}`;
  return new Refused(sentence, { because: 'not_in_store' });
}
