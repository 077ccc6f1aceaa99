/** The best leads that channels were shown lately and that nobody has taken: where somebody begins their day. */
import { sql } from 'kysely';
import { type KeptLead, leadsByKey } from './leads.ts';
import type { Db } from './schema.ts';

/** As a number; scores are kept as they were written. */
const SCORE = sql<number | null>`cast(lead.score as double precision)`;

/** What the API gave no score cannot be compared: it comes last. */
const UNSCORED = sql<number>`case when lead.score is null then 1 else 0 end`;

/**
 * Open leads that these channels were shown at `since` (epoch ms) or later, highest score first. They come from several
 * lists of several days, whose ranks say nothing of each other. Each project's best is among them, as far as `limit`
 * reaches, however strong the others are.
 */
export async function bestOpenLeads(
  db: Db,
  team: string,
  shown: { projectIds: readonly string[]; channels: readonly string[]; since: number },
  limit: number,
): Promise<{ projectId: string; lead: KeptLead }[]> {
  const { projectIds, channels, since } = shown;
  if (projectIds.length === 0 || channels.length === 0) return [];
  const open = db
    .selectFrom('lead')
    .select(({ fn }) => [
      'lead.project_id',
      'lead.lead_key',
      'lead.rank',
      SCORE.as('score'),
      UNSCORED.as('unscored'),
      // Its place among the project's own: a lead that was shown in two posts has one.
      fn
        .agg<number>('dense_rank')
        .over((of) =>
          of
            .partitionBy('lead.project_id')
            .orderBy(UNSCORED)
            .orderBy(SCORE, 'desc')
            .orderBy('lead.rank')
            .orderBy('lead.lead_key'),
        )
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
    .where('delivery.state', '=', 'sent');
  const rows = await db
    .selectFrom(open.as('open'))
    .select(['project_id', 'lead_key'])
    .orderBy(sql`case when turn = 1 then 0 else 1 end`)
    .orderBy('unscored')
    .orderBy('score', 'desc')
    .orderBy('rank')
    .orderBy('project_id')
    .orderBy('lead_key')
    .limit(limit)
    .execute();
  const found = await Promise.all(
    [...Map.groupBy(rows, (row) => row.project_id)].map(async ([projectId, own]) => {
      const keys = own.map((row) => row.lead_key);
      return [projectId, await leadsByKey(db, team, projectId, keys)] as const;
    }),
  );
  const leads = new Map(found);
  const best = rows.flatMap(({ project_id, lead_key }) => {
    const lead = leads.get(project_id)?.get(lead_key);
    return lead ? [{ projectId: project_id, lead }] : [];
  });
  return best.toSorted((a, b) => heightOf(b.lead) - heightOf(a.lead));
}

function heightOf({ score }: KeptLead): number {
  return score ?? -Number.MAX_VALUE;
}
