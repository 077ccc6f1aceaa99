/** What a trouble with the API or the clock is called, as a sentence begins ("… since 08:58"), and what its end is called. */
import type { Extra, TroubleReason } from '../decision.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { count } from './figures.ts';
import { capital } from './text.ts';

const WORDS: Record<TroubleReason, string> = {
  key_refused: 'The API has refused our key',
  quota: 'The API’s quota for our key has been used up',
  project_unknown: 'The API hasn’t recognized this project',
  unreachable: 'The API hasn’t answered',
  rate_limited: 'The API has been asking us to slow down',
  unreadable: 'The API has sent answers that Sightline can’t read',
  several_a_day: 'Visibility scores haven’t been readable (several per day, none marked as the whole)',
  clock_skew: 'Sightline’s clock has been off',
  fault: 'Sightline itself has been failing',
};

export function troubleSentence(reason: TroubleReason): string {
  return WORDS[reason];
}

const OVER: Record<TroubleReason, string> = {
  key_refused: 'The API accepts our key again.',
  quota: 'The API’s quota for our key is available again.',
  project_unknown: 'The API recognizes this project again.',
  unreachable: 'The API answers again.',
  rate_limited: 'The API has stopped asking us to slow down.',
  unreadable: 'The API’s answers can be read again.',
  several_a_day: 'Visibility scores can be read again.',
  clock_skew: 'Sightline’s clock is right again.',
  fault: 'Sightline works again.',
};

/** What is said once it is over. */
export function troubleOver(reason: TroubleReason): string {
  return OVER[reason];
}

const EXTRAS: Record<Extra, string> = {
  communityMetrics: 'community metrics',
  dailyScores: 'visibility scores',
  citations: 'citations',
  sources: 'cited sources',
  warmLeads: 'warm leads',
  prompts: 'prompts',
  promptTimeseries: 'visibility by prompt',
  mentions: 'mentions',
  competitorDetail: 'rivals’ scores',
  segmentPrompts: 'prompts of segments',
  topics: 'topics',
};

const WHY_UNREAD: Record<TroubleReason, string> = {
  key_refused: 'not allowed',
  quota: 'quota used up',
  project_unknown: 'not found',
  unreachable: 'no answer',
  rate_limited: 'rate limited',
  unreadable: 'not understood',
  several_a_day: 'several per day',
  clock_skew: 'clock off',
  fault: 'Sightline failed',
};

/** What a post goes without; undefined where all was read. */
export function unreadNote(extras: readonly Extra[] = []): string | undefined {
  return notRead(extras.map((extra) => EXTRAS[extra]));
}

/** "Citations and warm leads couldn’t be read"; undefined of nothing. */
export function notRead(parts: readonly (string | false | undefined)[]): string | undefined {
  const names = parts.filter((part) => typeof part === 'string');
  const last = names.pop();
  if (last === undefined) return undefined;
  return `${capital(names.length > 0 ? `${names.join(', ')} and ${last}` : last)} couldn’t be read`;
}

/** "community metrics (not found)" */
export function unreadExtra(extra: Extra, reason: TroubleReason): string {
  return `${EXTRAS[extra]} (${WHY_UNREAD[reason]})`;
}

/** "11 minutes ahead of Slack’s", "2 days behind Slack’s". */
export function besideSlacks(aheadMs: number): string {
  const off = Math.abs(aheadMs);
  const [unit, name] =
    off >= 2 * DAY_MS
      ? ([DAY_MS, 'day'] as const)
      : off >= 2 * HOUR_MS
        ? ([HOUR_MS, 'hour'] as const)
        : ([MINUTE_MS, 'minute'] as const);
  return `${count(Math.round(off / unit), name)} ${aheadMs > 0 ? 'ahead of' : 'behind'} Slack’s`;
}

export const MEND_CLOCK =
  'Sync the clock of the machine it runs on. Beyond five minutes, Sightline refuses commands and clicks that reach it over HTTP.';
