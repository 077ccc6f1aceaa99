/** What is said of a paused feed wherever it is named: since when, by whom and until when, or why Sightline stopped it. */
import { type FeedStanding, isOnPurpose, type PauseReason } from '../decision.ts';
import { brief } from './lengths.ts';
import { say, type Text, user } from './text.ts';
import { moment } from './times.ts';

type Paused = NonNullable<FeedStanding['paused']>;

/** `why` goes on a sentence; `remedy` is what to do before the click. */
type PauseWords = { why: string; remedy: string };

/** By Slack's name of the error. https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const WORDS: Readonly<Record<string, PauseWords>> = {
  not_in_channel: {
    why: 'Sightline isn’t in the channel',
    remedy: 'Type /invite @Sightline there, and the feed resumes by itself.',
  },
  channel_not_found: {
    why: 'Sightline can’t see the channel',
    remedy:
      'It’s private without Sightline in it, or gone. Type /invite @Sightline there, and the feed resumes by itself; or name another channel in projects.yml.',
  },
  is_archived: {
    why: 'the channel is archived',
    remedy: 'Unarchive it, then resume; or name another channel in projects.yml.',
  },
  restricted_action: {
    why: 'a workspace setting keeps apps from posting there',
    remedy: 'Ask an admin to change that, then resume.',
  },
  restricted_action_read_only_channel: {
    why: 'only some people may post in the channel',
    remedy: 'Ask an admin to change that, then resume.',
  },
  restricted_action_thread_only_channel: {
    why: 'the channel only takes replies',
    remedy: 'Ask an admin to change that, then resume.',
  },
  team_access_not_granted: {
    why: 'Sightline has no access to this workspace',
    remedy: 'Ask an admin of the organization to grant it, then resume.',
  },
  reissued: {
    why: 'most of a known list came back as new',
    remedy:
      'The API may have given its leads new ids. When you resume, the list counts as known and the best of it is shown once.',
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
      remedy: 'Fix that, then resume.',
    }
  );
}

/** "since 09:00 by @Ana, until Mon 09:00", "since 09:00, because the channel is archived": goes on from "paused". */
export function pausedSince(paused: Paused): Text {
  const { at, by, until, reason } = paused;
  const who = by !== undefined && say` by ${user(by)}`;
  const end = until !== undefined && say`, until ${moment(until)}`;
  const why = !isOnPurpose(paused) && `, because ${pauseWords(reason).why}`;
  return say`since ${moment(at)}${who}${end}${why}`;
}
