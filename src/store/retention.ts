/** Takes out of the tables what is over and old, a few dozen rows at a time; nothing that something open refers to. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './schema.ts';
import { inTransaction, isStale, matching } from './statements.ts';

/** Epoch ms: what ended before that may go. */
export type Before = {
  slots: number;
  deliveries: number;
  audit: number;
  announced: number;
  asked: number;
  tokens: number;
};

/** The kinds of posts that stay for ever, and those that stay while a trouble or a pause lasts that began before them. */
export type KeptKinds = {
  forEver: readonly string[];
  whileTroubled: readonly string[];
  whilePaused: readonly string[];
};

/** Two milliseconds of the loop, so that nobody waits for it. */
const PIECE = 50;

/** So many projects are looked at in a piece, most of which have nothing to give. */
const PROJECTS = 250;

/** One piece of one kind, from a place on: where the next begins, undefined where nothing is left. */
type Piece = (
  db: Db,
  team: string,
  before: number,
  from: string,
  kept: KeptKinds,
) => Promise<string | undefined>;

/** The place of what is found by its age alone. */
const START = '';

/** In this order: a lead may go once no post shows it, a missed slot once no line speaks of it. */
const KINDS = [
  'deliveries',
  'slots',
  'announced',
  'audit',
  'asked',
  'tokens',
] as const satisfies readonly (keyof Before)[];

const PIECES: Readonly<Record<keyof Before, Piece>> = {
  deliveries: oldDeliveries,
  slots: oldSlots,
  announced: oldLeads,
  audit: oldAudit,
  asked: oldQuestions,
  tokens: revokedTokens,
};

/** Removes everything of a workspace that is old enough, piece by piece; `breath` comes after each and may end it by false. */
export async function removeOld(
  db: Db,
  team: string,
  before: Before,
  kept: KeptKinds,
  breath: () => Promise<boolean>,
): Promise<void> {
  for (const kind of KINDS) {
    let from: string | undefined = START;
    while (from !== undefined) {
      from = await PIECES[kind](db, team, before[kind], from, kept);
      if (!(await breath())) return;
    }
  }
}

/** A full piece may not have been the last. */
function afterPiece(removed: readonly unknown[]): string | undefined {
  return removed.length === PIECE ? START : undefined;
}

/** What a feed had last stays, however long ago that was: by it the feed knows that it was due, and since when. */
async function oldSlots(db: Db, team: string, before: number): Promise<string | undefined> {
  const { rows } = await sql`
    delete from slot where (team, subscription, due_at) in (
      select old.team, old.subscription, old.due_at from slot as old
      where old.team = ${team} and old.due_at < ${before} and old.state in ('done', 'expired')
        and exists (select 1 from slot as later where later.team = old.team
          and later.subscription = old.subscription and later.due_at > old.due_at
          and later.state in ('done', old.state))
        and (old.missed_as is null or not exists (select 1 from delivery
          where delivery.team = old.team and delivery.subject = old.missed_as))
      limit ${sql.lit(PIECE)})
    returning due_at`.execute(db);
  return afterPiece(rows);
}

async function oldDeliveries(
  db: Db,
  team: string,
  before: number,
  _: string,
  kept: KeptKinds,
): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from delivery
      where team = ${team} and created_at < ${before} and state in ('sent', 'failed', 'expired')
        and kind not in (${sql.join(kept.forEver)}) and not (${isStale})
        and not exists (select 1 from alert where alert.team = delivery.team
          and alert.channel = delivery.channel and alert.status = 'open'
          and delivery.subject in (alert.key, alert.told_in))
        and not exists (select 1 from lead_post
          join lead on lead.team = lead_post.team and lead.project_id = lead_post.project_id
            and lead.lead_key = lead_post.lead_key
          where lead_post.team = delivery.team and lead_post.delivery_id = delivery.id
            and lead.state in ('claimed', 'snoozed'))
        and not (kind in (${sql.join(kept.whileTroubled)}) and exists (select 1 from trouble
          where trouble.team = delivery.team and trouble.closed_at is null
            and trouble.since <= delivery.created_at))
        and not (kind in (${sql.join(kept.whilePaused)}) and exists (select 1 from subscription
          where subscription.team = delivery.team and subscription.paused_at <= delivery.created_at))
        and not exists (select 1 from delivery as below where below.team = delivery.team
          and below.channel = delivery.channel and below.thread_of = delivery.id
          and below.state in ('queued', 'sending'))
      order by created_at limit ${sql.lit(PIECE)}`.execute(trx);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    await trx.deleteFrom('lead_post').where('team', '=', team).where('delivery_id', 'in', ids).execute();
    await trx.deleteFrom('delivery').where('team', '=', team).where('id', 'in', ids).execute();
    return afterPiece(ids);
  });
}

/**
 * A lead with all that is known of it; what another lead is known by too stays announced. Where a project's list was not
 * read since, as of a paused feed, nobody knows what is on it: everything stays.
 */
async function oldLeads(db: Db, team: string, before: number, from: string): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    const projects = await projectsAfter(trx, team, from);
    if (projects.length === 0) return undefined;
    const { rows: leads } = await sql<{ project_id: string; lead_key: string }>`
      select lead.project_id, lead.lead_key from lead
      where lead.team = ${team} and lead.project_id in (${sql.join(projects)}) and lead.polled_at + 0 < ${before}
        and lead.state not in ('claimed', 'snoozed')
        and (select max(listed.polled_at + 0) from lead as listed
          where listed.team = lead.team and listed.project_id = lead.project_id) >= ${before}
        and not exists (select 1 from lead_post where lead_post.team = lead.team
          and lead_post.project_id = lead.project_id and lead_post.lead_key = lead.lead_key)
      limit ${sql.lit(PIECE)}`.execute(trx);
    for (const [project, own] of Map.groupBy(leads, ({ project_id }) => project_id)) {
      const keys = own.map(({ lead_key }) => lead_key);
      const gone = await trx
        .deleteFrom('lead_identity')
        .where(matching('lead_identity', { team, project_id: project, lead_key: keys }))
        .returning('identity')
        .execute();
      const identities = gone.map(({ identity }) => identity);
      if (identities.length > 0)
        await trx
          .deleteFrom('announced')
          .where(matching('announced', { team, lead_key: identities }))
          .where(isNobodys)
          .execute();
      for (const table of ['lead_verdict', 'lead_citation', 'lead_event', 'lead'] as const)
        await trx
          .deleteFrom(table)
          .where(matching(table, { team, project_id: project, lead_key: keys }))
          .execute();
    }
    if (leads.length === PIECE) return from;
    return projects.length === PROJECTS ? projects.at(-1) : undefined;
  });
}

/** The next projects that have leads, by one look at the index for each: a list of all leads would be read for them otherwise. */
async function projectsAfter(db: Db, team: string, from: string): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select min(project_id) from lead where team = ${team} and project_id > ${after})`;
  const { rows } = await sql<{ id: string }>`
    with recursive project(id, number) as (
      select ${next(sql`${from}`)}, 1
      union all
      select ${next(sql`project.id`)}, number + 1 from project where id is not null and number < ${sql.lit(PROJECTS)})
    select id from project where id is not null order by number`.execute(db);
  return rows.map(({ id }) => id);
}

/** No lead has this identity any more. */
const isNobodys = sql<boolean>`not exists (
  select 1 from lead_identity as other where other.team = announced.team and other.identity = announced.lead_key
)`;

async function oldAudit(db: Db, team: string, before: number): Promise<string | undefined> {
  const { rows } = await sql`
    delete from audit where (team, request) in (
      select old.team, old.request from audit as old
      where old.team = ${team} and old.at < ${before} limit ${sql.lit(PIECE)})
    returning request`.execute(db);
  return afterPiece(rows);
}

async function oldQuestions(db: Db, team: string, before: number): Promise<string | undefined> {
  const { rows } = await sql`
    delete from asked where (team, channel, message) in (
      select old.team, old.channel, old.message from asked as old
      where old.team = ${team} and old.at < ${before} limit ${sql.lit(PIECE)})
    returning message`.execute(db);
  return afterPiece(rows);
}

/** People make a handful each: one piece holds all. */
async function revokedTokens(db: Db, team: string, before: number): Promise<undefined> {
  await db.deleteFrom('mcp_token').where('team', '=', team).where('revoked_at', '<', before).execute();
}
