/** If Slack refused its own chart block: uploads the chart as a picture into the message's thread. */
import type { Log } from '../log.ts';
import { scorePicture } from '../messages/scores/picture/score-picture.ts';
import { namePart } from '../rules/score-series.ts';
import { type Send, uploadImage } from '../slack/files.ts';
import type { Installations } from '../slack/installations.ts';
import type { Posted } from '../slack/poster.ts';
import { readDecision } from '../store/read-decision.ts';
import type { DeliveryRow } from '../store/schema.ts';

export type ChartBelowDeps = { installations: Installations; send: Send; log: Log };

/** Never throws: the message has the figures in words. */
export async function putChartBelow(
  { installations, send, log }: ChartBelowDeps,
  delivery: Pick<DeliveryRow, 'id' | 'team' | 'kind' | 'v' | 'decision'>,
  { channel, ts }: Posted,
): Promise<void> {
  const decision = readDecision(delivery);
  const installation = installations.of(delivery.team);
  if (decision?.kind !== 'score_alert' || !installation) return;
  const { project, series, usual, alert } = decision;
  try {
    const picture = await scorePicture({
      project: project.name,
      metric: alert.metric,
      of: namePart(alert.lead.scope) || undefined,
      days: series.map(({ date, score }) => ({ date, value: score, usual })),
    });
    if (!picture) return;
    const uploaded = await uploadImage(installation.client, { channel, threadTs: ts, ...picture }, send);
    if (uploaded.kind !== 'posted')
      log.warn(
        { delivery: delivery.id, ...uploaded },
        'A chart couldn’t be uploaded; the message has its figures in words',
      );
  } catch (error) {
    log.error({ err: error, delivery: delivery.id }, 'A chart couldn’t be drawn');
  }
}
