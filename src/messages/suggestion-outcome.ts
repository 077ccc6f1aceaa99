/** What came of a suggestion: who decided, and which of three is true of the dashboard. */
import type { Standing, SuggestionState } from '../decision.ts';
import { joined, link, type Mrkdwn, mrkdwn, user } from '../slack/text.ts';
import { clock, moment } from './days.ts';
import { capital } from './first-letter.ts';
import { linkable } from './lengths.ts';

/** "Accepted by @Ana, 10:04. Waiting for the API to confirm."; undefined while the suggestion is open. */
export function suggestionOutcome({
  suggestion,
  dashboardUrl,
}: Pick<Standing, 'suggestion' | 'dashboardUrl'>): Mrkdwn | undefined {
  if (!suggestion || suggestion.status === 'open') return undefined;
  const { by, at, confirmedAt, written } = suggestion;
  const who = by === undefined ? 'in the dashboard' : mrkdwn`by ${user(by)}`;
  // What happened elsewhere may be days old.
  const when = by === undefined ? moment : clock;
  const decided = joined([mrkdwn`${verb(suggestion)} ${who}`, at !== undefined && when(at)], ', ');
  const confirmed = confirmedAt === undefined ? '' : mrkdwn` at ${clock(confirmedAt)}`;
  const finish = isOnlyMarked(suggestion) && dashboardUrl && link(linkable(dashboardUrl), 'Finish it there');
  const known = written === 'confirmed' ? mrkdwn`Confirmed by the API${confirmed}.` : api(suggestion);
  return joined([mrkdwn`${decided}.`, known, finish], ' ');
}

/** The same without names and times, for those who listen. */
export function suggestionOutcomeInWords({ suggestion }: Pick<Standing, 'suggestion'>): string | undefined {
  if (!suggestion || suggestion.status === 'open') return undefined;
  const known = suggestion.written === 'confirmed' ? 'Confirmed by the API.' : api(suggestion);
  const where = suggestion.by === undefined ? ' in the dashboard' : '';
  return `${verb(suggestion)}${where}.${known ? ` ${known}` : ''}`;
}

function verb(state: SuggestionState): string {
  const marked = isOnlyMarked(state) ? `marked ${state.status}` : state.status;
  return capital(marked);
}

/** Whether it is so in Slack alone, and can be taken back there. */
export function isOnlyMarked({ written }: SuggestionState): boolean {
  return written === 'off' || written === 'failed' || written === 'unsent';
}

function api({ written, apiStatus }: SuggestionState): string | undefined {
  if (written === 'waiting') return 'Waiting for the API to confirm.';
  if (written === 'off') return 'Not changed in the dashboard: no operation is configured for it.';
  if (written === 'unsent') return 'Not changed in the dashboard: nothing was sent to the API.';
  if (written !== 'failed') return undefined;
  // Where no answer came, the write may have arrived all the same.
  if (apiStatus === undefined) return 'Perhaps not changed in the dashboard: the API did not answer.';
  return `Not changed in the dashboard: the API answered ${apiStatus}.`;
}
