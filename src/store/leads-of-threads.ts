/** Leads looked up from outside: by what a link in a message leads to, and the posts in which they stand. */
import type { Db } from './schema.ts';

/** Leads of these projects that are known by any of these identities (`url:…`). */
export async function leadsKnownBy(
  db: Db,
  team: string,
  projectIds: readonly string[],
  identities: readonly string[],
): Promise<{ projectId: string; key: string }[]> {
  if (projectIds.length === 0 || identities.length === 0) return [];
  const rows = await db
    .selectFrom('lead_identity')
    .select(['project_id', 'lead_key'])
    .distinct()
    .where('team', '=', team)
    .where('identity', 'in', identities)
    .where('project_id', 'in', projectIds)
    .orderBy('project_id')
    .orderBy('lead_key')
    .execute();
  return rows.map((row) => ({ projectId: row.project_id, key: row.lead_key }));
}

/** The posts in these channels that show the lead and that Slack has, the latest first. `at` epoch ms. */
export async function postsShowing(
  db: Db,
  { team, projectId, key }: { team: string; projectId: string; key: string },
  channels: readonly string[],
  limit: number,
): Promise<{ channel: string; ts: string; at: number }[]> {
  if (channels.length === 0) return [];
  const rows = await db
    .selectFrom('lead_post')
    .innerJoin('delivery', (join) =>
      join.onRef('delivery.team', '=', 'lead_post.team').onRef('delivery.id', '=', 'lead_post.delivery_id'),
    )
    .select(['delivery.placed_in', 'delivery.ts', 'lead_post.at'])
    .distinct()
    .where('lead_post.team', '=', team)
    .where('lead_post.project_id', '=', projectId)
    .where('lead_post.lead_key', '=', key)
    .where('lead_post.channel', 'in', channels)
    .where('delivery.state', '=', 'sent')
    .orderBy('lead_post.at', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ placed_in: channel, ts, at }) => (channel && ts ? [{ channel, ts, at }] : []));
}
