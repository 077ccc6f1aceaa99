/** How a feed stands, in words: when it posts next and what holds it up, or since when it is paused, and by whom until when or why. */
import type { FeedStanding } from '../decision.ts';
import { joined, type Mrkdwn, mrkdwn } from '../slack/text.ts';
import { moment } from './days.ts';
import { pausedInWords } from './pause-words.ts';
import { mutedInWords } from './scores/alert-words.ts';
import { becauseOf } from './slack-words.ts';

export function feedState({ next, paused, triedAgain, late, muted }: FeedStanding): Mrkdwn {
  if (paused) return mrkdwn`*paused* ${pausedInWords(paused).shown}`;
  return joined(
    [
      triedAgain !== undefined && mrkdwn`*not posted yet* on ${moment(triedAgain)}, will be tried again`,
      late && mrkdwn`*posts wait* since ${moment(late.since)}${becauseOf(late)}`,
      muted && mrkdwn`*muted* ${mutedInWords(muted, muted.handle ?? 'the alert').shown}`,
      next === undefined ? 'never again by its schedule' : mrkdwn`next ${moment(next)}`,
    ],
    ' · ',
  );
}
