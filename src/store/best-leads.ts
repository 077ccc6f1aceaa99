/** The best leads that channels were shown lately and that nobody has taken: where somebody begins their day. */
import { type KeptLead, leadsByKey } from './leads.ts';
import type { Db } from './schema.ts';

/**
 * Open leads that these channels were shown at `since` (epoch ms) or later: every project's first, then every project's
 * second, for scores of two projects are not comparable.
 */
export async function bestOpenLeads(
  db: Db,
  team: string,
  shown: { projectIds: readonly string[]; channels: readonly string[]; since: number },
  limit: number,
): Promise<{ projectId: string; lead: KeptLead }[]> {
  const { projectIds, channels, since } = shown;
  if (projectIds.length === 0 || channels.length === 0) return [];
  const rows = await db
    .selectFrom('lead')
    .select(({ fn }) => [
      'lead.project_id',
      'lead.lead_key',
      // Its place among the project's own: a lead that was shown in two posts has one.
      fn
        .agg<number>('dense_rank')
        .over((of) => of.partitionBy('lead.project_id').orderBy('lead.rank').orderBy('lead.lead_key'))
        .as('turn'),
    ])
    .distinct()
    .innerJoin('lead_post', (join) =>
      join
        .onRef('lead_post.team', '=', 'lead.team')
        .onRef('lead_post.project_id', '=', 'lead.project_id')
        .onRef('lead_post.lead_key', '=', 'lead.lead_key'),
    )
    .innerJoin('delivery', (join) =>
      join.onRef('delivery.team', '=', 'lead_post.team').onRef('delivery.id', '=', 'lead_post.delivery_id'),
    )
    .where('lead.team', '=', team)
    .where('lead.state', '=', 'new')
    .where('lead.project_id', 'in', projectIds)
    .where('lead_post.channel', 'in', channels)
    .where('lead_post.at', '>=', since)
    .where('delivery.state', '=', 'sent')
    .orderBy('turn')
    .orderBy('lead.project_id')
    .limit(limit)
    .execute();
  const found = await Promise.all(
    [...Map.groupBy(rows, (row) => row.project_id)].map(async ([projectId, own]) => {
      const keys = own.map((row) => row.lead_key);
      return [projectId, await leadsByKey(db, team, projectId, keys)] as const;
    }),
  );
  const leads = new Map(found);
  return rows.flatMap(({ project_id, lead_key }) => {
    const lead = leads.get(project_id)?.get(lead_key);
    return lead ? [{ projectId: project_id, lead }] : [];
  });
}
