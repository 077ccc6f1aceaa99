/** How a lead stands, in words: who did what, when, and why or what came of it. */
import type { LeadStanding } from '../../decision.ts';
import { brief, linkable } from '../lengths.ts';
import { beside, joined, link, type Piece, say, type Text, user } from '../text.ts';
import { clock, dayAt, dayNear } from '../times.ts';

/** `id` is what is kept; a reason in somebody's own words is kept as they wrote it. */
export const DISMISS_REASONS: readonly { id: string; label: string; as: string }[] = [
  { id: 'off_topic', label: 'Off topic', as: 'as off topic' },
  { id: 'too_old', label: 'Too old', as: 'as too old' },
  { id: 'cannot_post', label: 'Can’t post there', as: 'because you can’t post there' },
  { id: 'answered', label: 'Already answered', as: 'as already answered' },
];

/** The choice for which words are asked. */
export const OTHER_REASON = 'other';

/** "Off topic", or somebody's own words. */
export function reasonLabel(reason: string): string {
  return DISMISS_REASONS.find(({ id }) => id === reason)?.label ?? reason;
}

/** "as off topic"; of a reason in somebody's own words "for another reason". */
export function dismissedAs(reason: string): string {
  return DISMISS_REASONS.find(({ id }) => id === reason)?.as ?? 'for another reason';
}

/** Links to longer addresses would make a row grow when somebody replies. */
const LONGEST_REPLY = 150;

/**
 * Characters that a row gets at most when people act: who did what, when and why, or the link of a reply. So much is kept free
 * for each, so that no row comes or goes with that.
 */
export const GROWTH = 300;

/** When and where it is said: `at` epoch ms, days in `timezone`. */
export type Saying = { at: number; timezone: string };

/** A lead that needs nobody any more: its row is one line. */
export function isFinished({ state }: LeadStanding): boolean {
  return state === 'replied' || state === 'dismissed' || state === 'snoozed';
}

/** "Replied by @Ana, 09:14 · reply · helpful", "Claimed by a colleague, Fri 11:02"; undefined while it is open. */
export function leadState(standing: LeadStanding, saying: Saying): Text | undefined {
  const done = (verb: string) => joined([say`${verb} by ${whoOf(standing)}`, when(standing, saying)], ', ');
  switch (standing.state) {
    case 'new':
      return undefined;
    case 'claimed':
      return done('Claimed');
    case 'replied':
      return beside(done('Replied'), replyLink(standing), standing.outcome);
    case 'dismissed':
      return beside(done('Dismissed'), brief(reasonLabel(standing.dismissReason ?? ''), 'place'));
    case 'snoozed': {
      const { until } = standing;
      const end = until !== undefined && ` until ${dayNear(until, saying.at, saying.timezone)}`;
      return say`Snoozed by ${whoOf(standing)}${end}`;
    }
  }
}

/** "@Ana is on it since 09:14, from @Ben", of what is claimed; `it` may be its link. */
export function holderOf(standing: LeadStanding, saying: Saying, it: Piece = 'it'): Text {
  const since = when(standing, saying);
  const { assignedBy } = standing;
  const from = assignedBy !== undefined && say`, from ${user(assignedBy)}`;
  return say`${whoOf(standing, 'A colleague')} is on ${it}${since && say` since ${since}`}${from}`;
}

/** "at 09:14", "on Thu 19 Nov at 09:14"; nothing where that is not known. */
export function atTime({ since }: LeadStanding, { at, timezone }: Saying): Text | undefined {
  if (since === undefined) return undefined;
  const isSameDay = dayAt(since, timezone) === dayAt(at, timezone);
  return isSameDay ? say`at ${clock(since)}` : say`on ${dayAt(since, timezone)} at ${clock(since)}`;
}

/** A reader may not know who. */
export function whoOf({ by }: LeadStanding, somebody = 'a colleague'): Text {
  return by === undefined ? say`${somebody}` : user(by);
}

/** A row's length must not depend on what people paste. */
function replyLink({ replyUrl = '' }: LeadStanding): Text | undefined {
  const url = linkable(replyUrl);
  return url !== undefined && url.length <= LONGEST_REPLY ? link(url, 'reply') : undefined;
}

/** "09:14", and the day too, where it was another than the message's; undefined where that is not known. */
export function when({ since }: LeadStanding, { at, timezone }: Saying): Text | undefined {
  if (since === undefined) return undefined;
  const isSameDay = dayAt(since, timezone) === dayAt(at, timezone);
  return say`${!isSameDay && `${dayNear(since, at, timezone)} `}${clock(since)}`;
}
