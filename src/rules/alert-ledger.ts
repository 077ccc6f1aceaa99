/** Settles what became of an alert after two weeks (rule: see the README), and which alerts other thresholds would raise. */
import type { AlertVerdict } from '../carried.ts';
import type {
  AlertLedger,
  AlertOutcome,
  ChangeAlert,
  MeasuredChange,
  MentionAlert,
  OutcomeCounts,
  PastAlert,
  ProjectRef,
  ScoreAlert,
  SetChange,
  Settled,
  ThresholdProposal,
} from '../decision.ts';
import { isSameAlert, isWorthMessage } from './alert-decide.ts';
import { type AlertSource, compareOn, findPoints } from './alert-figures.ts';
import { buildAlertHistory, type ReadSeries } from './alert-history.ts';
import { isBack } from './alert-life.ts';
import { daysBefore } from './calendar.ts';
import { affects, findMeasuredChanges, makeComparable } from './measured-changes.ts';
import { joinPromptChanges } from './prompt-links.ts';
import { areOfOtherScale } from './score-history.ts';
import { dateOf, dayNumber, lastDayOf, METRICS, type ScoreSeries, seriesKey } from './score-series.ts';
import { medianOf } from './score-window.ts';

/** Days after opening at which an alert is settled, by the median of the last week. */
export const SETTLED_DAYS = 14;
const WEEK = 7;

const FEWEST_FIGURES = 3;
const LATE_DAYS = 7;

/** Back for good within this many days is reverted; later is faded. */
const REVERTED_DAYS = 2;

/** An alert about answers ends on the third day in a row without its cause. */
const MENTION_END_DAYS = 2;

/** Ledgers count alerts settled within this many days. */
export const LEDGER_DAYS = 90;

const LEARNED_FROM_DAYS = 60;

type SettleSource = Omit<AlertSource, 'minChange'> & { moved: readonly MeasuredChange[] };

/** `today` is YYYY-MM-DD. Undefined while it is too early to say. */
export function judgeAlert(alert: ScoreAlert | MentionAlert, from: SettleSource, today: string) {
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
  { rows, moved, promptChanges }: SettleSource,
  { opened, last }: Days,
): Settled | undefined {
  const seen = dayNumber(now.day);
  if (status === 'open' && seen <= last - WEEK) return undefined;
  const known = [...moved, ...promptChanges];
  const changes = findMeasuredChanges(rows, known, figures.day, dateOf(Math.min(seen, last)));
  if (changes.length > 0) return 'unclear';
  if (status !== 'over' || seen > last) return 'held';
  return seen <= opened + REVERTED_DAYS + MENTION_END_DAYS ? 'reverted' : 'faded';
}

function judgeScoreAlert(
  news: ScoreAlert,
  { rows, series, moved, promptChanges }: SettleSource,
  { opened, last }: Days,
): Settled | undefined {
  const { alert, foundAs, day: toldOn, score: told } = news;
  const { kind, base, delta, scope } = foundAs;
  const key = seriesKey(alert.metric, scope);
  const figures = series.find((one) => one.key === key)?.points ?? [];
  const prompts = [...promptChanges, ...onFirstFigure(moved, figures)];
  const since = likeHeadline(news, figures, prompts).filter(({ day }) => day > opened && day <= last);
  const week = since.filter(({ day }) => day > last - WEEK).map(({ value }) => value);
  const isAway = (level: number) => {
    const { calmWithin, usual } = alert;
    return (level - base) * delta > 0 && !isBack(level, { kind, base, calmWithin, usual });
  };
  const now = figures.find(({ day }) => dateOf(day) === toldOn)?.value;
  if (now !== undefined && areOfOtherScale(told, now)) return 'unclear';
  const isRestated = now !== undefined && now !== told;
  if (isRestated && (alert.status === 'corrected' || !isAway(now))) return 'corrected';
  if (week.length < FEWEST_FIGURES) return undefined;
  const hasRecovered = alert.status === 'recovered';
  const end = hasRecovered ? dayNumber(alert.day) : (since.at(-1)?.day ?? last);
  const others = moved.filter(({ of }) => of !== 'prompts');
  const changes = findMeasuredChanges(rows, others, alert.openedOn, dateOf(end));
  const isUnknown = since.some(({ day, isAssumed }) => isAssumed && day <= end);
  if (isUnknown || changes.some((change) => affects(change, scope))) return 'unclear';
  // Once it was back, only another alert can have moved it away again.
  if (isAway(medianOf(week)) && !hasRecovered) return 'held';
  const isSoon = since.some(({ day, value }) => day <= opened + REVERTED_DAYS && !isAway(value));
  return isSoon ? 'reverted' : 'faded';
}

/** Figures as they would be with the prompts of the headline's day, as far as those asked before and after a change tell. */
function likeHeadline(
  { alert: { metric }, foundAs: { scope }, day: toldOn }: ScoreAlert,
  figures: ScoreSeries['points'],
  prompts: readonly SetChange[],
) {
  // Sentiment doesn't depend on what is asked.
  const links = metric === 'sentiment' ? [] : joinPromptChanges(prompts);
  const points = makeComparable(figures, [], links, seriesKey(metric, scope));
  const link = points.find(({ day }) => dateOf(day) === toldOn)?.link ?? 0;
  return points.map((point) => ({ ...point, value: point.value - link }));
}

/** Changes of prompts, each on the first day with a figure of them. */
function onFirstFigure(moved: readonly MeasuredChange[], figures: ScoreSeries['points']): MeasuredChange[] {
  return moved.flatMap((change) => {
    const first = figures.find(({ day }) => dateOf(day) >= change.day);
    return change.of === 'prompts' && first ? [{ ...change, day: dateOf(first.day) }] : [];
  });
}

type Verdicts = Readonly<Partial<Record<AlertVerdict, number>>>;

/** The verdict of most people; the figures decide if nobody gave one or people disagree evenly. */
export function outcomeOf(settled: Settled, said: Verdicts): AlertOutcome {
  const [isFalse, isKnown] = [(said.not_true ?? 0) + (said.too_small ?? 0), said.known_cause ?? 0];
  if (isFalse !== isKnown) return isFalse > isKnown ? 'false' : 'known_cause';
  return settled === 'corrected' ? 'false' : settled;
}

type SettledAlert = { alert: ScoreAlert | MentionAlert; settled: Settled; verdicts: Verdicts };

/** Undefined if no alert was settled. Without `minChange` (the feed is gone) no other threshold is tried. */
export function buildLedger(
  all: readonly SettledAlert[],
  series: readonly ScoreSeries[],
  { minChange, today, ...of }: Omit<Watched, 'minChange'> & { minChange: number | undefined; today: string },
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
  const raised = findRaisedThreshold(told, recent, { ...of, minChange });
  if (!raised) return ledger;
  const without = countsOf(raised.without.map(({ key }) => key));
  return { ...ledger, raised: { minChange: raised.minChange, without } };
}

/** The alerts of the last `span` days with their headlines, oldest first. Undefined without any figure. */
export function whatIf(feed: Watched, series: readonly ScoreSeries[], span: number) {
  const past = replay(feed, series, span);
  return past && { ...past, alerts: past.alerts.map((alert) => withHeadline(alert, past.read)) };
}

function replay(
  { project: { id }, minChange, promptChanges }: Watched,
  series: readonly ScoreSeries[],
  span: number,
) {
  const last = lastDayOf(series);
  if (!Number.isFinite(last)) return undefined;
  const first = dateOf(Math.min(...series.map(({ points }) => points[0]?.day ?? last)));
  const to = dateOf(last);
  const asked = daysBefore(to, span - 1);
  const from = asked > first ? asked : first;
  const { alerts: all, read } = buildAlertHistory(id, series, minChange, promptChanges);
  return { from, to, read, alerts: groupIntoMessages(all).filter(({ openedOn }) => openedOn >= from) };
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

/** An alert describes its latest day; its message's headline that on which its lead came up. */
function withHeadline(alert: ChangeAlert, read: readonly ReadSeries[]): PastAlert {
  const { lead, metric, openedOn, ledFrom = openedOn } = alert;
  return { alert, ...compareOn(findPoints(read, seriesKey(metric, lead.scope)), lead, ledFrom) };
}

/** Of the latest LOOKED_AT alerts, FEWEST must have been no use before another threshold is proposed. */
export const LOOKED_AT = 4;
const FEWEST = 3;

const LOOKED_BACK_DAYS = 3_650;

/** Who needs more than this many times their threshold wants no alerts, not a better threshold. */
const LARGEST_FACTOR = 5;

/** `promptChanges`: as the project's channels were told. */
type Watched = {
  project: ProjectRef;
  minChange: number;
  promptChanges?: readonly SetChange[] | undefined;
};
type Past = ReturnType<typeof replay>;

/** `judged`: the latest alerts, and how many people called each one not useful. */
export function proposeThreshold(
  judged: readonly { alert: ChangeAlert; notUseful: number }[],
  series: readonly ScoreSeries[],
  feed: Watched,
): ThresholdProposal | undefined {
  const now = replay(feed, series, LOOKED_BACK_DAYS);
  const last = judged.slice(0, LOOKED_AT);
  // Nobody can say whether an alert from before the first figure would have come.
  const useless = last.flatMap(({ alert, notUseful }) =>
    notUseful > 0 && now && alert.openedOn >= now.from ? alert : [],
  );
  if (useless.length < FEWEST) return undefined;
  const found = findLarger(series, feed, (past) => useless.every((one) => !wouldCome(past, one)));
  if (!found?.past) return undefined;
  const { from, to, alerts } = found.past;
  const { minChange } = found;
  return { minChange, notUseful: useless.length, of: last.length, others: alerts.length, from, to };
}

/** The first larger threshold that drops any of `told` that today's figures still raise. */
function findRaisedThreshold(told: readonly ChangeAlert[], series: readonly ScoreSeries[], feed: Watched) {
  // Alerts of other metrics would share messages with these and hide some.
  const own = series.filter(({ metric }) => told.some((one) => one.metric === metric));
  const now = replay(feed, own, LOOKED_BACK_DAYS);
  const known = told.filter((one) => wouldCome(now, one));
  const dropped = (past: Past) => known.filter((one) => !wouldCome(past, one));
  const found = findLarger(own, feed, (past) => dropped(past).length > 0);
  return found && { minChange: found.minChange, without: dropped(found.past) };
}

/**
 * A larger threshold whose past is the wanted one, as small as halving finds it. Each try replays all figures. Larger ones
 * mostly leave out what smaller ones do, but not always: what no longer opens no longer covers what came next. So each
 * threshold counts only by its own past.
 */
function findLarger(
  series: readonly ScoreSeries[],
  feed: Watched,
  isWanted: (past: Past) => boolean,
): { minChange: number; past: Past } | undefined {
  let candidates = listCandidates(feed.minChange);
  let found: { minChange: number; past: Past } | undefined;
  while (candidates.length > 0) {
    const at = (candidates.length - 1) >> 1;
    const minChange = candidates[at] ?? feed.minChange;
    const past = replay({ ...feed, minChange }, series, LOOKED_BACK_DAYS);
    const isFound = isWanted(past);
    if (isFound) found = { minChange, past };
    candidates = isFound ? candidates.slice(0, at) : candidates.slice(at + 1);
  }
  return found;
}

function wouldCome(past: Past, one: ChangeAlert): boolean {
  return (past?.alerts ?? []).some((alert) => isSameAlert(alert, one));
}

/** Larger thresholds in the steps people would type: 6, 7, 8 …; 0.06, 0.07 … */
function listCandidates(minChange: number): number[] {
  const step = minChange >= 1 ? 1 : 0.01;
  const first = Math.floor(minChange / step + 1e-9) + 1;
  const steps = Math.ceil((minChange * LARGEST_FACTOR) / step) - first + 1;
  return Array.from({ length: Math.max(0, steps) }, (_, i) => Number(((first + i) * step).toFixed(2)));
}
