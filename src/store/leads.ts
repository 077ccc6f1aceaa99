/** Leads: what the API last said about each, its identities, its state, and what people did with it. */
import { randomUUID } from 'node:crypto';
import { PostgresAdapter, sql } from 'kysely';
import type { DigestLead, LeadState } from '../decision.ts';
import { MINUTE_MS } from '../durations.ts';
import { changeRows, findRows, insertRow, insertRows } from './rows.ts';
import { inserted, matching, piecesOf, prepareQuery, readInPieces, replacing } from './statements.ts';
import type { Db, LeadEventRow, LeadRow, OfProject } from './tables.ts';

export type LeadKey = OfProject & { key: string };

/** A lead as a poll brought it. Any of its `identities` is enough to know it by; `rank` counts from 1. */
export type PolledLead = DigestLead & {
  /** No post needs it, so decisions don't keep it. */
  author?: string | undefined;
  /** As the API's dashboard has it. */
  status?: string | undefined;
  identities: readonly string[];
  rank: number;
};

/** `polledAt`: when a poll last brought it, with that `rank`. Times epoch ms. */
export type KeptLead = Required<Omit<PolledLead, 'identities'>> & {
  firstSeenAt: number;
  polledAt: number;
  state: LeadState;
  rev: number;
};

/** Lead keys by identity, for the identities that are known. */
export async function findKeysByIdentity(
  db: Db,
  team: string,
  projectId: string,
  identities: readonly string[],
): Promise<Map<string, string>> {
  const project = { team, project_id: projectId };
  const rows = await readInPieces(identities, (identity) =>
    findRows(db, 'lead_identity', { ...project, identity }),
  );
  return new Map(rows.map((row) => [row.identity, row.lead_key]));
}

type Some = { project: { team: string; project_id: string }; piece: string[] };

/** Leads by key, for the keys that are stored. */
export async function readLeadsByKey(db: Db, team: string, projectId: string, keys: readonly string[]) {
  const project = { team, project_id: projectId };
  const rows = await readInPieces(keys, (lead_key) => findRows(db, 'lead', { ...project, lead_key }));
  return new Map(rows.map((row) => [row.lead_key, toKeptLead(row)]));
}

/** The places of these projects' leads, as the API writes them, each with one of its threads; most frequent first. */
export async function readPlacesOfLeads(db: Db, team: string, projectIds: readonly string[]) {
  const rows = await db
    .selectFrom('lead')
    .select(['place', ({ fn }) => fn.countAll<number>().as('count'), ({ fn }) => fn.min('url').as('url')])
    .where(matching('lead', { team, project_id: projectIds }))
    .groupBy('place')
    .orderBy('count', 'desc')
    .orderBy('place')
    .execute();
  return rows.map(({ place, url }) => ({ place: place || undefined, url: url ?? undefined }));
}

/** Locks the rows until the transaction ends; in order, so that two polls can't deadlock. */
const TO_WRITE = prepareQuery((db, { project, piece }: Some) =>
  db
    .selectFrom('lead')
    .selectAll()
    .where(matching('lead', { ...project, lead_key: piece }))
    .orderBy('lead_key')
    .$if(db.getExecutor().adapter instanceof PostgresAdapter, (rows) => rows.forUpdate()),
);

/** One lead, or undefined. */
export async function findLead(db: Db, { team, projectId, key }: LeadKey): Promise<KeptLead | undefined> {
  return (await readLeadsByKey(db, team, projectId, [key])).get(key);
}

/** New leads, and new facts about known ones, by key. `known`: keys of all their identities, if the caller has them. */
export async function recordLeads(
  db: Db,
  team: string,
  projectId: string,
  leads: readonly PolledLead[],
  now: number,
  known?: ReadonlyMap<string, string>,
): Promise<Map<string, KeptLead>> {
  // Sorted, so that two polls of one project can't deadlock.
  const sorted = leads.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const rows = sorted.map((lead) => toNewRow(team, projectId, lead, now));
  const project = { team, project_id: projectId };
  const keys = rows.map((row) => row.lead_key);
  const before = await readInPieces(keys, (piece) => TO_WRITE(db, { project, piece }));
  const kept = isListAgain(rows, before) ? before : await writeLeads(db, project, now, rows, before);
  const names = sorted.flatMap(({ key, identities }) =>
    [...new Set([...identities, key])].map((identity) => ({
      team,
      project_id: projectId,
      identity,
      lead_key: key,
    })),
  );
  // Nearly all leads of a poll are known, and trying to insert them again is slow.
  const all = names.map(({ identity }) => identity);
  const there = known ?? (await findKeysByIdentity(db, team, projectId, all));
  const unknown = names.filter(({ identity }) => !there.has(identity));
  const inOrder = unknown.toSorted((a, b) => (a.identity < b.identity ? -1 : 1));
  await insertRows(db, 'lead_identity', inOrder);
  return new Map(kept.map((row) => [row.lead_key, toKeptLead(row)]));
}

/** Within this time an unchanged list isn't written again: `polled_at` is right to the minute. */
const AGAIN_WITHIN_MS = MINUTE_MS;

const FACTS = ['title', 'url', 'place', 'author', 'reason', 'score', 'posted_at', 'status'] as const;

type ListedRow = Pick<
  LeadRow,
  | 'team'
  | 'project_id'
  | 'lead_key'
  | (typeof FACTS)[number]
  | 'cited_by'
  | 'first_seen_at'
  | 'polled_at'
  | 'rank'
>;

/** A lead that wasn't found among the citations keeps the engines it has: the API may not list all citations. */
function hasSameFacts(row: ListedRow, before: LeadRow): boolean {
  const isCitedAsBefore = row.cited_by === null || row.cited_by === before.cited_by;
  return isCitedAsBefore && FACTS.every((fact) => before[fact] === row[fact]);
}

/** Whether what is stored is this very list, in this order, read a moment ago. */
function isListAgain(listed: readonly ListedRow[], kept: readonly LeadRow[]): boolean {
  const [first] = kept;
  if (!first || kept.length < listed.length) return false;
  const byKey = new Map(kept.map((row) => [row.lead_key, row]));
  return listed.every((row) => {
    const before = byKey.get(row.lead_key);
    const age = row.polled_at - first.polled_at;
    return (
      before?.polled_at === first.polled_at &&
      age >= 0 &&
      age < AGAIN_WITHIN_MS &&
      before.rank === row.rank &&
      hasSameFacts(row, before)
    );
  });
}

/** Nearly all leads of a poll are known and unchanged: for these only the time and the rank are written. */
async function writeLeads(
  db: Db,
  project: Some['project'],
  polled_at: number,
  rows: readonly ListedRow[],
  before: readonly LeadRow[],
): Promise<LeadRow[]> {
  const byKey = new Map(before.map((row) => [row.lead_key, row]));
  const same = rows.flatMap((row) => {
    const known = byKey.get(row.lead_key);
    return known && hasSameFacts(row, known) ? [{ ...known, polled_at, rank: row.rank }] : [];
  });
  for (const piece of piecesOf(same)) {
    const ranks = piece.map(({ lead_key, rank }) => ({ lead_key, rank }));
    await LIST_AGAIN(db, { project, polled_at, ranks });
  }
  const isSame = new Set(same.map(({ lead_key }) => lead_key));
  const others = rows.filter(({ lead_key }) => !isSame.has(lead_key));
  const upserted = await readInPieces(others, (leads) => UPSERT(db, { leads }));
  return [...same, ...upserted];
}

type ListedAgain = {
  project: Some['project'];
  polled_at: number;
  ranks: { lead_key: string; rank: number }[];
};

const LIST_AGAIN = prepareQuery((db, { project, polled_at, ranks }: ListedAgain) =>
  db
    .updateTable('lead')
    .from(
      // column1 and column2 are what both engines call the columns of VALUES.
      sql<{ lead_key: string; rank: number }>`(
        select column1 as lead_key, cast(column2 as integer) as rank
        from (values ${sql.join(ranks.map(({ lead_key, rank }) => sql`(${lead_key}, ${rank})`))}) as given
      )`.as('listed'),
    )
    .set(({ ref }) => ({ polled_at, rank: ref('listed.rank') }))
    .where(matching('lead', project))
    .whereRef('lead.lead_key', '=', 'listed.lead_key'),
);

const whenScoreChanged = <Value>(
  then: ReturnType<typeof sql<Value>>,
  otherwise: ReturnType<typeof sql<Value>>,
) => sql<Value>`case when excluded.score is distinct from lead.score then ${then} else ${otherwise} end`;

const UPSERT = prepareQuery((db, { leads }: { leads: ListedRow[] }) =>
  db
    .insertInto('lead')
    .values(leads)
    .onConflict(
      replacing('lead', {
        ...inserted(...FACTS, 'polled_at', 'rank'),
        cited_by: sql`coalesce(excluded.cited_by, lead.cited_by)`,
        previous_score: whenScoreChanged(sql`lead.score`, sql`lead.previous_score`),
        score_since: whenScoreChanged(sql`lead.polled_at`, sql`lead.score_since`),
      }),
    )
    .returningAll(),
);

/** Changes a lead's state. False if somebody changed it since `rev` was read: then nothing happened. */
export async function changeLead(db: Db, { team, projectId, key }: LeadKey, rev: number, state: LeadState) {
  const change = {
    state: state.state,
    by: state.by ?? null,
    since: state.since ?? null,
    assigned_by: state.assignedBy ?? null,
    until: state.until ?? null,
    dismiss_reason: state.dismissReason ?? null,
    reply_url: state.replyUrl ?? null,
    outcome: state.outcome ?? null,
    before: state.before ? JSON.stringify(state.before) : null,
    rev: rev + 1,
  };
  return changeRows(db, 'lead', { team, project_id: projectId, lead_key: key, rev }, change);
}

function toNewRow(team: string, projectId: string, lead: PolledLead, now: number): ListedRow {
  const { title, url, place, author, reason, score, postedAt, status, citedBy } = lead;
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
    posted_at: postedAt ?? null,
    status: status ?? null,
    cited_by: citedBy ? JSON.stringify(citedBy) : null,
    first_seen_at: now,
    polled_at: now,
    rank: lead.rank,
  };
}

/** A row as the rest of the bot sees it. */
export function toKeptLead(row: LeadRow): KeptLead {
  return {
    key: row.lead_key,
    title: row.title ?? undefined,
    url: row.url ?? undefined,
    place: row.place ?? undefined,
    author: row.author ?? undefined,
    reason: row.reason ?? undefined,
    score: toNumber(row.score),
    postedAt: row.posted_at ?? undefined,
    status: row.status ?? undefined,
    citedBy: fromJson<string[]>(row.cited_by),
    previousScore: toNumber(row.previous_score),
    scoreSince: row.score_since ?? undefined,
    firstSeenAt: row.first_seen_at,
    polledAt: row.polled_at,
    rank: row.rank,
    state: {
      state: row.state,
      by: row.by ?? undefined,
      since: row.since ?? undefined,
      assignedBy: row.assigned_by ?? undefined,
      until: row.until ?? undefined,
      dismissReason: row.dismiss_reason ?? undefined,
      replyUrl: row.reply_url ?? undefined,
      outcome: row.outcome ?? undefined,
      before: fromJson<LeadState>(row.before),
    },
    rev: row.rev,
  };
}

function fromJson<Value>(text: string | null): Value | undefined {
  return text === null ? undefined : JSON.parse(text);
}

function toNumber(text: string | null): number | undefined {
  return text === null ? undefined : Number(text);
}

/** `by` is undefined for what the bot did; `channel` is where a person clicked. */
type LeadEvent = Pick<LeadEventRow, 'kind' | 'at'> & {
  by?: string | undefined;
  channel?: string | undefined;
  detail?: string | undefined;
  note?: string | undefined;
};

export async function recordEvent(db: Db, { team, projectId, key }: LeadKey, event: LeadEvent) {
  const { kind, at, by = null, channel = null, detail = null, note = null } = event;
  const lead = { team, id: randomUUID(), project_id: projectId, lead_key: key };
  await insertRow(db, 'lead_event', { ...lead, kind, at, by, channel, detail, note });
}

/** Keeps of an act of that moment only that it was done and undone. */
export async function undoEvent(
  db: Db,
  { team, projectId, key }: LeadKey,
  { kind, at }: Pick<LeadEventRow, 'kind' | 'at'>,
): Promise<void> {
  const undone = { team, project_id: projectId, lead_key: key, kind, at };
  await changeRows(db, 'lead_event', undone, { kind: 'undo', detail: kind });
}
