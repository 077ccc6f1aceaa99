/** Settles what became of an alert, two weeks after it opened, and counts what became of many. The rule stands in the README. */
import type { Verdict } from '../carried.ts';
import type {
  AlertLedger,
  AlertOutcome,
  MeasuredChange,
  MentionAlert,
  OutcomeCounts,
  ProjectRef,
  ScoreAlert,
  Settled,
} from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { isBack } from './alert-end.ts';
import { daysBefore } from './calendar.ts';
import { findMeasuredChanges } from './measured-changes.ts';
import { areOfOtherScale } from './score-memory.ts';
import { dateOf, dayNumber, type ScoreSeries, seriesKey } from './score-series.ts';
import { medianOf } from './score-window.ts';
import { raisedThreshold } from './what-if.ts';

/** An alert is settled so many days after the one on which it opened, by the median of the last week of them. */
export const SETTLED_DAYS = 14;
const WEEK = 7;

/** Of fewer days with a figure in that week nobody can say; figures that come late are waited for so long. */
const FEWEST_FIGURES = 3;
const LATE_DAYS = 7;

/** Back for good, and seen so within so many days: it reverted. */
const REVERTED_DAYS = 2;

/** An alert about the answers ends on the third day in a row on which its cause is gone. */
const MENTION_END_DAYS = 2;

/** Ledgers count what was settled within so many days. */
export const LEDGER_DAYS = 90;

/** A threshold is tried on these days, and on so many before them, from which it is learnt what is usual. */
const LEARNT_FROM_DAYS = 60;

/** `rows` as the API and earlier polls have them, `series` as they were read of it; `moved`: what is known to have come and gone. */
export type SettleSource = {
  rows: readonly DailyScore[];
  series: readonly ScoreSeries[];
  moved: readonly MeasuredChange[];
};

/** `today` is YYYY-MM-DD. Undefined while it is too early to say, and of what was decided before alerts had a life. */
export function judgeAlert(
  alert: ScoreAlert | MentionAlert,
  from: SettleSource,
  today: string,
): Settled | undefined {
  return alert.kind === 'mention_alert'
    ? mentionSettledAs(alert, from, today)
    : scoreSettledAs(alert, from, today);
}

/** Of whom the answers name, and how: by when it ended, for its end takes days that chance alone doesn’t bring. */
function mentionSettledAs(
  { status, about: { figures, now = figures } }: MentionAlert,
  { rows, moved }: SettleSource,
  today: string,
): Settled | undefined {
  const [opened, seen, current] = [figures.day, now.day, today].map(dayNumber) as [number, number, number];
  const last = opened + SETTLED_DAYS;
  if (current <= last) return undefined;
  if (status === 'open' && seen <= last - WEEK) return current > last + LATE_DAYS ? 'few_figures' : undefined;
  const changes = findMeasuredChanges(rows, moved, figures.day, dateOf(Math.min(seen, last)));
  if (changes.length > 0) return 'measured_otherwise';
  if (status !== 'over' || seen > last) return 'held';
  return seen <= opened + REVERTED_DAYS + MENTION_END_DAYS ? 'reverted' : 'faded';
}

function scoreSettledAs(
  { alert, foundAs, day: toldOn, score: told }: ScoreAlert,
  { rows, series, moved }: SettleSource,
  today: string,
): Settled | undefined {
  if (!alert) return undefined;
  const opened = dayNumber(alert.openedOn);
  const last = opened + SETTLED_DAYS;
  if (dayNumber(today) <= last) return undefined;
  const { kind, base, delta, scope } = foundAs ?? alert.lead;
  const key = seriesKey(alert.metric, scope);
  const points = series.find((one) => one.key === key)?.points ?? [];
  const since = points.filter(({ day }) => day > opened && day <= last);
  const week = since.filter(({ day }) => day > last - WEEK).map(({ value }) => value);
  const isAway = (level: number) => {
    const { calmWithin, usual } = alert;
    return (level - base) * delta > 0 && !isBack(level, { kind, base, calmWithin, usual });
  };
  const now = points.find(({ day }) => dateOf(day) === toldOn)?.value;
  if (now !== undefined && areOfOtherScale(told, now)) return 'measured_otherwise';
  const isRestated = now !== undefined && now !== told;
  if (isRestated && (alert.status === 'corrected' || !isAway(now))) return 'corrected';
  if (week.length < FEWEST_FIGURES) {
    return dayNumber(today) > last + LATE_DAYS ? 'few_figures' : undefined;
  }
  const changes = findMeasuredChanges(rows, moved, alert.openedOn, dateOf(since.at(-1)?.day ?? last));
  // Which engines there are is nothing to the figure of one of them, nor which regions to that of one.
  const matters = ({ of }: MeasuredChange) =>
    of === 'prompts' || (of === 'engines' ? scope.engine === undefined : scope.region === undefined);
  if (changes.some(matters)) return 'measured_otherwise';
  if (isAway(medianOf(week))) return 'held';
  const isSoon = since.some(({ day, value }) => day <= opened + REVERTED_DAYS && !isAway(value));
  return isSoon ? 'reverted' : 'faded';
}

/** How many people said what of an alert. */
export type Verdicts = Readonly<Partial<Record<Verdict, number>>>;

/** What most people who said what was wrong with it said; the figures, where nobody did or they disagree. */
export function outcomeOf(settled: Settled, said: Verdicts): AlertOutcome {
  const [isFalse, isKnown] = [(said.not_true ?? 0) + (said.too_small ?? 0), said.known_cause ?? 0];
  if (isFalse !== isKnown) return isFalse > isKnown ? 'false' : 'known_cause';
  if (settled === 'corrected') return 'false';
  return settled === 'few_figures' || settled === 'measured_otherwise' ? 'unclear' : settled;
}

export type SettledAlert = { alert: ScoreAlert | MentionAlert; settled: Settled; verdicts: Verdicts };

/**
 * Undefined where none was settled. `series` is what is known of the project's scores up to `today`; `minChange` of the feed
 * that tells them, undefined where there is none any more: then no other threshold is tried.
 */
export function buildLedger(
  all: readonly SettledAlert[],
  series: readonly ScoreSeries[],
  { project, minChange, today }: { project: ProjectRef; minChange: number | undefined; today: string },
): AlertLedger | undefined {
  if (all.length === 0) return undefined;
  const outcomes = new Map(
    all.map(({ alert, settled, verdicts }) => [alert.key, outcomeOf(settled, verdicts)]),
  );
  const countsOf = (keys: Iterable<string>): OutcomeCounts => {
    const grouped = Map.groupBy(
      [...keys].flatMap((key) => outcomes.get(key) ?? []),
      (outcome) => outcome,
    );
    return Object.fromEntries([...grouped].map(([outcome, { length }]) => [outcome, length]));
  };
  const ledger = { days: LEDGER_DAYS, counts: countsOf(outcomes.keys()) };
  if (minChange === undefined) return ledger;
  const from = dayNumber(daysBefore(today, LEDGER_DAYS + SETTLED_DAYS + LEARNT_FROM_DAYS));
  const recent = series.map((one) => ({ ...one, points: one.points.filter(({ day }) => day >= from) }));
  const told = all.flatMap(({ alert }) => (alert.kind === 'score_alert' && alert.alert) || []);
  const raised = raisedThreshold(told, recent, { project, minChange });
  if (!raised) return ledger;
  const without = countsOf(raised.without.map(({ key }) => key));
  return { ...ledger, raised: { minChange: raised.minChange, without } };
}
