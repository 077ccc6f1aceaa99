/** People's own digests: their settings, what each was shown, and how much they answer. */
import { deleteRows, findRow, findRows, putRow } from './rows.ts';
import type { Db, OfProject, Row } from './schema.ts';
import { inTransaction, type Matched, matching } from './statements.ts';

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
