/** One post in an answer to why: where it stands, or what keeps it. */
import { type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { moment } from '../days.ts';
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
  const why = post.reason === undefined ? '' : `, because ${slackSentence(post.reason)}`;
  switch (post.state) {
    case 'sent':
      return mrkdwn`${what}: ${posted}.`;
    case 'queued':
    case 'sending':
      return post.notBefore > now
        ? mrkdwn`${what}: held until ${moment(post.notBefore)}.`
        : mrkdwn`${what}: waits for Slack${why}.`;
    case 'failed':
    case 'expired':
      if (isUnclear(post.reason)) return mrkdwn`${what}: may not have arrived${why}.`;
      return mrkdwn`${what}: never arrived${why}.`;
  }
}
