/**
 * What a rule can decide: rules make decisions, the outbox stores them as JSON, messages render them. Facts only, no
 * blocks. `v` grows when a shape changes; rows of another version aren't read. Others import the files of decision/
 * through this one.
 */
import type {
  AlertReleased,
  AlertStanding,
  EndedAlert,
  GraverAlert,
  MentionAlert,
  ScoreAlert,
  ScoreNotice,
} from './decision/alerts.ts';
import { FEED_VERSIONS, type FeedDecision, type FeedKind } from './decision/feeds.ts';
import type { ApiTrouble, ChannelMoved, FeedMissed, MissedFeed, OwnersLine } from './decision/health.ts';
import type { FilteredOut, MinScoreState, MuteProposal, MuteState, Recap } from './decision/insight.ts';
import type {
  ClaimEnded,
  LeadAssigned,
  LeadDigest,
  LeadReminder,
  LeadStanding,
  OwnDigest,
} from './decision/leads.ts';
import type { DecisionBase, Versions } from './decision/project.ts';

export * from './decision/alerts.ts';
export type * from './decision/asked.ts';
export * from './decision/feeds.ts';
export * from './decision/health.ts';
export type * from './decision/insight.ts';
export * from './decision/leads.ts';
export * from './decision/project.ts';

/** To the owners: a post never reached its channel, or may not have. */
export type PostMissed = DecisionBase<'post_missed'> & {
  feed: FeedKind;
  /** The kind of post, and when it was due, epoch ms. */
  what: Decision['kind'];
  due: number;
  channel: string;
  /** The delivery's id, to find it in the log. */
  delivery: string;
  /**
   * expired: Slack took nothing until it was too late; no_turn: it wasn't even sent by then; unclear: its answer was
   * lost; undrawn: it couldn't be made; else Slack's error.
   */
  why: 'expired' | 'no_turn' | 'unclear' | 'undrawn' | (string & {});
  at: number;
  /** Others that were missed for the same reason within a day. */
  also?: readonly Pick<PostMissed, 'project' | 'what' | 'due' | 'channel'>[];
};

export type Decision =
  | LeadDigest
  | LeadReminder
  | LeadAssigned
  | ClaimEnded
  | OwnDigest
  | FilteredOut
  | MuteProposal
  | Recap
  | ScoreAlert
  | GraverAlert
  | AlertReleased
  | EndedAlert
  | ScoreNotice
  | MentionAlert
  | SuggestionNews
  | FeedMissed
  | ApiTrouble
  | ChannelMoved
  | FeedDecision
  | PostMissed
  | OwnersLine;

/** The version of each kind that this release writes and reads. */
export const VERSIONS: Versions<Decision> = {
  lead_digest: 1,
  lead_reminder: 1,
  lead_assigned: 1,
  claim_ended: 1,
  own_digest: 1,
  filtered_out: 1,
  mute_proposal: 1,
  recap: 1,
  score_alert: 1,
  graver_alert: 1,
  alert_released: 1,
  ended_alert: 2,
  score_notice: 1,
  mention_alert: 1,
  segment_suggestion: 1,
  feed_missed: 1,
  api_trouble: 1,
  channel_moved: 1,
  ...FEED_VERSIONS,
  post_missed: 1,
  owners_line: 3,
};

/** A decision not to post, with its reason: logged and counted. */
export type Silence = { kind: 'silence'; reason: string };

export function silence(reason: string): Silence {
  return { kind: 'silence', reason };
}

/** What rendering needs besides the decision: the current state of the things it names. */
export type Standing = {
  /** Handle (L412, A37, S9) by key. */
  handles: Readonly<Record<string, string>>;
  /** By key. Leads nobody touched may be missing. */
  leads?: Readonly<Record<string, LeadStanding>> | undefined;
  /** Whether the channel has a newer digest of the project, whose count of open leads holds. */
  isOutdated?: boolean | undefined;
  suggestion?: SuggestionState | undefined;
  alert?: AlertStanding | undefined;
  mute?: MuteState | undefined;
  /** For the feed with a proposed minimum score. */
  minScore?: MinScoreState | undefined;
  /** When the trouble ended or the feed was resumed, epoch ms. Missing while it lasts. */
  overSince?: number | undefined;
  /** Posts the channel, or for owners any channel, has missed so far because of a trouble. */
  missed?: readonly MissedFeed[] | undefined;
  /** Whether accepting and dismissing change the dashboard (an operation is configured). */
  writes: { accept: boolean; dismiss: boolean };
  /** Whether the message exists already, so its mentions have notified people. */
  posted?: boolean | undefined;
  /** Where suggestions can be finished by hand, if configured. */
  dashboardUrl?: string | undefined;
};

/** The handle (L412, A37, S9) of a thing; undefined while it has none. */
export function handleOf({ handles }: Pick<Standing, 'handles'>, key: string): string | undefined {
  return Object.hasOwn(handles, key) ? handles[key] : undefined;
}

/** One tracked prompt under a suggested segment. */
export type SegmentPrompt = { id: string; text: string; applies: boolean };

/** The API suggests a segment. Its handle is kept by `suggestion.id`. `prompts` is missing if they couldn't be read. */
export type SuggestionNews = DecisionBase<'segment_suggestion'> & {
  suggestion: { id: string; name: string; description?: string | undefined };
  prompts?: SegmentPrompt[] | undefined;
};

/** `at`: epoch ms. `written`: how the API call went; off: no operation is configured; failed: it returned an error. */
export type SuggestionState = {
  status: 'open' | 'accepted' | 'dismissed';
  by?: string | undefined;
  at?: number | undefined;
  /** `unsent`: never sent, or a day later the API still lists the suggestion as open. */
  written?: 'off' | 'waiting' | 'confirmed' | 'failed' | 'unsent' | undefined;
  /** HTTP status of a failed write, if there was a response. */
  apiStatus?: number | undefined;
};
