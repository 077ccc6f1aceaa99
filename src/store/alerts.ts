/** Alerts as each channel was told of them, how they stand now, what people did with them, and what became of them. */
import { sql } from 'kysely';
import type { AlertVerdict } from '../carried.ts';
import { type AlertNews, type AlertStanding, isOpenNews, type Settled, type Stalled } from '../decision.ts';
import { type DecisionRow, freeKey, readDecision } from './deliveries.ts';
import { readHandles } from './handles.ts';
import { changeRows, deleteRows, findFirstRows, findRow, findRows, insertRow } from './rows.ts';
import { atLeast, below, hasChanged, type Matched, matching, NOT_NULL, replacing } from './statements.ts';
import type { Db, InChannel, OfProject, Row } from './tables.ts';

const ALERTS = ['score_alert', 'mention_alert'] as const;

export type AlertKey = { team: string; channel: string; key: string };
type AlertOfProject = OfProject & { key: string };

/** `settled`: what its figures showed two weeks later. */
export type KeptAlert = Pick<AlertStanding, 'muted' | 'taken' | 'stalled'> & {
  news: AlertNews;
  settled?: Settled | undefined;
};

/** Replaces what the channel was told and clears an expired mute. Who is on an alert is the same in all channels. */
export async function keepAlert(
  db: Db,
  { team, channel, projectId }: InChannel,
  news: AlertNews,
  now: number,
): Promise<void> {
  const told_in = 'toldIn' in news ? (news.toldIn ?? null) : null;
  const status: AlertRow['status'] = isOpenNews(news) ? 'open' : 'closed';
  const change = { status, told_in, decision: JSON.stringify(news), changed_at: now };
  const taken = db
    .selectFrom('alert')
    .where(matching('alert', { team, project_id: projectId, key: news.key, taken_by: NOT_NULL }))
    .limit(1);
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
      taken_by: taken.select('taken_by'),
      taken_at: taken.select('taken_at'),
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

/** For an alert whose post never arrived: forgets it and those told in it; the next poll tells what is still true. */
export async function forgetAlert(db: Db, { team, channel, key }: AlertKey, deliveryId: string) {
  await db
    .deleteFrom('alert')
    .where(matching('alert', { team, channel }))
    .where(({ or, eb }) => or([eb('key', '=', key), eb('told_in', '=', key)]))
    .execute();
  await freeKey(db, team, deliveryId);
}

/** Open alerts and those that changed at `since` (epoch ms) or later, most recently opened first; without a channel, of all. */
export async function readKeptAlerts(
  db: Db,
  { team, channel, projectId }: OfProject & Partial<InChannel>,
  since: number,
) {
  const rows = await db
    .selectFrom('alert')
    .selectAll()
    .where(matching('alert', { team, ...(channel && { channel }), project_id: projectId }))
    .where(({ or, eb }) => or([eb('status', '=', 'open'), eb('changed_at', '>=', since)]))
    .orderBy('opened_at', 'desc')
    .orderBy('key')
    .execute();
  return rows.flatMap((row) => toKeptAlert(row) ?? []);
}

/** A project's score alert in each channel that was told of it. */
export async function readAlertEverywhere(db: Db, { team, projectId, key }: AlertOfProject) {
  const rows = await findRows(db, 'alert', { team, project_id: projectId, key });
  return rows.flatMap((row) => readDecision(row, 'score_alert') ?? []);
}

/** Undefined if the channel was never told of it. */
export async function readKeptAlert(db: Db, { team, channel, key }: AlertKey) {
  const row = await findRow(db, 'alert', { team, channel, key });
  return row && toKeptAlert(row);
}

/** The alert as each of these channels was told of it, in their order. */
export async function readAlertIn(
  db: Db,
  { team, key }: Omit<AlertKey, 'channel'>,
  channels: readonly string[],
): Promise<(KeptAlert & { channel: string })[]> {
  const rows = await findRows(db, 'alert', { team, channel: channels, key });
  const kept = rows.flatMap((row) => {
    const alert = toKeptAlert(row);
    return alert ? { ...alert, channel: row.channel } : [];
  });
  return kept.toSorted((a, b) => channels.indexOf(a.channel) - channels.indexOf(b.channel));
}

/** Alerts told in this one's message, oldest first. */
export async function readToldWith(db: Db, { team, channel, key }: AlertKey) {
  const rows = await findRows(db, 'alert', { team, channel, told_in: key }, 'opened_at', 'key');
  return rows.flatMap((row) => toAlert(row) ?? []);
}

/** `orOpen`: open ones, too, however long ago they changed. */
type AlertsWanted = { channels?: readonly string[]; here?: string; since: number; orOpen?: boolean };

/** Those with a message of their own that changed since, open first, each once: as `here` was told, else the first. */
export async function readLatestAlerts(
  db: Db,
  team: string,
  { channels, here, since, orOpen = false }: AlertsWanted,
) {
  const rows = await db
    .selectFrom('alert')
    .selectAll()
    .where(matching('alert', { team, kind: ALERTS, ...(channels && { channel: channels }) }))
    .where((eb) => eb.or([eb('changed_at', '>=', since), ...(orOpen ? [eb('status', '=', 'open')] : [])]))
    .orderBy(sql`case status when 'open' then 0 else 1 end`)
    .orderBy('opened_at', 'desc')
    .orderBy('key')
    .orderBy('channel')
    .execute();
  const told = Map.groupBy(rows, ({ key }) => key);
  const isChosen = new Set([...told.values()].map((those) => chooseTold(those, here)));
  const handles = await readHandles(db, team, [...told.keys()]);
  return rows
    .filter((row) => isChosen.has(row))
    .flatMap((row) => {
      const alert = toAlert(row);
      const all = told.get(row.key)?.map(({ channel }) => channel) ?? [];
      const places = [...new Set([row.channel, ...all])];
      const [settled, stalled] = [row.settled ?? undefined, row.stalled ?? undefined];
      const [handle, toldAt] = [handles[row.key], row.changed_at];
      const [taken, muted] = [toTaken(row), toMuted(row)];
      return alert ? { alert, handle, places, toldAt, taken, muted, settled, stalled } : [];
    });
}

/** Of one alert's rows: that of `here`, else the first told. One told in another alert's message isn't listed by itself. */
function chooseTold(rows: readonly AlertRow[], here: string | undefined): AlertRow | undefined {
  const own = rows.find(({ channel }) => channel === here);
  if (own) return own.told_in === null ? own : undefined;
  const [first] = rows.filter((row) => row.told_in === null).toSorted((a, b) => a.opened_at - b.opened_at);
  return first;
}

/** Mutes an open alert, or changes how long it is muted. False if it is no longer open. */
export async function muteAlert(
  db: Db,
  at: AlertKey,
  { by, until }: { by: string; until: number | undefined },
): Promise<boolean> {
  return change(db, at, { muted_by: by, muted_until: until ?? null }, { status: 'open' });
}

/** False if it was not muted. */
export async function unmuteAlert(db: Db, at: AlertKey): Promise<boolean> {
  return change(db, at, { muted_by: null, muted_until: null }, { muted_by: NOT_NULL });
}

/** Assigns an open alert to a person, in all channels. False if it is no longer open, or somebody else was first. */
export async function takeAlert(
  db: Db,
  { team, projectId: project_id, key }: AlertOfProject,
  { by, since }: { by: string; since: number },
) {
  const free = { team, project_id, key, status: 'open', taken_by: null } as const;
  return changeRows(db, 'alert', free, { taken_by: by, taken_at: since });
}

/** False if this person is no longer on it. */
export async function releaseAlert(
  db: Db,
  { team, projectId: project_id, key }: AlertOfProject,
  from: string,
): Promise<boolean> {
  const held = { team, project_id, key, taken_by: from };
  return changeRows(db, 'alert', held, { taken_by: null, taken_at: null });
}

/** Ends mutes that expired by `now` (epoch ms). Returns the keys of their alerts. */
export async function endMutes(db: Db, team: string, now: number): Promise<string[]> {
  const rows = await db
    .updateTable('alert')
    .set({ muted_by: null, muted_until: null })
    .where(matching('alert', { team, muted_by: NOT_NULL }))
    .where('muted_until', '<=', now)
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/** Records what became of the feeds of open alerts. Returns the subjects of the messages that say so. */
export async function noteStalled(
  db: Db,
  team: string,
  stalledOf: (of: Pick<InChannel, 'channel' | 'projectId'>) => Stalled | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['channel', 'key', 'told_in', 'project_id', 'stalled'])
    .where(matching('alert', { team }))
    // As in the partial index.
    .where(sql<boolean>`status = 'open'`)
    .execute();
  const subjects: string[] = [];
  for (const { channel, key, told_in, project_id: projectId, stalled: before } of rows) {
    const stalled = stalledOf({ channel, projectId });
    if (stalled === before) continue;
    if (await change(db, { team, channel, key }, { stalled }, {})) subjects.push(told_in ?? key);
  }
  return subjects;
}

/** Reserves one day's details for one click. False if they are already in the thread, or on their way. */
export async function beginDetails(db: Db, { team, channel, key }: AlertKey, day: string): Promise<boolean> {
  return db
    .updateTable('alert')
    .set({ detailed_on: day })
    .where(matching('alert', { team, channel, key }))
    .where('detailed_on', 'is distinct from', day)
    .returning('key')
    .$call(hasChanged);
}

/** Gives the reservation back after a failure, so that the next click tries again. */
export async function giveBackDetails(db: Db, at: AlertKey, day: string): Promise<void> {
  await change(db, at, { detailed_on: null }, { detailed_on: day });
}

/** Records that a person found it not useful. False if they had said so before. */
export async function findNotUseful(db: Db, at: AlertKey, person: string, now: number): Promise<boolean> {
  const { team, channel, key } = at;
  return insertRow(db, 'alert_verdict', { team, channel, key, person, at: now });
}

/** Takes back that a person found it not useful. False if they never said so. */
export async function findUsefulAgain(db: Db, { team, channel, key }: AlertKey, person: string) {
  return deleteRows(db, 'alert_verdict', { team, channel, key, person });
}

/** Records what was wrong with it. False if the person never marked it as not useful. */
export async function judgeAlert(
  db: Db,
  { team, channel, key }: AlertKey,
  person: string,
  verdict: AlertVerdict,
) {
  return changeRows(db, 'alert_verdict', { team, channel, key, person }, { verdict });
}

/** How many people found each alert not useful in any channel, in all and by verdict. */
export async function readVerdicts(db: Db, team: string, keys: readonly string[]) {
  const rows = await findRows(db, 'alert_verdict', { team, key: keys });
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, those]) => {
      const people = (some: typeof those) => new Set(some.map(({ person }) => person)).size;
      const given = Map.groupBy(those, ({ verdict }) => verdict);
      given.delete(null);
      const by: Partial<Record<AlertVerdict, number>> = Object.fromEntries(
        [...given].map(([verdict, some]) => [verdict, people(some)]),
      );
      return [key, { all: people(those), by }];
    }),
  );
}

/** The latest score alerts with a message of their own, and how many people of the channel found each not useful. */
export async function readVerdictsOnLatest(db: Db, { team, channel, projectId }: InChannel, limit: number) {
  const own = { team, channel, project_id: projectId, told_in: null, kind: 'score_alert' } as const;
  const rows = await findFirstRows(db, 'alert', own, limit, 'opened_at desc', 'key');
  const verdicts = await findRows(db, 'alert_verdict', { team, channel, key: rows.map(({ key }) => key) });
  const byKey = Map.groupBy(verdicts, ({ key }) => key);
  return rows.flatMap((row) => {
    const alert = readDecision(row, 'score_alert');
    return alert ? { alert, notUseful: byKey.get(row.key)?.length ?? 0 } : [];
  });
}

type AlertRow = Row<'alert'>;

function change(
  db: Db,
  { team, channel, key }: AlertKey,
  values: Partial<AlertRow>,
  conditions: Matched<'alert'>,
): Promise<boolean> {
  return changeRows(db, 'alert', { team, channel, key, ...conditions }, values);
}

const toAlert = (row: DecisionRow) => readDecision(row, ...ALERTS);

function toTaken({ taken_by: by, taken_at: since }: AlertRow): KeptAlert['taken'] {
  return by === null ? undefined : { by, since: since ?? 0 };
}

function toMuted({ muted_by: by, muted_until }: AlertRow): KeptAlert['muted'] {
  return by === null ? undefined : { by, until: muted_until ?? undefined };
}

function toKeptAlert(row: AlertRow): KeptAlert | undefined {
  const news = readDecision(row, ...ALERTS, 'score_notice');
  return (
    news && {
      news,
      muted: toMuted(row),
      taken: toTaken(row),
      settled: row.settled ?? undefined,
      stalled: row.stalled ?? undefined,
    }
  );
}

// The ledger: alerts told inside another's message don't count.

/** Unsettled alerts that a channel was told of before then (epoch ms), oldest first, at most `limit`. */
export async function readUnsettledAlerts(db: Db, of: InChannel, before: number, limit: number) {
  const told = { team: of.team, channel: of.channel, project_id: of.projectId, kind: ALERTS, told_in: null };
  const wanted = { ...told, settled: null, opened_at: below(before) };
  const rows = await findFirstRows(db, 'alert', wanted, limit, 'opened_at', 'key');
  return rows.flatMap((row) => toAlert(row) ?? []);
}

/** Settles an alert once: a settled one stays as it is. `now` epoch ms. */
export async function settleAlert(
  db: Db,
  { team, channel, key }: AlertKey,
  settled: Settled,
  now: number,
): Promise<void> {
  await changeRows(db, 'alert', { team, channel, key, settled: null }, { settled, settled_at: now });
}

/** A project's alerts settled since then (epoch ms), oldest first: each once, from the first channel that has it. */
export async function readSettledAlerts(db: Db, { team, projectId, since }: OfProject & { since: number }) {
  const own = { team, project_id: projectId, kind: ALERTS, told_in: null, settled_at: atLeast(since) };
  const rows = await findRows(db, 'alert', own, 'opened_at', 'key', 'channel');
  const first = new Map(rows.toReversed().map((row) => [row.key, row]));
  const verdicts = await readVerdicts(db, team, [...first.keys()]);
  return [...first.values()].toReversed().flatMap((row) => {
    const alert = toAlert(row);
    return alert && row.settled
      ? [{ alert, settled: row.settled, verdicts: verdicts.get(row.key)?.by ?? {} }]
      : [];
  });
}
