/**
 * Every table, for both engines: its columns, its key after the team, and what its texts can hold of people, for whatever goes through
 * the whole store. Columns are TEXT or INTEGER only: times are epoch ms, booleans 0/1, JSON is TEXT. Leases and lanes run on the
 * database's clock, everything else on the bot's. The migrations make them; test/store/tables.test.ts names a column that is not here.
 */
import type { Verdict } from '../carried.ts';
import type { AlertNews, FeedKind, Settled, TroubleReason } from '../decision.ts';
import { address, author, decision, number, oneOf, own, person, table, text, thread } from './columns.ts';

export const TABLES = {
  /** Work that is due: one feed at one time of its schedule. `rank` orders what is due in one channel at one time. */
  slot: table(['subscription', 'due_at'], {
    subscription: person,
    due_at: number,
    /** When a tick found it due: later than `due_at` after an outage. */
    opened_at: number,
    channel: own,
    rank: number,
    state: oneOf<'due' | 'done' | 'expired'>(),
    run_after: number,
    attempts: number.orDefault,
    owner: text.orNull,
    lease_until: number.orDefault,
    /** What is told of the trouble of which it ended without its post: the subject of that line. */
    missed_as: person.orNull,
  }),
  /**
   * A feed as Slack knows it: when it was first seen (it runs only after that), and whether it is paused. `relearn`:
   * what it polls next is taken for known, as on its first run.
   */
  subscription: table(['id'], {
    id: person,
    timetable: text,
    since: number,
    paused_at: number.orNull,
    pause_reason: text.orNull,
    /** The person who paused it, and until when; null where it was not a person, or no end was said. */
    paused_by: person.orNull,
    paused_until: number.orNull,
    resumed_at: number.orNull,
    relearn: number.orDefault,
  }),
  /** Something that keeps polls from succeeding, by its cause; open while `closed_at` is null. */
  trouble: table(['cause'], {
    cause: person,
    reason: oneOf<TroubleReason>(),
    since: number,
    last_at: number,
    closed_at: number.orNull,
    /** The period before this one, where the trouble was over and began anew. */
    before_since: number.orNull,
    before_closed_at: number.orNull,
  }),
  /** A lead that a channel knows. `delivery_id` is null for one that was marked seen and never posted. */
  announced: table(['channel', 'lead_key'], {
    channel: text,
    lead_key: text,
    project_id: text,
    delivery_id: text.orNull,
  }),
  /**
   * A post: what was decided, and how far it got. `subject` is what it speaks of: whatever changes that, edits the post.
   * `wanted_rev` above `shown_rev` means: an edit is due.
   */
  delivery: table(['id'], {
    id: text,
    channel: own,
    seq: number,
    dedupe_key: person,
    subject: person,
    subscription: person,
    slot_at: number,
    project_id: text,
    kind: text,
    v: number,
    decision,
    state: oneOf<'queued' | 'sending' | 'sent' | 'failed' | 'expired'>(),
    created_at: number,
    not_before: number,
    expires_at: number,
    /** How often it was tried. */
    attempt: number.orDefault,
    attempted_at: number.orNull,
    /** How often Slack refused to take it for a reason without a name in slack/failures.ts. */
    refusals: number.orDefault,
    /** Where in Slack's history it is looked up if the answer to its last attempt is lost: JSON of Search in outbox/settle.ts. */
    search: person.orNull,
    /** On the database's clock: before this, a post whose answer was lost may still arrive. */
    settle_after: number.orNull,
    thread_of: text.orNull,
    /** The message, once Slack confirmed it; and where it stands, which for a direct message is not `channel`. */
    ts: text.orNull,
    placed_in: person.orNull,
    wanted_rev: number.orDefault,
    shown_rev: number.orDefault,
    /** How often Slack refused an edit of it in a row. */
    edit_attempt: number.orDefault,
    /**
     * On the database's clock: before this, an edit that failed is not tried again; null where none failed, 0 where one did and
     * another is wanted since.
     */
    edit_after: number.orNull,
    /**
     * Why it did not arrive when it was last tried: Slack's own name of the error, or one of ours: unclear (its answer was lost),
     * no_turn (others were before it), disconnected (with its project).
     */
    failure: text.orNull,
    /** Under which id the log tells what it, or its latest edit, came of (trace.ts). */
    trace_id: text.orNull,
  }),
  /** A channel's turn: one worker posts to it at a time, not before `next_at`. */
  lane: table(['channel'], {
    channel: own,
    next_at: number.orDefault,
    owner: text.orNull,
    lease_until: number.orDefault,
  }),
  /** Short names (L412, A37, S9), unique in the workspace. */
  handle: table(['letter', 'number'], { letter: text, number, key: text }),
  /** How a suggestion stands. */
  suggestion: table(['project_id', 'suggestion_id'], {
    project_id: text,
    suggestion_id: text,
    status: oneOf<'open' | 'accepted' | 'dismissed'>(),
    by: person.orNull,
    at: number.orNull,
    written: oneOf<'off' | 'waiting' | 'confirmed' | 'failed' | 'unsent'>().orNull,
    confirmed_at: number.orNull,
    api_status: number.orNull,
  }),
  /**
   * A lead of a project: what the API last said of it, and how people left it. Scores are decimal numbers on the API's own
   * scale, as text; `score` was another one, `previous_score`, until `score_since`. `rank` counts from 1 within the poll.
   * `by` and `since` are of the last change of `state`; `until` of a snooze. `rev` grows with every change of the state.
   */
  lead: table(['project_id', 'lead_key'], {
    project_id: text,
    lead_key: text,
    title: thread.orNull,
    url: address.orNull,
    place: address.orNull,
    author: author.orNull,
    reason: thread.orNull,
    score: text.orNull,
    previous_score: text.orNull,
    score_since: number.orNull,
    posted_at: number.orNull,
    first_seen_at: number,
    polled_at: number,
    rank: number,
    state: oneOf<'new' | 'claimed' | 'replied' | 'dismissed' | 'snoozed'>().orDefault,
    by: person.orNull,
    since: number.orNull,
    assigned_by: person.orNull,
    until: number.orNull,
    dismiss_reason: text.orNull,
    reply_url: person.orNull,
    outcome: oneOf<'helpful' | 'removed'>().orNull,
    rev: number.orDefault,
  }),
  /** By what a lead is known: `id:…` and `url:…` with the thread's normal address. Any one of them is enough. */
  lead_identity: table(['project_id', 'identity'], { project_id: text, identity: text, lead_key: text }),
  /** A post that shows a lead, and in which part of it: whatever changes the lead, edits the post. */
  lead_post: table(['project_id', 'lead_key', 'delivery_id'], {
    project_id: text,
    lead_key: text,
    delivery_id: text,
    channel: own,
    part: oneOf<'new' | 'still_open' | 'reminder' | 'assigned' | 'own'>(),
    at: number,
  }),
  /** What happened to a lead, in order of `at`. `by` is null for what the bot did; `channel` where it was clicked. */
  lead_event: table(['id'], {
    id: text,
    project_id: text,
    lead_key: text,
    at: number,
    by: person.orNull,
    kind: oneOf<
      'claim' | 'assign' | 'release' | 'reply' | 'dismiss' | 'snooze' | 'reopen' | 'outcome' | 'reminder'
    >(),
    channel: person.orNull,
    /** To whom it was given, the reason of a dismissal, the end of a snooze, the link of a reply, the outcome. */
    detail: person.orNull,
  }),
  /** What became of a lead at the last poll for a channel, and of which delivery, where it is in one. */
  lead_verdict: table(['channel', 'project_id', 'lead_key'], {
    channel: text,
    project_id: text,
    lead_key: text,
    slot_at: number,
    polled_at: number,
    rank: number,
    verdict: text,
    detail: text.orNull,
    delivery_id: text.orNull,
  }),
  /**
   * How a channel answered the proposal to mute a place in a feed. `round` is when it answered the one before (0: never);
   * a place is muted where any round of it is.
   */
  mute: table(['subscription', 'place_key', 'round'], {
    subscription: text,
    place_key: address,
    round: number,
    place: address,
    state: oneOf<'muted' | 'declined' | 'undone'>(),
    by: person,
    at: number,
  }),
  /** A lead whose thread AI engines cite. `engines` is JSON: their names, as of `at`. */
  lead_citation: table(['project_id', 'lead_key'], {
    project_id: text,
    lead_key: text,
    engines: text,
    at: number,
  }),
  /**
   * What a channel was told of a score alert, or in place of one. `decision` is how it stands now, as JSON. `told_in` is the
   * alert whose message tells it. Muted without `muted_until`: until it has recovered. `detailed_on`: the day of the latest
   * details in its thread. `settled`: what its figures made of it two weeks later, and when that was looked at.
   */
  alert: table(['channel', 'key'], {
    channel: text,
    key: text,
    project_id: text,
    kind: oneOf<AlertNews['kind']>(),
    status: oneOf<'open' | 'closed'>(),
    told_in: text.orNull,
    v: number,
    decision,
    opened_at: number,
    changed_at: number,
    muted_by: person.orNull,
    muted_until: number.orNull,
    taken_by: person.orNull,
    taken_at: number.orNull,
    detailed_on: text.orNull,
    settled: oneOf<Settled>().orNull,
    settled_at: number.orNull,
  }),
  /** A person who found an alert of no use. */
  alert_verdict: table(['channel', 'key', 'person'], {
    channel: text,
    key: text,
    person,
    at: number,
    /** What was wrong, where they said so. */
    verdict: oneOf<Verdict>().orNull,
  }),
  /** A workspace that installed the bot. `token` is sealed, `scopes` are separated by commas. */
  installation: table([], {
    bot_user_id: text,
    bot_id: text,
    token: text,
    scopes: text,
    installed_by: person,
    installed_at: number,
  }),
  /** An API key that somebody gave in Slack, sealed. */
  api_key: table(['project_id'], { project_id: text, sealed: text, given_by: person, given_at: number }),
  /** A project that somebody connected in Slack. It is shown in `channel`, and where its feeds post. */
  made_project: table(['id'], { id: text, name: text, channel: text, made_by: person, made_at: number }),
  /** A feed that somebody made in Slack: `settings` as projects.yml would have them, one number more for every change. */
  made_feed: table(['id'], {
    id: text,
    project_id: text,
    kind: oneOf<FeedKind>(),
    settings: person,
    revision: number,
    changed_by: person,
    changed_at: number,
  }),
  /**
   * What somebody wants sent to them alone: `projects` (null: all that they see) and `places` are JSON lists, `learns` whether the
   * team's own order counts. Runs of the schedule count from `since`. Who wants none has no row.
   */
  own_digest: table(['person'], {
    person: own,
    schedule: text,
    timezone: text,
    projects: text.orNull,
    places: text,
    learns: number,
    since: number,
  }),
  /** A personal token for MCP, by its fingerprint alone. `label` is what its owner calls it; a revoked one asks nothing any more. */
  mcp_token: table(['id'], {
    id: text,
    hash: text,
    person: own,
    label: person,
    created_at: number,
    last_used_at: number.orNull,
    revoked_at: number.orNull,
  }),
  /**
   * The figures of a complete day as they were last polled. `part`: the engine and region, '' for the whole. `names` (ids too)
   * and `figures` are JSON without what the API did not give; of a restated day `first_figures` are those polled first.
   */
  daily_score: table(['project_id', 'day', 'part'], {
    project_id: text,
    day: text,
    part: text,
    names: text,
    figures: text,
    first_figures: text.orNull,
    polled_at: number,
    restated_at: number.orNull,
  }),
  /** `said` is a NamedDay of that day as JSON. */
  named_day: table(['project_id', 'day'], { project_id: text, day: text, said: decision }),
  /**
   * Every write by a person: who, what, when, what the API said. `request` is the click's own id: once per click. unclear: the
   * API may have done it. `outcome` is for people; `data` is JSON of audit.ts, for what is decided later.
   */
  audit: table(['request'], {
    request: text,
    at: number,
    person,
    action: text,
    project_id: text,
    subject: person,
    state: oneOf<'begun' | 'done' | 'failed' | 'unclear'>(),
    outcome: person.orNull,
    data: person.orNull,
  }),
  /**
   * A question by its message, so that it is answered once. `thread` is the message that its thread begins with, itself where it
   * stands alone; `answer` is the answer's own. `plan`: how it was read, as JSON; null while, or where, it was not. Without a
   * project it is the line itself, which waits for one.
   */
  asked: table(['channel', 'message'], {
    channel: own,
    message: text,
    thread: text,
    answer: text.orNull,
    project_id: text.orNull,
    plan: person.orNull,
    at: number,
  }),
  /** Something that was learnt of the API (visibility/profile.ts), for one key or, where `key_mark` is '', for all. `team` is ''. */
  api_line: table(['key_mark', 'operation', 'what', 'known'], {
    key_mark: text,
    operation: text,
    what: text,
    known: text,
    there: text.orNull,
    learnt_at: number,
  }),
  /** One row, of the whole store (team ''): the version that used it last, and when it last took a write just to prove it. */
  app_version: table([], { version: text, checked_at: number }),
};

export type TableName = keyof typeof TABLES;

/** A row as it is read where its table is not known before. */
export type AnyRow = Readonly<Record<string, string | number | null>>;

export const TABLE_NAMES: readonly TableName[] = Object.keys(TABLES).filter(isTable);

function isTable(name: string): name is TableName {
  return Object.hasOwn(TABLES, name);
}
