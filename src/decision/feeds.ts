/** The kinds of feeds, how one stands, and what stops it. Part of decision.ts. */
import type { DecisionBase, Versions } from './project.ts';

/** Every kind of feed, in the order people see them. */
export const FEED_KINDS = ['leads', 'scores', 'suggestions', 'recap'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** What has this rank waits for everything else due in the workspace by then, whose results it uses. */
export const LAST_RANK = 9;

/** Posts due in one channel at one time go in this order. A recap names alerts, also of other channels. */
export const FEED_RANKS: Readonly<Record<FeedKind, number>> = {
  scores: 0,
  leads: 1,
  suggestions: 2,
  recap: LAST_RANK,
};

/** The decisions about feeds, and the version of each. */
export type FeedDecision = FeedPaused | DigestHeld;
export const FEED_VERSIONS: Versions<FeedDecision> = { feed_paused: 1, digest_held: 1 };

/** The most leads in a digest, unless its feed says otherwise. */
export const DEFAULT_LIMIT = 10;

/** Slack's name for a permanent error; `reissued`: most of a known list came back as new; `person`: someone paused it. */
export type PauseReason = 'reissued' | (string & {});

/** To the owners: a feed is paused until someone resumes it. `others`: those of the channel that were paused with it. */
export type FeedPaused = DecisionBase<'feed_paused'> & {
  feed: FeedKind;
  subscription: string;
  channel: string;
  reason: PauseReason;
  at: number;
  others?: readonly Pick<FeedPaused, 'project' | 'feed' | 'subscription'>[];
};

/** To the channel: a digest was held back because most of a known list came back as new. */
export type DigestHeld = DecisionBase<'digest_held'> & {
  subscription: string;
  at: number;
  fresh: number;
  polled: number;
  told: readonly string[];
};

/** A feed and whether it is running; times epoch ms. */
export type FeedStanding = {
  feed: {
    id: string;
    kind: FeedKind;
    channel: string;
    schedule: string;
    timezone: string;
    quiet?: string | undefined;
    /** Only of feeds made in Slack, which can be changed there. */
    revision?: number | undefined;
    /** As in projects.yml; `max_age` in ms. */
    settings?: {
      channel: string;
      min_score?: number | undefined;
      min_change?: number | undefined;
      mention?: readonly string[] | undefined;
      limit?: number | undefined;
      max_age?: number | undefined;
      places?: { never: readonly string[] } | undefined;
      words?: { never: readonly string[] } | undefined;
      warm_leads?: boolean | undefined;
      post_empty?: boolean | undefined;
      by_person?: boolean | undefined;
    };
  };
  next: number | undefined;
  /** When the post that failed and is being retried was due. */
  triedAgain?: number | undefined;
  paused?: { at: number; by: string | undefined; until: number | undefined; reason: PauseReason } | undefined;
  late?: LatePosts | undefined;
  /** Only of scores feeds: the channel gets no new alerts meanwhile. */
  muted?: MutedAlerts | undefined;
  /** Only of leads feeds: the channel gets no leads from these places. */
  mutedPlaces?: readonly string[] | undefined;
};

/** Slack's error, or: no answer, never its turn, never drawn, or its feed was paused, moved or removed before it was sent. */
export type PostFailure = 'unclear' | 'no_turn' | 'undrawn' | 'withdrawn' | (string & {});

/** Posts Slack hasn't taken for minutes. `since`: how long the oldest has waited (epoch ms). */
export type LatePosts = { since: number; reason: PostFailure | undefined };

/** Why a post never arrived. expired: Slack took nothing until it was too late. An `unclear` post may be there. */
export type PostEnd = { reason: PostFailure; state: 'failed' | 'expired' };

/** Someone muted a project's alerts in a channel until `until` (epoch ms) or until alert `handle` has recovered. */
export type MutedAlerts = {
  channel: string;
  by: string;
  until: number | undefined;
  handle: string | undefined;
};

/** Whether a person paused it, rather than Sightline because something is wrong. */
export function isOnPurpose({ by, reason }: NonNullable<FeedStanding['paused']>): boolean {
  return by !== undefined || reason === 'person';
}

/** Identifies a feed within its project. */
export type FeedPlace = { kind: FeedKind; channel: string };
