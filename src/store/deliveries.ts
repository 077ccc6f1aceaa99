/** The outbox's rows: decisions on their way to a channel, in order, and the edits they still need. */
import { type Insertable, sql } from 'kysely';
import { z } from 'zod';
import { type Decision, VERSIONS } from '../decision.ts';
import { parseJson } from '../json.ts';
import { traceId } from '../trace.ts';
import { holdsLane, lockLane } from './lanes.ts';
import { changeRows, findFirstRows, findRow, findRows } from './rows.ts';
import {
  atLeast,
  inTransaction,
  isFailed,
  matching,
  not,
  prepareChange,
  prepareQuery,
  readInPieces,
} from './statements.ts';
import type { Db, DeliveryRow, OfProject, Schema } from './tables.ts';

export type NewDelivery = Omit<Insertable<Schema['delivery']>, 'seq' | 'state' | 'trace_id'>;

/** Queues a decision at the end of its channel's lane. False if one with this key was ever queued. */
export async function queueDelivery(db: Db, delivery: NewDelivery): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockLane(trx, delivery);
    const queued = { thread_of: null, ...delivery, trace_id: traceId() ?? null };
    return (await QUEUE(trx, { queued })).length > 0;
  });
}

const QUEUE = prepareQuery((db, { queued }: { queued: NewDelivery & Pick<DeliveryRow, 'trace_id'> }) =>
  db
    .insertInto('delivery')
    .values((eb) => ({
      ...queued,
      seq: eb
        .selectFrom('delivery')
        .select(sql<number>`coalesce(max(seq), 0) + 1`.as('next'))
        .where(matching('delivery', { team: queued.team, channel: queued.channel })),
      state: 'queued',
    }))
    .onConflict((conflict) => conflict.columns(['team', 'dedupe_key']).doNothing())
    .returning('id'),
);

/** Changes a post in one of the states `from`, whose lane `owner` holds, if given. False if nothing changed. */
export async function updateDelivery(
  db: Db,
  key: Pick<DeliveryRow, 'team' | 'id'> & { owner?: string },
  from: readonly DeliveryRow['state'][],
  change: Partial<DeliveryRow>,
): Promise<boolean> {
  const { team, id, owner } = key;
  const held = owner === undefined ? {} : { owner };
  return UPDATE(db, { key: { team, id }, held, from: [...from], change });
}

type Update = {
  key: Pick<DeliveryRow, 'team' | 'id'>;
  held: { owner?: string };
  from: DeliveryRow['state'][];
  change: Partial<DeliveryRow>;
};

const UPDATE = prepareChange((db, { key, held: { owner }, from, change }: Update) =>
  db
    .updateTable('delivery')
    .set(change)
    .where(matching('delivery', { ...key, state: from }))
    .$if(owner !== undefined, (update) => update.where(holdsLane(owner ?? ''))),
);

/** Frees the key of a post that ended, so that the same thing may be decided again. */
export async function freeKey(db: Db, team: string, id: string): Promise<void> {
  await changeRows(db, 'delivery', { team, id }, { dedupe_key: `ended:${id}` });
}

/** The post behind a Slack message; undefined if it isn't one of ours. */
export async function findDelivery(db: Db, team: string, channel: string, ts: string) {
  return findRow(db, 'delivery', { team, placed_in: channel, ts });
}

const ALIVE = ['queued', 'sending', 'sent'] as const;

/** The channel's latest post about `subject` that was sent or is on its way. */
export async function findDeliveryAbout(db: Db, team: string, channel: string, subject: string) {
  return findRow(db, 'delivery', { team, channel, subject, state: ALIVE }, 'seq desc');
}

/** A feed's posts for slots due since then (epoch ms). */
export async function readPostsSince(db: Db, team: string, subscription: string, since: number) {
  return findRows(db, 'delivery', { team, subscription, slot_at: atLeast(since) });
}

/** Every post about `subject`, in any channel. */
export async function readDeliveriesAbout(db: Db, team: string, subject: string): Promise<DeliveryRow[]> {
  return findRows(db, 'delivery', { team, subject });
}

/** Whether there was ever a post about `subject`, in any channel. */
export async function isToldOf(db: Db, team: string, subject: string): Promise<boolean> {
  return (await findRow(db, 'delivery', { team, subject })) !== undefined;
}

/** Requests an edit of every post about `subject`, in any channel unless some are given. */
export async function wantEdit(db: Db, team: string, subject: string, channel?: string[]): Promise<void> {
  await setEditWanted(db)
    .where(matching('delivery', { team, subject, ...(channel && { channel }) }))
    .execute();
}

/** Requests an edit of every post that shows this lead, in any channel. */
export async function wantLeadEdits(db: Db, { team, projectId, key }: OfProject & { key: string }) {
  const posts = db
    .selectFrom('lead_post')
    .select('delivery_id')
    .where(matching('lead_post', { team, project_id: projectId, lead_key: key }));
  await setEditWanted(db).where('team', '=', team).where('id', 'in', posts).execute();
}

/** The requested edit gets all tries again, but after a failed one still goes behind the posts that it held up. */
function setEditWanted(db: Db) {
  return db.updateTable('delivery').set((eb) => ({
    wanted_rev: eb('wanted_rev', '+', 1),
    edit_attempt: 0,
    edit_after: sql`case when edit_after is null then null else 0 end`,
    trace_id: traceId() ?? null,
  }));
}

/** Those of `subjects` that were ever queued for the channel. */
export async function readKnownSubjects(db: Db, team: string, channel: string, subjects: readonly string[]) {
  const rows = await readInPieces(subjects, (subject) =>
    findRows(db, 'delivery', { team, channel, subject }),
  );
  return new Set(rows.map((row) => row.subject));
}

/** The last post of this kind by a project's feed that was sent or is on its way, except the one about `except`. */
export async function readLastPost(
  db: Db,
  { team, projectId, subscription }: OfProject & { subscription: string },
  kind: string,
  except = '',
): Promise<DeliveryRow | undefined> {
  // With the project, whose posts an index has by time: the feed may have none, among years of others.
  const alive = { team, project_id: projectId, subscription, kind, subject: not(except), state: ALIVE };
  return findRow(db, 'delivery', alive, 'created_at desc');
}

/** As `readLastPost`, of any of the project's feeds in a channel. */
export async function readLastPostIn(
  db: Db,
  { team, channel, projectId }: OfProject & { channel: string },
  kind: string,
): Promise<DeliveryRow | undefined> {
  const alive = { team, project_id: projectId, channel, kind, state: ALIVE };
  return findRow(db, 'delivery', alive, 'created_at desc');
}

/** Queues a feed's refused posts of these kinds again, if they haven't expired. Returns how many. */
export async function reviveRefused(
  db: Db,
  team: string,
  subscription: string,
  kinds: readonly string[],
  now: number,
): Promise<number> {
  const result = await db
    .updateTable('delivery')
    .set({ state: 'queued', failure: null, not_before: now, refusals: 0 })
    .where(matching('delivery', { team, subscription, kind: kinds }))
    .where(isFailed)
    .where('failure', '<>', 'unclear')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** The latest sent posts of a kind about a project in these channels, newest first. */
export async function readLatestPosts(
  db: Db,
  team: string,
  { kind, projectId, channels }: { kind: string; projectId: string; channels: readonly string[] },
  limit: number,
): Promise<DeliveryRow[]> {
  const sent = { team, kind, project_id: projectId, state: 'sent', channel: channels } as const;
  return findFirstRows(db, 'delivery', sent, limit, 'created_at desc', 'seq desc');
}

export type DecisionRow = { kind: string; v: number; decision: string };

const Kept = z.looseObject({
  kind: z.string(),
  v: z.number(),
  project: z.looseObject({ id: z.string(), name: z.string() }),
});

/** Undefined if the row can't be read, or is of none of these kinds, if any are given. */
export function readDecision<Kind extends Decision['kind'] = Decision['kind']>(
  row: DecisionRow,
  ...kinds: readonly Kind[]
): Extract<Decision, { kind: Kind }> | undefined {
  const kept = Kept.safeParse(parseJson(row.decision)).data;
  return kept && kept.kind === row.kind && kept.v === row.v && isDecision(kept, kinds) ? kept : undefined;
}

/** The bot wrote it itself, so the kind and version vouch for the shape. */
function isDecision<Kind extends Decision['kind']>(
  kept: { kind: string; v: number },
  kinds: readonly Kind[],
): kept is Extract<Decision, { kind: Kind }> {
  const isWanted = kinds.length === 0 || kinds.some((kind) => kind === kept.kind);
  return isWanted && Object.entries(VERSIONS).some(([kind, v]) => kind === kept.kind && v === kept.v);
}
