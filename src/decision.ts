/**
 * What a rule can decide to say: the words between rules (who write them), the outbox (which keeps them as JSON) and
 * messages (which draw them). Facts only, no blocks; `v` grows when a shape changes: a row of another version is not read.
 * The words of one thing stand together in a file of decision/; whoever needs some takes them from here.
 */
import type {
  AlertReleased,
  AlertStanding,
  EndedAlert,
  GraverAlert,
  ScoreAlert,
  ScoreNotice,
} from './decision/alerts.ts';
import { FEED_VERSIONS, type FeedDecision, type FeedKind } from './decision/feeds.ts';
import type { ApiTrouble, EventsLimited, FeedMissed, MissedFeed, OwnersLine } from './decision/health.ts';
import type { FilteredOut, MinScoreState, MuteProposal, MuteState, Recap } from './decision/insight.ts';
import type {
  ClaimEnded,
  LeadAssigned,
  LeadDigest,
  LeadReminder,
  LeadStanding,
  OwnDigest,
} from './decision/leads.ts';
import type { MentionAlert } from './decision/mention-alerts.ts';
import type { ProjectRef, Versions } from './decision/project.ts';

export * from './decision/alerts.ts';
export type * from './decision/asked.ts';
export * from './decision/feeds.ts';
export * from './decision/health.ts';
export type * from './decision/insight.ts';
export type * from './decision/leads.ts';
export type * from './decision/ledger.ts';
export type * from './decision/mention-alerts.ts';
export * from './decision/project.ts';
export type * from './decision/rival.ts';

/** To the owners: something that was decided never reached its channel, or nobody can say whether it did. */
export type PostMissed = {
  kind: 'post_missed';
  v: 1;
  project: ProjectRef;
  feed: FeedKind;
  /** What it was, and when it was due, epoch ms. */
  what: Decision['kind'];
  due: number;
  channel: string;
  /** The delivery, by which the log tells more. */
  delivery: string;
  /** expired: Slack accepted nothing until it was too late; unclear: its answer was lost; else Slack's own name of the error. */
  why: 'expired' | 'unclear' | (string & {});
  at: number;
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
  | FeedDecision
  | PostMissed
  | OwnersLine
  | EventsLimited;

/** The version of each kind that this version of Sightline writes and reads. */
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
  ended_alert: 1,
  score_notice: 1,
  mention_alert: 1,
  segment_suggestion: 1,
  feed_missed: 1,
  api_trouble: 1,
  ...FEED_VERSIONS,
  post_missed: 1,
  owners_line: 1,
  events_limited: 1,
};

/** A decision not to send, with its named reason: logged and counted, never posted. */
export type Silence = { kind: 'silence'; reason: string };

export function silence(reason: string): Silence {
  return { kind: 'silence', reason };
}

/** What rendering needs beside the decision: how the things it names stand now. */
export type Standing = {
  /** Handle (L412, A37, S9) by key. */
  handles: Readonly<Record<string, string>>;
  /** How leads stand, by key. One that nobody touched may be missing. */
  leads?: Readonly<Record<string, LeadStanding>> | undefined;
  suggestion?: SuggestionState | undefined;
  alert?: AlertStanding | undefined;
  mute?: MuteState | undefined;
  /** Of the feed for which a higher minimum score is proposed. */
  minScore?: MinScoreState | undefined;
  /** Of a first digest: the project's latest open score alert, where another channel of its readers was told of it. */
  openAlert?: { handle: string; channel: string } | undefined;
  /** When the trouble was over, or the feed resumed: epoch ms. Missing while it lasts. */
  overSince?: number | undefined;
  /** What a trouble has kept from the channel so far. */
  missed?: readonly MissedFeed[] | undefined;
  /** Whether accepting and dismissing change the dashboard (an operation is configured). */
  writes: { accept: boolean; dismiss: boolean };
  /** Whether the message stands already: whom it calls, it called when it was posted. */
  posted?: boolean | undefined;
  /** Where this project's suggestions can be finished by hand, if configured. */
  dashboardUrl?: string | undefined;
};

/** The short name (L412, A37, S9) by which people speak of a thing; undefined while it has none. */
export function handleOf({ handles }: Pick<Standing, 'handles'>, key: string): string | undefined {
  return Object.hasOwn(handles, key) ? handles[key] : undefined;
}

/** One tracked prompt under a suggested segment. */
export type SegmentPrompt = { id: string; text: string; applies: boolean };

/** The API suggests a segment; its handle is found by `suggestion.id`. `prompts` is missing where they could not be read. */
export type SuggestionNews = {
  kind: 'segment_suggestion';
  v: 1;
  project: ProjectRef;
  suggestion: { id: string; name: string; description?: string | undefined };
  prompts?: SegmentPrompt[] | undefined;
};

/**
 * How a suggestion stands: as the API and the people left it. `at` epoch ms.
 * `written`: what came of telling the API. off: no operation is configured; failed: it answered with an error.
 */
export type SuggestionState = {
  status: 'open' | 'accepted' | 'dismissed';
  by?: string | undefined;
  at?: number | undefined;
  /** `unsent`: the request could not be made up, so the API never had it. */
  written?: 'off' | 'waiting' | 'confirmed' | 'failed' | 'unsent' | undefined;
  confirmedAt?: number | undefined;
  /** HTTP status of a failed write, where there was an answer. */
  apiStatus?: number | undefined;
};
