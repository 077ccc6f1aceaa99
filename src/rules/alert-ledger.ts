/** Settles what became of an alert two weeks after it opened, and counts many outcomes (rule: see the README). */
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
import { isBack } from './alert-life.ts';
import { daysBefore } from './calendar.ts';
import { affects, findMeasuredChanges } from './measured-changes.ts';
import { areOfOtherScale } from './score-memory.ts';
import { dateOf, dayNumber, type ScoreSeries, seriesKey } from './score-series.ts';
import { medianOf } from './score-window.ts';
import { findRaisedThreshold } from './what-if.ts';

/** Days after opening at which an alert is settled, by the median of the last week. */
export const SETTLED_DAYS = 14;
const WEEK = 7;

/** Days with a figure needed in that week, and how long to wait for late ones. */
const FEWEST_FIGURES = 3;
const LATE_DAYS = 7;

/** Back for good within this many days is reverted; later is faded. */
const REVERTED_DAYS = 2;

/** An alert about answers ends on the third day in a row without its cause. */
const MENTION_END_DAYS = 2;

/** Ledgers count alerts settled within this many days. */
export const LEDGER_DAYS = 90;

/** Earlier days from which trying a threshold learns what is usual. */
const LEARNED_FROM_DAYS = 60;

/** `rows` from the API and earlier polls, their `series`, and known changes of what is measured (`moved`). */
export type SettleSource = {
  rows: readonly DailyScore[];
  series: readonly ScoreSeries[];
  moved: readonly MeasuredChange[];
};

/** `today` is YYYY-MM-DD. Undefined while it is too early to say. */
export function judgeAlert(
  alert: ScoreAlert | MentionAlert,
  from: SettleSource,
  today: string,
): Settled | undefined {
  const opened = dayNumber(alert.kind === 'score_alert' ? alert.alert.openedOn : alert.about.figures.day);
  const last = opened + SETTLED_DAYS;
  if (dayNumber(today) <= last) return undefined;
  const days = { opened, last };
  const settled =
    alert.kind === 'score_alert' ? judgeScoreAlert(alert, from, days) : judgeMentionAlert(alert, from, days);
  // Figures may still come late.
  return settled ?? (dayNumber(today) > last + LATE_DAYS ? 'unclear' : undefined);
}

type Days = { opened: number; last: number };

/** Judged by when the alert ended: ending takes several days, so chance alone doesn't do it. */
function judgeMentionAlert(
  { status, about: { figures, now = figures } }: MentionAlert,
  { rows, moved }: SettleSource,
  { opened, last }: Days,
): Settled | undefined {
  const seen = dayNumber(now.day);
  if (status === 'open' && seen <= last - WEEK) return undefined;
  const changes = findMeasuredChanges(rows, moved, figures.day, dateOf(Math.min(seen, last)));
  if (changes.length > 0) return 'unclear';
  if (status !== 'over' || seen > last) return 'held';
  return seen <= opened + REVERTED_DAYS + MENTION_END_DAYS ? 'reverted' : 'faded';
}

function judgeScoreAlert(
  { alert, foundAs, day: toldOn, score: told }: ScoreAlert,
  { rows, series, moved }: SettleSource,
  { opened, last }: Days,
): Settled | undefined {
  const { kind, base, delta, scope } = foundAs;
  const key = seriesKey(alert.metric, scope);
  const points = series.find((one) => one.key === key)?.points ?? [];
  const since = points.filter(({ day }) => day > opened && day <= last);
  const week = since.filter(({ day }) => day > last - WEEK).map(({ value }) => value);
  const isAway = (level: number) => {
    const { calmWithin, usual } = alert;
    return (level - base) * delta > 0 && !isBack(level, { kind, base, calmWithin, usual });
  };
  const now = points.find(({ day }) => dateOf(day) === toldOn)?.value;
  if (now !== undefined && areOfOtherScale(told, now)) return 'unclear';
  const isRestated = now !== undefined && now !== told;
  if (isRestated && (alert.status === 'corrected' || !isAway(now))) return 'corrected';
  if (week.length < FEWEST_FIGURES) return undefined;
  const changes = findMeasuredChanges(rows, moved, alert.openedOn, dateOf(since.at(-1)?.day ?? last));
  if (changes.some((change) => affects(change, scope))) return 'unclear';
  if (isAway(medianOf(week))) return 'held';
  const isSoon = since.some(({ day, value }) => day <= opened + REVERTED_DAYS && !isAway(value));
  return isSoon ? 'reverted' : 'faded';
}

/** How many people gave each verdict on an alert. */
export type Verdicts = Readonly<Partial<Record<Verdict, number>>>;

/** The verdict of most people; the figures decide if nobody gave one or people disagree evenly. */
export function outcomeOf(settled: Settled, said: Verdicts): AlertOutcome {
  const [isFalse, isKnown] = [(said.not_true ?? 0) + (said.too_small ?? 0), said.known_cause ?? 0];
  if (isFalse !== isKnown) return isFalse > isKnown ? 'false' : 'known_cause';
  return settled === 'corrected' ? 'false' : settled;
}

export type SettledAlert = { alert: ScoreAlert | MentionAlert; settled: Settled; verdicts: Verdicts };

/**
 * Undefined if no alert was settled. `series`: the project's known scores up to `today`. `minChange`: the threshold of
 * the feed, undefined once the feed is gone; then no other threshold is tried.
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
  const from = dayNumber(daysBefore(today, LEDGER_DAYS + SETTLED_DAYS + LEARNED_FROM_DAYS));
  const recent = series.map((one) => ({ ...one, points: one.points.filter(({ day }) => day >= from) }));
  const told = all.flatMap(({ alert }) => (alert.kind === 'score_alert' ? alert.alert : []));
  const raised = findRaisedThreshold(told, recent, { project, minChange });
  if (!raised) return ledger;
  const without = countsOf(raised.without.map(({ key }) => key));
  return { ...ledger, raised: { minChange: raised.minChange, without } };
}
