/** What an alert that is told of more than one engine says of that engine alone: for whoever asks why the engine moved. */
import type { ScoreAlert } from '../decision.ts';

/** `isIt`: whether a name is the engine's. Undefined where the alert does not say that the engine moved its way. */
export function alertOnEngine(alert: ScoreAlert, isIt: (name: string) => boolean): ScoreAlert | undefined {
  const { engines, by = 'engine', explanation, score, previousScore } = alert;
  const own = by === 'engine' ? engines.find(({ engine }) => isIt(engine)) : undefined;
  const parts =
    explanation?.parts.filter(({ of }) => of.some(({ kind, name }) => kind === 'engine' && isIt(name))) ?? [];
  const isMoved = own?.change !== undefined && own.change * (score - previousScore) > 0;
  if (!isMoved || (own.normal && parts.length === 0)) return undefined;
  // Who gained and what is cited no more is counted over all engines.
  const ofIt = explanation && { ...explanation, parts, gained: undefined, lost: undefined };
  return { ...alert, engines: [own], explanation: parts.length > 0 ? ofIt : undefined };
}
