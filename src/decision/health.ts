/** What keeps feeds from posting, and how projects fare. Part of decision.ts. */
import type { MentionAlert, ScoreAlert } from './alerts.ts';
import { type FeedKind, type FeedPlace, type FeedStanding, isOnPurpose, type PostEnd } from './feeds.ts';
import type { DecisionBase, Extra, ProjectRef } from './project.ts';

export type TroubleReason =
  | 'key_refused'
  /** The key isn't accepted for one project. */
  | 'forbidden'
  | 'quota'
  | 'project_unknown'
  | 'unreachable'
  | 'rate_limited'
  | 'unreadable'
  /** The API gives several scores for one day without saying what each is of. */
  | 'several_a_day'
  /** This machine's clock differs from Slack's. */
  | 'clock_skew'
  | 'fault';

/** To the channel: a post that was due is missing. One line for all feeds that the same trouble hits; edited later. */
export type FeedMissed = DecisionBase<'feed_missed'> & {
  feed: FeedKind;
  /** When the feed was due, epoch ms. */
  at: number;
  /** The trouble's key; `since` epoch ms. */
  cause: string;
  reason: TroubleReason;
  since: number;
  told: readonly string[];
};

/** A feed that misses posts because of a trouble. `first`: when the first of them was due, epoch ms. */
export type MissedFeed = {
  project: ProjectRef;
  feed: FeedKind;
  first: number;
  times: number;
};

/** To the owners: something only they can fix. One message per cause, however many projects it hits. */
export type ApiTrouble = DecisionBase<'api_trouble'> & {
  cause: string;
  reason: TroubleReason;
  since: number;
  keyName: string;
  /** Only for clock_skew: how far this clock was ahead of Slack's when it was noticed, ms. */
  aheadMs?: number;
};

/** To the owners: Slack gave a channel a new id (epoch ms), and projects.yml has the old one for these projects. */
export type ChannelMoved = DecisionBase<'channel_moved'> & {
  from: string;
  to: string;
  at: number;
  names: readonly string[];
};

/** A changed file that isn't applied: when that was found (epoch ms), and how many faults it has. */
export type RefusedFile = { what: 'projects file' | 'API profile'; since: number; faults: number };

/** Posts that never came for one reason. Times (epoch ms) when due. Without `end`, trouble with the API was the reason. */
export type MissedPosts = { first: number; at: number; times: number; end?: PostEnd | undefined };

/** `unread`: the extras that posts go without for now. `lastAt`: its last successful poll, epoch ms. */
export type ProjectHealth = {
  project: ProjectRef;
  feeds: FeedStanding[];
  trouble?: { reason: TroubleReason; since: number };
  missed?: (MissedPosts & { feeds: FeedPlace[] })[];
  unread?: { extra: Extra; reason: TroubleReason; since: number }[];
  lastAt?: number;
};

/** A pause or mute that people chose counts as well, and so does a trouble that is over. */
export function isWell({ trouble, feeds }: ProjectHealth): boolean {
  return (
    !trouble &&
    feeds.every(({ paused, late, triedAgain }) =>
      paused ? isOnPurpose(paused) : !late && triedAgain === undefined,
    )
  );
}

/** When the first of these feeds posts, epoch ms; undefined if none will. */
export function nextPost(feeds: readonly FeedStanding[]): number | undefined {
  const times = feeds.flatMap(({ next, paused }) => (paused || next === undefined ? [] : [next]));
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** A clock may be off by this much before anybody is told. */
const SKEWED_MS = 60_000;

/** Whether a clock this far ahead of Slack's (ms) needs fixing. */
export function isSkewed(aheadMs: number): boolean {
  return Math.abs(aheadMs) > SKEWED_MS;
}

/** To the owners, once a week: how all projects fare. */
export type OwnersLine = DecisionBase<'owners_line', 3> & {
  /** When it was due, epoch ms. */
  at: number;
  projects: number;
  unwell: number;
  /** How many are well but have a paused feed. */
  paused: number;
  /** Those that are unwell or paused, or missed posts; `untold`: how many more there are. */
  told: ProjectHealth[];
  untold: number;
  openAlerts: number;
  /** The first of those that are open, or ended in the week before; `moreAlerts`: how many more there are. */
  alerts: { handle: string; alert: ScoreAlert | MentionAlert }[];
  moreAlerts: number;
  /** When the next post of any running feed is due, epoch ms. */
  next?: number | undefined;
};
