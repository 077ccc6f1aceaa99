/**
 * The first step: all tables, in SQL for both engines. What each column means is in tables.ts; columns are text,
 * integer, or bigint for numbers beyond 32 bits, such as times (epoch ms).
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { LEADS, WORK } from './tables-of-work.ts';

export const tables: Migration = {
  async up(db: Kysely<unknown>) {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    for (const statement of [...WORK, ...LEADS, ...ALERTS, ...SET_UP])
      await sql.raw(isSqlite ? toSqlite(statement) : statement).execute(db);
  },
};

/**
 * Small rows that are nearly all key, hundreds of them per poll: SQLite would store each twice, in the table and in the
 * index of its key. https://www.sqlite.org/withoutrowid.html
 */
const ALL_KEY = ['announced', 'lead_identity', 'lead_post', 'lead_verdict'];

function toSqlite(statement: string): string {
  const isAllKey = ALL_KEY.some((table) => statement.startsWith(`create table ${table} (`));
  return isAllKey ? `${statement} without rowid` : statement;
}

/** Daily scores, the alerts that channels were told of, and people's verdicts on them. */
const ALERTS = [
  `create table alert (
    team text not null,
    channel text not null,
    key text not null,
    project_id text not null,
    kind text not null,
    v integer not null,
    status text not null,
    told_in text,
    decision text not null,
    opened_at bigint not null,
    changed_at bigint not null,
    muted_by text,
    muted_until bigint,
    taken_by text,
    taken_at bigint,
    detailed_on text,
    settled text,
    settled_at bigint,
    primary key (team, channel, key))`,
  'create index alert_of_project on alert (team, channel, project_id, changed_at)',

  `create table alert_verdict (
    team text not null,
    channel text not null,
    key text not null,
    person text not null,
    at bigint not null,
    verdict text,
    primary key (team, channel, key, person))`,

  `create table daily_score (
    team text not null,
    project_id text not null,
    day text not null,
    part text not null,
    names text not null,
    figures text not null,
    first_figures text,
    polled_at bigint not null,
    restated_at bigint,
    primary key (team, project_id, day, part))`,

  `create table named_day (
    team text not null,
    project_id text not null,
    day text not null,
    said text not null,
    primary key (team, project_id, day))`,
];

/** Installations, what people make in Slack instead of in projects.yml, and what was learned about the API. */
const SET_UP = [
  `create table installation (
    team text not null primary key,
    bot_user_id text not null,
    bot_id text not null,
    token text not null,
    scopes text not null,
    installed_by text not null,
    installed_at bigint not null)`,

  `create table api_key (
    team text not null,
    project_id text not null,
    sealed text not null,
    given_by text not null,
    given_at bigint not null,
    primary key (team, project_id))`,

  `create table made_project (
    team text not null,
    id text not null,
    name text not null,
    channel text not null,
    made_by text not null,
    made_at bigint not null,
    primary key (team, id))`,

  `create table made_feed (
    team text not null,
    id text not null,
    project_id text not null,
    kind text not null,
    settings text not null,
    revision integer not null,
    changed_by text not null,
    changed_at bigint not null,
    primary key (team, id))`,

  `create table own_digest (
    team text not null,
    person text not null,
    schedule text not null,
    timezone text not null,
    projects text,
    places text not null,
    learns integer not null,
    since bigint not null,
    primary key (team, person))`,

  `create table mcp_token (
    team text not null,
    id text not null,
    hash text not null unique,
    person text not null,
    label text not null,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint,
    primary key (team, id))`,

  `create table asked (
    team text not null,
    channel text not null,
    message text not null,
    thread text not null,
    answer text,
    project_id text,
    plan text,
    at bigint not null,
    primary key (team, channel, message))`,

  `create table api_line (
    team text not null,
    key_mark text not null,
    operation text not null,
    what text not null,
    known text not null,
    there text,
    learnt_at bigint not null,
    primary key (team, key_mark, operation, what, known))`,
];
