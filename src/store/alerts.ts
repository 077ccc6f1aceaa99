/** Alerts as each channel was told of them, how they stand now, and what people did with them. */

import { sql } from 'kysely';
import type { Verdict } from '../carried.ts';
import type { AlertNews, MentionAlert, ScoreAlert, Settled } from '../decision.ts';
import { type DecisionRow, decisionOf } from './decision-of.ts';
import { freeKey } from './deliveries.ts';
import type { Db, Row } from './schema.ts';
import { hasChanged, matching, replacing } from './statements.ts';

/** The kinds of news that are alerts. */
export const ALERTS = ['score_alert', 'mention_alert'] as const;

export type AlertPlace = { team: string; channel: string; projectId: string };
export type AlertKey = { team: string; channel: string; key: string };

/** `muted` without `until`: until it has recovered. Times epoch ms. */
export type KeptAlert = {
  news: AlertNews;
  openedAt: number;
  muted?: { by: string; until?: number | undefined } | undefined;
  /** Who looks into it, and since when. */
  taken?: { by: string; since: number } | undefined;
  /** What its figures made of it two weeks later. */
  settled?: Settled | undefined;
};

/** Stores what a channel is told now, replacing what it was told before, and clears a mute that has run out. */
export async function keepAlert(
  db: Db,
  { team, channel, projectId }: AlertPlace,
  news: AlertNews,
  now: number,
): Promise<void> {
  const told_in = 'toldIn' in news ? (news.toldIn ?? null) : null;
  const change = { status: statusOf(news), told_in, decision: JSON.stringify(news), changed_at: now };
  await db
    .insertInto('alert')
    .values({
      team,
      channel,
      key: news.key,
      project_id: projectId,
      kind: news.kind,
      v: news.v,
      opened_at: now,
      ...change,
    })
    .onConflict(
      replacing('alert', {
        ...change,
        muted_by: sql`case when alert.muted_until <= ${now} then null else alert.muted_by end`,
      }),
    )
    .execute();
}

/**
 * Its post never arrived, so the channel knows neither this alert nor those told with it. The next look tells whatever
 * still stands.
 */
export async function forgetAlert(
  db: Db,
  { team, channel, key }: AlertKey,
  deliveryId: string,
): Promise<void> {
  await db
    .deleteFrom('alert')
    .where(matching('alert', { team, channel }))
    .where(({ or, eb }) => or([eb('key', '=', key), eb('told_in', '=', key)]))
    .execute();
  await freeKey(db, team, deliveryId);
}

/** Open alerts and those that changed at `since` (epoch ms) or later, most recently opened first. */
export async function keptAlerts(
  db: Db,
  { team, channel, projectId }: AlertPlace,
  since: number,
): Promise<KeptAlert[]> {
  const rows = await db
    .selectFrom('alert')
    .selectAll()
    .where(matching('alert', { team, channel, project_id: projectId }))
    .where(({ or, eb }) => or([eb('status', '=', 'open'), eb('changed_at', '>=', since)]))
    .orderBy('opened_at', 'desc')
    .orderBy('key')
    .execute();
  return rows.flatMap((row) => keptOf(row) ?? []);
}

/** An alert as each channel was told of it. */
export async function alertEverywhere(db: Db, team: string, key: string): Promise<ScoreAlert[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['kind', 'v', 'decision'])
    .where(matching('alert', { team, key }))
    .execute();
  return rows.flatMap((row) => alertOf(row) ?? []);
}

/** Undefined if the channel was never told of it. */
export async function keptAlert(db: Db, { team, channel, key }: AlertKey): Promise<KeptAlert | undefined> {
  const row = await db
    .selectFrom('alert')
    .selectAll()
    .where(matching('alert', { team, channel, key }))
    .executeTakeFirst();
  return row && keptOf(row);
}

/** Alerts that are told in this one's message, oldest first. */
export async function toldWith(
  db: Db,
  { team, channel, key }: AlertKey,
): Promise<(ScoreAlert | MentionAlert)[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['kind', 'v', 'decision'])
    .where(matching('alert', { team, channel, told_in: key }))
    .orderBy('opened_at')
    .orderBy('key')
    .execute();
  return rows.flatMap((row) => anyAlertOf(row) ?? []);
}

/**
 * Alerts with their own message in these channels that changed at `since` (epoch ms) or later, open ones first. Channels are
 * told on different days with different figures, so each alert comes once, as one channel was told of it: `here` if it was,
 * else the first. `places`: that channel, then every other one that was told of it.
 */
export async function latestAlerts(
  db: Db,
  team: string,
  { channels, here, since }: { channels: readonly string[]; here?: string; since: number },
): Promise<{ alert: ScoreAlert | MentionAlert; places: string[]; taken: KeptAlert['taken'] }[]> {
  if (channels.length === 0) return [];
  const rows = await db
    .selectFrom('alert')
    .select(['key', 'kind', 'v', 'decision', 'channel', 'opened_at', 'told_in', 'taken_by', 'taken_at'])
    .where(matching('alert', { team, channel: channels, kind: ALERTS }))
    .where('changed_at', '>=', since)
    .orderBy(sql`case status when 'open' then 0 else 1 end`)
    .orderBy('opened_at', 'desc')
    .orderBy('key')
    .orderBy('channel')
    .execute();
  const chosen = new Map<string, (typeof rows)[number]>();
  for (const row of rows.filter((one) => one.told_in === null || one.channel === here)) {
    const other = chosen.get(row.key);
    const isEarlier = other && other.channel !== here && row.opened_at < other.opened_at;
    if (!other || row.channel === here || isEarlier) chosen.set(row.key, row);
  }
  // Where `here` was told of it in another alert's message, it isn't listed by itself.
  const told = Map.groupBy(rows, ({ key }) => key);
  return rows
    .filter((row) => chosen.get(row.key) === row && row.told_in === null)
    .flatMap((row) => {
      const alert = anyAlertOf(row);
      const all = told.get(row.key)?.map(({ channel }) => channel) ?? [];
      return alert ? { alert, places: [...new Set([row.channel, ...all])], taken: takenOf(row) } : [];
    });
}

/** Open alerts, each counted once however many channels were told of it. */
export async function openAlerts(db: Db, team: string): Promise<number> {
  const { open } = await db
    .selectFrom('alert')
    .select(({ fn }) => fn.count<number>('key').distinct().as('open'))
    .where(matching('alert', { team, status: 'open', kind: ALERTS, told_in: null }))
    .executeTakeFirstOrThrow();
  return open;
}

/** Mutes an open alert, or changes how long it is muted. False if it is no longer open. */
export async function muteAlert(
  db: Db,
  at: AlertKey,
  { by, until }: { by: string; until: number | undefined },
): Promise<boolean> {
  return change(db, at, { muted_by: by, muted_until: until ?? null })
    .where('status', '=', 'open')
    .$call(hasChanged);
}

/** False if it was not muted. */
export async function unmuteAlert(db: Db, at: AlertKey): Promise<boolean> {
  return change(db, at, { muted_by: null, muted_until: null })
    .where('muted_by', 'is not', null)
    .$call(hasChanged);
}

/** Somebody looks into an open alert. False if it is not open any more, or somebody else was first. */
export async function takeAlert(
  db: Db,
  at: AlertKey,
  { by, since }: { by: string; since: number },
): Promise<boolean> {
  return change(db, at, { taken_by: by, taken_at: since })
    .where(matching('alert', { status: 'open', taken_by: null }))
    .$call(hasChanged);
}

/** False if this person no longer looks into it. */
export async function releaseAlert(db: Db, at: AlertKey, from: string): Promise<boolean> {
  return change(db, at, { taken_by: null, taken_at: null }).where('taken_by', '=', from).$call(hasChanged);
}

/** Ends mutes that have run out by `now` (epoch ms); returns the keys of their alerts. */
export async function endMutes(db: Db, team: string, now: number): Promise<string[]> {
  const rows = await db
    .updateTable('alert')
    .set({ muted_by: null, muted_until: null })
    .where('team', '=', team)
    .where('muted_by', 'is not', null)
    .where('muted_until', '<=', now)
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/** Reserves one day's details for one click. False if they are already in the thread, or on their way. */
export async function beginDetails(db: Db, at: AlertKey, day: string): Promise<boolean> {
  return change(db, at, { detailed_on: day })
    .where(({ or, eb }) => or([eb('detailed_on', 'is', null), eb('detailed_on', '!=', day)]))
    .$call(hasChanged);
}

/** Gives the reservation back after a failure, so that the next click tries again. */
export async function giveBackDetails(db: Db, at: AlertKey, day: string): Promise<void> {
  await change(db, at, { detailed_on: null }).where('detailed_on', '=', day).execute();
}

/** Notes that a person found it not useful. False if they had said so before. */
export async function findNotUseful(db: Db, at: AlertKey, person: string, now: number): Promise<boolean> {
  const { team, channel, key } = at;
  return db
    .insertInto('alert_verdict')
    .values({ team, channel, key, person, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .$call(hasChanged);
}

/** Takes back that a person found it not useful. False where they never said so. */
export async function findUsefulAgain(
  db: Db,
  { team, channel, key }: AlertKey,
  person: string,
): Promise<boolean> {
  return db
    .deleteFrom('alert_verdict')
    .where(matching('alert_verdict', { team, channel, key, person }))
    .$call(hasChanged);
}

/** Keeps what a person found wrong with it. False where they never said that it was of no use. */
export async function judgeAlert(
  db: Db,
  { team, channel, key }: AlertKey,
  person: string,
  verdict: Verdict,
): Promise<boolean> {
  return db
    .updateTable('alert_verdict')
    .set({ verdict })
    .where(matching('alert_verdict', { team, channel, key, person }))
    .$call(hasChanged);
}

/** How many people found it of no use, and how many of them each thing wrong with it. */
export async function verdictCounts(
  db: Db,
  { team, channel, key }: AlertKey,
): Promise<{ all: number; by: Partial<Record<Verdict, number>> }> {
  const rows = await db
    .selectFrom('alert_verdict')
    .select('verdict')
    .where(matching('alert_verdict', { team, channel, key }))
    .execute();
  const said = rows.flatMap(({ verdict }) => verdict ?? []);
  const by = Object.fromEntries(
    [...Map.groupBy(said, (verdict) => verdict)].map(([verdict, { length }]) => [verdict, length]),
  );
  return { all: rows.length, by };
}

/** The last alerts with their own message, latest first, and how many people found each not useful. */
export async function verdictsOn(
  db: Db,
  { team, channel, projectId }: AlertPlace,
  limit: number,
): Promise<{ alert: ScoreAlert; notUseful: number }[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['kind', 'v', 'decision'])
    .select((eb) =>
      eb
        .selectFrom('alert_verdict')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(matching('alert_verdict', { team, channel }))
        .whereRef('alert_verdict.key', '=', 'alert.key')
        .as('not_useful'),
    )
    .where(matching('alert', { team, channel, project_id: projectId, told_in: null, kind: 'score_alert' }))
    .orderBy('opened_at', 'desc')
    .orderBy('key')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => {
    const alert = alertOf(row);
    return alert ? { alert, notUseful: row.not_useful ?? 0 } : [];
  });
}

type AlertRow = Row<'alert'>;

function change(db: Db, { team, channel, key }: AlertKey, values: Partial<AlertRow>) {
  return db.updateTable('alert').set(values).where(matching('alert', { team, channel, key }));
}

/** Days that can't be compared are told once; only missing data stays open. */
function statusOf(news: AlertNews): AlertRow['status'] {
  if (news.kind === 'mention_alert') return news.status === 'open' ? 'open' : 'closed';
  if (news.kind === 'score_alert') return news.alert?.status === 'open' ? 'open' : 'closed';
  return news.about.type === 'no_data' ? news.about.status : 'closed';
}

function alertOf(row: DecisionRow): ScoreAlert | undefined {
  const news = decisionOf(row);
  return news?.kind === 'score_alert' ? news : undefined;
}

export function anyAlertOf(row: DecisionRow): ScoreAlert | MentionAlert | undefined {
  const news = decisionOf(row);
  return news?.kind === 'score_alert' || news?.kind === 'mention_alert' ? news : undefined;
}

function takenOf({
  taken_by: by,
  taken_at: since,
}: Pick<AlertRow, 'taken_by' | 'taken_at'>): KeptAlert['taken'] {
  return by === null ? undefined : { by, since: since ?? 0 };
}

function keptOf(row: AlertRow): KeptAlert | undefined {
  const news = decisionOf(row);
  if (news?.kind !== 'score_alert' && news?.kind !== 'score_notice' && news?.kind !== 'mention_alert')
    return undefined;
  return {
    news,
    openedAt: row.opened_at,
    muted: row.muted_by === null ? undefined : { by: row.muted_by, until: row.muted_until ?? undefined },
    taken: takenOf(row),
    settled: row.settled ?? undefined,
  };
}
