/** How often people said of a part's alerts that they knew the cause: for /visibility why. */
import type { ScoreAlert } from '../decision.ts';
import { seriesKey } from '../rules/score-series.ts';
import type { AlertPlace } from './alerts.ts';
import { decisionOf } from './decision-of.ts';
import type { Db } from './schema.ts';

/** Times, over all alerts of the channel that the same figure of the same engine and region led; 0 of what led none. */
export async function knownCauses(
  db: Db,
  { team, channel, projectId }: AlertPlace,
  { alert: of }: Pick<ScoreAlert, 'alert'>,
): Promise<number> {
  const rows = await db
    .selectFrom('alert_verdict')
    .innerJoin('alert', (join) =>
      join
        .onRef('alert.team', '=', 'alert_verdict.team')
        .onRef('alert.channel', '=', 'alert_verdict.channel')
        .onRef('alert.key', '=', 'alert_verdict.key'),
    )
    .select(['alert.kind', 'alert.v', 'alert.decision'])
    .where((eb) => eb.and({ 'alert.team': team, 'alert.channel': channel, 'alert.project_id': projectId }))
    .where('alert_verdict.verdict', '=', 'known_cause')
    .execute();
  const part = of && seriesKey(of.metric, of.lead.scope);
  return rows.filter((row) => {
    const news = decisionOf(row);
    if (news?.kind !== 'score_alert' || !news.alert) return false;
    return seriesKey(news.alert.metric, news.alert.lead.scope) === part;
  }).length;
}
