/** Settles what became of an alert two weeks after it opened, and counts many outcomes (rule: see the README). */
import type { Verdict } from '../carried.ts';
import type {
  AlertLedger,
  AlertOutcome,
  MeasuredChange,
  MentionAlert,
  ScoreAlert,
  Settled,
} from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { isBack } from './alert-end.ts';
import { affects, findMeasuredChanges } from './measured-changes.ts';
import { areOfOtherScale } from './score-memory.ts';
import { dateOf, dayNumber, type ScoreSeries, seriesKey } from './score-series.ts';
import { medianOf } from './score-window.ts';

/** Days after opening at which an alert is settled, by the median of the last week. */
export const SETTLED_DAYS = 14;
const WEEK = 7;

/** Days with a figure needed in that week, and how long to wait for late ones. */
const FEWEST_FIGURES = 3;
const LATE_DAYS = 7;

/** Ledgers count alerts settled within this many days. */
export const LEDGER_DAYS = 90;

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
  const openedOn = alert.kind === 'score_alert' ? alert.alert.openedOn : alert.about.figures.day;
  const last = dayNumber(openedOn) + SETTLED_DAYS;
  if (dayNumber(today) <= last) return undefined;
  const settled =
    alert.kind === 'score_alert' ? judgeScoreAlert(alert, from, last) : judgeMentionAlert(alert, from, last);
  // Late figures may still come.
  return settled ?? (dayNumber(today) > last + LATE_DAYS ? 'unclear' : undefined);
}

/** Judged by when the alert ended: ending takes several days, so chance alone doesn't do it. */
function judgeMentionAlert(
  { status, about: { figures, now = figures } }: MentionAlert,
  { rows, moved }: SettleSource,
  last: number,
): Settled | undefined {
  const seen = dayNumber(now.day);
  if (status === 'open' && seen <= last - WEEK) return undefined;
  const changes = findMeasuredChanges(rows, moved, figures.day, dateOf(Math.min(seen, last)));
  if (changes.length > 0) return 'unclear';
  return status !== 'over' || seen > last ? 'held' : 'faded';
}

function judgeScoreAlert(
  { alert, foundAs, day: toldOn, score: told }: ScoreAlert,
  { rows, series, moved }: SettleSource,
  last: number,
): Settled | undefined {
  const { kind, base, delta, scope } = foundAs;
  const key = seriesKey(alert.metric, scope);
  const points = series.find((one) => one.key === key)?.points ?? [];
  const week = points.filter(({ day }) => day > last - WEEK && day <= last);
  const isAway = (level: number) => {
    const { calmWithin, usual } = alert;
    return (level - base) * delta > 0 && !isBack(level, { kind, base, calmWithin, usual });
  };
  const now = points.find(({ day }) => dateOf(day) === toldOn)?.value;
  if (now !== undefined && areOfOtherScale(told, now)) return 'unclear';
  const isRestated = now !== undefined && now !== told;
  if (isRestated && (alert.status === 'corrected' || !isAway(now))) return 'corrected';
  if (week.length < FEWEST_FIGURES) return undefined;
  const changes = findMeasuredChanges(rows, moved, alert.openedOn, dateOf(week.at(-1)?.day ?? last));
  if (changes.some((change) => affects(change, scope))) return 'unclear';
  return isAway(medianOf(week.map(({ value }) => value))) ? 'held' : 'faded';
}

/** How many people gave each verdict on an alert. */
export type Verdicts = Readonly<Partial<Record<Verdict, number>>>;

/** The verdict of most people; the figures decide if nobody gave one or people disagree evenly. */
export function outcomeOf(settled: Settled, said: Verdicts): AlertOutcome {
  const [isFalse, isKnown] = [(said.not_true ?? 0) + (said.too_small ?? 0), said.known_cause ?? 0];
  if (isFalse !== isKnown) return isFalse > isKnown ? 'false' : 'known_cause';
  return settled === 'corrected' ? 'false' : settled;
}

/** Undefined if no alert was settled. */
export function buildLedger(
  all: readonly { settled: Settled; verdicts: Verdicts }[],
): AlertLedger | undefined {
  if (all.length === 0) return undefined;
  const grouped = Map.groupBy(all, ({ settled, verdicts }) => outcomeOf(settled, verdicts));
  const counts = [...grouped].map(([outcome, { length }]) => [outcome, length]);
  return { days: LEDGER_DAYS, counts: Object.fromEntries(counts) };
}
