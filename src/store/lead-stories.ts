/** What became of the leads that were shown, and which AI engines cite them: for recaps, proposals and exports. */
import { sql } from 'kysely';
import type { LeadStory } from '../decision.ts';
import { selectLeadPosts } from './announced.ts';
import { factsOf } from './leads.ts';
import { readDecision } from './read-decision.ts';
import { findRow, findRows, putRows } from './rows.ts';
import type { Db, LeadEventRow, LeadRow, OfProject } from './schema.ts';
import { atLeast, matching } from './statements.ts';

/** The leads of a project first shown at `since` (epoch ms) or later; by one feed, if named. */
export type StoriesWanted = OfProject & { since: number; subscription?: string };

/** `claims` are all of the lead's claims, oldest first. `given`: a colleague assigned it. */
export type LeadFigures = LeadStory & { claims: { by: string | undefined; at: number; given: boolean }[] };

/** Sorted by when they were first shown; within one post, in the API's order. */
export async function readLeadStories(db: Db, wanted: StoriesWanted): Promise<LeadFigures[]> {
  const { team, projectId, since } = wanted;
  const shown = await readFirstShown(db, wanted);
  const all = await findRows(db, 'lead_event', { team, project_id: projectId, at: atLeast(since) }, 'at');
  const events = Map.groupBy(all, (event) => event.lead_key);
  const cited = await readKeptCitations(db, team, projectId);
  return shown.map(({ shown_at, ...row }) =>
    toStory(row, shown_at, events.get(row.lead_key) ?? [], cited.get(row.lead_key)),
  );
}

/** Each lead with the time of the first sent post that shows it. */
async function readFirstShown(
  db: Db,
  { team, projectId, since, subscription }: StoriesWanted,
): Promise<(LeadRow & { shown_at: number })[]> {
  const feed = subscription === undefined ? {} : { subscription };
  const posts = selectLeadPosts(db)
    .where(matching('lead_post', { team, project_id: projectId, part: 'new' }))
    .where(matching('delivery', { state: 'sent', ...feed }));
  return db
    .with('first', () =>
      // From `since` on, which an index finds; leads shown before that are excluded below.
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

/** Whether the project has dismissed leads. */
export async function hasDismissed(db: Db, team: string, projectId: string): Promise<boolean> {
  return (await findRow(db, 'lead', { team, project_id: projectId, state: 'dismissed' })) !== undefined;
}

/**
 * By lead, the score with which a digest first showed it since then (epoch ms): polls may have changed it later.
 * Undefined for a lead without one.
 */
export async function readScoresWhenShown(
  db: Db,
  { team, projectId, since }: Pick<StoriesWanted, 'team' | 'projectId' | 'since'>,
): Promise<Map<string, number | undefined>> {
  const sent = { team, project_id: projectId, kind: 'lead_digest', state: 'sent' } as const;
  const rows = await findRows(db, 'delivery', { ...sent, created_at: atLeast(since) }, 'created_at desc');
  const leads = rows.flatMap((row) => {
    const digest = readDecision(row);
    return digest?.kind === 'lead_digest' ? digest.leads : [];
  });
  // The oldest digest comes last, so its score wins.
  return new Map(leads.map(({ key, score }) => [key, score]));
}

function toStory(
  row: LeadRow,
  shownAt: number,
  events: readonly LeadEventRow[],
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

/** Stores the engines that cite each of these leads; other leads stay as they are. */
export async function recordCitations(
  db: Db,
  { team, projectId }: OfProject,
  cited: readonly { key: string; citedBy: readonly string[] }[],
  now: number,
): Promise<void> {
  // Sorted, so that two polls of one project can't deadlock.
  const sorted = cited.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const rows = sorted.map(({ key, citedBy }) => ({
    ...{ team, project_id: projectId, lead_key: key },
    ...{ engines: JSON.stringify(citedBy), at: now },
  }));
  await putRows(db, 'lead_citation', rows, 'engines', 'at');
}

/** By key, the engines that cite each cited lead of a project. */
export async function readKeptCitations(
  db: Db,
  team: string,
  projectId: string,
): Promise<Map<string, readonly string[]>> {
  const rows = await findRows(db, 'lead_citation', { team, project_id: projectId });
  return new Map(rows.map(({ lead_key, engines }) => [lead_key, JSON.parse(engines)]));
}
