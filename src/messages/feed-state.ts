/** How a feed stands, in words: when it posts next, or since when it is paused, and by whom until when or why. */
import type { FeedStanding } from '../decision.ts';
import { type Mrkdwn, mrkdwn } from '../slack/text.ts';
import { moment } from './days.ts';
import { pausedInWords } from './pause-words.ts';

export function feedState({ next, paused, triedAgain }: FeedStanding): Mrkdwn {
  if (paused) return mrkdwn`*paused* ${pausedInWords(paused).shown}`;
  const coming = next === undefined ? mrkdwn`never again by its schedule` : mrkdwn`next ${moment(next)}`;
  return triedAgain === undefined
    ? coming
    : mrkdwn`*not posted yet* on ${moment(triedAgain)}, will be tried again · ${coming}`;
}
