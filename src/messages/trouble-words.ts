/** Words for troubles with the API or the clock, for paused feeds, and for posts that didn’t arrive. */
import {
  type Extra,
  type FeedStanding,
  isOnPurpose,
  type MissedPosts,
  type PauseReason,
  type PostEnd,
  type PostFailure,
  type ProjectRef,
  type TroubleReason,
} from '../decision.ts';
import { entryOf } from '../words/nearest.ts';
import { andList, count } from './figures.ts';
import { brief } from './lengths.ts';
import { headline, note, type Page, page } from './page.ts';
import { beside, bold, capitalize, channel, say, type Text, user } from './text.ts';
import { duration, moment, momentBeside } from './times.ts';

/** `sentence` goes on with “since”; `over` once it has ended; `unread` of something that posts go without. */
const WORDS: Record<TroubleReason, { sentence: string; over: string; unread: string }> = {
  key_refused: {
    sentence: 'The API has refused our key',
    over: 'The API accepts our key again.',
    unread: 'not allowed',
  },
  forbidden: {
    sentence: 'The API has refused our key for this project',
    over: 'The API accepts our key for this project again.',
    unread: 'not allowed',
  },
  quota: {
    sentence: 'The API has refused our key because of its plan or quota',
    over: 'The API’s plan and quota allow our key again.',
    unread: 'not in the plan or quota',
  },
  project_unknown: {
    sentence: 'The API hasn’t recognized this project',
    over: 'The API recognizes this project again.',
    unread: 'not found',
  },
  unreachable: {
    sentence: 'The API hasn’t answered',
    over: 'The API answers again.',
    unread: 'no answer',
  },
  rate_limited: {
    sentence: 'The API has been asking us to slow down',
    over: 'The API no longer asks us to slow down.',
    unread: 'rate limited',
  },
  unreadable: {
    sentence: 'The API has sent answers that Sightline can’t read',
    over: 'The API’s answers can be read again.',
    unread: 'not understood',
  },
  several_a_day: {
    sentence: 'The API has sent several scores per day, with no total',
    over: 'The API sends one score per day again.',
    unread: 'several per day',
  },
  clock_skew: {
    sentence: 'Sightline’s clock has been off',
    over: 'Sightline’s clock is right again.',
    unread: 'clock off',
  },
  fault: {
    sentence: 'Sightline itself has been failing',
    over: 'Sightline works again.',
    unread: 'Sightline failed',
  },
};

export function troubleSentence(reason: TroubleReason): string {
  return WORDS[reason].sentence;
}

export function recoverySentence(reason: TroubleReason): string {
  return WORDS[reason].over;
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
  return `${EXTRAS[extra]} (${WORDS[reason].unread})`;
}

/** "11 min ahead of Slack’s", "2 d behind Slack’s". */
export function clockOffset(aheadMs: number): string {
  return `${duration(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} Slack’s`;
}

export const CLOCK_FIX =
  'Sync the clock of the machine it runs on. Once it’s five minutes off, Sightline refuses commands and clicks sent over HTTP.';

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
      'It’s private without Sightline in it, or gone, or Slack gave it a new id when it was shared with another organisation. Type /invite @Sightline there, and posting resumes by itself; or choose the feed’s channel again.',
  },
  is_archived: {
    why: 'the channel is archived',
    remedy: 'Unarchive it, and posting resumes by itself; or give the feed another channel.',
  },
  restricted_action: RESTRICTED,
  restricted_action_read_only_channel: RESTRICTED,
  restricted_action_thread_only_channel: RESTRICTED,
  team_access_not_granted: {
    why: 'Sightline has no access to this workspace',
    remedy: 'Ask an admin of the organisation to grant it, then resume.',
  },
  reissued: {
    why: 'most of a known list came back as new',
    remedy:
      'The API may have given its leads new ids. When you resume, these leads count as known, and the best are shown once.',
  },
};

/** Words for a Slack error about the channel; undefined for other errors. */
export function placeWords(reason: string): PauseWords | undefined {
  return entryOf(PAUSE_WORDS, reason);
}

export function pauseWords(reason: PauseReason): PauseWords {
  const why = `Slack refuses posts there (${brief(reason, 'place')})`;
  return placeWords(reason) ?? { why, remedy: 'Fix that, then resume.' };
}

/** Continues "paused": "since Nov 20 at 09:00 by @Ana, until Nov 23 at 09:00"; or because of what. */
export function pauseSummary(paused: NonNullable<FeedStanding['paused']>): Text {
  const { at, by, until, reason } = paused;
  const who = by !== undefined && say` by ${user(by)}`;
  const end = until !== undefined && say`, until ${moment(until)}`;
  const why = !isOnPurpose(paused) && `, because ${pauseWords(reason).why}`;
  return say`since ${moment(at)}${who}${end}${why}`;
}

/** A delivery of the outbox; times in epoch ms. */
export type WhyPost = {
  at: number;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'expired';
  notBefore: number;
  reason?: string | null | undefined;
};

/** `what` names the post and its channel; `posted` is the text if it was sent. */
export function postLine(what: Text, posted: Text, post: WhyPost, now: number): Text {
  if (post.state === 'sent') return say`${what}: ${posted}.`;
  const isWaiting = post.state === 'queued' || post.state === 'sending';
  if (isWaiting && post.notBefore > now) return say`${what}: held until ${moment(post.notBefore)}.`;
  const fate = isUnclear(post) ? 'may not have arrived' : 'never arrived';
  return say`${what}: ${isWaiting ? 'waiting for Slack' : fate}${reasonClause(post)}.`;
}

/** "In #acme-visibility: posted after the check of Nov 20 at 09:00" */
export function describeDecidedPost(post: WhyPost & { channel: string }, now: number): Text {
  const posted = say`posted after the check of ${moment(post.at)}`;
  return postLine(say`In ${channel(post.channel)}`, posted, post, now);
}

type Unposted = {
  reason?: PostFailure | null | undefined;
  state?: PostEnd['state'] | 'queued' | 'sending' | 'sent';
};

/** ", because Slack has asked us to slow down"; empty without a reason. */
export function reasonClause({ reason, state }: Unposted = {}): string {
  return reason ? `, because ${sentenceOf(reason, state)}` : '';
}

/** Slack's answer was lost, so the post may have arrived. */
export function isUnclear({ reason }: Unposted = {}): boolean {
  return reason === 'unclear';
}

/** "missed leads on Thu 19 Nov, 09:00", or "missed 3 posts, Thu 19 Nov, 09:00 to Sat 21 Nov, 09:00 (leads)". */
export function describeMissedPosts({ first, at, times, end }: MissedPosts, feeds: Text): Text {
  // If only Slack’s answer was lost, the post may be there after all.
  const fate = isUnclear(end) ? 'may have missed' : 'missed';
  const what =
    first === at
      ? say`${feeds} on ${moment(at)}`
      : say`${count(times, 'post')}, ${moment(first)} to ${momentBeside(at, first)} (${feeds})`;
  return say`${fate} ${what}${reasonClause(end)}`;
}

function sentenceOf(reason: PostFailure, state: Unposted['state']): string {
  const why = missedBecause(reason);
  const isOfSlack = reason !== 'no_turn' && reason !== 'withdrawn';
  return state === 'expired' && isOfSlack ? `${missedBecause('expired')}: ${why}` : why;
}

const UNPOSTED: Readonly<Record<string, string>> = {
  expired: 'Slack accepted nothing until it was too late',
  no_turn: 'other posts came first',
  ratelimited: 'Slack has asked us to slow down',
  unreachable: 'Slack hasn’t answered',
  unclear: 'Slack’s answer was lost',
  undrawn: 'Sightline can’t draw it; its log says why',
  withdrawn: 'its feed was paused, moved or removed before it was sent',
  thread_not_found: 'the message it replies to was deleted',
};

/** Why a post waits or never came, or may not have. */
export function missedBecause(reason: PostFailure | 'expired'): string {
  return (
    entryOf(UNPOSTED, reason) ?? placeWords(reason)?.why ?? `Slack’s answer was ${brief(reason, 'place')}`
  );
}

/** `explained` as in post-kinds.ts. `feed` made the decision, if it still exists; `at` in epoch ms. */
export function whyPostAnswer(
  project: ProjectRef,
  { name: what, explained }: { name: string; explained?: string },
  { feed, at }: { feed: { kind: string; schedule: string; timezone: string } | undefined; at: number },
): Page {
  const name = brief(project.name, 'project');
  const by = feed && `its ${feed.kind} feed runs ${brief(feed.schedule, 'name')} ${feed.timezone}`;
  return page(
    headline(say`${bold(name)}: this is ${what}${explained && `: ${explained}`}.`),
    note(beside(say`Decided ${moment(at)}`, by, by && '/visibility feeds')),
  );
}
