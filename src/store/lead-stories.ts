/** What became of the leads that were shown, and which AI engines cite them: the raw figures of recaps, proposals and exports. */
import { sql } from 'kysely';
import type { LeadStory } from '../decision.ts';
import { leadPosts } from './announced.ts';
import { decisionOf } from './decision-of.ts';
import { factsOf } from './leads.ts';
import { prepared } from './prepared.ts';
import type { Db, LeadEventRow, LeadRow } from './schema.ts';
import { inserted, matching, piecesOf, replacing } from './statements.ts';

/** Which stories: of a project, of leads first shown at `since` (epoch ms) or later, by one feed where it is named. */
export type StoriesWanted = { team: string; projectId: string; since: number; subscription?: string };

/**
 * `claims` are all that were made of it, oldest first: of several people, where one gave it back or a colleague did. `given`: it
 * was a colleague who made somebody its holder.
 */
export type LeadFigures = LeadStory & { claims: { by: string | undefined; at: number; given: boolean }[] };

/** In the order in which they were shown; those that one post showed, in the API's order. */
export async function leadStories(db: Db, wanted: StoriesWanted): Promise<LeadFigures[]> {
  const { team, projectId, since } = wanted;
  const shown = await firstShown(db, wanted);
  const events = Map.groupBy(await eventsSince(db, team, projectId, since), (event) => event.lead_key);
  const cited = await citationsOf(db, team, projectId);
  return shown.map(({ shown_at, ...row }) =>
    storyOf(row, shown_at, events.get(row.lead_key) ?? [], cited.get(row.lead_key)),
  );
}

/** Each lead with the first post that Slack has of it. What was queued and never sent showed nothing. */
async function firstShown(
  db: Db,
  { team, projectId, since, subscription }: StoriesWanted,
): Promise<(LeadRow & { shown_at: number })[]> {
  const feed = subscription === undefined ? {} : { subscription };
  const posts = leadPosts(db)
    .where(matching('lead_post', { team, project_id: projectId, part: 'new' }))
    .where(matching('delivery', { state: 'sent', ...feed }));
  return db
    .with('first', () =>
      // From `since` on, which an index finds; what was shown before that is left out below.
      posts
        .select('lead_post.lead_key')
        .select(({ fn }) => fn.min<number>('lead_post.at').as('shown_at'))
        .where('lead_post.at', '>=', since)
        .groupBy('lead_post.lead_key'),
    )
    .selectFrom('first')
    .innerJoin('lead', 'lead.lead_key', 'first.lead_key')
    .selectAll('lead')
    .select('first.shown_at')
    .where(matching('lead', { team, project_id: projectId }))
    .where(({ exists, not }) =>
      not(
        exists(
          posts
            .select('lead_post.delivery_id')
            .where('lead_post.lead_key', '=', sql.ref<string>('first.lead_key'))
            .where('lead_post.at', '<', since),
        ),
      ),
    )
    .orderBy('first.shown_at')
    .orderBy('lead.rank')
    .orderBy('lead.lead_key')
    .execute();
}

/** Whether anybody ever dismissed a lead of the project that was not brought back since. */
export async function hasDismissed(db: Db, team: string, projectId: string): Promise<boolean> {
  return (await DISMISSED(db, { team, project_id: projectId })).length > 0;
}

const DISMISSED = prepared((db, project: { team: string; project_id: string }) =>
  db
    .selectFrom('lead')
    .select('lead_key')
    .where(matching('lead', { ...project, state: 'dismissed' }))
    .limit(1),
);

/**
 * The score, by lead, under which a digest that Slack has showed it first, since then (epoch ms): polls change it later.
 * Undefined where it had none.
 */
export async function scoresWhenShown(
  db: Db,
  { team, projectId, since }: Pick<StoriesWanted, 'team' | 'projectId' | 'since'>,
): Promise<Map<string, number | undefined>> {
  const rows = await db
    .selectFrom('delivery')
    .select(['kind', 'v', 'decision'])
    .where(matching('delivery', { team, project_id: projectId, kind: 'lead_digest', state: 'sent' }))
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .execute();
  const leads = rows.flatMap((row) => {
    const digest = decisionOf(row);
    return digest?.kind === 'lead_digest' ? digest.leads : [];
  });
  // The first one that showed a lead comes last, and stays.
  return new Map(leads.map(({ key, score }) => [key, score]));
}

type Event = Pick<LeadEventRow, 'lead_key' | 'kind' | 'at' | 'by' | 'detail'>;

/** What people did with leads of the project since then, wherever those were shown. */
async function eventsSince(db: Db, team: string, projectId: string, since: number): Promise<Event[]> {
  return db
    .selectFrom('lead_event')
    .select(['lead_key', 'kind', 'at', 'by', 'detail'])
    .where(matching('lead_event', { team, project_id: projectId }))
    .where('at', '>=', since)
    .orderBy('at')
    .execute();
}

function storyOf(
  row: LeadRow,
  shownAt: number,
  events: readonly Event[],
  citedBy: readonly string[] | undefined,
): LeadFigures {
  const claims = events.flatMap(({ kind, at, by, detail }) => {
    if (kind !== 'claim' && kind !== 'assign') return [];
    const holder = (kind === 'assign' ? detail : by) ?? undefined;
    return { by: holder, at, given: kind === 'assign' && holder !== by };
  });
  const reply = events.findLast(({ kind }) => kind === 'reply');
  return {
    ...factsOf(row),
    author: row.author ?? undefined,
    citedBy,
    shownAt,
    state: row.state,
    by: row.by ?? undefined,
    claimedAt: claims[0]?.at,
    claims,
    repliedAt: row.state === 'replied' ? reply?.at : undefined,
    dismissedAs: row.dismiss_reason ?? undefined,
    replyUrl: row.reply_url ?? undefined,
    outcome: row.outcome ?? undefined,
  };
}

/** Keeps the engines of each of these leads; what is not among them stays as it was. */
export async function recordCitations(
  db: Db,
  { team, projectId }: { team: string; projectId: string },
  cited: readonly { key: string; citedBy: readonly string[] }[],
  now: number,
): Promise<void> {
  // In one order, so that two polls of one project never wait for each other crosswise.
  const sorted = cited.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const piece of piecesOf(sorted)) {
    await db
      .insertInto('lead_citation')
      .values(
        piece.map(({ key, citedBy }) => ({
          team,
          project_id: projectId,
          lead_key: key,
          engines: JSON.stringify(citedBy),
          at: now,
        })),
      )
      .onConflict(replacing('lead_citation', inserted('engines', 'at')))
      .execute();
  }
}

/** The engines that cite each lead of a project, by key; of those leads alone that are cited. */
export async function citationsOf(
  db: Db,
  team: string,
  projectId: string,
): Promise<Map<string, readonly string[]>> {
  const rows = await db
    .selectFrom('lead_citation')
    .select(['lead_key', 'engines'])
    .where(matching('lead_citation', { team, project_id: projectId }))
    .execute();
  return new Map(rows.map(({ lead_key, engines }) => [lead_key, JSON.parse(engines)]));
}
