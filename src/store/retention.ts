/** Deletes old, finished rows once an hour, a few dozen at a time; never what something open refers to. */
import { setImmediate as turn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import type { Projects } from '../projects/projects.ts';
import { nameHere } from './announced.ts';
import { deleteRows } from './rows.ts';
import { below, inTransaction, isStale, isThread, matching } from './statements.ts';
import { type Db, TABLES } from './tables.ts';

/** The moments before which each kind is old, epoch ms. */
export type Before = Record<'slots' | 'deliveries' | 'audit' | 'announced' | 'asked', number>;

/** The kinds of posts that stay forever, and those that stay as long as the trouble or pause that caused them. */
type KeptKinds = {
  forEver: readonly string[];
  whileTroubled: readonly string[];
  whilePaused: readonly string[];
};

/** Rows at a time: two milliseconds of the event loop. */
const PIECE = 50;

/** Projects at a time: most have nothing to delete. */
const PROJECTS = 250;

/** Deletes one piece, beginning at `from`. Returns where the next one begins; undefined if nothing is left. */
type Piece = (db: Db, old: Old) => Promise<string | undefined>;
type Old = { team: string; before: number; from: string; kept: KeptKinds };

const START = '';

/** In this order: a lead may go once no post shows it, a missed slot once no post mentions it. */
const PIECES: readonly (readonly [keyof Before, Piece])[] = [
  ['deliveries', removeOldDeliveries],
  ['slots', removeOldSlots],
  ['announced', removeOldLeads],
  ['audit', removeOldAudit],
  ['asked', (db, { team, before }) => deleteOlder(db, 'asked', team, before)],
];

/** Deletes what is old in a workspace, piece by piece. `rest` is awaited after each; false ends it. */
export async function removeOld(
  db: Db,
  team: string,
  before: Before,
  kept: KeptKinds,
  rest: () => Promise<boolean>,
): Promise<void> {
  for (const [kind, remove] of PIECES) {
    let from: string | undefined = START;
    while (from !== undefined) {
      from = await remove(db, { team, before: before[kind], from, kept });
      if (!(await rest())) return;
    }
  }
}

function findNextPiece(removed: readonly unknown[]): string | undefined {
  return removed.length === PIECE ? START : undefined;
}

/** A feed's last slot stays, however old: it says when the feed was last due. */
async function removeOldSlots(db: Db, { team, before }: Old) {
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
  return findNextPiece(rows);
}

async function removeOldDeliveries(db: Db, { team, before, kept }: Old) {
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
    await deleteRows(trx, 'lead_post', { team, delivery_id: ids });
    await deleteRows(trx, 'delivery', { team, id: ids });
    return findNextPiece(ids);
  });
}

/** Leads with all that is theirs, unless another lead shares it, or the project's list hasn't been read since. */
async function removeOldLeads(db: Db, { team, before, from }: Old) {
  return inTransaction(db, async (trx) => {
    const projects = await readProjectsAfter(trx, team, from);
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
    for (const [project_id, own] of Map.groupBy(leads, (lead) => lead.project_id))
      await deleteLeads(trx, { team, project_id, lead_key: own.map(({ lead_key }) => lead_key) });
    if (leads.length === PIECE) return from;
    return projects.length === PROJECTS ? projects.at(-1) : undefined;
  });
}

async function deleteLeads(trx: Db, leads: { team: string; project_id: string; lead_key: string[] }) {
  const gone = await trx
    .deleteFrom('lead_identity')
    .where(matching('lead_identity', leads))
    .returning('identity')
    .execute();
  const name = gone.map(({ identity }) => nameHere(identity, leads.project_id));
  const verdicts = await trx
    .deleteFrom('lead_verdict')
    .where(matching('lead_verdict', leads))
    .returning('channel')
    .execute();
  // What was announced in a channel was judged there; in all channels a name is found only by walking through them.
  const channel = [...new Set(verdicts.map((verdict) => verdict.channel))];
  await trx
    .deleteFrom('announced')
    .where(matching('announced', { team: leads.team, channel, name }))
    .where(isNobodys)
    .execute();
  for (const table of ['lead_event', 'lead'] as const) await deleteRows(trx, table, leads);
}

/** The next projects that have leads. One index lookup for each, since `select distinct` would read all leads. */
async function readProjectsAfter(db: Db, team: string, from: string): Promise<string[]> {
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

const isNobodys = sql<boolean>`not exists (
  select 1 from lead_identity where lead_identity.team = announced.team and identity = announced.name and ${isThread}
)`;

/** With revoked tokens: people make a handful each, so those are all deleted at once. */
async function removeOldAudit(db: Db, { team, before }: Old) {
  await deleteRows(db, 'mcp_token', { team, revoked_at: below(before) });
  return deleteOlder(db, 'audit', team, before);
}

async function deleteOlder(db: Db, table: 'audit' | 'asked', team: string, before: number) {
  const key = sql.join(TABLES[table].key.map((column) => sql.ref(column)));
  const { rows } = await sql`
    delete from ${sql.table(table)} where (${key}) in (
      select ${key} from ${sql.table(table)} where team = ${team} and at < ${before} limit ${sql.lit(PIECE)})
    returning at`.execute(db);
  return findNextPiece(rows);
}

type TidyDeps = {
  db: Db;
  /** How long each kind is kept, ms. */
  keep: () => Projects['keep'];
  kept: KeptKinds;
  onFault: (error: unknown) => void;
};

/** Nobody follows up on an older question. */
const ASKED_MS = 7 * DAY_MS;

export type Tidy = ReturnType<typeof createTidy>;

export function createTidy({ db, keep, kept, onFault }: TidyDeps) {
  let last: number | undefined;
  let underway: Promise<void> | undefined;
  let stopped = false;

  async function work(teams: readonly string[], now: number): Promise<void> {
    const ages = keep();
    const before = {
      slots: now - ages.slots,
      deliveries: now - ages.deliveries,
      audit: now - ages.audit,
      announced: now - ages.announced,
      asked: now - ASKED_MS,
    };
    // The embedded store blocks the event loop, so others get a turn between two pieces.
    const rest = async () => {
      await turn();
      return !stopped;
    };
    for (const team of teams) {
      if (stopped) return;
      await removeOld(db, team, before, kept, rest);
    }
  }

  /** Called at each tick, which doesn't wait for it. `now` epoch ms on the bot's clock. Never rejects. */
  async function tidy(teams: readonly string[], now: number): Promise<void> {
    if (stopped || underway || (last !== undefined && now >= last && now - last < HOUR_MS)) return;
    last = now;
    underway = work(teams, now)
      .catch(onFault)
      .finally(() => {
        underway = undefined;
      });
    await underway;
  }

  /** Resolves when the current piece is done. */
  async function stop(): Promise<void> {
    stopped = true;
    await underway;
  }

  return { tidy, stop };
}
