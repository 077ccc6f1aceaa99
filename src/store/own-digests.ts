/** What people want sent to them alone, and what is known of each for it: what they were shown, and how much they answer. */
import type { Db, Row } from './schema.ts';
import { inTransaction, matching, replacing } from './statements.ts';

/** The settings of one person. `projects` are ids, undefined for all that they see; `places` as they wrote them, empty for any. */
export type OwnSettings = {
  person: string;
  schedule: string;
  timezone: string;
  projects?: readonly string[] | undefined;
  places: readonly string[];
  /** Whether the team's own order counts. */
  learns: boolean;
  /** Epoch ms: runs of the schedule count after it. */
  since: number;
};

const SUBSCRIPTION = 'own:';

/** The subscription by which a person's digest has its slots and deliveries, as a feed has its own. */
export function ownSubscription(person: string): string {
  return `${SUBSCRIPTION}${person}`;
}

export function isOwnSubscription(subscription: string): boolean {
  return subscription.startsWith(SUBSCRIPTION);
}

/** Of everybody in the workspace who wants one. */
export async function ownDigests(db: Db, team: string): Promise<OwnSettings[]> {
  const rows = await db
    .selectFrom('own_digest')
    .selectAll()
    .where('team', '=', team)
    .orderBy('person')
    .execute();
  return rows.map(settingsOf);
}

/** Undefined for who wants none. */
export async function ownDigestOf(db: Db, team: string, person: string): Promise<OwnSettings | undefined> {
  const row = await db
    .selectFrom('own_digest')
    .selectAll()
    .where(matching('own_digest', { team, person }))
    .executeTakeFirst();
  return row && settingsOf(row);
}

/** In place of what the person wanted before. */
export async function keepOwnDigest(db: Db, team: string, settings: OwnSettings): Promise<void> {
  const { person, projects, places, learns, ...times } = settings;
  const change = {
    ...times,
    projects: projects === undefined ? null : JSON.stringify(projects),
    places: JSON.stringify(places),
    learns: learns ? 1 : 0,
  };
  await db
    .insertInto('own_digest')
    .values({ team, person, ...change })
    .onConflict(replacing('own_digest', change))
    .execute();
}

/** With its slots, so that nothing is left of it: one that is worked on meanwhile posts nothing. */
export async function endOwnDigest(db: Db, team: string, person: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const subscription = ownSubscription(person);
    await trx.deleteFrom('slot').where(matching('slot', { team, subscription })).execute();
    await trx.deleteFrom('own_digest').where(matching('own_digest', { team, person })).execute();
  });
}

/** How often a person's own digests showed each lead of a project, by key; of those shown at all. */
export async function timesShown(
  db: Db,
  { team, projectId, person }: { team: string; projectId: string; person: string },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('lead_post')
    .select(['lead_key', ({ fn }) => fn.countAll<number>().as('times')])
    .where(matching('lead_post', { team, project_id: projectId, channel: person, part: 'own' }))
    .groupBy('lead_key')
    .execute();
  return new Map(rows.map(({ lead_key, times }) => [lead_key, times]));
}

/** When a digest first showed each lead of a project to a channel, epoch ms by key; of those shown at all. */
export async function firstShown(
  db: Db,
  { team, projectId }: { team: string; projectId: string },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('lead_post')
    .select(['lead_key', ({ fn }) => fn.min('at').as('at')])
    .where(matching('lead_post', { team, project_id: projectId, part: ['new', 'still_open'] }))
    .groupBy('lead_key')
    .execute();
  return new Map(rows.map(({ lead_key, at }) => [lead_key, at]));
}

/** How many leads a person replied to from `since` on, and when the first of these; epoch ms. */
export async function answersOf(
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

function settingsOf(row: Row<'own_digest'>): OwnSettings {
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
