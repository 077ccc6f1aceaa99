/** How a lead stands, in the words of a row: who did what, when, and what came of it. */
import type { LeadStanding } from '../decision.ts';
import { joined, link, type Mrkdwn, mrkdwn, user } from '../slack/text.ts';
import { clock, dayAt, dayNear } from './days.ts';
import { reasonLabel } from './dismiss-reasons.ts';
import { brief, linkable } from './lengths.ts';

/** Links to longer addresses would make a row grow when somebody replies. */
const LONGEST_REPLY = 150;

/** The state that adds most to a row which still says all of its lead. */
export const CLAIMED_BY_SOMEBODY: LeadStanding = { state: 'claimed', by: 'U0000000000', since: 0 };

/** As many characters as a finished row may have more than a claimed one: a reply's link, or a reason that is all escapes. */
export const FINISHED_WORDS = '-'.repeat(LONGEST_REPLY + 150);

/** When and where it is said: `at` epoch ms, days in `timezone`. */
export type Saying = { at: number; timezone: string };

/** A lead that needs nobody any more: its row is one line. */
export function isFinished({ state }: LeadStanding): boolean {
  return state === 'replied' || state === 'dismissed' || state === 'snoozed';
}

/** "Claimed by @Ana, 09:14", "Replied by a colleague, Fri 11:02 · reply · helpful"; undefined while it is open. */
export function leadStateWords(standing: LeadStanding, saying: Saying): Mrkdwn | undefined {
  const who = standing.by === undefined ? 'a colleague' : user(standing.by);
  const done = (verb: string) => joined([mrkdwn`${verb} by ${who}`, when(standing, saying)], ', ');
  switch (standing.state) {
    case 'new':
      return undefined;
    case 'claimed':
      return done('Claimed');
    case 'replied':
      return joined([done('Replied'), replyLink(standing), standing.outcome], ' · ');
    case 'dismissed':
      return joined([done('Dismissed'), reasonOf(standing)], ' · ');
    case 'snoozed':
      return joined([mrkdwn`Snoozed by ${who}`, until(standing, saying)], ' ');
  }
}

/** "@Ana has it since 09:14", and to whom it is theirs "You have it since 09:14": who claimed a lead. */
export function heldSince(standing: LeadStanding, saying: Saying, reader: string): Mrkdwn {
  const { by } = standing;
  const since = when(standing, saying);
  const holder =
    by === reader ? 'You have it' : mrkdwn`${by === undefined ? 'A colleague' : user(by)} has it`;
  return joined([holder, since && mrkdwn`since ${since}`], ' ');
}

/** How it stands without names and times, for those who listen: "replied, helpful". */
export function leadStateSpoken(standing: LeadStanding | undefined): string | undefined {
  if (standing === undefined || standing.state === 'new') return undefined;
  return standing.outcome === undefined ? standing.state : `${standing.state}, ${standing.outcome}`;
}

/** A row's length must not depend on what people paste. */
function replyLink({ replyUrl = '' }: LeadStanding): Mrkdwn | undefined {
  const url = linkable(replyUrl);
  return url !== undefined && url.length <= LONGEST_REPLY ? link(url, 'reply') : undefined;
}

/** The day too, where it was another than the message's. */
function when({ since }: LeadStanding, { at, timezone }: Saying): Mrkdwn | undefined {
  if (since === undefined) return undefined;
  const sameDay = dayAt(since, timezone) === dayAt(at, timezone);
  return joined([!sameDay && dayNear(since, at, timezone), clock(since)], ' ');
}

function until({ until: end }: LeadStanding, { at, timezone }: Saying): string | undefined {
  return end === undefined ? undefined : `until ${dayNear(end, at, timezone)}`;
}

function reasonOf({ dismissReason }: LeadStanding): string {
  return brief(reasonLabel(dismissReason ?? ''), 'place');
}
