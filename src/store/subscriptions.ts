/** When a feed was first seen, and whether it is paused. Also people’s own digests and how much they answer. */
import { changeRows, deleteRows, findRow, findRows, putRow } from './rows.ts';
import { inTransaction, type Matched, matching, NOT_NULL, piecesOf, readInPieces } from './statements.ts';
import type { Db, OfProject, Row } from './tables.ts';

/** A feed with its schedule and timezone as one string: when that changes, the feed starts over. */
export type KnownFeed = { id: string; timetable: string };

/** By id. One that is new, or has a new timetable, counts from `now` and makes up for nothing. */
export async function readSubscriptions(db: Db, team: string, feeds: readonly KnownFeed[], now: number) {
  const ids = feeds.map(({ id }) => id);
  const known = new Map((await readRows(db, team, ids)).map((row) => [row.id, row]));
  const news = feeds.filter(({ id, timetable }) => known.get(id)?.timetable !== timetable);
  // Sorted, so that two processes can't deadlock.
  const sorted = news.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const piece of piecesOf(sorted)) await recordSeen(db, team, piece, now);
  const rows = news.length === 0 ? [...known.values()] : await readRows(db, team, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

function readRows(db: Db, team: string, ids: readonly string[]): Promise<Row<'subscription'>[]> {
  return readInPieces(ids, (id) => findRows(db, 'subscription', { team, id }));
}

async function recordSeen(db: Db, team: string, feeds: readonly KnownFeed[], now: number): Promise<void> {
  await db
    .insertInto('subscription')
    .values(feeds.map(({ id, timetable }) => ({ id, timetable, team, since: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['team', 'id'])
        .doUpdateSet(({ ref }) => ({ since: now, timetable: ref('excluded.timetable') }))
        .whereRef('subscription.timetable', '!=', 'excluded.timetable'),
    )
    .execute();
}

/** Undefined if it was never seen. */
export function readSubscription(db: Db, team: string, id: string) {
  return findRow(db, 'subscription', { team, id });
}

/** Pauses a feed. False if it was already paused. */
export async function pauseFeed(
  db: Db,
  team: string,
  id: string,
  reason: string,
  now: number,
  person?: { id: string; until: number | undefined },
): Promise<boolean> {
  const pause = {
    paused_at: now,
    pause_reason: reason,
    paused_by: person?.id ?? null,
    paused_until: person?.until ?? null,
    resumed_at: null,
  };
  return changeRows(db, 'subscription', { team, id, paused_at: null }, pause);
}

/** Gives the pause that a person made another end. False if there is none. */
export function movePauseEnd(db: Db, team: string, id: string, until: number): Promise<boolean> {
  const end = { paused_until: until };
  return changeRows(db, 'subscription', { team, id, paused_at: NOT_NULL, pause_reason: 'person' }, end);
}

/** How many feeds of all workspaces are paused, by who paused them. Only those of `feedsOf` still exist. */
export async function countPaused(db: Db, feedsOf: (team: string) => readonly { id: string }[]) {
  const rows = await findRows(db, 'subscription', { paused_at: NOT_NULL });
  const standing = [...Map.groupBy(rows, ({ team }) => team)].flatMap(([team, paused]) => {
    const ids = new Set(feedsOf(team).map(({ id }) => id));
    return paused.filter(({ id }) => ids.has(id));
  });
  const person = standing.filter(({ pause_reason }) => pause_reason === 'person').length;
  return { person, sightline: standing.length - person };
}

/** The ids of a workspace's paused feeds, also of those that are gone. */
export async function readPausedFeeds(db: Db, team: string): Promise<ReadonlySet<string>> {
  return new Set((await findRows(db, 'subscription', { team, paused_at: NOT_NULL })).map(({ id }) => id));
}

/** Whether the feed's next poll counts as known, as after a reissued list, even if it isn't resumed yet. */
export function isToRelearn({ relearn, paused_at, pause_reason }: Row<'subscription'>): boolean {
  return relearn === 1 || (paused_at !== null && pause_reason === 'reissued');
}

/** Resumes a feed. Returns since when it was paused and why; undefined if it wasn't. A reissued list is relearned. */
export async function resumeFeed(db: Db, team: string, id: string, now: number) {
  const row = await readSubscription(db, team, id);
  if (!row || row.paused_at === null) return undefined;
  const { paused_at, pause_reason: reason } = row;
  const resumed = { paused_at: null, paused_until: null, resumed_at: now, relearn: isToRelearn(row) ? 1 : 0 };
  const isResumed = await changeRows(db, 'subscription', { team, id, paused_at }, resumed);
  return isResumed ? { pausedAt: paused_at, reason } : undefined;
}

/** Records that the feed has relearned its list. */
export async function endRelearning(db: Db, team: string, id: string): Promise<void> {
  await changeRows(db, 'subscription', { team, id, relearn: 1 }, { relearn: 0 });
}

/** The workspaces whose feeds the store knows, latest first: for verbs that can't ask Slack. */
export async function readKnownTeams(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription')
    .select(({ fn }) => ['team', fn.max('since').as('latest')])
    .groupBy('team')
    .orderBy('latest', 'desc')
    .execute();
  return rows.map(({ team }) => team);
}

/** One person's settings. `projects` are ids, undefined for all they can see; `places` as typed, empty for any. */
export type OwnSettings = {
  person: string;
  schedule: string;
  timezone: string;
  projects?: readonly string[] | undefined;
  places: readonly string[];
  /** Whether leads are in the order learned from the team's decisions. */
  learns: boolean;
  /** Epoch ms: only runs of the schedule after it count. */
  since: number;
};

const SUBSCRIPTION = 'own:';

/** The subscription of a person's digest, for its slots and deliveries. */
export function ownSubscription(person: string): string {
  return `${SUBSCRIPTION}${person}`;
}

export function isOwnSubscription(subscription: string): boolean {
  return subscription.startsWith(SUBSCRIPTION);
}

/** The settings of everybody in the workspace who has their own digest. */
export async function readOwnDigests(db: Db, team: string): Promise<OwnSettings[]> {
  return (await findRows(db, 'own_digest', { team }, 'person')).map(toSettings);
}

/** Undefined if the person has none. */
export async function readOwnDigest(db: Db, team: string, person: string): Promise<OwnSettings | undefined> {
  const row = await findRow(db, 'own_digest', { team, person });
  return row && toSettings(row);
}

/** Stores a person's settings, in place of earlier ones. */
export async function keepOwnDigest(db: Db, team: string, settings: OwnSettings): Promise<void> {
  const { person, projects, places, learns, ...times } = settings;
  const change = {
    ...times,
    projects: projects === undefined ? null : JSON.stringify(projects),
    places: JSON.stringify(places),
    learns: learns ? 1 : 0,
  };
  await putRow(db, 'own_digest', { team, person }, change);
}

/** Deletes a person's digest with its slots: one that is being worked on posts nothing. */
export async function endOwnDigest(db: Db, team: string, person: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await deleteRows(trx, 'slot', { team, subscription: ownSubscription(person) });
    await deleteRows(trx, 'own_digest', { team, person });
  });
}

/** By key, how often posts showed each lead of a project in these parts, and when first (epoch ms). */
export async function readTimesShown(db: Db, { team, projectId }: OfProject, where: Matched<'lead_post'>) {
  const rows = await db
    .selectFrom('lead_post')
    .select(({ fn }) => ['lead_key', fn.countAll<number>().as('times'), fn.min('at').as('first')])
    .where(matching('lead_post', { team, project_id: projectId, ...where }))
    .groupBy('lead_key')
    .execute();
  return new Map(rows.map(({ lead_key, ...shown }) => [lead_key, shown]));
}

/** How many leads a person has replied to since `since`, and when they first did. Epoch ms. */
export async function countAnswers(
  db: Db,
  { team, person, since }: { team: string; person: string; since: number },
): Promise<{ count: number; first: number | undefined }> {
  const row = await db
    .selectFrom('lead_event')
    .select(({ fn }) => [fn.count<number>('lead_key').distinct().as('count'), fn.min('at').as('first')])
    .where(matching('lead_event', { team, by: person, kind: 'reply' }))
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return { count: row.count, first: row.first ?? undefined };
}

function toSettings(row: Row<'own_digest'>): OwnSettings {
  const { person, schedule, timezone, since } = row;
  return {
    person,
    schedule,
    timezone,
    since,
    projects: row.projects === null ? undefined : JSON.parse(row.projects),
    places: JSON.parse(row.places),
    learns: row.learns === 1,
  };
}
