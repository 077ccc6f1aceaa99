/** What a trouble with the API is called, as the beginning of a sentence, "… since 08:58", and how its end is told. */
import type { Extra, TroubleReason } from '../decision.ts';
import { MINUTE_MS } from '../durations.ts';
import { type Mrkdwn, mrkdwn } from '../slack/text.ts';
import { momentBeside, utcBeside } from './days.ts';
import { capital } from './first-letter.ts';

const WORDS: Record<TroubleReason, string> = {
  key_refused: 'The API has refused our key',
  quota: 'The API’s quota for our key has been used up',
  project_unknown: 'The API has not known this project',
  unreachable: 'The API has not answered',
  rate_limited: 'The API has asked us to slow down',
  unreadable: 'The API has answered something that Sightline cannot read',
  several_a_day: 'Daily scores can’t be read: several per day, and none is marked as the whole',
  clock_skew: 'Sightline’s clock has been off',
  fault: 'Sightline itself has failed at it',
};

export function troubleSentence(reason: TroubleReason): string {
  return WORDS[reason];
}

const EXTRAS: Record<Extra, string> = {
  communityMetrics: 'community metrics',
  citations: 'citations',
  sources: 'cited sources',
  warmLeads: 'warm leads',
  prompts: 'prompts',
  promptTimeseries: 'scores by prompt',
  mentions: 'mentions',
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

/** "Over since 12:40", "Over since Nov 23, 2026 08:15"; of a trouble that a minute saw begin and end "Over within that minute". */
export function overInWords(overSince: number, since: number): { shown: Mrkdwn; spoken: string } {
  if (minuteOf(overSince) === minuteOf(since)) {
    return { shown: mrkdwn`Over within that minute`, spoken: 'Over within that minute' };
  }
  return {
    shown: mrkdwn`Over since ${momentBeside(overSince, since)}`,
    spoken: `Over since ${utcBeside(overSince, since)}`,
  };
}

function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS);
}
