/** Every table with its key, and what its texts can hold of people: for whatever goes through the whole store. */
import type { Schema } from './schema.ts';

/**
 * The text columns of a table by what they can hold. person: a user id, or a text that may have one in it. author: the name of a
 * thread's author. thread: a stranger's words, which may name them. address: a thread's, or its place, which may do so too, and
 * by which the thread is known. decision: JSON with any of these. nothing: none of them, such as a state. A row is one
 * person's own where `theirs` is their id.
 */
export type Table<Column = string> = {
  key: readonly Column[];
  theirs?: Column;
  nothing: readonly Column[];
} & { [What in (typeof HOLDING)[number]]?: readonly Column[] };

export const HOLDING = ['person', 'author', 'thread', 'address', 'decision'] as const;

/** test/store/tables.test.ts names a text column that is not here. */
export const TABLES = {
  slot: {
    key: ['team', 'subscription', 'due_at'],
    theirs: 'channel',
    person: ['subscription', 'channel', 'missed_as'],
    nothing: ['team', 'owner', 'state'],
  },
  subscription: {
    key: ['team', 'id'],
    person: ['id', 'paused_by'],
    nothing: ['team', 'timetable', 'pause_reason'],
  },
  trouble: {
    key: ['team', 'cause'],
    person: ['cause'],
    nothing: ['team', 'reason'],
  },
  announced: {
    key: ['team', 'channel', 'lead_key'],
    nothing: ['team', 'channel', 'lead_key', 'project_id', 'delivery_id'],
  },
  delivery: {
    key: ['team', 'id'],
    theirs: 'channel',
    person: ['channel', 'dedupe_key', 'subject', 'subscription', 'search', 'placed_in'],
    decision: ['decision'],
    nothing: ['id', 'team', 'project_id', 'kind', 'state', 'thread_of', 'ts', 'failure', 'trace_id'],
  },
  lane: {
    key: ['team', 'channel'],
    theirs: 'channel',
    person: ['channel'],
    nothing: ['team', 'owner'],
  },
  handle: {
    key: ['team', 'letter', 'number'],
    nothing: ['team', 'letter', 'key'],
  },
  suggestion: {
    key: ['team', 'project_id', 'suggestion_id'],
    person: ['by'],
    nothing: ['team', 'project_id', 'suggestion_id', 'status', 'written'],
  },
  lead: {
    key: ['team', 'project_id', 'lead_key'],
    person: ['by', 'assigned_by', 'reply_url'],
    author: ['author'],
    thread: ['title', 'reason'],
    address: ['url', 'place'],
    nothing: [
      'team',
      'project_id',
      'lead_key',
      'score',
      'previous_score',
      'state',
      'dismiss_reason',
      'outcome',
    ],
  },
  lead_identity: {
    key: ['team', 'project_id', 'identity'],
    nothing: ['team', 'project_id', 'identity', 'lead_key'],
  },
  lead_post: {
    key: ['team', 'project_id', 'lead_key', 'delivery_id'],
    theirs: 'channel',
    person: ['channel'],
    nothing: ['team', 'project_id', 'lead_key', 'delivery_id', 'part'],
  },
  lead_event: {
    key: ['team', 'id'],
    person: ['by', 'channel', 'detail'],
    nothing: ['team', 'id', 'project_id', 'lead_key', 'kind'],
  },
  lead_verdict: {
    key: ['team', 'channel', 'project_id', 'lead_key'],
    nothing: ['team', 'channel', 'project_id', 'lead_key', 'verdict', 'detail', 'delivery_id'],
  },
  mute: {
    key: ['team', 'subscription', 'place_key', 'round'],
    person: ['by'],
    address: ['place_key', 'place'],
    nothing: ['team', 'subscription', 'state'],
  },
  lead_citation: {
    key: ['team', 'project_id', 'lead_key'],
    nothing: ['team', 'project_id', 'lead_key', 'engines'],
  },
  alert: {
    key: ['team', 'channel', 'key'],
    person: ['muted_by', 'taken_by'],
    decision: ['decision'],
    nothing: ['team', 'channel', 'key', 'project_id', 'kind', 'status', 'told_in', 'detailed_on', 'settled'],
  },
  alert_verdict: {
    key: ['team', 'channel', 'key', 'person'],
    person: ['person'],
    nothing: ['team', 'channel', 'key', 'verdict'],
  },
  installation: {
    key: ['team'],
    person: ['installed_by'],
    nothing: ['team', 'bot_user_id', 'bot_id', 'token', 'scopes'],
  },
  api_key: {
    key: ['team', 'project_id'],
    person: ['given_by'],
    nothing: ['team', 'project_id', 'sealed'],
  },
  made_project: {
    key: ['team', 'id'],
    person: ['made_by'],
    nothing: ['team', 'id', 'name', 'channel'],
  },
  made_feed: {
    key: ['team', 'id'],
    person: ['settings', 'changed_by'],
    nothing: ['team', 'id', 'project_id', 'kind'],
  },
  own_digest: {
    key: ['team', 'person'],
    theirs: 'person',
    person: ['person'],
    nothing: ['team', 'schedule', 'timezone', 'projects', 'places'],
  },
  daily_score: {
    key: ['team', 'project_id', 'day', 'part'],
    nothing: ['team', 'project_id', 'day', 'part', 'names', 'figures', 'first_figures'],
  },
  named_day: {
    key: ['team', 'project_id', 'day'],
    decision: ['said'],
    nothing: ['team', 'project_id', 'day'],
  },
  mcp_token: {
    key: ['team', 'id'],
    theirs: 'person',
    person: ['person', 'label'],
    nothing: ['team', 'id', 'hash'],
  },
  audit: {
    key: ['team', 'request'],
    person: ['person', 'subject', 'outcome', 'data'],
    nothing: ['team', 'request', 'action', 'project_id', 'state'],
  },
  asked: {
    key: ['team', 'channel', 'message'],
    theirs: 'channel',
    person: ['channel', 'plan'],
    nothing: ['team', 'message', 'thread', 'answer', 'project_id'],
  },
  api_line: {
    key: ['team', 'key_mark', 'operation', 'what', 'known'],
    nothing: ['team', 'key_mark', 'operation', 'what', 'known', 'there'],
  },
  app_version: {
    key: ['team'],
    nothing: ['team', 'version'],
  },
} as const satisfies { [Name in keyof Schema]: Table<keyof Schema[Name] & string> };

export type TableName = keyof typeof TABLES;

/** A row as it is read where its table is not known before. */
export type AnyRow = Readonly<Record<string, string | number | null>>;

export const TABLE_NAMES: readonly TableName[] = Object.keys(TABLES).filter(isTable);

function isTable(name: string): name is TableName {
  return Object.hasOwn(TABLES, name);
}
