/** Every lead of every project: what the API last said of it, by what it is known, and how people left it. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { DigestLead, LeadState } from '../decision.ts';
import type { Db, LeadRow, Schema } from './schema.ts';
import { isWaiting } from './unfinished.ts';

export type LeadKey = { team: string; projectId: string; key: string };

/** A lead as a poll brought it. `identities` are all by which it is known; `rank` counts from 1. */
export type PolledLead = DigestLead & {
  author?: string | undefined;
  identities: readonly string[];
  rank: number;
};

/** A lead as it is kept. */
export type KeptLead = Required<Omit<DigestLead, 'citedBy'>> & {
  firstSeenAt: number;
  /** When a poll last brought it, and its place there. */
  polledAt: number;
  rank: number;
  state: LeadState;
  rev: number;
};

/** Keys of leads by identity, of those identities that are known. */
export async function keysByIdentity(
  db: Db,
  team: string,
  projectId: string,
  identities: readonly string[],
): Promise<Map<string, string>> {
  if (identities.length === 0) return new Map();
  const rows = await db
    .selectFrom('lead_identity')
    .select(['identity', 'lead_key'])
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .where('identity', 'in', identities)
    .execute();
  return new Map(rows.map((row) => [row.identity, row.lead_key]));
}

/** Leads by key, of those that are kept. */
export async function leadsByKey(
  db: Db,
  team: string,
  projectId: string,
  keys: readonly string[],
): Promise<Map<string, KeptLead>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('lead')
    .selectAll()
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .where('lead_key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.lead_key, keptLead(row)]));
}

/** One lead, or undefined. */
export async function leadAt(db: Db, { team, projectId, key }: LeadKey): Promise<KeptLead | undefined> {
  return (await leadsByKey(db, team, projectId, [key])).get(key);
}

/**
 * Keeps what a poll brought: new leads begin their life, of known ones the facts follow the API, and a score that
 * changed leaves the one before. How people left a lead is not touched.
 */
export async function recordLeads(
  db: Db,
  team: string,
  projectId: string,
  leads: readonly PolledLead[],
  now: number,
): Promise<void> {
  if (leads.length === 0) return;
  // Two polls of one project write the same rows: in one order, so that neither waits for the other.
  const sorted = leads.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  await db
    .insertInto('lead')
    .values(sorted.map((lead) => newRow(team, projectId, lead, now)))
    .onConflict((conflict) =>
      conflict.columns(['team', 'project_id', 'lead_key']).doUpdateSet(({ ref }) => ({
        title: ref('excluded.title'),
        url: ref('excluded.url'),
        place: ref('excluded.place'),
        author: ref('excluded.author'),
        reason: ref('excluded.reason'),
        posted_at: ref('excluded.posted_at'),
        polled_at: ref('excluded.polled_at'),
        rank: ref('excluded.rank'),
        score: ref('excluded.score'),
        previous_score: whenScoreChanged(sql`lead.score`, sql`lead.previous_score`),
        score_since: whenScoreChanged(sql`lead.polled_at`, sql`lead.score_since`),
      })),
    )
    .execute();
  const names = sorted.flatMap(({ key, identities }) =>
    [...new Set([...identities, key])].map((identity) => ({
      team,
      project_id: projectId,
      identity,
      lead_key: key,
    })),
  );
  await db
    .insertInto('lead_identity')
    .values(names.toSorted((a, b) => (a.identity < b.identity ? -1 : 1)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const whenScoreChanged = <Value>(
  then: ReturnType<typeof sql<Value>>,
  otherwise: ReturnType<typeof sql<Value>>,
) => sql<Value>`case when excluded.score is distinct from lead.score then ${then} else ${otherwise} end`;

/** Writes how a lead stands now; false if somebody changed it since `rev` was read, and then nothing happened. */
export async function changeLead(
  db: Db,
  { team, projectId, key }: LeadKey,
  rev: number,
  state: LeadState,
): Promise<boolean> {
  const result = await db
    .updateTable('lead')
    .set({
      state: state.state,
      by: state.by ?? null,
      since: state.since ?? null,
      until: state.until ?? null,
      dismiss_reason: state.dismissReason ?? null,
      reply_url: state.replyUrl ?? null,
      outcome: state.outcome ?? null,
      rev: rev + 1,
    })
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .where('lead_key', '=', key)
    .where('rev', '=', rev)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Open leads that a channel was shown, and that have not come back there since they were last opened: best first. One
 * that was claimed or snoozed in between comes back also where it was only counted.
 */
export async function openLeads(
  db: Db,
  { team, channel, projectId }: { team: string; channel: string; projectId: string },
): Promise<KeptLead[]> {
  const rows = await db
    .selectFrom('lead')
    .selectAll()
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .where('state', '=', 'new')
    .where((eb) => eb.exists(shownIn(eb, channel)))
    .where((eb) => eb.not(eb.exists(cameBackIn(eb, channel))))
    .orderBy('polled_at', 'desc')
    .orderBy('rank')
    .execute();
  return rows.map(keptLead);
}

function shownIn(eb: ExpressionBuilder<Schema, 'lead'>, channel: string) {
  return eb
    .selectFrom('announced')
    .select('announced.lead_key')
    .whereRef('announced.team', '=', 'lead.team')
    .where('announced.channel', '=', channel)
    .whereRef('announced.lead_key', '=', 'lead.lead_key')
    .where((either) =>
      either.or([either('announced.delivery_id', 'is not', null), either('lead.since', 'is not', null)]),
    );
}

function cameBackIn(eb: ExpressionBuilder<Schema, 'lead'>, channel: string) {
  return eb
    .selectFrom('lead_post')
    .select('lead_post.delivery_id')
    .whereRef('lead_post.team', '=', 'lead.team')
    .whereRef('lead_post.project_id', '=', 'lead.project_id')
    .whereRef('lead_post.lead_key', '=', 'lead.lead_key')
    .where('lead_post.channel', '=', channel)
    .where('lead_post.part', '=', 'still_open')
    .where(sql<boolean>`lead_post.at >= coalesce(lead.since, 0)`);
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

/** Leads of other projects with the same thread, by key. */
export async function sameThread(
  db: Db,
  team: string,
  projectId: string,
  keys: readonly string[],
): Promise<Map<string, { projectId: string; key: string }[]>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('lead_identity as own')
    .innerJoin('lead_identity as other', (join) =>
      join
        .onRef('other.team', '=', 'own.team')
        .onRef('other.identity', '=', 'own.identity')
        .onRef('other.project_id', '!=', 'own.project_id'),
    )
    .select(['own.lead_key as of', 'other.project_id', 'other.lead_key'])
    .distinct()
    .where('own.team', '=', team)
    .where('own.project_id', '=', projectId)
    .where('own.lead_key', 'in', keys)
    .where('own.identity', 'like', 'url:%')
    .orderBy('other.project_id')
    .execute();
  const found = Map.groupBy(rows, (row) => row.of);
  return new Map(
    [...found].map(([of, same]) => [
      of,
      same.map((row) => ({ projectId: row.project_id, key: row.lead_key })),
    ]),
  );
}

function newRow(team: string, projectId: string, lead: PolledLead, now: number): LeadRow {
  const { title, url, place, author, reason, score, postedAt } = lead;
  return {
    team,
    project_id: projectId,
    lead_key: lead.key,
    title: title ?? null,
    url: url ?? null,
    place: place ?? null,
    author: author ?? null,
    reason: reason ?? null,
    score: score === undefined ? null : String(score),
    previous_score: null,
    score_since: null,
    posted_at: postedAt ?? null,
    first_seen_at: now,
    polled_at: now,
    rank: lead.rank,
    state: 'new',
    by: null,
    since: null,
    until: null,
    dismiss_reason: null,
    reply_url: null,
    outcome: null,
    rev: 0,
  };
}

function keptLead(row: LeadRow): KeptLead {
  return {
    key: row.lead_key,
    title: row.title ?? undefined,
    url: row.url ?? undefined,
    place: row.place ?? undefined,
    reason: row.reason ?? undefined,
    score: numberOf(row.score),
    previousScore: numberOf(row.previous_score),
    scoreSince: row.score_since ?? undefined,
    postedAt: row.posted_at ?? undefined,
    firstSeenAt: row.first_seen_at,
    polledAt: row.polled_at,
    rank: row.rank,
    state: {
      state: row.state,
      by: row.by ?? undefined,
      since: row.since ?? undefined,
      until: row.until ?? undefined,
      dismissReason: row.dismiss_reason ?? undefined,
      replyUrl: row.reply_url ?? undefined,
      outcome: row.outcome ?? undefined,
    },
    rev: row.rev,
  };
}

function numberOf(text: string | null): number | undefined {
  return text === null ? undefined : Number(text);
}
