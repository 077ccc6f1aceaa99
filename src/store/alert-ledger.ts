/** The record of past alerts, settled or not yet. Alerts told inside another's message don't count. */
import type { MentionAlert, ScoreAlert, Settled } from '../decision.ts';
import { ALERTS, countVerdicts, toAlert } from './alerts.ts';
import { changeRows, findRows } from './rows.ts';
import type { Db, InChannel, OfProject } from './schema.ts';
import { atLeast, matching, NOT_NULL } from './statements.ts';

/** Unsettled alerts that a channel was told of from `from` until `before` (epoch ms), oldest first, at most `limit`. */
export async function readUnsettledAlerts(
  db: Db,
  { team, channel, projectId }: InChannel,
  [from, before]: readonly [from: number, before: number],
  limit: number,
): Promise<(ScoreAlert | MentionAlert)[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['kind', 'v', 'decision'])
    .where(
      matching('alert', { team, channel, project_id: projectId, kind: ALERTS, told_in: null, settled: null }),
    )
    .where('opened_at', '>=', from)
    .where('opened_at', '<', before)
    .orderBy('opened_at')
    .orderBy('key')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => toAlert(row) ?? []);
}

/** Settles an alert once: a settled one stays as it is. `now` epoch ms. */
export async function settleAlert(
  db: Db,
  { team, channel, key }: { team: string; channel: string; key: string },
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
  const verdicts = await readVerdictsOfAlerts(db, team, [...first.keys()]);
  return [...first.values()].toReversed().flatMap((row) => {
    const alert = toAlert(row);
    return alert && row.settled
      ? [{ alert, settled: row.settled, verdicts: verdicts.get(row.key) ?? {} }]
      : [];
  });
}

/** Verdict counts by alert key; alerts without any verdict are left out. */
export async function readVerdictsOfAlerts(db: Db, team: string, keys: readonly string[]) {
  const rows = await db
    .selectFrom('alert_verdict')
    .select(['key', 'person', 'verdict'])
    .distinct()
    .where(matching('alert_verdict', { team, key: keys, verdict: NOT_NULL }))
    .execute();
  const byAlert = Map.groupBy(rows, ({ key }) => key);
  return new Map([...byAlert].map(([key, those]) => [key, countVerdicts(those)]));
}
