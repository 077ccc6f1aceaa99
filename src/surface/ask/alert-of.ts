/** The alert that explains a figure, where one was posted. */
import type { Plan } from '../../ask/plan.ts';
import type { Course, Scope, ScoreAlert } from '../../decision.ts';
import type { LatestAlert } from '../../messages/scores/scores-answer.ts';
import { alertOnEngine } from '../../rules/alert-why.ts';
import { ALERT_MS, findAlertsSeen } from '../scores/scores.ts';
import type { PlanAsk } from './plan-ask.ts';

/**
 * The alert about this very figure in the days asked for, or lately. For the change of an engine, else an alert about the
 * whole that the engine moved with, narrowed to that engine.
 */
export async function alertOf(
  { metric, scope }: Course,
  { intent, from, to }: Plan,
  ask: PlanAsk,
): Promise<LatestAlert<ScoreAlert> | undefined> {
  const since = from === undefined ? ask.now() - ALERT_MS : Date.parse(from);
  const isSame = (one: Scope['engine'], other: Scope['engine']) =>
    one?.name.toLowerCase() === other?.name.toLowerCase();
  const alerts = (await findAlertsSeen(ask, since)).flatMap(({ alert: news, handle }) => {
    if (news.kind !== 'score_alert') return [];
    const { alert, project } = news;
    if (!alert || alert.metric !== metric || alert.status === 'corrected') return [];
    const isThen = (to === undefined || alert.openedOn <= to) && (from === undefined || alert.day >= from);
    return project.id === ask.project.id && isThen ? { alert: news, handle, about: alert.lead.scope } : [];
  });
  const own = alerts.find(
    ({ about }) =>
      isSame(withEngineName(about.engine, ask), scope.engine) && isSame(about.region, scope.region),
  );
  const { engine, region } = scope;
  if (own || intent !== 'change' || !engine || region) return own;
  const isIt = (name: string) => isSame(withEngineName({ id: name, name }, ask), engine);
  return alerts.flatMap(({ alert, handle, about }) => {
    const ofEngine = about.region === undefined ? alertOnEngine(alert, isIt) : undefined;
    return ofEngine ? { alert: ofEngine, handle } : [];
  })[0];
}

/** An alert names its engine as the API’s rows do. */
function withEngineName(engine: Scope['engine'], { names }: PlanAsk): Scope['engine'] {
  return engine && { ...engine, name: names.engineNames.get(engine.id) ?? engine.name };
}
