/**
 * Every table and the types of its rows, for both engines: its columns, its key after the team, and what personal data its text columns can hold.
 * Columns are TEXT or INTEGER only: times are epoch ms, booleans 0/1, JSON is TEXT. Leases and lanes run on the
 * database's clock, everything else on the bot's. migrations.ts makes the tables of a new store from this.
 */
import type { Kysely, Selectable } from 'kysely';
import type { AlertVerdict } from '../carried.ts';
import type { AlertNews, FeedKind, LeadState, Settled, Stalled, TroubleReason } from '../decision.ts';
import type { LeadAct } from '../rules/lead-state.ts';
import {
  address,
  author,
  type Column,
  decision,
  number,
  oneOf,
  own,
  person,
  type Table,
  table,
  text,
  thread,
} from './columns.ts';

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
    attempts: number.or(0),
    owner: text.orNull,
    lease_until: number.or(0),
    /** If it ended without its post: the subject of the post that says why. */
    missed_as: person.orNull,
  }),
  /** A feed: when it was first seen (only later runs count) and its pause. `relearn`: its next poll counts as known. */
  subscription: table(['id'], {
    id: person,
    timetable: text,
    since: number,
    paused_at: number.orNull,
    pause_reason: text.orNull,
    /** The person who paused it, and until when; null if it wasn't a person, or without an end. */
    paused_by: person.orNull,
    paused_until: number.orNull,
    resumed_at: number.orNull,
    relearn: number.or(0),
  }),
  /** Something that makes polls fail, by its cause; open while `closed_at` is null. */
  trouble: table(['cause'], {
    cause: person,
    reason: oneOf<TroubleReason>(),
    since: number,
    last_at: number,
    closed_at: number.orNull,
    /** The period before this one, if the trouble ended and began again. */
    before_since: number.orNull,
    before_closed_at: number.orNull,
  }),
  /** A lead that a channel knows, by each of its names there. `delivery_id` is null for one marked seen and never posted. */
  announced: table(['channel', 'name'], {
    channel: text,
    name: text,
    project_id: text,
    delivery_id: text.orNull,
  }),
  /** A post. A change of its `subject` edits it: an edit is due while `wanted_rev` is above `shown_rev`. */
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
    attempt: number.or(0),
    /** How often Slack refused it for a reason that slack/failures.ts doesn't know. */
    refusals: number.or(0),
    /** Where to look it up in Slack's history if an answer is lost: JSON of Search in outbox/settle.ts. */
    search: person.orNull,
    /** On the database's clock: until then a post whose answer was lost may still arrive. */
    settle_after: number.orNull,
    thread_of: text.orNull,
    /** The message and its channel, once Slack confirmed it; for a direct message that isn't `channel`. */
    ts: text.orNull,
    placed_in: person.orNull,
    wanted_rev: number.or(1),
    shown_rev: number.or(0),
    /** How often in a row Slack refused to edit it. */
    edit_attempt: number.or(0),
    /** By the database's clock: a failed edit isn't retried before. Null: none failed. 0: another was requested. */
    edit_after: number.orNull,
    /** A PostFailure. */
    failure: text.orNull,
    /** The log's id of what queued it, or last requested an edit (trace.ts). */
    trace_id: text.orNull,
  }),
  /** A channel's turn: one worker posts to it at a time, not before `next_at`. */
  lane: table(['channel'], {
    channel: own,
    next_at: number.or(0),
    owner: text.orNull,
    lease_until: number.or(0),
  }),
  /** Short names (L412, A37, S9), unique in the workspace. */
  handle: table(['letter', 'number'], { letter: text, number, key: text }),
  /** The state of a segment suggestion. */
  suggestion: table(['project_id', 'suggestion_id'], {
    project_id: text,
    suggestion_id: text,
    status: oneOf<'open' | 'accepted' | 'dismissed'>(),
    by: person.orNull,
    at: number.orNull,
    written: oneOf<'off' | 'waiting' | 'confirmed' | 'failed' | 'unsent'>().orNull,
    api_status: number.orNull,
  }),
  /**
   * A lead of a project: what the API last said about it, and its state. Scores are decimals on the API's own scale, as
   * text; until `score_since` the score was `previous_score`. `cited_by` is JSON with the names of the engines that cite
   * its thread, as last read. `rank` counts from 1 within the poll. `by` and `since` belong to the last change of `state`,
   * `until` to a snooze; `before` is JSON with the state before a dismissal or snooze. Every change increases `rev`.
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
    status: text.orNull,
    cited_by: text.orNull,
    first_seen_at: number,
    polled_at: number,
    rank: number,
    state: oneOf<LeadState['state']>().or('new'),
    by: person.orNull,
    since: number.orNull,
    assigned_by: person.orNull,
    until: number.orNull,
    dismiss_reason: text.orNull,
    reply_url: person.orNull,
    outcome: oneOf<'helpful' | 'removed'>().orNull,
    before: person.orNull,
    rev: number.or(0),
  }),
  /** The identities of a lead: `id:…`, and `url:…` with the thread's normalized URL. Any one of them is enough. */
  lead_identity: table(['project_id', 'identity'], { project_id: text, identity: text, lead_key: text }),
  /** A post that shows a lead, and in which part: a change of the lead edits the post. */
  lead_post: table(['project_id', 'lead_key', 'delivery_id'], {
    project_id: text,
    lead_key: text,
    delivery_id: text,
    channel: own,
    part: oneOf<'new' | 'still_open' | 'reminder' | 'assigned' | 'declined' | 'own' | 'warm'>(),
    at: number,
  }),
  /** Something that happened to a lead. `by` is null for what the bot did; `channel` is where it was clicked. */
  lead_event: table(['id'], {
    id: text,
    project_id: text,
    lead_key: text,
    at: number,
    by: person.orNull,
    /** A dismissal or snooze that was undone becomes an undo, so that nothing counts it. */
    kind: oneOf<LeadAct['kind'] | 'decline' | 'reminder'>(),
    channel: person.orNull,
    /** The assignee, the reason for a dismissal, the end of a snooze, the link to a reply, the outcome, or the act undone. */
    detail: person.orNull,
    /** What the assigner wrote to the assignee. */
    note: person.orNull,
  }),
  /** The verdict on a lead at the last poll for a channel. */
  lead_verdict: table(['project_id', 'lead_key', 'channel'], {
    channel: text,
    project_id: text,
    lead_key: text,
    polled_at: number,
    rank: number,
    verdict: text,
  }),
  /** The answer to a proposal to mute a place. `round`: when the one before was answered, 0 for never. Any muted counts. */
  mute: table(['subscription', 'place_key', 'round'], {
    subscription: text,
    place_key: address,
    round: number,
    place: address,
    state: oneOf<'muted' | 'declined' | 'undone'>(),
    by: person,
    at: number,
  }),
  /**
   * An alert, or a notice in place of one, that a channel was told of. `decision` is its current state as JSON;
   * `told_in` the alert whose message tells it. Muted without `muted_until`: until it has recovered. `detailed_on`: the
   * day that the latest details in its thread are about. `settled`: what its figures showed two weeks later. `stalled`:
   * an open one that isn't kept up to date.
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
    stalled: oneOf<Stalled>().orNull,
  }),
  /** A person who found an alert not useful. */
  alert_verdict: table(['channel', 'key', 'person'], {
    channel: text,
    key: text,
    person,
    at: number,
    /** What was wrong with it, if they said so. */
    verdict: oneOf<AlertVerdict>().orNull,
  }),
  /** A workspace that installed the bot. `token` is sealed, `scopes` are comma-separated. */
  installation: table([], {
    bot_user_id: text,
    bot_id: text,
    token: text,
    scopes: text,
    installed_by: person,
    installed_at: number,
  }),
  /** An API key given in Slack, sealed. */
  api_key: table(['project_id'], { project_id: text, sealed: text, given_by: person, given_at: number }),
  /** A project connected in Slack. It is visible in `channel` and where its feeds post. */
  made_project: table(['id'], { id: text, name: text, channel: text, made_by: person, made_at: number }),
  /** A feed made in Slack: `settings` are as in projects.yml; every change increases `revision`. */
  made_feed: table(['id'], {
    id: text,
    project_id: text,
    kind: oneOf<FeedKind>(),
    settings: person,
    revision: number,
    changed_by: person,
    changed_at: number,
  }),
  /** A channel to which Slack gave a new id: projects.yml may still name the old one. */
  moved_channel: table(['old_id'], { old_id: text, new_id: text, at: number }),
  /** `projects` (null: all they see) and `places` are JSON lists; `learns`: the team's order; runs count after `since`. */
  own_digest: table(['person'], {
    person: own,
    schedule: text,
    timezone: text,
    projects: text.orNull,
    places: text,
    learns: number,
    since: number,
  }),
  /** A personal token for MCP, stored as a fingerprint. `label` is its owner's name for it. */
  mcp_token: table(['id'], {
    id: text,
    hash: text,
    person: own,
    label: person,
    created_at: number,
    last_used_at: number.orNull,
    revoked_at: number.orNull,
  }),
  /** A complete day as last polled. `part`: engine and region, '' for the whole. `names` and `figures` are JSON. */
  daily_score: table(['project_id', 'day', 'part'], {
    project_id: text,
    day: text,
    part: text,
    names: text,
    figures: text,
  }),
  /** `said` is a NamedDay as JSON: who was mentioned on that day. */
  named_day: table(['project_id', 'day'], { project_id: text, day: text, said: decision }),
  /**
   * Every write by a person: who, what, when, what the API said. `request` is the click's id, so there is one per
   * click. unclear: the API may have done it. `outcome` is for people; `data` is JSON of audit.ts, for later decisions.
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
   * A question, by its message, so that it is answered once. `thread` is the first message of its thread (maybe
   * itself), `answer` the answer's message. `plan` is what it leaves to the next, as JSON, or null; without a project it
   * is the question itself, which waits for one. Of the lists that a person sees after a slash, the last of each channel
   * is kept: their id stands in `channel`, the channel's in `message` and `thread`.
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
  /** Something learned about the API (visibility/profile.ts), by key, or for all if `key_mark` is ''. `team` is ''. */
  api_line: table(['key_mark', 'operation', 'what', 'known'], {
    key_mark: text,
    operation: text,
    what: text,
    known: text,
    there: text.orNull,
    learnt_at: number,
  }),
  /** One row (team ''): the version that last used the store, and when it last proved that it takes writes. */
  app_version: table([], { version: text, checked_at: number }),
};

export type TableName = keyof typeof TABLES;

export type AnyRow = Readonly<Record<string, string | number | null>>;

export const TABLE_NAMES: readonly TableName[] = Object.keys(TABLES).filter(isTable);

function isTable(name: string): name is TableName {
  return Object.hasOwn(TABLES, name);
}

type RowOf<Described> =
  Described extends Table<infer Columns>
    ? { [Name in keyof Columns]: Columns[Name] extends Column<infer Type> ? Type : never }
    : never;

export type Schema = { [Name in TableName]: RowOf<(typeof TABLES)[Name]> };

/** The database or a transaction: every store function takes either as its first parameter. */
export type Db = Kysely<Schema>;

/** A project of a workspace; of it, one channel. */
export type OfProject = { team: string; projectId: string };
export type InChannel = OfProject & { channel: string };

export type Row<Name extends TableName> = Selectable<Schema[Name]>;
export type DeliveryRow = Row<'delivery'>;
export type SlotRow = Row<'slot'>;
export type LeadRow = Row<'lead'>;
export type LeadEventRow = Row<'lead_event'>;
