/** What became of leads: stories of those shown, and each lead's own history. */
import { sql } from 'kysely';
import type { LeadClaim, LeadStory } from '../decision.ts';
import { selectLeadPosts } from './announced.ts';
import { readDecision } from './deliveries.ts';
import { type KeptLead, type LeadKey, readLeadsByKey, toKeptLead } from './leads.ts';
import { findFirstRows, findRow, findRows, putRows } from './rows.ts';
import { atLeast, isThread, matching, not, prepareQuery, readInPieces } from './statements.ts';
import type { Db, InChannel, LeadEventRow, LeadRow, OfProject } from './tables.ts';

/** The leads of a project first shown at `since` (epoch ms) or later; by one feed, if named. */
type StoriesWanted = OfProject & { since: number; subscription?: string };

/** Sorted by when they were first shown; within one post, in the API's order. */
export async function readLeadStories(db: Db, wanted: StoriesWanted): Promise<LeadStory[]> {
  const { team, projectId, since } = wanted;
  const shown = await readFirstShown(db, wanted);
  const all = await findRows(db, 'lead_event', { team, project_id: projectId, at: atLeast(since) }, 'at');
  const events = Map.groupBy(all, (event) => event.lead_key);
  return shown.map(({ shown_at, ...row }) => toStory(row, shown_at, events.get(row.lead_key) ?? []));
}

async function readFirstShown(db: Db, { team, projectId, since, subscription }: StoriesWanted) {
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

/** By lead, the score with which a digest first showed it since then: polls may have changed it later. */
export async function readScoresWhenShown(
  db: Db,
  { team, projectId, since }: Pick<StoriesWanted, 'team' | 'projectId' | 'since'>,
): Promise<Map<string, number | undefined>> {
  const sent = { team, project_id: projectId, kind: 'lead_digest', state: 'sent' } as const;
  const rows = await findRows(db, 'delivery', { ...sent, created_at: atLeast(since) }, 'created_at desc');
  const leads = rows.flatMap((row) => readDecision(row, 'lead_digest')?.leads ?? []);
  // The oldest digest comes last, so its score wins.
  return new Map(leads.map(({ key, score }) => [key, score]));
}

function toStory(row: LeadRow, shownAt: number, all: readonly LeadEventRow[]): LeadStory {
  const events = all.slice(all.findLastIndex((_, i) => isTakenBack(all, i)) + 1);
  const reply = events.findLast(({ kind }) => kind === 'reply');
  const repliedAt = row.state === 'replied' ? reply?.at : undefined;
  return { ...toKeptLead(row), shownAt, claims: events.flatMap(toClaim), repliedAt };
}

const ENDS = ['reply', 'dismiss', 'snooze'] as const;

/** Whether it opens an answered or dismissed lead again, which takes back the claim before that, too. The end of a snooze doesn't. */
function isTakenBack(events: readonly LeadEventRow[], i: number): boolean {
  if (events[i]?.kind !== 'reopen') return false;
  const end = events.slice(0, i).findLast(({ kind }) => ENDS.some((one) => one === kind));
  return end !== undefined && end.kind !== 'snooze';
}

function toClaim({ kind, at, by, detail }: LeadEventRow): LeadClaim[] {
  if (kind !== 'claim' && kind !== 'assign') return [];
  const holder = (kind === 'assign' ? detail : by) ?? undefined;
  return [{ by: holder, at, given: kind === 'assign' && holder !== by }];
}

/** All claims of a project's leads, each lead's oldest first, whatever became of them since; without declined ones. */
export async function readClaims(db: Db, { team, projectId }: OfProject) {
  const kind = ['claim', 'assign', 'decline'] as const;
  const rows = await findRows(db, 'lead_event', { team, project_id: projectId, kind }, 'at');
  const byLead = Map.groupBy(rows, ({ lead_key }) => lead_key);
  return [...byLead].flatMap(([key, events]) =>
    events
      .filter((_, i) => events[i + 1]?.kind !== 'decline')
      .flatMap((event) => toClaim(event).map((claim) => ({ key, ...claim }))),
  );
}

/** In these channels; verdicts by channel, posts oldest first. */
export async function readLeadTrace(db: Db, { team, projectId, key }: LeadKey, channels: readonly string[]) {
  const where = { team, project_id: projectId, lead_key: key, channel: channels };
  const verdicts = await findRows(db, 'lead_verdict', where, 'channel');
  const posts = await selectLeadPosts(db)
    .select(['lead_post.channel', 'lead_post.part', 'lead_post.at', 'lead_post.delivery_id'])
    .select(['delivery.state', 'delivery.not_before as notBefore', 'delivery.failure as reason'])
    .where(matching('lead_post', where))
    .orderBy('lead_post.at')
    .execute();
  return { verdicts: verdicts.map(({ polled_at, ...one }) => ({ ...one, polledAt: polled_at })), posts };
}

/** More than an answer offers, since a lead may have been posted several times. */
const POSTS_READ = 100;

/** The leads of a project last shown in these channels, latest first; within one post, in the API's order. */
export async function readLastShown(
  db: Db,
  { team, projectId }: OfProject,
  channels: readonly string[],
  limit: number,
): Promise<KeptLead[]> {
  const shown = { team, project_id: projectId, channel: channels };
  const posts = await findFirstRows(db, 'lead_post', shown, POSTS_READ, 'at desc');
  const shownAt = new Map(posts.toReversed().map(({ lead_key, at }) => [lead_key, at]));
  const leads = await readLeadsByKey(db, team, projectId, [...shownAt.keys()]);
  const at = ({ key }: KeptLead) => shownAt.get(key) ?? 0;
  return [...leads.values()].sort((a, b) => at(b) - at(a) || a.rank - b.rank).slice(0, limit);
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
export async function findLastTouched(db: Db, { team, projectId }: OfProject, person: string, since: number) {
  const own = { team, project_id: projectId, by: person, kind: not('reminder'), at: atLeast(since) } as const;
  const [last] = await findFirstRows(db, 'lead_event', own, 1, 'at desc');
  return last?.lead_key;
}

/** The last `limit` things that happened to a lead, oldest first, without reminders. */
export async function readLeadEvents(db: Db, { team, projectId, key }: LeadKey, limit: number) {
  const events = { team, project_id: projectId, lead_key: key, kind: not('reminder') } as const;
  return (await findFirstRows(db, 'lead_event', events, limit, 'at desc')).toReversed();
}

/** By key, leads of other projects with the same thread; only of the projects `among`, if given. */
export async function findSameThread(
  db: Db,
  team: string,
  projectId: string,
  keys: readonly string[],
  among?: readonly string[],
): Promise<Map<string, { projectId: string; key: string }[]>> {
  if (keys.length === 0 || among?.every((id) => id === projectId)) return new Map();
  const own = await readInPieces(keys, (piece) => OWN(db, { team, projectId, piece }));
  // Neither joined nor sorted in SQL: for the order SQLite would walk every lead of the workspace.
  const others = await readInPieces([...new Set(own.map(({ identity }) => identity))], async (piece) => {
    const some = { team, projectId, piece, ...(among && { among: [...among] }) };
    return OTHERS(db, some);
  });
  const sorted = others.toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1));
  const byIdentity = Map.groupBy(sorted, ({ identity }) => identity);
  const found = new Map<string, Map<string, { projectId: string; key: string }>>();
  for (const { identity, lead_key } of own) {
    const same = found.get(lead_key) ?? new Map();
    for (const { projectId, key } of byIdentity.get(identity) ?? [])
      same.set(`${projectId} ${key}`, { projectId, key });
    if (same.size > 0) found.set(lead_key, same);
  }
  return new Map([...found].map(([key, same]) => [key, [...same.values()]]));
}

type Some = OfProject & { piece: string[] };

const OWN = prepareQuery((db, { team, projectId, piece }: Some) =>
  db
    .selectFrom('lead_identity')
    .select(['identity', 'lead_key'])
    .where(matching('lead_identity', { team, project_id: projectId, lead_key: piece }))
    .where(isThread),
);

const OTHERS = prepareQuery((db, { team, projectId, piece, among }: Some & { among?: string[] }) =>
  db
    .selectFrom('lead_identity')
    .select(['identity', 'project_id as projectId', 'lead_key as key'])
    .where(matching('lead_identity', { team, identity: piece }))
    .where(isThread)
    .where('project_id', '!=', projectId)
    .$if(among !== undefined, (those) => those.where('project_id', 'in', among ?? [])),
);

/** Leads of these projects with any of these identities (`url:…`). */
export async function findLeadsByIdentity(
  db: Db,
  team: string,
  projectIds: readonly string[],
  identities: readonly string[],
): Promise<{ projectId: string; key: string }[]> {
  const wanted = { team, identity: identities, project_id: projectIds };
  const rows = await findRows(db, 'lead_identity', wanted, 'project_id', 'lead_key');
  const leads = rows.map(({ project_id: projectId, lead_key: key }) => ({ projectId, key }));
  return [...new Map(leads.map((lead) => [`${lead.projectId} ${lead.key}`, lead])).values()];
}
