/** Folds the detections of all series of a metric, day by day, into as few alerts as possible, and decides when each is over. */
import type { AlertStatus, ChangeAlert, Metric, Moved, Range, Scope, Sureness } from '../decision.ts';
import { SURENESS } from '../decision.ts';
import { type Detection, JUMP_SPREADS, type Reading } from './score-detector.ts';
import { dateOf, dayNumber, type Ends, isWhole, seriesKey } from './score-series.ts';
import { holds, medianOf } from './score-window.ts';

const REMEMBERED_DAYS = 28;

/** Half the width of the usual range, in spreads. */
export const RANGE_SPREADS = SURENESS.at(-1)?.spreads ?? 2;

/** A series on one day: its comparable figures so far, with their days and the day's own (ComparablePoint). */
export type SeenSeries = {
  key: string;
  scope: Scope;
  values: readonly number[];
  days: readonly number[];
  link: number;
  isAssumed?: boolean | undefined;
  reading: Reading;
  ends: Ends;
};

/** A detection with its series as of that day and its size in spreads. */
type Found = { seen: SeenSeries; detection: Detection; spreads: number };
/** `daysUnseen`: days since its lead's last figure on which others had one. */
type Open = { alert: ChangeAlert; lead: Found; others: Found[]; daysUnseen: number };
/** `told`: the channel was told this end, even if the figures alone would give another. */
type Normal = { level: number; since: number; told?: boolean };

/** `minChange` in the metric's unit. Alerts told to be `ended` stay over, whatever other rules or figures would say. */
export function createAlertLife(
  projectId: string,
  metric: Metric,
  minChange: number,
  ended: readonly ChangeAlert[] = [],
) {
  const alerts: ChangeAlert[] = [];
  const normals = new Map<string, Normal>();
  let open: Open | undefined;
  let closed: { from: number; to: number } | undefined;
  const ends = ended.toSorted((a, b) => a.day.localeCompare(b.day));

  return {
    /** The latest state of every alert so far, oldest first; only the last can be open. */
    alerts: (): readonly ChangeAlert[] => (open ? [...alerts, open.alert] : alerts),

    /** Takes the series that have a figure on this day. A missing figure ends nothing. */
    next(day: number, seen: readonly SeenSeries[]): void {
      const found = seen.flatMap((one) => findLatestDetection(one) ?? []);
      endAsTold(day, seen);
      if (open && isGone(open, seen)) close(open, dayNumber(open.alert.day), 'corrected');
      if (open) {
        follow(open, day, seen, found);
        return;
      }
      const news = found.filter((one) => isNews(one, day));
      const [lead, ...others] = news.toSorted(compareFound);
      if (lead) begin(day, measureFromTold(lead, day), others);
    },
  };

  function begin(day: number, lead: Found, others: readonly Found[]): void {
    const date = dateOf(day);
    open = {
      lead,
      others: [...others],
      daysUnseen: 0,
      alert: {
        type: 'change',
        key: `score:${projectId}:${metric}:${date}`,
        metric,
        status: 'open',
        openedOn: date,
        day: date,
        lead: toMoved(lead.seen, lead.detection),
        usual: rangeBefore(lead),
        sureness: surenessOf(lead),
        calmWithin: findCalmWithin(lead),
        calmDays: 0,
        moved: others.map(toOther),
      },
    };
  }

  /** A distance that is noise or well below the threshold, but not most of the change. */
  function findCalmWithin({ seen, detection }: Found): number {
    const nearly = Math.max(minChange / 2, RANGE_SPREADS * (seen.reading.spread ?? 0));
    return Math.min(nearly, Math.abs(detection.delta) / 2);
  }

  function follow(current: Open, day: number, seen: readonly SeenSeries[], found: readonly Found[]): void {
    const [turn, ...others] = found.filter((one) => isTurn(one, current, day)).toSorted(compareFound);
    if (turn) {
      reverse(current, turn, day);
      begin(day, turn, others);
      return;
    }
    join(current, day, found);
    const byKey = new Map(seen.map((one) => [one.key, one]));
    const lead = byKey.get(current.lead.seen.key);
    if (!lead) return;
    refresh(current, day, lead);
    const end = findEnd(current, lead);
    if (!end) return;
    const { alert } = current;
    if (end.status === 'new_normal') {
      // If the measured set changed meanwhile, a level across both sets is a figure the API never gave.
      alert.level = lead.link === current.lead.seen.link ? end.level - lead.link : alert.lead.value;
    }
    rememberLevels(current, end, day, byKey);
    // A day that has already left the new level may be the first of the next change.
    const hasLeft =
      end.status === 'new_normal' && Math.abs((lead.values.at(-1) ?? end.level) - end.level) >= minChange;
    close(current, hasLeft ? day - 1 : day, end.status);
  }

  /** Whether the lead, or the whole project in its place, has gone as far the other way: to return is no news. */
  function isTurn(one: Found, { lead, alert }: Open, day: number): boolean {
    const { seen, detection } = one;
    if (detection.delta * lead.detection.delta > 0) return false;
    if (seen.key !== lead.seen.key)
      return isWhole(seen.scope) && !isWhole(alert.lead.scope) && isNews(one, day);
    const beyond = lead.detection.base - (seen.values.at(-1) ?? lead.detection.base);
    const threshold = Math.max(minChange, JUMP_SPREADS * (seen.reading.spread ?? 0));
    return beyond * lead.detection.delta > 0 && Math.abs(beyond) >= threshold;
  }

  function reverse(current: Open, { seen, detection }: Found, day: number): void {
    const before = dateOf((seen.days[detection.changeAt] ?? day) - 1);
    if (before >= current.alert.openedOn && before < current.alert.day) current.alert.day = before;
    close(current, dayNumber(current.alert.day), 'reversed');
  }

  /** Whether others had figures for a week and the lead had none: it isn't measured anymore, so nothing would end it. */
  function isGone(current: Open, seen: readonly SeenSeries[]): boolean {
    const isSeen = seen.some(({ key }) => key === current.lead.seen.key);
    current.daysUnseen = isSeen ? 0 : current.daysUnseen + 1;
    return current.daysUnseen >= NORMAL_DAYS;
  }

  function refresh({ alert, lead: { detection, seen }, others }: Open, day: number, lead: SeenSeries): void {
    const { link } = seen;
    const { base, kind } = detection;
    const { calmWithin, calmDays } = alert;
    const usual = alert.usual && shiftRange(alert.usual, link);
    const isCalm = isBack(lead.values.at(-1) ?? base, { kind, base, calmWithin, usual });
    if (!lead.isAssumed) alert.calmDays = isCalm ? calmDays + 1 : 0;
    alert.day = dateOf(day);
    alert.lead = toMoved(lead, detection);
    const carried = alert.usual && carryRange(alert.usual, link, lead.link, lead.ends);
    alert.usualNow = lead.link === link ? undefined : carried;
    alert.moved = others.map(toOther);
  }

  /** A day that nobody can judge ends nothing. */
  function findEnd({ alert, lead }: Open, { values, isAssumed }: SeenSeries): AlertEnd | undefined {
    if (isAssumed) return undefined;
    const { usual, calmDays, calmWithin } = alert;
    const { base, changeAt } = lead.detection;
    const since = values.slice(changeAt);
    const range = usual && shiftRange(usual, lead.seen.link);
    return findAlertEnd({ kind: alert.lead.kind, since, base, calmDays, calmWithin, usual: range });
  }

  /** Later changes of these series are news only if they lead away from here. */
  function rememberLevels(
    { lead, others }: Open,
    end: AlertEnd,
    day: number,
    byKey: ReadonlyMap<string, SeenSeries>,
  ): void {
    for (const { seen, detection } of [lead, ...others]) {
      const week = byKey.get(seen.key)?.values.slice(detection.changeAt).slice(-NORMAL_DAYS);
      const level = end.status === 'recovered' || !week ? detection.base : medianOf(week);
      normals.set(seen.key, { level, since: day });
    }
  }

  /** Ends what was told to have ended before today. Changes that began by then belong to it and are never told. */
  function endAsTold(today: number, seen: readonly SeenSeries[]): void {
    for (let end = ends[0]; end && dayNumber(end.day) < today; end = ends[0]) {
      ends.shift();
      const isKnown = !open && closed && closed.to >= dayNumber(end.day) - 1;
      if (!isKnown) endOne(end, seen);
    }
  }

  function endOne(end: ChangeAlert, seen: readonly SeenSeries[]): void {
    const day = dayNumber(end.day);
    const told = [end.lead, ...end.moved].map(({ scope }) => seriesKey(metric, scope));
    const followed = open ? [open.lead, ...open.others].map(({ seen }) => seen.key) : [];
    if (open) close(open, day, end.status);
    else closed = { from: dayNumber(end.lead.changedOn), to: day };
    if (end.status === 'reversed') return;
    for (const one of seen) if ([...told, ...followed].includes(one.key)) rememberTold(one, end);
  }

  function rememberTold({ key, values, days }: SeenSeries, end: ChangeAlert): void {
    const during = values.filter((_, i) => isWithin(days[i] ?? Number.POSITIVE_INFINITY, end));
    const last = during.slice(end.status === 'new_normal' ? -NORMAL_DAYS : -CALM_DAYS);
    if (last.length > 0) normals.set(key, { level: medianOf(last), since: dayNumber(end.day), told: true });
  }

  /** Detections while an alert is open belong to it; the whole project takes the lead from an engine while it is away. */
  function join(current: Open, day: number, found: readonly Found[]): void {
    for (const one of found) {
      const { key, scope, values } = one.seen;
      const away = Math.abs((values.at(-1) ?? 0) - one.detection.base);
      const takesLead = isWhole(scope) && !isWhole(current.alert.lead.scope) && away >= findCalmWithin(one);
      if (key === current.lead.seen.key) raiseSureness(current, one);
      else if (takesLead && isNews(one, day)) takeLead(current, one, dateOf(day));
      else if (current.others.every(({ seen }) => seen.key !== key)) current.others.push(one);
    }
  }

  /** How unusual an engine was says nothing about the whole. */
  function takeLead(current: Open, one: Found, ledFrom: string): void {
    current.others = [...current.others.filter(({ seen }) => seen.key !== one.seen.key), current.lead];
    current.lead = one;
    const [usual, calmWithin, sureness] = [rangeBefore(one), findCalmWithin(one), surenessOf(one)];
    Object.assign(current.alert, { ledFrom, usual, calmWithin, calmDays: 0, sureness });
  }

  function raiseSureness({ lead, alert }: Open, { spreads }: Found): void {
    lead.spreads = Math.max(lead.spreads, spreads);
    alert.sureness = SURENESS.find((one) => lead.spreads >= one.spreads)?.phrase ?? alert.sureness;
  }

  function close({ alert }: Open, day: number, status: AlertStatus): void {
    closed = { from: dayNumber(alert.lead.changedOn), to: day };
    alerts.push({ ...alert, status });
    open = undefined;
  }

  /** Soon after a told end, measures the change from that level: the usual range may not have caught up yet. */
  function measureFromTold(news: Found, day: number): Found {
    const { seen, detection } = news;
    const normal = normals.get(seen.key);
    const began = seen.days[detection.changeAt] ?? day;
    if (!normal?.told || began <= normal.since || began - normal.since > NORMAL_DAYS) return news;
    const delta = detection.base + detection.delta - normal.level;
    const isClear = Math.abs(delta) >= minChange && delta * detection.delta > 0;
    return isClear ? { ...news, detection: { ...detection, base: normal.level, delta } } : news;
  }

  /** Not news: a return to the level announced as normal, and a change that began during a closed alert. */
  function isNews({ seen, detection }: Found, day: number): boolean {
    const { base, delta, changeAt } = detection;
    const normal = normals.get(seen.key);
    if (normal && day - normal.since <= (normal.told ? NORMAL_DAYS : REMEMBERED_DAYS)) {
      const distance = Math.abs(base + delta - normal.level);
      const threshold = Math.max(minChange, JUMP_SPREADS * (seen.reading.spread ?? 0));
      if (distance < threshold && distance < Math.abs(base - normal.level)) return false;
    }
    const began = seen.days[changeAt] ?? day;
    return closed === undefined || began < closed.from || began > closed.to;
  }
}

function isWithin(day: number, { lead, day: last }: ChangeAlert): boolean {
  return day >= dayNumber(lead.changedOn) && day <= dayNumber(last);
}

/** The last detection of the day: a shift says more than a jump found with it. */
function findLatestDetection(seen: SeenSeries): Found | undefined {
  const { detections, spread } = seen.reading;
  const detection = detections.at(-1);
  if (!detection) return undefined;
  return { seen, detection, spreads: spread ? Math.abs(detection.delta) / spread : 0 };
}

function compareFound(a: Found, b: Found): number {
  const rank = ({ seen }: Found) => (isWhole(seen.scope) ? 0 : 1);
  return rank(a) - rank(b) || b.spreads - a.spreads;
}

/** The series as it stands today, in the API's own figures. */
function toMoved({ scope, values, days, link }: SeenSeries, { kind, base, changeAt }: Detection): Moved {
  const value = values.at(-1) ?? base;
  return {
    scope,
    kind,
    changedOn: dateOf(days[changeAt] ?? 0),
    base: base - link,
    value: value - link,
    delta: value - base,
  };
}

const toOther = ({ seen: { scope } }: Found) => ({ scope });

/** What was usual before a change. A shift's own days are among those that the day's expectation comes from. */
function rangeBefore({ seen, detection: { kind, base } }: Found): ChangeAlert['usual'] {
  const { reading, link, ends } = seen;
  return rangeOf(kind === 'shift' ? { ...reading, expected: base } : reading, link, ends);
}

/** The range expected for a figure, in the API's own figures; `link`: see ComparablePoint. */
export function rangeOf({ expected, spread }: Reading, link: number, ends: Ends): ChangeAlert['usual'] {
  if (expected === undefined || spread === undefined) return undefined;
  const [middle, half] = [expected - link, RANGE_SPREADS * spread];
  return cutRange({ low: middle - half, high: middle + half }, ends);
}

/** A range in the API's figures of one day, as it reads in those of a day with another `link`. */
export function carryRange(range: Range, from: number, to: number, ends: Ends): Range {
  return from === to ? range : cutRange(shiftRange(range, from - to), ends);
}

/** Nothing is usual beyond the ends of the scale. A range that is cut there keeps its spread. */
function cutRange(range: Range, [least, most]: Ends): Range {
  const { low, high } = range;
  if (low >= least && high <= most) return range;
  const cut = (value: number) => Math.min(most, Math.max(least, value));
  return { low: cut(low), high: cut(high), spread: spreadOf(range) };
}

/** The standard deviation behind a range. */
export function spreadOf({ low, high, spread }: Range): number {
  return spread ?? (high - low) / 2 / RANGE_SPREADS;
}

function shiftRange(range: Range, by: number): Range {
  return { ...range, low: range.low + by, high: range.high + by };
}

/** At least just outside normal for any detection; undefined in the first days. */
function surenessOf({ seen, spreads }: Found): Sureness | undefined {
  if (seen.reading.spread === undefined) return undefined;
  return (SURENESS.find((one) => spreads >= one.spreads) ?? SURENESS.at(-1))?.phrase;
}

/** Days back in a row after which the score has recovered. */
export const CALM_DAYS = 2;

const NORMAL_DAYS = 7;

/** An open alert's days: its figures `since` the change, the `base` before it, and the `usual` range when it opened. */
export type AlertDays = {
  kind: Detection['kind'];
  since: readonly number[];
  base: number;
  calmDays: number;
  calmWithin: number;
  usual: ChangeAlert['usual'];
};

type AlertEnd = { status: 'recovered' } | { status: 'new_normal'; level: number };

/** Undefined while the alert goes on. */
export function findAlertEnd(alert: AlertDays): AlertEnd | undefined {
  const { since, base, calmDays, calmWithin } = alert;
  if (calmDays >= CALM_DAYS) return { status: 'recovered' };
  if (since.length < NORMAL_DAYS) return undefined;
  const week = since.slice(-NORMAL_DAYS);
  // A day that is back may be the first of two that end the alert, or one more of a week that is.
  if (calmDays > 0) return isBack(medianOf(week), alert) ? { status: 'recovered' } : undefined;
  const level = medianOf(week);
  // On a slow way back, the last days of it vary little.
  const within = Math.min(calmWithin, Math.abs(level - base) / 2);
  if (isBack(level, alert) || !holds(week, within)) return undefined;
  const all = medianOf(since);
  const isOneLevel = holds(since, calmWithin) && !isBack(all, alert);
  return { status: 'new_normal', level: isOneLevel ? all : level };
}

/** Back is within the usual range, as told. A shift may lie within it all along, so it must be near its base, too. */
export function isBack(
  level: number,
  { kind, base, calmWithin, usual }: Pick<AlertDays, 'kind' | 'base' | 'calmWithin' | 'usual'>,
): boolean {
  const isNear = Math.abs(level - base) < calmWithin;
  if (!usual) return isNear;
  return level >= usual.low && level <= usual.high && (kind === 'jump' || isNear);
}
