/** One lead's history, for `/visibility why`: the last verdict in each channel, and the posts that show it. */
import { selectLeadPosts } from './announced.ts';
import type { LeadKey } from './leads.ts';
import { findFirstRows, findRows, putRows } from './rows.ts';
import type { Db, DeliveryRow, InChannel, LeadEventRow, LeadVerdictRow, OfProject, Row } from './schema.ts';
import { atLeast, byKey, matching, not } from './statements.ts';

export type TracedPost = Pick<DeliveryRow, 'state' | 'not_before' | 'failure'> & {
  channel: string;
  part: Row<'lead_post'>['part'];
  at: number;
  delivery_id: string;
};

export type LeadTrace = { verdicts: LeadVerdictRow[]; posts: TracedPost[] };

/** In these channels; verdicts by channel, posts oldest first. */
export async function readLeadTrace(
  db: Db,
  { team, projectId, key }: LeadKey,
  channels: readonly string[],
): Promise<LeadTrace> {
  const where = { team, project_id: projectId, lead_key: key, channel: channels };
  const verdicts = await findRows(db, 'lead_verdict', where, 'channel');
  const posts = await selectLeadPosts(db)
    .select(['lead_post.channel', 'lead_post.part', 'lead_post.at', 'lead_post.delivery_id'])
    .select(['delivery.state', 'delivery.not_before', 'delivery.failure'])
    .where(matching('lead_post', where))
    .orderBy('lead_post.at')
    .execute();
  return { verdicts, posts };
}

/** The leads of a project last shown in these channels, latest first; within one post, in the API's order. */
export async function readLastShown(
  db: Db,
  { team, projectId }: OfProject,
  channels: readonly string[],
  limit: number,
): Promise<{ key: string; title: string | undefined }[]> {
  const rows = await db
    .selectFrom('lead_post')
    .innerJoin('lead', byKey('lead', 'lead_post'))
    .select(['lead.lead_key', 'lead.title', 'lead.rank'])
    .select(({ fn }) => fn.max<number>('lead_post.at').as('shown_at'))
    .where(matching('lead_post', { team, project_id: projectId, channel: channels }))
    .groupBy(['lead.lead_key', 'lead.title', 'lead.rank'])
    .orderBy('shown_at', 'desc')
    .orderBy('lead.rank')
    .orderBy('lead.lead_key')
    .limit(limit)
    .execute();
  return rows.map(({ lead_key, title }) => ({ key: lead_key, title: title ?? undefined }));
}

/** Stores the latest verdict on each lead in this channel. */
export async function recordVerdicts(
  db: Db,
  { team, channel, projectId, polledAt }: InChannel & { polledAt: number },
  verdicts: readonly { key: string; rank: number; verdict: string }[],
): Promise<void> {
  const rows = verdicts.map(({ key, rank, verdict }) => ({
    team,
    channel,
    project_id: projectId,
    lead_key: key,
    polled_at: polledAt,
    rank,
    verdict,
  }));
  await putRows(db, 'lead_verdict', rows, 'polled_at', 'rank', 'verdict');
}

/** The key of the lead that a person last did something with, since then. */
export async function findLastTouched(
  db: Db,
  { team, projectId }: OfProject,
  person: string,
  since: number,
): Promise<string | undefined> {
  const own = { team, project_id: projectId, by: person, kind: not('reminder'), at: atLeast(since) } as const;
  const [last] = await findFirstRows(db, 'lead_event', own, 1, 'at desc');
  return last?.lead_key;
}

/** The last `limit` things that happened to a lead, oldest first, without reminders. */
export async function readLeadEvents(
  db: Db,
  { team, projectId, key }: LeadKey,
  limit: number,
): Promise<LeadEventRow[]> {
  const events = { team, project_id: projectId, lead_key: key, kind: not('reminder') } as const;
  return (await findFirstRows(db, 'lead_event', events, limit, 'at desc')).toReversed();
}
