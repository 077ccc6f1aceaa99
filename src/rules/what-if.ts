/** Which alerts the past would have brought with another threshold: as messages, so that what is told in one counts once. */
import type {
  ChangeAlert,
  Metric,
  PastAlert,
  PastHeadline,
  ProjectRef,
  ScoreAlert,
  ThresholdProposal,
} from '../decision.ts';
import { headlineFigures } from './alert-figures.ts';
import { alertHistory, type ReadSeries, readSeries } from './alert-history.ts';
import type { Headline } from './alert-life.ts';
import { isWorthMessage } from './alert-tell.ts';
import { daysBefore } from './calendar.ts';
import { METRICS } from './score-rows.ts';
import { dateOf, type ScoreSeries } from './score-series.ts';

/** Days as YYYY-MM-DD, both looked at; undefined where there is no figure at all. `alerts` oldest first. */
export type WhatIf = { from: string; to: string; alerts: PastAlert[] } | undefined;

/** Of the last `span` days, as far as the figures reach back. */
export function whatIf(
  { id }: ProjectRef,
  series: readonly ScoreSeries[],
  minChange: number,
  span: number,
): WhatIf {
  const days = series.flatMap(({ points }) => points.map(({ day }) => day));
  if (days.length === 0) return undefined;
  const [first, to] = [
    dateOf(days.reduce((a, b) => Math.min(a, b))),
    dateOf(days.reduce((a, b) => Math.max(a, b))),
  ];
  const asked = daysBefore(to, span - 1);
  const from = asked > first ? asked : first;
  const { alerts: all, headlines } = alertHistory(id, series, minChange);
  const alerts = asMessages(all).filter(({ openedOn }) => openedOn >= from);
  const read = new Map<Metric, ReadSeries[]>();
  for (const { metric } of alerts) {
    if (!read.has(metric)) read.set(metric, readSeries(metric, series, minChange));
  }
  return {
    from,
    to,
    alerts: alerts.map((alert) => {
      const { key, openedOn: day, lead, metric } = alert;
      const [opening = { day, lead }, later] = headlines.get(key) ?? [];
      const said = (headline: Headline) => headlineOn(alert, headline, read.get(metric) ?? []);
      return { ...said(opening), ...(later && { became: said(later) }) };
    }),
  };
}

/** Metrics that move while an alert stands open are told in its message. */
function asMessages(alerts: readonly ChangeAlert[]): ChangeAlert[] {
  const inOrder = alerts
    .filter(isWorthMessage)
    .toSorted(
      (a, b) => a.openedOn.localeCompare(b.openedOn) || METRICS.indexOf(a.metric) - METRICS.indexOf(b.metric),
    );
  const heads: ChangeAlert[] = [];
  for (const alert of inOrder) {
    const head = heads.at(-1);
    if (!head || (head.status !== 'open' && head.day < alert.openedOn)) heads.push(alert);
  }
  return heads;
}

/** An alert tells its latest day; this is what its message said on that one, or would have said. */
function headlineOn(alert: ChangeAlert, { day, lead }: Headline, read: readonly ReadSeries[]): PastHeadline {
  const { score, previousScore } = headlineFigures(alert.metric, lead, day, read);
  return { alert: { ...alert, lead }, day, value: score, base: previousScore };
}

/** Of the last so many alerts … */
export const LOOKED_AT = 4;
/** … so many must be of no use: fewer are no evidence. */
const FEWEST = 3;

/** As far back as figures reach at all. */
const LOOKED_BACK_DAYS = 3_650;

/** A threshold many times as large is no better one, but a feed that is not wanted. */
const LARGEST_FACTOR = 5;

/** `judged` are the last alerts, and how many people found each of no use. */
export function proposeThreshold(
  judged: readonly { alert: ScoreAlert; notUseful: number }[],
  series: readonly ScoreSeries[],
  { project, minChange }: { project: ProjectRef; minChange: number },
): ThresholdProposal | undefined {
  const now = whatIf(project, series, minChange, LOOKED_BACK_DAYS);
  const last = judged.slice(0, LOOKED_AT);
  // Of what lies before the first figure nobody can say whether it would have come.
  const useless = last
    .filter(({ notUseful }) => notUseful > 0)
    .flatMap(({ alert }) => alert.alert ?? [])
    .filter(({ openedOn }) => now !== undefined && openedOn >= now.from);
  if (useless.length < FEWEST) return undefined;
  for (const candidate of candidates(minChange)) {
    const brought = whatIf(project, series, candidate, LOOKED_BACK_DAYS);
    if (!brought) return undefined;
    if (useless.every((one) => !brings(brought, one))) {
      const { from, to, alerts } = brought;
      const marked = { notUseful: useless.length, of: last.length };
      return { minChange: candidate, ...marked, others: alerts.length, from, to };
    }
  }
  return undefined;
}

/** Thresholds up to so many times as large are looked at for the ledger. */
const RAISED_FACTOR = 2;

/**
 * The first larger threshold with which any of `told` would not have come, and those that would not have. Undefined where each
 * would have come with thresholds of twice the size, too. What does not come today with the threshold as it is counts for none.
 */
export function raisedThreshold(
  told: readonly ChangeAlert[],
  series: readonly ScoreSeries[],
  { project, minChange }: { project: ProjectRef; minChange: number },
): { minChange: number; without: ChangeAlert[] } | undefined {
  // Those of other metrics are no messages of their own among these.
  const metrics = new Set(told.map(({ metric }) => metric));
  const own = series.filter(({ metric }) => metrics.has(metric));
  const past = (threshold: number) => whatIf(project, own, threshold, LOOKED_BACK_DAYS);
  const now = past(minChange);
  const known = told.filter((one) => brings(now, one));
  const larger = candidates(minChange, RAISED_FACTOR);
  const largest = larger.at(-1);
  // Most often none makes a difference: then one look is enough.
  if (known.length === 0 || largest === undefined) return undefined;
  const least = past(largest);
  if (known.every((one) => brings(least, one))) return undefined;
  for (const candidate of larger) {
    const brought = past(candidate);
    const without = known.filter((one) => !brings(brought, one));
    if (without.length > 0) return { minChange: candidate, without };
  }
  return undefined;
}

/** Whether the past brings such an alert: one that spoke of a common day. */
function brings(past: WhatIf, one: ChangeAlert): boolean {
  return (past?.alerts ?? []).some(({ alert }) => alert.openedOn <= one.day && one.openedOn <= alert.day);
}

/** Larger ones in steps that people would write: 6, 7, 8 …; 0.06, 0.07 … */
function candidates(minChange: number, factor = LARGEST_FACTOR): number[] {
  const step = minChange >= 1 ? 1 : 0.01;
  const first = Math.floor(minChange / step + 1e-9) + 1;
  const steps = Math.ceil((minChange * factor) / step) - first + 1;
  return Array.from({ length: Math.max(0, steps) }, (_, i) => Number(((first + i) * step).toFixed(2)));
}
