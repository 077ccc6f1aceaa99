/**
 * Decides what a project's score feed says today. The alerts that the figures justify are derived from scratch each
 * time (alert-history.ts) and compared with the ones already told. So a backfill corrects the past, and repeating a
 * poll says nothing twice.
 */
import {
  type AlertEvent,
  type AlertState,
  type ChangeAlert,
  type FewDays,
  type NoData,
  type NotComparable,
  type ProjectRef,
  type Silence,
  SURENESS,
  silence,
} from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { buildAlertHistory } from './alert-history.ts';
import { today } from './calendar.ts';
import type { PromptChange } from './score-comparable.ts';
import { FEWEST_DAYS } from './score-detector.ts';
import { buildScoreSeries, dateOf, dayNumber, METRICS, type ScoreSeries, seriesKey } from './score-series.ts';

/** Complete days without any figure before the feed says so. An older figure isn't news either. */
const DAYS_WITHOUT_DATA = 2;

/** `minChange` in points of a 0–100 score; `lookedAt`: the previous look at the figures, if any. */
export type AlertFeed = {
  project: ProjectRef;
  minChange: number;
  timezone: string;
  lookedAt?: number | undefined;
};

/**
 * `rows`: at least 60 days, of all parts; `prompts`: known days on which prompts came or went; `known`: the states that
 * are open or ended within 30 days. Returns events in the order to post them.
 */
export function decideAlerts(
  { rows, prompts }: { rows: readonly DailyScore[]; prompts?: readonly PromptChange[] | undefined },
  feed: AlertFeed,
  known: readonly AlertState[],
  now: number,
): AlertEvent[] | Silence {
  const current = today(now, feed.timezone);
  const series = buildScoreSeries(rows, current);
  const lastDay = Math.max(...series.map(({ points }) => points.at(-1)?.day ?? Number.NEGATIVE_INFINITY));
  if (!Number.isFinite(lastDay)) return silence(rows.length === 0 ? 'no_scores' : 'no_complete_day');
  const missing = dayNumber(current) - 1 - lastDay;
  const found = { projectId: feed.project.id, lastDay, series, known };
  const data = findDataEvents(found, missing);
  if (missing >= DAYS_WITHOUT_DATA) return eventsOrSilence(data, 'stale');

  const alerts = known.filter((state) => state.type === 'change');
  const ended = alerts.filter(({ status }) => status !== 'open');
  const history = buildAlertHistory(feed.project.id, series, feed.minChange, prompts, ended);
  const events = [
    ...data,
    ...METRICS.flatMap((metric) =>
      changeEvents(
        history.alerts.filter((alert) => alert.metric === metric),
        alerts.filter((alert) => alert.metric === metric),
      ),
    ),
    ...findComparisonEvents(history.notComparable, known, findLastSeenDay(lastDay, feed, known)),
  ];
  if (events.length === 0) events.push(...findFewDays(found));
  const isOpen = history.alerts.some(({ status }) => status === 'open');
  return eventsOrSilence(events, isOpen ? 'nothing_new' : 'nothing_unusual');
}

function eventsOrSilence(events: AlertEvent[], reason: string): AlertEvent[] | Silence {
  return events.length > 0 ? events : silence(reason);
}

type Found = {
  projectId: string;
  lastDay: number;
  series: readonly ScoreSeries[];
  known: readonly AlertState[];
};

/** One notice for a gap at the end of the data, closed by the first day with data again. */
function findDataEvents({ projectId, lastDay, series, known }: Found, missing: number): AlertEvent[] {
  const open = known.find((state): state is NoData => state.type === 'no_data' && state.status === 'open');
  if (missing >= DAYS_WITHOUT_DATA) {
    const day = dateOf(lastDay + missing);
    if (open) return open.day === day ? [] : [{ kind: 'no_data', state: { ...open, day } }];
    const since = dateOf(lastDay + 1);
    const key = `score:${projectId}:no_data:${since}`;
    return [{ kind: 'no_data', state: { type: 'no_data', key, status: 'open', since, day } }];
  }
  if (!open) return [];
  const days = series.flatMap(({ points }) => points.map((point) => point.day));
  const returned = Math.min(...days.filter((day) => day >= dayNumber(open.since)));
  if (!Number.isFinite(returned)) return [];
  const state = {
    ...open,
    status: 'closed',
    day: dateOf(returned - 1),
    returnedOn: dateOf(returned),
  } as const;
  return [{ kind: 'data_back', state }];
}

/** Once, while no series is long enough to call a day unusual: otherwise nothing would explain the silence. */
function findFewDays({ projectId, lastDay, series, known }: Found): AlertEvent[] {
  const days = Math.max(...series.map(({ points }) => points.length));
  if (days > FEWEST_DAYS || known.length > 0) return [];
  const state: FewDays = {
    type: 'few_days',
    key: `score:${projectId}:few_days`,
    days,
    day: dateOf(lastDay),
    startsOn: dateOf(lastDay + FEWEST_DAYS + 1 - days),
  };
  return [{ kind: 'few_days', state }];
}

/** `derived`: the alerts that the figures justify, oldest first. `told`: those the channel knows of the metric. */
function changeEvents(derived: readonly ChangeAlert[], told: readonly ChangeAlert[]): AlertEvent[] {
  const events: AlertEvent[] = [];
  const open = told.find(({ status }) => status === 'open');
  const same = open && derived.findLast((alert) => isSameAlert(alert, open));
  if (open && !same) {
    events.push({ kind: 'recovered', state: { ...open, status: 'corrected' } });
  } else if (open && same) {
    const state = { ...same, ...keepTold(open, same) };
    if (same.status !== 'open')
      events.push({ kind: same.status === 'new_normal' ? 'new_normal' : 'recovered', state });
    else if (JSON.stringify(state) !== JSON.stringify(open)) events.push({ kind: 'updated', state });
  }
  const latest = derived.at(-1);
  const isTold = latest === same || told.some((alert) => latest && isSameAlert(latest, alert));
  if (latest?.status === 'open' && !isTold) events.push({ kind: 'opened', state: latest });
  return events;
}

/** Polls cover a fixed number of days, so tomorrow the usual range may look slightly different. What was told stays. */
function keepTold(open: ChangeAlert, same: ChangeAlert) {
  const { key, openedOn, metric, lead } = open;
  const isSameLead = seriesKey(metric, lead.scope) === seriesKey(metric, same.lead.scope);
  const calmWithin = isSameLead ? open.calmWithin : same.calmWithin;
  const surest = SURENESS.find(({ phrase }) => phrase === open.sureness || phrase === same.sureness);
  return { key, openedOn, sureness: surest?.phrase, calmWithin };
}

/** Whether two states are one alert seen at different times: their days overlap. */
export function isSameAlert(one: ChangeAlert, other: ChangeAlert): boolean {
  return one.openedOn <= other.day && other.openedOn <= one.day;
}

/** The latest day that is old news. Days that arrived late, after an outage or a gap, are news, however old. */
function findLastSeenDay(lastDay: number, { lookedAt, timezone }: AlertFeed, known: readonly AlertState[]) {
  const gaps = known.flatMap((state) =>
    state.type === 'no_data' && state.status === 'open' ? dayNumber(state.since) : [],
  );
  const looked = lookedAt === undefined ? [] : [dayNumber(today(lookedAt, timezone))];
  return dateOf(Math.min(lastDay - DAYS_WITHOUT_DATA, ...[...gaps, ...looked].map((day) => day - 1)));
}

function findComparisonEvents(
  notices: readonly NotComparable[],
  known: readonly AlertState[],
  notBefore: string,
): AlertEvent[] {
  const isKnown = (key: string) => known.some((state) => state.key === key);
  const news = notices.filter(({ day, key }) => day > notBefore && !isKnown(key));
  return news.map((state) => ({ kind: 'not_comparable', state }));
}
