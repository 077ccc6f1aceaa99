/** How a feed stands, in words: when it posts next, or since when it is paused, by whom and until when. */
import type { FeedStanding } from '../decision.ts';
import { type Mrkdwn, mrkdwn, user } from '../slack/text.ts';
import { moment } from './days.ts';

export function feedState({ next, paused }: FeedStanding): Mrkdwn {
  if (!paused) return next === undefined ? mrkdwn`never again by its schedule` : mrkdwn`next ${moment(next)}`;
  const by = paused.by ? mrkdwn` by ${user(paused.by)}` : mrkdwn`, because Slack or the API stopped it`;
  const until = paused.until === undefined ? '' : mrkdwn`, until ${moment(paused.until)}`;
  return mrkdwn`*paused* since ${moment(paused.at)}${by}${until}`;
}
