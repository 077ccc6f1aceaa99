/** One post in an answer to why: where it stands, or what keeps it. */
import { becauseOf, isUnclear } from './slack-words.ts';
import { channel, say, type Text } from './text.ts';
import { moment } from './times.ts';

/** `state` as the outbox has it; times epoch ms. */
export type WhyPost = {
  at: number;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'expired';
  notBefore: number;
  reason?: string | undefined;
};

/** `what` is the post, in its channel; `posted` is said of one that stands there. */
export function postLine(what: Text, posted: Text, post: WhyPost, now: number): Text {
  if (post.state === 'sent') return say`${what}: ${posted}.`;
  if (isHeld(post, now)) return say`${what}: held until ${moment(post.notBefore)}.`;
  return say`${what}: ${missing(post)}.`;
}

/** "In #acme-visibility: posted, decided Fri 20 Nov, 09:00"; `more` goes on from the time. */
export function decidedPost(post: WhyPost & { channel: string }, now: number, more = ''): Text {
  return postLine(
    say`In ${channel(post.channel)}`,
    say`posted, decided ${moment(post.at)}${more}`,
    post,
    now,
  );
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
