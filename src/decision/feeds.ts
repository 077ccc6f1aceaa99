/** Feeds as people know them, and what stops one. Imported through decision.ts. */
import type { ProjectRef, Versions } from './project.ts';

/** Every kind of feed, in the order in which people read of them. */
export const FEED_KINDS = ['leads', 'scores', 'suggestions', 'recap'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** What is posted of feeds, as Decision has it, and the version of each. */
export type FeedDecision = FeedPaused | DigestHeld;
export const FEED_VERSIONS: Versions<FeedDecision> = { feed_paused: 1, digest_held: 1 };

/** The most leads in a digest, where its feed doesn't say. */
export const USUAL_LIMIT = 10;

/**
 * Why a feed was paused: Slack's name for a permanent error; `reissued`: most leads of a known list came back as new; `person`:
 * someone paused it.
 */
export type PauseReason = 'reissued' | (string & {});

/** To the owners: a feed is paused until someone resumes it. */
export type FeedPaused = {
  kind: 'feed_paused';
  v: 1;
  project: ProjectRef;
  feed: FeedKind;
  subscription: string;
  channel: string;
  reason: PauseReason;
  at: number;
};

/** To the channel: a digest was held back because most of a known list came back as new. */
export type DigestHeld = {
  kind: 'digest_held';
  v: 1;
  project: ProjectRef;
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
    /** Only of a feed that was made in Slack, and can be changed there. */
    revision?: number | undefined;
    /** What it leaves out: by score or change of score, number, age (ms), place and word. */
    settings?: {
      channel: string;
      min_score?: number | undefined;
      min_change?: number | undefined;
      limit?: number | undefined;
      max_age?: number | undefined;
      places?: { never: readonly string[] } | undefined;
      words?: { never: readonly string[] } | undefined;
    };
  };
  next: number | undefined;
  /** When the post was due that failed and is being retried. */
  triedAgain?: number;
  paused?: { at: number; by: string | undefined; until: number | undefined; reason: PauseReason };
  late?: LatePosts;
  /** Score feeds only: its channel gets no new alerts meanwhile. */
  muted?: MutedAlerts;
  /** Leads feeds only: nothing from these places comes to its channel. */
  mutedPlaces?: readonly string[];
};

/** Why Slack hasn't taken a post: its name for the error, `unclear` (its answer was lost) or `no_turn` (others were ahead). */
export type PostFailure = 'unclear' | 'no_turn' | (string & {});

/** Posts that Slack hasn't taken for minutes: since when the oldest has waited (epoch ms), and why, if Slack said. */
export type LatePosts = { since: number; reason: PostFailure | undefined };

/** Why a post never arrived: Slack refused it (failed; if unclear, it may be there after all), or took nothing until it was too late. */
export type PostEnd = { reason: PostFailure; state: 'failed' | 'expired' };

/** Someone muted a project's score alerts in a channel: until `until` (epoch ms), or until the alert `handle` has recovered. */
export type MutedAlerts = {
  channel: string;
  by: string;
  until: number | undefined;
  handle: string | undefined;
};

/** Whether a person paused it. Otherwise Sightline did, because something is wrong. */
export function isOnPurpose({ by, reason }: NonNullable<FeedStanding['paused']>): boolean {
  return by !== undefined || reason === 'person';
}

/** What tells a project's feeds apart. */
export type FeedPlace = { kind: FeedKind; channel: string };
