/**
 * The tables, for both engines: columns are TEXT or INTEGER only. Times are epoch ms, booleans 0/1, JSON is TEXT.
 * Every key begins with the team. Leases and lanes run on the database's clock, everything else on the bot's.
 */
import type { Kysely } from 'kysely';
import type { Verdict } from '../carried.ts';
import type { AlertNews, FeedKind, Settled, TroubleReason } from '../decision.ts';
import type { Asked } from './asked-row.ts';
import type { McpToken } from './mcp-token-row.ts';
import type { ApiLine, AppVersion } from './whole-store-rows.ts';

/** Work that is due: one feed at one time of its schedule. `rank` orders what is due in one channel at one time. */
type Slot = {
  team: string;
  subscription: string;
  due_at: number;
  /** When a tick found it due: later than `due_at` after an outage. */
  opened_at: number;
  channel: string;
  rank: number;
  state: 'due' | 'done' | 'expired';
  run_after: number;
  attempts: number;
  owner: string | null;
  lease_until: number;
  /** What is told of the trouble of which it ended without its post: the subject of that line. */
  missed_as: string | null;
};

/**
 * A feed as Slack knows it: when it was first seen (it runs only after that), and whether it is paused. `relearn`:
 * what it polls next is taken for known, as on its first run.
 */
type Subscription = {
  team: string;
  id: string;
  timetable: string;
  since: number;
  paused_at: number | null;
  pause_reason: string | null;
  /** The person who paused it, and until when; null where it was not a person, or no end was said. */
  paused_by: string | null;
  paused_until: number | null;
  resumed_at: number | null;
  relearn: number;
};

/** Something that keeps polls from succeeding, by its cause; open while `closed_at` is null. */
type Trouble = {
  team: string;
  cause: string;
  reason: TroubleReason;
  since: number;
  last_at: number;
  closed_at: number | null;
  /** The period before this one, where the trouble was over and began anew. */
  before_since: number | null;
  before_closed_at: number | null;
};

/** A lead that a channel knows. `delivery_id` is null for one that was marked seen and never posted. */
type Announced = {
  team: string;
  channel: string;
  lead_key: string;
  project_id: string;
  delivery_id: string | null;
};

/**
 * A post: what was decided, and how far it got. `subject` is what it speaks of: whatever changes that, edits the post.
 * `wanted_rev` above `shown_rev` means: an edit is due.
 */
type Delivery = {
  id: string;
  team: string;
  channel: string;
  seq: number;
  dedupe_key: string;
  subject: string;
  subscription: string;
  slot_at: number;
  project_id: string;
  kind: string;
  v: number;
  decision: string;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'expired';
  created_at: number;
  not_before: number;
  expires_at: number;
  /** How often it was tried. */
  attempt: number;
  attempted_at: number | null;
  /** How often Slack refused to take it for a reason without a name in slack/failures.ts. */
  refusals: number;
  /** Where in Slack's history it is looked up if the answer to its last attempt is lost: JSON of Search in outbox/settle.ts. */
  search: string | null;
  /** On the database's clock: before this, a post whose answer was lost may still arrive. */
  settle_after: number | null;
  thread_of: string | null;
  /** The message, once Slack confirmed it; and where it stands, which for a direct message is not `channel`. */
  ts: string | null;
  placed_in: string | null;
  wanted_rev: number;
  shown_rev: number;
  /** How often Slack refused an edit of it in a row. */
  edit_attempt: number;
  /**
   * On the database's clock: before this, an edit that failed is not tried again; null where none failed, 0 where one did and
   * another is wanted since.
   */
  edit_after: number | null;
  /**
   * Why it did not arrive when it was last tried: Slack's own name of the error, or one of ours: unclear (its answer was lost),
   * no_turn (others were before it), disconnected (with its project).
   */
  failure: string | null;
  /** Under which id the log tells what it, or its latest edit, came of (trace.ts). */
  trace_id: string | null;
};

/** A channel's turn: one worker posts to it at a time, not before `next_at`. */
type Lane = { team: string; channel: string; next_at: number; owner: string | null; lease_until: number };

/** Short names (L412, A37, S9), unique in the workspace. */
type Handle = { team: string; letter: string; number: number; key: string };

/** How a suggestion stands. */
export type SuggestionRow = {
  team: string;
  project_id: string;
  suggestion_id: string;
  status: 'open' | 'accepted' | 'dismissed';
  by: string | null;
  at: number | null;
  written: 'off' | 'waiting' | 'confirmed' | 'failed' | 'unsent' | null;
  confirmed_at: number | null;
  api_status: number | null;
};

/**
 * A lead of a project: what the API last said of it, and how people left it. Scores are decimal numbers on the API's own
 * scale, as text; `score` was another one, `previous_score`, until `score_since`. `rank` counts from 1 within the poll.
 * `by` and `since` are of the last change of `state`; `until` of a snooze. `rev` grows with every change of the state.
 */
type Lead = {
  team: string;
  project_id: string;
  lead_key: string;
  title: string | null;
  url: string | null;
  place: string | null;
  author: string | null;
  reason: string | null;
  score: string | null;
  previous_score: string | null;
  score_since: number | null;
  posted_at: number | null;
  first_seen_at: number;
  polled_at: number;
  rank: number;
  state: 'new' | 'claimed' | 'replied' | 'dismissed' | 'snoozed';
  by: string | null;
  since: number | null;
  assigned_by: string | null;
  until: number | null;
  dismiss_reason: string | null;
  reply_url: string | null;
  outcome: 'helpful' | 'removed' | null;
  rev: number;
};

/** By what a lead is known: `id:…` and `url:…` with the thread's normal address. Any one of them is enough. */
type LeadIdentity = { team: string; project_id: string; identity: string; lead_key: string };

/** A post that shows a lead, and in which part of it: whatever changes the lead, edits the post. */
type LeadPost = {
  team: string;
  project_id: string;
  lead_key: string;
  delivery_id: string;
  channel: string;
  part: 'new' | 'still_open' | 'reminder' | 'assigned' | 'own';
  at: number;
};

/** What happened to a lead, in order of `at`. `by` is null for what the bot did; `channel` where it was clicked. */
type LeadEvent = {
  team: string;
  id: string;
  project_id: string;
  lead_key: string;
  at: number;
  by: string | null;
  kind: 'claim' | 'assign' | 'release' | 'reply' | 'dismiss' | 'snooze' | 'reopen' | 'outcome' | 'reminder';
  channel: string | null;
  /** To whom it was given, the reason of a dismissal, the end of a snooze, the link of a reply, the outcome. */
  detail: string | null;
};

/** What became of a lead at the last poll for a channel, and of which delivery, where it is in one. */
type LeadVerdict = {
  team: string;
  channel: string;
  project_id: string;
  lead_key: string;
  slot_at: number;
  polled_at: number;
  rank: number;
  verdict: string;
  detail: string | null;
  delivery_id: string | null;
};

/** A workspace that installed the bot. `token` is sealed, `scopes` are separated by commas. */
type Installation = {
  team: string;
  bot_user_id: string;
  bot_id: string;
  token: string;
  scopes: string;
  installed_by: string;
  installed_at: number;
};

/** An API key that somebody gave in Slack, sealed. */
type ApiKey = { team: string; project_id: string; sealed: string; given_by: string; given_at: number };

/** A project that somebody connected in Slack. It is shown in `channel`, and where its feeds post. */
type MadeProject = {
  team: string;
  id: string;
  name: string;
  channel: string;
  made_by: string;
  made_at: number;
};

/** A feed that somebody made in Slack: `settings` as projects.yml would have them, one number more for every change. */
type MadeFeed = {
  team: string;
  id: string;
  project_id: string;
  kind: FeedKind;
  settings: string;
  revision: number;
  changed_by: string;
  changed_at: number;
};

/**
 * What somebody wants sent to them alone: `projects` (null: all that they see) and `places` are JSON lists, `learns` whether the
 * team's own order counts. Runs of the schedule count from `since`. Who wants none has no row.
 */
type OwnDigest = {
  team: string;
  person: string;
  schedule: string;
  timezone: string;
  projects: string | null;
  places: string;
  learns: number;
  since: number;
};

/**
 * How a channel answered the proposal to mute a place in a feed. `round` is when it answered the one before (0: never);
 * a place is muted where any round of it is.
 */
type Mute = {
  team: string;
  subscription: string;
  place_key: string;
  round: number;
  place: string;
  state: 'muted' | 'declined' | 'undone';
  by: string;
  at: number;
};

/** A lead whose thread AI engines cite. `engines` is JSON: their names, as of `at`. */
type LeadCitation = { team: string; project_id: string; lead_key: string; engines: string; at: number };

/**
 * What a channel was told of a score alert, or in place of one. `decision` is how it stands now, as JSON. `told_in` is the
 * alert whose message tells it. Muted without `muted_until`: until it has recovered. `detailed_on`: the day of the latest
 * details in its thread. `settled`: what its figures made of it two weeks later, and when that was looked at.
 */
type Alert = {
  team: string;
  channel: string;
  key: string;
  project_id: string;
  kind: AlertNews['kind'];
  status: 'open' | 'closed';
  told_in: string | null;
  v: number;
  decision: string;
  opened_at: number;
  changed_at: number;
  muted_by: string | null;
  muted_until: number | null;
  taken_by: string | null;
  taken_at: number | null;
  detailed_on: string | null;
  settled: Settled | null;
  settled_at: number | null;
};

/** A person who found an alert of no use. */
type AlertVerdict = {
  team: string;
  channel: string;
  key: string;
  person: string;
  at: number;
  /** What was wrong, where they said so. */
  verdict: Verdict | null;
};

/**
 * The figures of a complete day as they were last polled. `part`: the engine and region, '' for the whole. `names` (ids too)
 * and `figures` are JSON without what the API did not give; of a restated day `first_figures` are those polled first.
 */
type DailyScore = {
  team: string;
  project_id: string;
  day: string;
  part: string;
  names: string;
  figures: string;
  first_figures: string | null;
  polled_at: number;
  restated_at: number | null;
};

/**
 * Every write by a person: who, what, when, what the API said. `request` is the click's own id: once per click. unclear: the
 * API may have done it. `outcome` is for people; `data` is JSON of audit.ts, for what is decided later.
 */
type Audit = {
  team: string;
  request: string;
  at: number;
  person: string;
  action: string;
  project_id: string;
  subject: string;
  state: 'begun' | 'done' | 'failed' | 'unclear';
  outcome: string | null;
  data: string | null;
};

export type Schema = {
  slot: Slot;
  subscription: Subscription;
  trouble: Trouble;
  announced: Announced;
  delivery: Delivery;
  lane: Lane;
  handle: Handle;
  suggestion: SuggestionRow;
  lead: Lead;
  lead_identity: LeadIdentity;
  lead_post: LeadPost;
  lead_event: LeadEvent;
  lead_verdict: LeadVerdict;
  mute: Mute;
  lead_citation: LeadCitation;
  alert: Alert;
  alert_verdict: AlertVerdict;
  installation: Installation;
  api_key: ApiKey;
  made_project: MadeProject;
  made_feed: MadeFeed;
  own_digest: OwnDigest;
  mcp_token: McpToken;
  daily_score: DailyScore;
  /** `said` is a NamedDay of that day as JSON. */
  named_day: { team: string; project_id: string; day: string; said: string };
  audit: Audit;
  asked: Asked;
  api_line: ApiLine;
  app_version: AppVersion;
};

/** The database, or a transaction on it: every store function takes either as its first parameter. */
export type Db = Kysely<Schema>;
export type DeliveryRow = Delivery;
export type SlotRow = Slot;
export type LeadRow = Lead;
export type LeadEventRow = LeadEvent;
export type LeadVerdictRow = LeadVerdict;
