/** What keeps feeds from their posts, and how projects fare. Part of decision.ts, by which everybody knows it. */
import type { FeedKind, FeedPlace, FeedStanding } from './feeds.ts';
import type { ProjectRef } from './project.ts';

/** Why polls fail, as far as anybody but the log need know. */
export type TroubleReason =
  | 'key_refused'
  | 'project_unknown'
  | 'unreachable'
  | 'rate_limited'
  | 'unreadable'
  | 'fault';

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
};

/**
 * How a project fares: its feeds, the open trouble with the API if there is one, and its last good poll (epoch ms).
 * `missed`: the feeds that last had no post, while that is news, by why; `at` is when they were due. `reason` is what the
 * outbox noted of Slack; without one a trouble with the API kept the post from being made.
 */
export type ProjectHealth = {
  project: ProjectRef;
  feeds: FeedStanding[];
  trouble?: { reason: TroubleReason; since: number };
  missed?: { feeds: FeedPlace[]; at: number; reason?: string }[];
  lastAt?: number;
};

/** To the owners, once a week: how all projects fare. Names are those that do not simply work. */
export type OwnersLine = {
  kind: 'owners_line';
  v: 1;
  project: ProjectRef;
  /** When the week's line was due, epoch ms. */
  at: number;
  projects: number;
  /** A feed is named with its channel where the project has several of its kind. */
  paused: { name: string; feeds: (FeedKind | FeedPlace)[]; by?: string | undefined; since: number }[];
  troubled: { name: string; reason: TroubleReason; since: number }[];
  openAlerts?: number | undefined;
  /** The next post of any feed that is not paused. */
  next?: { at: number; timezone: string } | undefined;
};
