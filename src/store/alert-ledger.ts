/** What became of alerts: those that wait to be settled, and those that were. An alert counts where it has a message of its own. */
import type { Verdict } from '../carried.ts';
import type { MentionAlert, ScoreAlert, Settled } from '../decision.ts';
import { seriesKey } from '../rules/score-series.ts';
import { ALERTS, type AlertPlace, anyAlertOf } from './alerts.ts';
import { decisionOf } from './decision-of.ts';
import type { Db } from './schema.ts';
import { byKey, matching } from './statements.ts';

/** How many people said what of an alert, wherever they read it. */
type Said = Partial<Record<Verdict, number>>;

/** Those that a channel was told of from `from` until `before` (epoch ms) and that nobody settled, oldest first, at most `limit`. */
export async function unsettledAlerts(
  db: Db,
  { team, channel, projectId }: AlertPlace,
  [from, before]: readonly [from: number, before: number],
  limit: number,
): Promise<(ScoreAlert | MentionAlert)[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['kind', 'v', 'decision'])
    .where(
      matching('alert', {
        team,
        channel,
        project_id: projectId,
        kind: ALERTS,
        told_in: null,
        settled: null,
      }),
    )
    .where('opened_at', '>=', from)
    .where('opened_at', '<', before)
    .orderBy('opened_at')
    .orderBy('key')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => anyAlertOf(row) ?? []);
}

/** Once: what was settled stays so. `now` epoch ms. */
export async function settleAlert(
  db: Db,
  { team, channel, key }: { team: string; channel: string; key: string },
  settled: Settled,
  now: number,
): Promise<void> {
  await db
    .updateTable('alert')
    .set({ settled, settled_at: now })
    .where(matching('alert', { team, channel, key, settled: null }))
    .execute();
}

/**
 * Those of a project that were settled at `since` (epoch ms) or later, oldest first: each once, as the channel that was told
 * first had it.
 */
export async function settledAlerts(
  db: Db,
  { team, projectId, since }: { team: string; projectId: string; since: number },
): Promise<{ alert: ScoreAlert | MentionAlert; settled: Settled; verdicts: Said }[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['kind', 'v', 'decision', 'key', 'settled'])
    .where(
      matching('alert', {
        team,
        project_id: projectId,
        kind: ALERTS,
        told_in: null,
      }),
    )
    .where('settled_at', '>=', since)
    .orderBy('opened_at')
    .orderBy('key')
    .orderBy('channel')
    .execute();
  const first = new Map(rows.toReversed().map((row) => [row.key, row]));
  const said = await verdictsOfAlerts(db, team, [...first.keys()]);
  return [...first.values()].toReversed().flatMap((row) => {
    const alert = anyAlertOf(row);
    return alert && row.settled ? [{ alert, settled: row.settled, verdicts: said.get(row.key) ?? {} }] : [];
  });
}

/** By the alerts' keys; one of which nobody said what was wrong is missing. */
export async function verdictsOfAlerts(
  db: Db,
  team: string,
  keys: readonly string[],
): Promise<Map<string, Said>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_verdict')
    .select(['key', 'person', 'verdict'])
    .distinct()
    .where(matching('alert_verdict', { team, key: [...keys] }))
    .where('verdict', 'is not', null)
    .execute();
  const byKey = new Map<string, Said>();
  for (const { key, verdict } of rows) {
    const said = byKey.get(key) ?? {};
    if (verdict) said[verdict] = (said[verdict] ?? 0) + 1;
    byKey.set(key, said);
  }
  return byKey;
}

/** How often people said of a part’s alerts that they knew the cause: times, over all alerts of the channel that the same figure of the same engine and region led; 0 of what led none. */
export async function knownCauses(
  db: Db,
  { team, channel, projectId }: AlertPlace,
  { alert: of }: Pick<ScoreAlert, 'alert'>,
): Promise<number> {
  const rows = await db
    .selectFrom('alert_verdict')
    .innerJoin('alert', byKey('alert', 'alert_verdict'))
    .select(['alert.kind', 'alert.v', 'alert.decision'])
    .where(matching('alert', { team, channel, project_id: projectId }))
    .where('alert_verdict.verdict', '=', 'known_cause')
    .execute();
  const part = of && seriesKey(of.metric, of.lead.scope);
  return rows.filter((row) => {
    const news = decisionOf(row);
    if (news?.kind !== 'score_alert' || !news.alert) return false;
    return seriesKey(news.alert.metric, news.alert.lead.scope) === part;
  }).length;
}
