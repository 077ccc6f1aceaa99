/** What channels were told lately: the posts of one kind, as they were decided. */
import type { Decision } from '../decision.ts';
import type { Db } from './schema.ts';

/** Posts that Slack has, queued at `since` (epoch ms) or later; the latest first. */
export async function recentPosts(
  db: Db,
  team: string,
  wanted: { kind: Decision['kind']; channels: readonly string[]; since: number },
  limit: number,
): Promise<{ decision: Decision; channel: string }[]> {
  const { kind, channels, since } = wanted;
  if (channels.length === 0) return [];
  const rows = await db
    .selectFrom('delivery')
    .select(['decision', 'channel'])
    .where('team', '=', team)
    .where('channel', 'in', channels)
    .where('kind', '=', kind)
    .where('state', '=', 'sent')
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ decision: JSON.parse(row.decision), channel: row.channel }));
}
