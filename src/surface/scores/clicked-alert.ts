/** Which score alert a click means, and whether whoever clicked may see it. */
import type { Decision, ScoreAlert } from '../../decision.ts';
import { type Feed, feedsOf, type Project, timezoneOf } from '../../projects/projects.ts';
import { USUAL_MIN_CHANGE } from '../../projects/projects-schema.ts';
import { type AlertKey, keptAlert } from '../../store/alerts.ts';
import { decisionOf } from '../../store/decision-of.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import { handlesOf } from '../../store/handles.ts';
import { requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';

export type ScoresFeed = Extract<Feed, { kind: 'scores' }>;

/** An alert as it stands now; `which` is how people speak of it. */
export type ClickedAlert = {
  project: Project;
  alert: ScoreAlert;
  at: AlertKey;
  which: string;
  handles: Record<string, string>;
};

/** The alert that stands as the message `ts`. @throws Refused if it is none any more, or not to be seen here. */
export async function clickedAlert(asker: Asker, ts: string, deps: SurfaceDeps): Promise<ClickedAlert> {
  const { team } = asker.installation;
  const delivery = await deliveryAt(deps.db, team, asker.channel, ts);
  const decision = delivery && decisionOf(delivery);
  const at = { team, channel: delivery?.channel ?? '', key: decisionKey(decision) };
  const kept = await keptAlert(deps.db, at);
  if (kept?.news.kind !== 'score_alert') {
    throw new Refused({
      sentence: 'Sightline no longer knows this alert. Nothing was changed.',
      example: '/visibility scores',
    });
  }
  const project = requireVisible(kept.news.project.id, asker, deps);
  const handles = await handlesOf(deps.db, team, [at.key]);
  return { project, alert: kept.news, at, which: handles[at.key] ?? 'this alert', handles };
}

/** The feed that brings a project's alerts to a channel, and by which settings they are found where there is none. */
export function alertSettings(
  project: Project,
  channel: string,
  deps: Pick<SurfaceDeps, 'projects'>,
): { feed: ScoresFeed | undefined; minChange: number; timezone: string } {
  const feeds = feedsOf(deps.projects()).filter(
    (one): one is ScoresFeed => one.kind === 'scores' && one.project.id === project.id,
  );
  const feed = feeds.find((one) => one.channel === channel) ?? feeds[0];
  return {
    feed,
    minChange: feed?.settings.min_change ?? USUAL_MIN_CHANGE,
    timezone: feed?.timezone ?? timezoneOf(deps.projects(), project),
  };
}

function decisionKey(decision: Decision | undefined): string {
  return decision?.kind === 'score_alert' ? decision.key : '';
}
