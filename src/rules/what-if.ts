/** Which alerts the past would have brought with another threshold: as messages, so that what is told in one counts once. */
import type { ChangeAlert, PastAlert, ProjectRef } from '../decision.ts';
import { alertHistory } from './alert-history.ts';
import { isWorthMessage } from './alert-tell.ts';
import { daysBefore } from './calendar.ts';
import { dateOf, dayNumber, METRICS, type ScoreSeries, seriesKey } from './score-series.ts';

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
  const all = alertHistory(id, series, minChange).alerts;
  const alerts = asMessages(all).filter(({ openedOn }) => openedOn >= from);
  return { from, to, alerts: alerts.map((alert) => asOpened(alert, series)) };
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

/** An alert tells its latest day; what it opened with is in the figures. */
export function asOpened(alert: ChangeAlert, series: readonly ScoreSeries[]): PastAlert {
  const { metric, lead, openedOn } = alert;
  const key = seriesKey(metric, lead.scope);
  const points = series.find((one) => one.key === key)?.points ?? [];
  const value = points.find(({ day }) => day === dayNumber(openedOn))?.value ?? lead.value;
  return { alert, value, base: lead.base };
}
