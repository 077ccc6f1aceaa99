/** What is said of a paused feed wherever it is named: since when, by whom and until when, or why Sightline stopped it. */
import { type FeedStanding, isOnPurpose, type PauseReason } from '../decision.ts';
import { type Mrkdwn, mrkdwn, user } from '../slack/text.ts';
import { moment, utcMoment } from './days.ts';
import { brief } from './lengths.ts';

type Paused = NonNullable<FeedStanding['paused']>;

/** `why` goes on a sentence; `remedy` is what to do before the click. */
type PauseWords = { why: string; remedy: string };

/** By Slack's name of the error. https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const WORDS: Readonly<Record<string, PauseWords>> = {
  not_in_channel: {
    why: 'Sightline is not in the channel',
    remedy: 'There type /invite @Sightline, and the feed goes on by itself.',
  },
  channel_not_found: {
    why: 'Sightline cannot see the channel',
    remedy:
      'It is private without Sightline, or gone. There type /invite @Sightline, and the feed goes on by itself; or name another channel in projects.yml.',
  },
  is_archived: {
    why: 'the channel is archived',
    remedy: 'Bring it back, then resume; or name another channel in projects.yml.',
  },
  restricted_action: {
    why: 'a setting of the workspace keeps apps from posting there',
    remedy: 'An admin can change that; then resume.',
  },
  restricted_action_read_only_channel: {
    why: 'only some people may post in the channel',
    remedy: 'An admin can change that; then resume.',
  },
  restricted_action_thread_only_channel: {
    why: 'the channel takes replies only',
    remedy: 'An admin can change that; then resume.',
  },
  team_access_not_granted: {
    why: 'Sightline has no access to this workspace',
    remedy: 'An admin of the organization can grant it; then resume.',
  },
  reissued: {
    why: 'most of a known list came back as new',
    remedy:
      'The ids of its leads may have been reissued. Resuming takes the list as known and shows the best of it once.',
  },
};

/** Where Slack refuses a place for a reason with words of its own; undefined for any other. */
export function placeWords(reason: string): PauseWords | undefined {
  return Object.hasOwn(WORDS, reason) ? WORDS[reason] : undefined;
}

export function pauseWords(reason: PauseReason): PauseWords {
  return (
    placeWords(reason) ?? {
      why: `Slack refuses posts there (${brief(reason, 'place')})`,
      remedy: 'Mend that, then resume.',
    }
  );
}

/** "since 09:00 by @Ana, until Mon 09:00", "since 09:00, because the channel is archived": goes on from "paused". */
export function pausedInWords(paused: Paused): { shown: Mrkdwn; spoken: string } {
  const { at, by, until, reason } = paused;
  const why = isOnPurpose(paused) ? '' : `, because ${pauseWords(reason).why}`;
  const who = by === undefined ? '' : mrkdwn` by ${user(by)}`;
  const end = until === undefined ? '' : mrkdwn`, until ${moment(until)}`;
  return {
    shown: mrkdwn`since ${moment(at)}${who}${end}${why}`,
    spoken: `since ${utcMoment(at)}${until === undefined ? '' : `, until ${utcMoment(until)}`}${why}`,
  };
}
