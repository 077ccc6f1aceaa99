/** One post in an answer to why: where it stands, or what keeps it. */
import { fallbackText, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { moment, utcMoment } from '../days.ts';
import { isUnclear, slackSentence } from '../slack-words.ts';

/** `state` as the outbox has it; times epoch ms. */
export type WhyPost = {
  at: number;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'expired';
  notBefore: number;
  reason?: string | undefined;
};

/** `what` is the post, in its channel; `posted` is said of one that stands there. */
export function whyPostLine(what: Mrkdwn, posted: Mrkdwn, post: WhyPost, now: number): Mrkdwn {
  if (post.state === 'sent') return mrkdwn`${what}: ${posted}.`;
  if (isHeld(post, now)) return mrkdwn`${what}: held until ${moment(post.notBefore)}.`;
  return mrkdwn`${what}: ${missing(post)}.`;
}

/** The same for those who listen. */
export function whyPostSpoken(what: Mrkdwn, posted: string, post: WhyPost, now: number): Mrkdwn {
  if (post.state === 'sent') return fallbackText`${what}: ${posted}.`;
  if (isHeld(post, now)) return fallbackText`${what}: held until ${utcMoment(post.notBefore)}.`;
  return fallbackText`${what}: ${missing(post)}.`;
}

/** By the quiet hours of its feed. */
function isHeld({ state, notBefore }: WhyPost, now: number): boolean {
  return (state === 'queued' || state === 'sending') && notBefore > now;
}

function missing({ state, reason }: WhyPost): string {
  const why = reason === undefined ? '' : `, because ${slackSentence(reason)}`;
  if (state === 'queued' || state === 'sending') return `waits for Slack${why}`;
  return `${isUnclear(reason) ? 'may not have arrived' : 'never arrived'}${why}`;
}
