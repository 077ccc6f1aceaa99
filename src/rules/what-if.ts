/** Which alerts the past would have brought with another threshold: as messages, so that what is told in one counts once. */
import type { ChangeAlert, Metric, PastAlert, PastHeadline, ProjectRef } from '../decision.ts';
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
      const said = (headline: Headline) => saidOn(alert, headline, read.get(metric) ?? []);
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
function saidOn(alert: ChangeAlert, { day, lead }: Headline, read: readonly ReadSeries[]): PastHeadline {
  const { score, previousScore } = headlineFigures(alert.metric, lead, day, read);
  return { alert: { ...alert, lead }, day, value: score, base: previousScore };
}
