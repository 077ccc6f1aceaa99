/** What each cause of an empty answer means, in a sentence for whoever called a tool. */
import type { EmptyCause } from '../ask/plan.ts';

export const EMPTY_BECAUSE: Readonly<Record<EmptyCause, string>> = {
  not_understood: 'The question wasn’t understood. Ask one of those above, or call a more specific tool.',
  ambiguous: 'The question can be read in several ways. Ask one of those above.',
  not_known: 'Nothing of that name is known in this project.',
  own_brand: 'Call get_scores for the brand’s own figures, or compare with a rival’s name.',
  nothing_tracked: 'The project tracks no prompts yet, so engines have been asked nothing.',
  none_of_those_days: 'There’s nothing of those days. Of other days there may be.',
  none_listed: 'There’s nothing of this now.',
  filtered_out: 'There is something, but none of it passes what you asked for. Ask for less.',
  api_lacks_it: 'The API gives no such figures.',
  not_in_store: 'Only the running bot keeps this, and none is reached from here.',
  no_project: 'You’re in no Slack channel that shows a project.',
};
