/** What keeps feeds from their posts, and how projects fare. Part of decision.ts, by which everybody knows it. */
import {
  type FeedKind,
  type FeedPlace,
  type FeedStanding,
  isOnPurpose,
  type LatePosts,
  type PostEnd,
} from './feeds.ts';
import type { ProjectRef } from './project.ts';

/** Why polls fail, as far as anybody but the log need know. */
export type TroubleReason =
  | 'key_refused'
  /** The key is right, and its plan has nothing left. */
  | 'quota'
  | 'project_unknown'
  | 'unreachable'
  | 'rate_limited'
  | 'unreadable'
  /** Daily scores come several for one day, and nothing tells whose they are. */
  | 'several_a_day'
  /** This machine's clock is not Slack's. */
  | 'clock_skew'
  | 'fault';

/** What the API is asked beside what a post lives from: the post goes without it where it cannot be read. */
export type Extra =
  | 'communityMetrics'
  | 'dailyScores'
  | 'citations'
  | 'sources'
  | 'warmLeads'
  | 'prompts'
  | 'promptTimeseries'
  | 'mentions'
  | 'competitorDetail'
  | 'segmentPrompts'
  | 'topics';

/**
 * A feed said nothing although it was due: one honest line in its channel for all that the trouble keeps from it,
 * edited when another feed joins it, and when the trouble is over.
 */
export type FeedMissed = {
  kind: 'feed_missed';
  v: 1;
  project: ProjectRef;
  feed: FeedKind;
  /** When the feed was due, epoch ms. */
  at: number;
  /** Key of the trouble; its reason; since when, epoch ms. */
  cause: string;
  reason: TroubleReason;
  since: number;
  /** Ids of the owners who were told. */
  told: readonly string[];
};

/**
 * A feed that a trouble keeps from its posts: `times` of them, the first due at `first` (epoch ms). `triedAgain`: when a
 * later one was due that failed too and still comes.
 */
export type MissedFeed = {
  project: ProjectRef;
  feed: FeedKind;
  first: number;
  times: number;
  triedAgain?: number | undefined;
};

/** To the owners: something that only they can mend. One message for one cause, however many projects it hits. */
export type ApiTrouble = {
  kind: 'api_trouble';
  v: 1;
  project: ProjectRef;
  cause: string;
  reason: TroubleReason;
  since: number;
  /** The variable that holds the key. */
  keyName: string;
  /** Of a clock: by how much it was ahead of Slack's when that was noticed, ms. */
  aheadMs?: number;
};

/**
 * How a project fares: its feeds, the open trouble with the API if there is one, and its last good poll (epoch ms).
 * `missed`: the feeds that last had no post, while that is news, by why; `at` is when they were due. Without `end`
 * a trouble with the API kept the post from being made. `unread`: the extras that posts
 * go without for now.
 */
export type ProjectHealth = {
  project: ProjectRef;
  feeds: FeedStanding[];
  trouble?: { reason: TroubleReason; since: number };
  missed?: { feeds: FeedPlace[]; at: number; end?: PostEnd }[];
  unread?: { extra: Extra; reason: TroubleReason; since: number }[];
  lastAt?: number;
};

/** What people chose, a pause or a mute, is no illness, and what is over is none any more. */
export function isWell({ trouble, feeds }: ProjectHealth): boolean {
  return (
    !trouble &&
    feeds.every(({ paused, late, triedAgain }) =>
      paused ? isOnPurpose(paused) : !late && triedAgain === undefined,
    )
  );
}

/** To the owners: Slack holds back events of this workspace. One message a day, however often Slack says so. */
export type EventsLimited = { kind: 'events_limited'; v: 1; project: ProjectRef; at: number };

/** A clock may be off by this before anybody is told of it. */
const SKEWED_MS = 60_000;

/** Whether this machine's clock, so much ahead of Slack's (ms), is to be mended. */
export function isSkewed(aheadMs: number): boolean {
  return Math.abs(aheadMs) > SKEWED_MS;
}

/** To the owners, once a week: how all projects fare. Names are those that do not simply work. */
export type OwnersLine = {
  kind: 'owners_line';
  v: 1;
  project: ProjectRef;
  /** When the week's line was due, epoch ms. */
  at: number;
  projects: number;
  /** How many of them are well, with no feed paused. */
  healthy: number;
  paused: { name: string; feeds: NamedFeed[]; by?: string | undefined; since: number }[];
  troubled: { name: string; reason: TroubleReason; since: number }[];
  /** Posts that Slack has not taken, the oldest since then; and by when they were due, those that failed and are tried again. */
  waiting?: {
    name: string;
    late?: LatePosts & { feeds: NamedFeed[] };
    triedAgain: { feeds: NamedFeed[]; at: number }[];
  }[];
  /** What had no post lately, as in a project's health: that is over, and makes none unwell. */
  missed?: { name: string; feeds: NamedFeed[]; at: number; end?: PostEnd | undefined }[];
  openAlerts?: number | undefined;
  /** The next post of any feed that is not paused. */
  next?: { at: number; timezone: string } | undefined;
};

/** A feed of a project: with its channel where the project has several of its kind. */
export type NamedFeed = FeedKind | FeedPlace;
