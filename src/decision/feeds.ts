/** Feeds as people know them, and what stops one. Part of decision.ts, by which everybody knows it. */
import type { ProjectRef, Versions } from './project.ts';

/** What a feed can be of, in the order in which people read of them. */
export const FEED_KINDS = ['leads', 'scores', 'suggestions', 'recap'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** What is posted of feeds, as Decision has it, and the version of each. */
export type FeedDecision = FeedPaused | DigestHeld;
export const FEED_VERSIONS: Versions<FeedDecision> = { feed_paused: 1, digest_held: 1 };

/** How many leads a digest has at most where its feed does not say. */
export const USUAL_LIMIT = 10;

/**
 * Why a feed was paused: a permanent error of Slack by its own name; `reissued`, when most leads of a list that the
 * channel knew are suddenly new; `person`, when somebody asked for it.
 */
export type PauseReason = 'reissued' | (string & {});

/** To the owners: a feed stands still until somebody resumes it. */
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

/** To the channel: a digest was held back, because most of a known list came back as new. */
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

/** A feed and whether it stands still; times epoch ms. */
export type FeedStanding = {
  feed: {
    id: string;
    kind: FeedKind;
    channel: string;
    schedule: string;
    timezone: string;
    quiet?: string | undefined;
    /** Of one that was made in Slack, and can be changed there. */
    revision?: number | undefined;
    /** From which score, or which change of one, it speaks; how many leads, how old (ms) at most, and which never. */
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
  /** When a post was due that failed and is tried again. */
  triedAgain?: number;
  paused?: { at: number; by: string | undefined; until: number | undefined; reason: PauseReason };
  late?: LatePosts;
  /** Of score alerts alone: nothing new comes to its channel meanwhile. */
  muted?: MutedAlerts;
  /** Of leads alone: nothing from there comes to its channel. */
  mutedPlaces?: readonly string[];
};

/** Why Slack has not taken a post: its own name of the error, or one of ours: its answer was lost, or others were before it. */
export type PostFailure = 'unclear' | 'no_turn' | (string & {});

/** Posts that Slack has not taken for minutes: since when the oldest waits (epoch ms), and why, as far as Slack said. */
export type LatePosts = { since: number; reason: PostFailure | undefined };

/** Why a post never came: Slack refused it (failed; unless unclear, and then it may stand there), or took nothing until it was too late. */
export type PostEnd = { reason: PostFailure; state: 'failed' | 'expired' };

/** A person muted a project's score alerts in a channel: until then (epoch ms), else until the named alert has recovered. */
export type MutedAlerts = {
  channel: string;
  by: string;
  until: number | undefined;
  handle: string | undefined;
};

/** A person stopped it on purpose; otherwise Sightline did, because something is wrong. */
export function isOnPurpose({ by, reason }: NonNullable<FeedStanding['paused']>): boolean {
  return by !== undefined || reason === 'person';
}

/** By what people tell the feeds of a project apart. */
export type FeedPlace = { kind: FeedKind; channel: string };
