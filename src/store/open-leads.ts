/** Leads that the calendar concerns: open ones that come back in a digest, claimed and snoozed ones that wait for a time. */
import { type ExpressionBuilder, sql } from 'kysely';
import { type KeptLead, keptLead } from './leads.ts';
import type { Db, Schema } from './schema.ts';
import { isWaiting } from './unfinished.ts';

/**
 * Open leads that come back in a channel's next digest, best first: those that its last one brought as new, and those
 * known there that were opened again since. Once they are back, or the next digest went without them, that is over.
 */
export async function openLeads(
  db: Db,
  { team, channel, projectId }: { team: string; channel: string; projectId: string },
): Promise<KeptLead[]> {
  const latest = await db
    .selectFrom('lead_post')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .where('channel', '=', channel)
    .executeTakeFirst();
  const lastAt = latest?.at ?? 0;
  const rows = await db
    .selectFrom('lead')
    .selectAll()
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .where('state', '=', 'new')
    .where((eb) =>
      eb.or([
        eb.exists(postsIn(eb, channel).where('part', '=', 'new').where('at', '>=', lastAt)),
        eb.and([eb('since', '>=', lastAt), eb.exists(announcedIn(eb, channel))]),
      ]),
    )
    .where((eb) =>
      eb.not(eb.exists(postsIn(eb, channel).where('part', '=', 'still_open').where(isAfterOpening))),
    )
    .orderBy('polled_at', 'desc')
    .orderBy('rank')
    .execute();
  return rows.map(keptLead);
}

/** What filters look at, of every lead that a channel was shown and that is open now: however long ago that was. */
export async function shownOpenLeads(
  db: Db,
  { team, channel, projectId }: { team: string; channel: string; projectId: string },
): Promise<Pick<KeptLead, 'key' | 'title' | 'place' | 'postedAt'>[]> {
  const rows = await db
    .selectFrom('lead')
    .select(['lead_key', 'title', 'place', 'posted_at'])
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .where('state', '=', 'new')
    .where((eb) => eb.exists(postsIn(eb, channel)))
    .execute();
  return rows.map(({ lead_key, title, place, posted_at }) => ({
    key: lead_key,
    title: title ?? undefined,
    place: place ?? undefined,
    postedAt: posted_at ?? undefined,
  }));
}

const isAfterOpening = sql<boolean>`lead_post.at >= coalesce(lead.since, 0)`;

function postsIn(eb: ExpressionBuilder<Schema, 'lead'>, channel: string) {
  return eb
    .selectFrom('lead_post')
    .select('lead_post.delivery_id')
    .whereRef('lead_post.team', '=', 'lead.team')
    .whereRef('lead_post.project_id', '=', 'lead.project_id')
    .whereRef('lead_post.lead_key', '=', 'lead.lead_key')
    .where('lead_post.channel', '=', channel);
}

function announcedIn(eb: ExpressionBuilder<Schema, 'lead'>, channel: string) {
  return eb
    .selectFrom('announced')
    .select('announced.lead_key')
    .whereRef('announced.team', '=', 'lead.team')
    .where('announced.channel', '=', channel)
    .whereRef('announced.lead_key', '=', 'lead.lead_key');
}

/** Leads that wait for a time: claimed ones whose claimer was not reminded yet, and snoozed ones. */
export async function waitingLeads(db: Db, team: string): Promise<(KeptLead & { projectId: string })[]> {
  const rows = await db
    .selectFrom('lead')
    .selectAll()
    .where('team', '=', team)
    .where(isWaiting)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lead_event')
            .select('lead_event.id')
            .whereRef('lead_event.team', '=', 'lead.team')
            .whereRef('lead_event.project_id', '=', 'lead.project_id')
            .whereRef('lead_event.lead_key', '=', 'lead.lead_key')
            .where('lead_event.kind', '=', 'reminder')
            .whereRef('lead_event.at', '>=', 'lead.since'),
        ),
      ),
    )
    .execute();
  return rows.map((row) => ({ ...keptLead(row), projectId: row.project_id }));
}
