/**
 * The first step: all tables, in SQL that both engines take. What each column means stands in schema.ts; columns are text,
 * integer, or bigint where a number outgrows 32 bits, as times (epoch ms) do.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const tables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...WORK, ...LEADS, ...ALERTS, ...SET_UP]) await sql.raw(statement).execute(db);
  },
};

/** What is due, what is told, where it stands, and who changed what. */
const WORK = [
  `create table slot (
    team text not null,
    subscription text not null,
    due_at bigint not null,
    opened_at bigint not null,
    channel text not null,
    rank integer not null,
    state text not null,
    run_after bigint not null,
    attempts integer not null default 0,
    owner text,
    lease_until bigint not null default 0,
    missed_as text,
    primary key (team, subscription, due_at))`,
  `create index slot_due on slot (team, channel, due_at, rank) where state = 'due'`,
  // For the claim, which wants the earliest of a workspace, and for what each feed had last.
  `create index slot_earliest on slot (team, due_at, rank) where state = 'due'`,
  `create index slot_done on slot (team, subscription, due_at) where state = 'done'`,
  `create index slot_finished on slot (team, due_at) where state in ('done', 'expired')`,
  'create index slot_missed on slot (team, channel, missed_as) where missed_as is not null',

  `create table subscription (
    team text not null,
    id text not null,
    timetable text not null,
    since bigint not null,
    paused_at bigint,
    pause_reason text,
    paused_by text,
    paused_until bigint,
    resumed_at bigint,
    relearn integer not null default 0,
    primary key (team, id))`,

  `create table trouble (
    team text not null,
    cause text not null,
    reason text not null,
    since bigint not null,
    last_at bigint not null,
    closed_at bigint,
    before_since bigint,
    before_closed_at bigint,
    primary key (team, cause))`,

  `create table delivery (
    team text not null,
    id text not null,
    channel text not null,
    seq bigint not null,
    dedupe_key text not null,
    subject text not null,
    subscription text not null,
    slot_at bigint not null,
    project_id text not null,
    kind text not null,
    v integer not null,
    decision text not null,
    state text not null,
    created_at bigint not null,
    not_before bigint not null,
    expires_at bigint not null,
    attempt integer not null default 0,
    attempted_at bigint,
    refusals integer not null default 0,
    settle_after bigint,
    search text,
    thread_of text,
    ts text,
    placed_in text,
    wanted_rev integer not null default 1,
    shown_rev integer not null default 0,
    edit_attempt integer not null default 0,
    edit_after bigint,
    failure text,
    constraint delivery_key primary key (team, id),
    constraint delivery_dedupe unique (team, dedupe_key),
    constraint delivery_order unique (team, channel, seq))`,
  // The pump asks every second which posts and edits are open; the finished ones, nearly all, stay out of its way.
  `create index delivery_open on delivery (team, channel, seq) where state in ('queued', 'sending')`,
  `create index delivery_stale on delivery (team, channel, seq) where state = 'sent' and wanted_rev > shown_rev`,
  'create index delivery_subject on delivery (team, subject)',
  'create index delivery_message on delivery (team, placed_in, ts)',
  // The order counts: of two that cost the same, PostgreSQL takes the one that was made last.
  // Among all posts those that never came are found without a look at each decision.
  `create index delivery_unposted on delivery (team, slot_at) where state in ('failed', 'expired')`,
  `create index delivery_failed on delivery (team, subscription) where state = 'failed'`,
  'create index delivery_age on delivery (team, created_at)',

  `create table lane (
    team text not null,
    channel text not null,
    next_at bigint not null default 0,
    owner text,
    lease_until bigint not null default 0,
    primary key (team, channel))`,

  `create table handle (
    team text not null,
    letter text not null,
    number integer not null,
    key text not null,
    primary key (team, letter, number),
    unique (team, key))`,

  `create table suggestion (
    team text not null,
    project_id text not null,
    suggestion_id text not null,
    status text not null,
    "by" text,
    at bigint,
    written text,
    confirmed_at bigint,
    api_status integer,
    primary key (team, project_id, suggestion_id))`,

  `create table audit (
    team text not null,
    request text not null,
    at bigint not null,
    person text not null,
    action text not null,
    project_id text not null,
    subject text not null,
    state text not null,
    outcome text,
    data text,
    primary key (team, request))`,
  'create index audit_age on audit (team, at)',

  `create table app_version (
    team text not null primary key,
    version text not null,
    checked_at bigint not null)`,
];

/** The life of a lead, from the first poll that brought it to its outcome. */
const LEADS = [
  `create table announced (
    team text not null,
    channel text not null,
    lead_key text not null,
    project_id text not null,
    delivery_id text,
    primary key (team, channel, lead_key))`,
  'create index announced_delivery on announced (team, delivery_id)',

  // An API's scale may have decimals, which an integer column would lose: scores are kept as written.
  `create table lead (
    team text not null,
    project_id text not null,
    lead_key text not null,
    title text,
    url text,
    place text,
    author text,
    reason text,
    score text,
    previous_score text,
    score_since bigint,
    posted_at bigint,
    first_seen_at bigint not null,
    polled_at bigint not null,
    rank integer not null,
    state text not null default 'new',
    "by" text,
    since bigint,
    assigned_by text,
    until bigint,
    dismiss_reason text,
    reply_url text,
    outcome text,
    rev integer not null default 0,
    primary key (team, project_id, lead_key))`,
  `create index lead_waiting on lead (team) where state in ('claimed', 'snoozed')`,
  // Of an expression, so that nothing else takes it for the order of polled_at, past the project's own key.
  'create index lead_age on lead (team, project_id, (polled_at + 0))',

  `create table lead_identity (
    team text not null,
    project_id text not null,
    identity text not null,
    lead_key text not null,
    primary key (team, project_id, identity))`,
  'create index lead_identity_everywhere on lead_identity (team, identity)',
  'create index lead_identity_of on lead_identity (team, project_id, lead_key)',

  `create table lead_post (
    team text not null,
    project_id text not null,
    lead_key text not null,
    delivery_id text not null,
    channel text not null,
    part text not null,
    at bigint not null,
    primary key (team, project_id, lead_key, delivery_id))`,
  'create index lead_post_delivery on lead_post (team, delivery_id)',
  'create index lead_post_latest on lead_post (team, project_id, channel, at)',
  // The recap, proposals and exports ask what was shown since a day.
  'create index lead_post_shown on lead_post (team, project_id, at)',

  `create table lead_event (
    team text not null,
    id text not null,
    project_id text not null,
    lead_key text not null,
    at bigint not null,
    "by" text,
    kind text not null,
    channel text,
    detail text,
    primary key (team, id))`,
  'create index lead_event_order on lead_event (team, project_id, at)',

  `create table lead_verdict (
    team text not null,
    channel text not null,
    project_id text not null,
    lead_key text not null,
    slot_at bigint not null,
    polled_at bigint not null,
    rank integer not null,
    verdict text not null,
    detail text,
    delivery_id text,
    primary key (team, channel, project_id, lead_key))`,

  `create table lead_citation (
    team text not null,
    project_id text not null,
    lead_key text not null,
    engines text not null,
    at bigint not null,
    primary key (team, project_id, lead_key))`,

  `create table mute (
    team text not null,
    subscription text not null,
    place_key text not null,
    round bigint not null,
    place text not null,
    state text not null,
    "by" text not null,
    at bigint not null,
    primary key (team, subscription, place_key, round))`,
];

/** Daily scores, what channels were told of them, and what people think of that. */
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

/** Where the bot is installed, what people make in Slack instead of in projects.yml, and what was learnt of the API. */
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
