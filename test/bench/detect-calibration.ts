/**
 * Whether a score alert's words of how sure it is are as sure as they say: of the alerts over simulated projects, by those
 * words, the share that held. One holds where something was planted shortly before it, or where two weeks later the level
 * is still outside the usual range that was told, on the same side.
 */
import { type ChangeAlert, SURENESS } from '../../src/decision.ts';
import { buildAlertHistory } from '../../src/rules/alert-history.ts';
import { dayNumber, type ScoreSeries, seriesKey } from '../../src/rules/score-series.ts';
import { medianOf } from '../../src/rules/score-window.ts';
import { asSeries, MIN_CHANGE, RIGHT_WITHIN } from './detect-messages.ts';
import { DAYS, type Step, simulatedProject } from './detect-scores.ts';

/** So long after an alert its level is looked at: the median of the last week until then. */
const LATER = 14;
const WEEK = 7;

type CalibrationRow = {
  said: string;
  alerts: number;
  stated: number;
  held: number;
  'still outside': number;
};

/** A row for each of the words, and `error`: by how much the worst of them is off. */
export function calibration(projects: number, seed: number): { rows: CalibrationRow[]; error: number } {
  const judged = Array.from({ length: projects }, (_, number) => {
    const { series, steps } = simulatedProject(seed, number);
    const all = series.map(asSeries);
    return buildAlertHistory('simulated', all, MIN_CHANGE)
      .alerts.filter(({ openedOn }) => dayNumber(openedOn) < DAYS - LATER)
      .map((alert) => ({
        said: alert.sureness,
        isPlanted: isPlanted(alert, steps),
        isOutside: isStillOutside(alert, all),
      }));
  }).flat();
  const rows = SURENESS.map(({ phrase, holds }): CalibrationRow => {
    const alerts = judged.filter(({ said }) => said === phrase);
    const share = (isMeant: (one: (typeof alerts)[number]) => boolean) =>
      Number((alerts.filter(isMeant).length / alerts.length).toFixed(3));
    return {
      said: phrase,
      alerts: alerts.length,
      stated: holds,
      held: share(({ isPlanted: was, isOutside: is }) => was || is),
      'still outside': share(({ isOutside: is }) => is),
    };
  });
  return { rows, error: Math.max(...rows.map(({ stated, held }) => Math.abs(stated - held))) };
}

function isPlanted({ openedOn }: ChangeAlert, steps: readonly Step[]): boolean {
  const day = dayNumber(openedOn);
  return steps
    .flatMap((step) => [step.day, step.until ?? step.day])
    .some((event) => day >= event && day <= event + RIGHT_WITHIN);
}

function isStillOutside(
  { openedOn, metric, lead, usual }: ChangeAlert,
  series: readonly ScoreSeries[],
): boolean {
  const last = dayNumber(openedOn) + LATER;
  const points = series.find(({ key }) => key === seriesKey(metric, lead.scope))?.points ?? [];
  const week = points.filter(({ day }) => day > last - WEEK && day <= last).map(({ value }) => value);
  if (!usual || week.length === 0) return false;
  const level = medianOf(week);
  return lead.delta > 0 ? level > usual.high : level < usual.low;
}
