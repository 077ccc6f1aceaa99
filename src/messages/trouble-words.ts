/** Words for troubles with the API or the clock, and for paused feeds. */
import {
  type Extra,
  type FeedStanding,
  isOnPurpose,
  type PauseReason,
  type TroubleReason,
} from '../decision.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { andList, count } from './figures.ts';
import { brief } from './lengths.ts';
import { capitalize, say, type Text, user } from './text.ts';
import { moment } from './times.ts';

const WORDS: Record<TroubleReason, string> = {
  key_refused: 'The API has refused our key',
  quota: 'The API’s quota for our key has been used up',
  project_unknown: 'The API hasn’t recognized this project',
  unreachable: 'The API hasn’t answered',
  rate_limited: 'The API has been asking us to slow down',
  unreadable: 'The API has sent answers that Sightline can’t read',
  several_a_day: 'The API has sent several scores per day, with no total',
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

export function recoverySentence(reason: TroubleReason): string {
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

/** Names what a post lacks; undefined if everything was read. */
export function unreadNote(extras: readonly Extra[] = []): string | undefined {
  return unreadSentence(extras.map((extra) => EXTRAS[extra]));
}

/** "Citations and warm leads couldn’t be read"; undefined without parts. */
export function unreadSentence(parts: readonly (string | false | undefined)[]): string | undefined {
  const names = andList(parts.filter((part) => typeof part === 'string'));
  return names === '' ? undefined : `${capitalize(names)} couldn’t be read`;
}

/** "community metrics (not found)" */
export function unreadExtra(extra: Extra, reason: TroubleReason): string {
  return `${EXTRAS[extra]} (${WHY_UNREAD[reason]})`;
}

/** "11 minutes ahead of Slack’s", "2 days behind Slack’s". */
export function clockOffset(aheadMs: number): string {
  const off = Math.abs(aheadMs);
  const [unit, name] =
    off >= 2 * DAY_MS
      ? ([DAY_MS, 'day'] as const)
      : off >= 2 * HOUR_MS
        ? ([HOUR_MS, 'hour'] as const)
        : ([MINUTE_MS, 'minute'] as const);
  return `${count(Math.round(off / unit), name)} ${aheadMs > 0 ? 'ahead of' : 'behind'} Slack’s`;
}

export const CLOCK_FIX =
  'Sync the clock of the machine it runs on. Once it’s five minutes off, Sightline refuses commands and clicks sent over HTTP.';

type Paused = NonNullable<FeedStanding['paused']>;

/** `why` continues a sentence after "because"; `remedy` is what to do before resuming. */
type PauseWords = { why: string; remedy: string };

const RESTRICTED: PauseWords = {
  why: 'a setting of the workspace or channel keeps apps from posting there',
  remedy: 'Ask an admin to change that, then resume.',
};

/** By Slack's error code. https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const PAUSE_WORDS: Readonly<Record<string, PauseWords>> = {
  not_in_channel: {
    why: 'Sightline isn’t in the channel',
    remedy: 'Type /invite @Sightline there, and posting resumes by itself.',
  },
  channel_not_found: {
    why: 'Sightline can’t see the channel',
    remedy:
      'It’s private without Sightline in it, or gone. Type /invite @Sightline there, and posting resumes by itself; or give the feed another channel.',
  },
  is_archived: {
    why: 'the channel is archived',
    remedy: 'Unarchive it, then resume; or give the feed another channel.',
  },
  restricted_action: RESTRICTED,
  restricted_action_read_only_channel: RESTRICTED,
  restricted_action_thread_only_channel: RESTRICTED,
  team_access_not_granted: {
    why: 'Sightline has no access to this workspace',
    remedy: 'Ask an admin of the organization to grant it, then resume.',
  },
  reissued: {
    why: 'most of a known list came back as new',
    remedy:
      'The API may have given its leads new ids. When you resume, these leads count as known, and the best are shown once.',
  },
};

/** Words for a Slack error about the channel; undefined for other errors. */
export function placeWords(reason: string): PauseWords | undefined {
  return Object.hasOwn(PAUSE_WORDS, reason) ? PAUSE_WORDS[reason] : undefined;
}

export function pauseWords(reason: PauseReason): PauseWords {
  const why = `Slack refuses posts there (${brief(reason, 'place')})`;
  return placeWords(reason) ?? { why, remedy: 'Fix that, then resume.' };
}

/** Continues "paused": "since Nov 20 at 09:00 by @Ana, until Nov 23 at 09:00", "since Nov 20 at 09:00, because the channel is archived". */
export function pauseSummary(paused: Paused): Text {
  const { at, by, until, reason } = paused;
  const who = by !== undefined && say` by ${user(by)}`;
  const end = until !== undefined && say`, until ${moment(until)}`;
  const why = !isOnPurpose(paused) && `, because ${pauseWords(reason).why}`;
  return say`since ${moment(at)}${who}${end}${why}`;
}
