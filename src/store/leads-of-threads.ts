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

/** A post that Slack has. `at` epoch ms. */
export type ShowingPost = { channel: string; ts: string; at: number };

/** By key, the posts in these channels that show a lead of the project and that Slack has; of each `limit`, the latest first. */
export async function postsShowing(
  db: Db,
  { team, projectId, keys }: { team: string; projectId: string; keys: readonly string[] },
  channels: readonly string[],
  limit: number,
): Promise<Map<string, ShowingPost[]>> {
  if (channels.length === 0 || keys.length === 0) return new Map();
  const rows = await db
    .selectFrom(({ selectFrom }) =>
      selectFrom('lead_post')
        .innerJoin('delivery', (join) =>
          join
            .onRef('delivery.team', '=', 'lead_post.team')
            .onRef('delivery.id', '=', 'lead_post.delivery_id'),
        )
        .select(['lead_post.lead_key', 'lead_post.at', 'delivery.placed_in', 'delivery.ts'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((of) => of.partitionBy('lead_post.lead_key').orderBy('lead_post.at', 'desc'))
            .as('nth'),
        )
        .where('lead_post.team', '=', team)
        .where('lead_post.project_id', '=', projectId)
        .where('lead_post.lead_key', 'in', keys)
        .where('lead_post.channel', 'in', channels)
        .where('delivery.state', '=', 'sent')
        .as('post'),
    )
    .select(['lead_key', 'at', 'placed_in', 'ts'])
    .where('nth', '<=', limit)
    .orderBy('at', 'desc')
    .execute();
  const posts = rows.flatMap(({ lead_key: key, placed_in: channel, ts, at }) =>
    channel && ts ? [{ key, post: { channel, ts, at } }] : [],
  );
  return new Map(
    [...Map.groupBy(posts, ({ key }) => key)].map(([key, each]) => [key, each.map(({ post }) => post)]),
  );
}
