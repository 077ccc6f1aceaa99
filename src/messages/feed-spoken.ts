/** A feed for those who listen: what its row says, with every time in the feed's own timezone, as its schedule is. */
import { type FeedStanding, isOnPurpose } from '../decision.ts';
import { channel, fallbackText, type Mrkdwn, user } from '../slack/text.ts';
import { momentIn } from './days.ts';
import { brief } from './lengths.ts';
import { pauseWords } from './pause-words.ts';
import { becauseOf } from './slack-words.ts';

/** "leads in #acme-leads: weekdays at 9:00 Europe/Berlin · next Mon 23 Nov, 09:00"; `facts` stand between the two. */
export function feedSpoken(standing: FeedStanding, facts: readonly (string | undefined)[] = []): Mrkdwn {
  const { kind, channel: place, schedule, timezone } = standing.feed;
  const said = [`${brief(schedule, 'name')} ${timezone}`, ...facts].filter(Boolean).join(' · ');
  return fallbackText`${kind} in ${channel(place)}: ${said} · ${stateSpoken(standing)}`;
}

function stateSpoken({ feed: { timezone }, next, paused, triedAgain, late, muted }: FeedStanding): Mrkdwn {
  const at = (ms: number) => momentIn(ms, timezone);
  if (!paused) {
    const said = [
      triedAgain === undefined ? undefined : `not posted yet on ${at(triedAgain)}, will be tried again`,
      late && `posts wait since ${at(late.since)}${becauseOf(late)}`,
      muted &&
        `muted ${muted.until === undefined ? 'until its alert has recovered' : `until ${at(muted.until)}`}`,
      next === undefined ? 'never again by its schedule' : `next ${at(next)}`,
    ];
    return fallbackText`${said.filter(Boolean).join(' · ')}`;
  }
  const who = paused.by === undefined ? '' : fallbackText` by ${user(paused.by)}`;
  const until = paused.until === undefined ? '' : `, until ${at(paused.until)}`;
  const why = isOnPurpose(paused) ? '' : `, because ${pauseWords(paused.reason).why}`;
  return fallbackText`paused since ${at(paused.at)}${who}${until}${why}`;
}
