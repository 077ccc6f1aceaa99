/** One post in an answer to why: where it stands, or what keeps it; for the eye or for the ear. */
import { channel, fallbackText, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { moment, utcMoment } from '../days.ts';
import { becauseOf, isUnclear } from '../slack-words.ts';

/** `state` as the outbox has it; times epoch ms. */
export type WhyPost = {
  at: number;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'expired';
  notBefore: number;
  reason?: string | undefined;
};

/** How a line is made: with marks and times in the reader's own timezone, or for those who listen. */
export type Voice = { say: typeof mrkdwn; at: (ms: number) => Mrkdwn | string };
export const SHOWN: Voice = { say: mrkdwn, at: moment };
export const SPOKEN: Voice = { say: fallbackText, at: utcMoment };

/** `what` is the post, in its channel; `posted` is said of one that stands there. */
export function whyPostLine(
  { say, at }: Voice,
  what: Mrkdwn,
  posted: Mrkdwn,
  post: WhyPost,
  now: number,
): Mrkdwn {
  if (post.state === 'sent') return say`${what}: ${posted}.`;
  if (isHeld(post, now)) return say`${what}: held until ${at(post.notBefore)}.`;
  return say`${what}: ${missing(post)}.`;
}

/** "In #acme-visibility: posted, decided Fri 20 Nov, 09:00"; `more` goes on from the time. */
export function decidedPostLine(
  voice: Voice,
  post: WhyPost & { channel: string },
  now: number,
  more = '',
): Mrkdwn {
  const { say, at } = voice;
  const posted = say`posted, decided ${at(post.at)}${more}`;
  return whyPostLine(voice, say`In ${channel(post.channel)}`, posted, post, now);
}

/** By the quiet hours of its feed. */
function isHeld({ state, notBefore }: WhyPost, now: number): boolean {
  return (state === 'queued' || state === 'sending') && notBefore > now;
}

function missing(post: WhyPost): string {
  const { state } = post;
  const why = becauseOf(post);
  if (state === 'queued' || state === 'sending') return `waits for Slack${why}`;
  return `${isUnclear(post) ? 'may not have arrived' : 'never arrived'}${why}`;
}
