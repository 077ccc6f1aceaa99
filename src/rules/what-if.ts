/** Which alerts another threshold would have raised. Counts messages: alerts that share one count once. */
import type { ChangeAlert, Metric, PastAlert, ProjectRef, ThresholdProposal } from '../decision.ts';
import { isSameAlert } from './alert-decide.ts';
import { compareOn, findPoints } from './alert-figures.ts';
import { buildAlertHistory, type ReadSeries, readSeries } from './alert-history.ts';
import { isWorthMessage } from './alert-tell.ts';
import { daysBefore } from './calendar.ts';
import { dateOf, METRICS, type ScoreSeries, seriesKey } from './score-series.ts';

/** `from` and `to` (YYYY-MM-DD) are included; `alerts` oldest first. Undefined if there is no figure at all. */
export type WhatIf = { from: string; to: string; alerts: PastAlert[] } | undefined;

/** Covers the last `span` days, as far as the figures reach back. */
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
  const { alerts: all } = buildAlertHistory(id, series, minChange);
  const alerts = groupIntoMessages(all).filter(({ openedOn }) => openedOn >= from);
  const read = new Map<Metric, ReadSeries[]>();
  for (const { metric } of alerts) {
    if (!read.has(metric)) read.set(metric, readSeries(metric, series, minChange));
  }
  return { from, to, alerts: alerts.map((alert) => withHeadline(alert, read.get(alert.metric) ?? [])) };
}

/** Metrics that move while an alert is open share its message. */
function groupIntoMessages(alerts: readonly ChangeAlert[]): ChangeAlert[] {
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

/** An alert describes its latest day; adds the figures of the day it opened, or on which its lead began to move. */
function withHeadline(alert: ChangeAlert, read: readonly ReadSeries[]): PastAlert {
  const { lead, metric, openedOn } = alert;
  const day = lead.changedOn > openedOn ? lead.changedOn : openedOn;
  const { score, previousScore } = compareOn(findPoints(read, seriesKey(metric, lead.scope)), lead, day);
  return { alert, day, value: score, base: previousScore };
}

/** Of the latest LOOKED_AT alerts, FEWEST must have been no use before another threshold is proposed. */
export const LOOKED_AT = 4;
const FEWEST = 3;

/** As far back as any figures reach. */
const LOOKED_BACK_DAYS = 3_650;

/** Who needs a larger factor wants no alerts, not a better threshold. */
const LARGEST_FACTOR = 5;

/** `judged`: the latest alerts, and how many people called each one not useful. */
export function proposeThreshold(
  judged: readonly { alert: ChangeAlert; notUseful: number }[],
  series: readonly ScoreSeries[],
  { project, minChange }: { project: ProjectRef; minChange: number },
): ThresholdProposal | undefined {
  const now = whatIf(project, series, minChange, LOOKED_BACK_DAYS);
  const last = judged.slice(0, LOOKED_AT);
  // Nobody can say whether an alert from before the first figure would have come.
  const useless = last
    .filter(({ notUseful }) => notUseful > 0)
    .map(({ alert }) => alert)
    .filter(({ openedOn }) => now !== undefined && openedOn >= now.from);
  if (useless.length < FEWEST) return undefined;
  for (const candidate of listCandidates(minChange)) {
    const brought = whatIf(project, series, candidate, LOOKED_BACK_DAYS);
    if (!brought) return undefined;
    if (useless.every((one) => !wouldCome(brought, one))) {
      const { from, to, alerts } = brought;
      const marked = { notUseful: useless.length, of: last.length };
      return { minChange: candidate, ...marked, others: alerts.length, from, to };
    }
  }
  return undefined;
}

/** The ledger tries thresholds up to this factor. */
const RAISED_FACTOR = 2;

/**
 * The first larger threshold that would have dropped any of `told`, and the alerts it drops. Undefined if doubling the
 * threshold drops none. Alerts that today's figures no longer raise at the current threshold don't count.
 */
export function findRaisedThreshold(
  told: readonly ChangeAlert[],
  series: readonly ScoreSeries[],
  { project, minChange }: { project: ProjectRef; minChange: number },
): { minChange: number; without: ChangeAlert[] } | undefined {
  // Alerts of other metrics would share messages with these and hide some.
  const metrics = new Set(told.map(({ metric }) => metric));
  const own = series.filter(({ metric }) => metrics.has(metric));
  const past = (threshold: number) => whatIf(project, own, threshold, LOOKED_BACK_DAYS);
  const now = past(minChange);
  const known = told.filter((one) => wouldCome(now, one));
  const larger = listCandidates(minChange, RAISED_FACTOR);
  const largest = larger.at(-1);
  // Usually no threshold makes a difference: trying the largest settles that.
  if (known.length === 0 || largest === undefined) return undefined;
  const least = past(largest);
  if (known.every((one) => wouldCome(least, one))) return undefined;
  for (const candidate of larger) {
    const brought = past(candidate);
    const without = known.filter((one) => !wouldCome(brought, one));
    if (without.length > 0) return { minChange: candidate, without };
  }
  return undefined;
}

function wouldCome(past: WhatIf, one: ChangeAlert): boolean {
  return (past?.alerts ?? []).some(({ alert }) => isSameAlert(alert, one));
}

/** Larger thresholds in the steps people would type: 6, 7, 8 …; 0.06, 0.07 … */
function listCandidates(minChange: number, factor = LARGEST_FACTOR): number[] {
  const step = minChange >= 1 ? 1 : 0.01;
  const first = Math.floor(minChange / step + 1e-9) + 1;
  const steps = Math.ceil((minChange * factor) / step) - first + 1;
  return Array.from({ length: Math.max(0, steps) }, (_, i) => Number(((first + i) * step).toFixed(2)));
}
