/**
 * Decides what a project's score feed has to say today. What its figures give reason for is read from them anew each time
 * (alert-history.ts); what was told is remembered; the difference of the two is said. So a backfill heals the past, and
 * a poll that is repeated says nothing twice.
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
  type Sureness,
  silence,
} from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { alertHistory } from './alert-history.ts';
import { today } from './calendar.ts';
import type { PromptChange } from './score-comparable.ts';
import { FEWEST_DAYS } from './score-detector.ts';
import { METRICS } from './score-rows.ts';
import { dateOf, dayNumber, type ScoreSeries, scoreSeries, seriesKey } from './score-series.ts';

/** So many complete days without any figure are worth a word; so old, a figure is no news. */
const DAYS_WITHOUT_DATA = 2;

/**
 * `minChange` in points of a score of 0 to 100; of the other metrics see detectorSettings. `lookedAt`: when the figures
 * were last looked at before, epoch ms; missing where they never were.
 */
export type AlertFeed = {
  project: ProjectRef;
  minChange: number;
  timezone: string;
  lookedAt?: number | undefined;
};

/**
 * `rows`: daily scores of at least 60 days, of the whole, by engine and by region, as the API listed them.
 * `prompts`: days on which tracked prompts came or went, where they are known.
 */
export type AlertSnapshot = { rows: readonly DailyScore[]; prompts?: readonly PromptChange[] | undefined };

/**
 * `known` are the states that earlier calls returned and that are kept by their keys: all that are open, and those
 * that ended within the last 30 days.
 *
 * `events` are to be told in this order, each once: opened, not_comparable, few_days and no_data by a new message, the others by
 * editing the message of their state's key. `states` are the events' states, to be kept in place of those of the same
 * key. Silent for one of: no_scores, no_complete_day, stale, nothing_unusual, nothing_new.
 */
export function decideAlerts(
  { rows, prompts }: AlertSnapshot,
  feed: AlertFeed,
  known: readonly AlertState[],
  now: number,
): { events: AlertEvent[]; states: AlertState[] } | Silence {
  const current = today(now, feed.timezone);
  const series = scoreSeries(rows, current);
  const lastDay = Math.max(...series.map(({ points }) => points.at(-1)?.day ?? Number.NEGATIVE_INFINITY));
  if (!Number.isFinite(lastDay)) return silence(rows.length === 0 ? 'no_scores' : 'no_complete_day');
  const missing = dayNumber(current) - 1 - lastDay;
  const data = dataEvents(feed.project.id, lastDay, missing, series, known);
  if (missing >= DAYS_WITHOUT_DATA) return said(data, 'stale');

  const alerts = known.filter((state) => state.type === 'change');
  const ended = alerts.filter(({ status }) => status !== 'open');
  const history = alertHistory(feed.project.id, series, feed.minChange, prompts, ended);
  const events = [
    ...data,
    ...METRICS.flatMap((metric) =>
      changeEvents(
        history.alerts.filter((alert) => alert.metric === metric),
        alerts.filter((alert) => alert.metric === metric),
      ),
    ),
    ...comparisonEvents(history.notComparable, known, lastSeenDay(lastDay, feed, known)),
  ];
  if (events.length === 0) events.push(...fewDays(feed.project.id, lastDay, series, known));
  const isOpen = history.alerts.some(({ status }) => status === 'open');
  return said(events, isOpen ? 'nothing_new' : 'nothing_unusual');
}

function said(events: AlertEvent[], reason: string) {
  return events.length > 0 ? { events, states: events.map(({ state }) => state) } : silence(reason);
}

/** One notice for a gap at the end of the data, closed by the first day after it. */
function dataEvents(
  projectId: string,
  lastDay: number,
  missing: number,
  series: readonly ScoreSeries[],
  known: readonly AlertState[],
): AlertEvent[] {
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
  const state: NoData = {
    ...open,
    status: 'closed',
    day: dateOf(returned - 1),
    returnedOn: dateOf(returned),
  };
  return [{ kind: 'data_back', state }];
}

/** Once, where no series is long enough for any of its days to be unusual: otherwise the feed would be silent without a word. */
function fewDays(
  projectId: string,
  lastDay: number,
  series: readonly ScoreSeries[],
  known: readonly AlertState[],
): AlertEvent[] {
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

/** `derived`: what the figures give reason for, oldest first. `told`: what the channel knows of the same metric. */
function changeEvents(derived: readonly ChangeAlert[], told: readonly ChangeAlert[]): AlertEvent[] {
  const events: AlertEvent[] = [];
  const open = told.find(({ status }) => status === 'open');
  const same = open && derived.findLast((alert) => overlap(alert, open));
  if (open && !same) {
    events.push({ kind: 'recovered', state: { ...open, status: 'corrected' } });
  } else if (open && same) {
    const state = { ...same, ...asSaid(open, same) };
    if (same.status !== 'open')
      events.push({ kind: same.status === 'new_normal' ? 'new_normal' : 'recovered', state });
    else if (JSON.stringify(state) !== JSON.stringify(open)) events.push({ kind: 'updated', state });
  }
  const latest = derived.at(-1);
  const isTold = latest === same || told.some((alert) => latest && overlap(latest, alert));
  if (latest?.status === 'open' && !isTold) events.push({ kind: 'opened', state: latest });
  return events;
}

/** Polls reach back a fixed number of days, so that what was usual may look a little different tomorrow: once said, it stays said. */
function asSaid(open: ChangeAlert, same: ChangeAlert) {
  const { key, openedOn, metric, lead } = open;
  const isSameLead = seriesKey(metric, lead.scope) === seriesKey(metric, same.lead.scope);
  const calmWithin = isSameLead ? open.calmWithin : same.calmWithin;
  return { key, openedOn, sureness: surest(open, same), calmWithin };
}

function surest(one: ChangeAlert, other: ChangeAlert): Sureness | undefined {
  const said = SURENESS.find(({ phrase }) => phrase === one.sureness || phrase === other.sureness);
  return said?.phrase;
}

/** Whether two are the same alert, seen at different times: they spoke of a common day. */
function overlap(one: ChangeAlert, other: ChangeAlert): boolean {
  return one.openedOn <= other.day && other.openedOn <= one.day;
}

/**
 * The latest day that is no news any more: of the days that came while the API was down, or while it had no figures, the
 * channel knows nothing yet, however long that was.
 */
function lastSeenDay(
  lastDay: number,
  { lookedAt, timezone }: AlertFeed,
  known: readonly AlertState[],
): string {
  const gaps = known.flatMap((state) =>
    state.type === 'no_data' && state.status === 'open' ? dayNumber(state.since) : [],
  );
  const looked = lookedAt === undefined ? [] : [dayNumber(today(lookedAt, timezone))];
  return dateOf(Math.min(lastDay - DAYS_WITHOUT_DATA, ...[...gaps, ...looked].map((day) => day - 1)));
}

function comparisonEvents(
  notices: readonly NotComparable[],
  known: readonly AlertState[],
  notBefore: string,
): AlertEvent[] {
  const keys = new Set(known.map(({ key }) => key));
  return notices
    .filter(({ day, key }) => day > notBefore && !keys.has(key))
    .map((state) => ({ kind: 'not_comparable', state }));
}
