/**
 * What a rule can decide to say: the words between rules (who write them), the outbox (which keeps them as JSON) and
 * messages (which draw them). Facts only, no blocks; `v` grows when a shape changes, so that old rows stay readable.
 */
import type { AlertStanding, GraverAlert, ScoreAlert, ScoreNotice } from './alerts.ts';
import type { FilteredOut, MuteProposal, MuteState, Recap } from './insight.ts';

export type {
  AlertEvent,
  AlertNews,
  AlertStanding,
  AlertState,
  AlertStatus,
  ChangeAlert,
  ChartDay,
  CompetitorGain,
  EngineChange,
  ExplainedPart,
  Explanation,
  GraverAlert,
  MeasuredChange,
  Metric,
  Moved,
  NoData,
  NotComparable,
  PastAlert,
  Scope,
  ScoreAlert,
  ScoreNotice,
  ScoreOverview,
  Sureness,
  ThresholdProposal,
} from './alerts.ts';
export { SURENESS } from './alerts.ts';
export type {
  FilteredOut,
  LeadStory,
  MuteProposal,
  MuteState,
  Recap,
  RecapPerson,
  RecapRow,
} from './insight.ts';

/** The project a decision speaks of. */
export type ProjectRef = { id: string; name: string };

/** A lead as it was when decided. `key` is its identity in a channel; scores are on the API's own scale; times epoch ms. */
export type DigestLead = {
  key: string;
  title?: string | undefined;
  url?: string | undefined;
  place?: string | undefined;
  score?: number | undefined;
  reason?: string | undefined;
  postedAt?: number | undefined;
  /** The score that it had until `scoreSince`; missing where it has always had the same. */
  previousScore?: number | undefined;
  scoreSince?: number | undefined;
  /** When a poll first brought it; said of one that comes back. */
  firstSeenAt?: number | undefined;
  /** The engines that cite its thread already, by the names that people know. */
  citedBy?: readonly string[] | undefined;
};

/**
 * Why leads of a poll are not in the digest, in the words of the filter that removed them; `finished`: people had replied to
 * them, dismissed or snoozed them before this channel was told.
 */
export type LeftOut = {
  reason: 'below_min_score' | 'too_old' | 'place' | 'word' | 'muted' | 'finished';
  count: number;
  /** The best score that lies below the feed's. */
  best?: number | undefined;
  /** The places muted by people in the channel that these leads are from. */
  places?: readonly string[] | undefined;
};

/** New leads, best first, for one channel. */
export type LeadDigest = {
  kind: 'lead_digest';
  v: 1;
  project: ProjectRef;
  /** When it was due, epoch ms, and the feed's schedule as the file says it. */
  at: number;
  timezone: string;
  schedule: string;
  /**
   * True where the whole list is learnt: `unshown` leads are marked seen and never posted. That is the first digest that
   * a channel gets of a project or, with `anew`, the one after a digest was held.
   */
  first: boolean;
  anew?: boolean | undefined;
  leads: DigestLead[];
  /** Known here already, and still open: they come back once, in a block of their own. */
  stillOpen?: DigestLead[] | undefined;
  /** How many that the channel was shown before were open then, those in `stillOpen` among them. */
  open?: number | undefined;
  /** The feed leaves out no lead by its age, so that what nobody takes stays open for ever. */
  anyAge?: boolean | undefined;
  unshown: number;
  /** Those `unshown`, for whoever asks for more. */
  more?: DigestLead[] | undefined;
  /** Hours that it comes late, after an outage of ours or of the API; missing when it is on time. */
  lateHours?: number | undefined;
  leftOut: LeftOut[];
  minScore?: number | undefined;
  /** Counts of the API's own metrics, where it gave them. */
  known?: number | undefined;
  averageScore?: number | undefined;
  /** Threads that AI engines cite and that are no lead of this digest; missing unless the feed asks for them. */
  warm?: DigestLead[] | undefined;
};

/** To whoever claimed a lead and has not replied within a working day: once for each claim. */
export type LeadReminder = {
  kind: 'lead_reminder';
  v: 1;
  project: ProjectRef;
  lead: DigestLead;
  person: string;
  claimedAt: number;
  timezone: string;
};

/** To whoever claimed a lead, when a colleague released it or told of a reply. `at` epoch ms. */
export type ClaimEnded = {
  kind: 'claim_ended';
  v: 1;
  project: ProjectRef;
  lead: Pick<DigestLead, 'key' | 'title' | 'url'>;
  by: string;
  how: 'release' | 'reply';
  at: number;
};

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

/** What a feed can be of, in the order in which people read of them. */
export const FEED_KINDS = ['leads', 'scores', 'suggestions', 'recap'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** People whom one alert may name: who calls everybody calls nobody, and Slack refuses a message that is too long. */
export const MOST_NAMED = 20;

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

/** To the owners, once a week: how all projects fare. Names are those that do not simply work. */
export type OwnersLine = {
  kind: 'owners_line';
  v: 1;
  project: ProjectRef;
  /** When the week's line was due, epoch ms. */
  at: number;
  projects: number;
  paused: { name: string; feeds: FeedKind[]; by?: string | undefined; since: number }[];
  troubled: { name: string; reason: TroubleReason; since: number }[];
  openAlerts?: number | undefined;
  /** The next post of any feed that is not paused. */
  next?: { at: number; timezone: string } | undefined;
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

/** To the owners: something that was decided never reached its channel, or nobody can say whether it did. */
export type PostMissed = {
  kind: 'post_missed';
  v: 1;
  project: ProjectRef;
  feed: FeedKind;
  /** What it was, and when it was due, epoch ms; earlier versions did not keep that. */
  what?: Decision['kind'];
  due?: number;
  channel: string;
  /** The delivery, by which the log tells more. */
  delivery: string;
  /** expired: Slack took nothing until it was too late; unclear: its answer was lost; else Slack's own name of the error. */
  why: 'expired' | 'unclear' | (string & {});
  at: number;
};

export type Decision =
  | LeadDigest
  | LeadReminder
  | ClaimEnded
  | FilteredOut
  | MuteProposal
  | Recap
  | ScoreAlert
  | GraverAlert
  | ScoreNotice
  | SuggestionNews
  | FeedMissed
  | ApiTrouble
  | FeedPaused
  | DigestHeld
  | PostMissed
  | OwnersLine;

/** A decision not to send, with its named reason: logged and counted, never posted. */
export type Silence = { kind: 'silence'; reason: string };

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

/** What came of a reply. */
export type LeadOutcome = 'helpful' | 'removed';

/**
 * How a lead stands, as people left it: `by` whom, `since` when; a snooze ends at `until`. Times epoch ms. `by` is
 * missing where nobody did anything, and where a reader may not know who did.
 */
export type LeadState = {
  state: 'new' | 'claimed' | 'replied' | 'dismissed' | 'snoozed';
  by?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
  dismissReason?: string | undefined;
  replyUrl?: string | undefined;
  outcome?: LeadOutcome | undefined;
};

/** A lead as it stands for the readers of one channel: `alsoOf` are other projects there with the same thread. */
export type LeadStanding = LeadState & { alsoOf?: readonly string[] | undefined };

/** What rendering needs beside the decision: how the things it names stand now. */
export type Standing = {
  /** Handle (L412, A37, S9) by key. */
  handles: Readonly<Record<string, string>>;
  /** How leads stand, by key. One that nobody touched may be missing. */
  leads?: Readonly<Record<string, LeadStanding>> | undefined;
  suggestion?: SuggestionState | undefined;
  alert?: AlertStanding | undefined;
  mute?: MuteState | undefined;
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
    /** From which score, or which change of one, it speaks. */
    settings?: { channel: string; min_score?: number | undefined; min_change?: number | undefined };
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

/** Posts that Slack has not taken for minutes: since when the oldest waits (epoch ms), and why, as far as Slack said. */
export type LatePosts = { since: number; reason: 'unclear' | (string & {}) | undefined };

/** A person muted a project's score alerts in a channel: until then (epoch ms), else until the named alert has recovered. */
export type MutedAlerts = {
  channel: string;
  by: string;
  until: number | undefined;
  handle: string | undefined;
};

/** By what people tell the feeds of a project apart. */
export type FeedPlace = { kind: FeedKind; channel: string };

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
