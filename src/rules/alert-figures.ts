/** The figures that an alert's message shows, what moved the score, and which prompts to read for that if there are many. */
import {
  type ChangeAlert,
  type ChartDay,
  type EngineChange,
  type MeasuredChange,
  type Metric,
  type Moved,
  namePart,
  type Range,
  type Scope,
  type ScoreAlert,
  type SetChange,
  startDay,
} from '../decision.ts';
import type { Citation, DailyScore, Prompt } from '../visibility/assumed.ts';
import type { Mention } from '../visibility/contract.ts';
import type { PromptFigures } from './alert-explanation.ts';
import { explainWithin } from './alert-explanation.ts';
import type { ReadPoint, ReadSeries } from './alert-history.ts';
import { carryUsual, findUsualRange, judgeByRange, readSeries, toApiFigure } from './alert-history.ts';
import { findCompetitorGain, findSourceLoss } from './answer-change.ts';
import { affects, findMeasuredChanges } from './measured-changes.ts';
import { listChartDays } from './score-history.ts';
import { chooseParts, dateOf, isWhole, type ScoreSeries, seriesKey } from './score-series.ts';

/** The day before a change represents the old level if at least this share of the change lies between the two days. */
const STANDS_FOR_LEVEL = 0.5;

/** `rows` as the API lists them, the `series` read from them, and known changes of what is measured (`moved`). */
export type AlertSource = {
  rows: readonly DailyScore[];
  series: readonly ScoreSeries[];
  minChange: number;
  promptChanges: readonly SetChange[];
  moved?: readonly MeasuredChange[] | undefined;
};

/** The figures as of the alert's day. */
export function findAlertFigures(alert: ChangeAlert, from: AlertSource) {
  const { metric, lead, day } = alert;
  const read = readOf(metric, from);
  const points = findPoints(read, seriesKey(metric, lead.scope));
  const compared = compareOn(points, lead, day);
  const { previousDay } = compared;
  const measured = findMeasuredChanges(from.rows, from.moved ?? [], previousDay, day);
  const isOfOthers = measured.some(({ of }) => of !== 'engines');
  return {
    ...compared,
    ...findPartChanges(read, day, previousDay, isOfOthers ? undefined : lead.changedOn),
    noWhole: findWhole(read) ? undefined : (true as const),
    series: listAlertDays(alert, from),
  };
}

/** Changes since then of what the figures are a mean of. Told changes of prompts stay, even if less is known today. */
export function findChangesSince(
  { previousDay, measured }: Pick<ScoreAlert, 'previousDay' | 'measured'>,
  state: ChangeAlert,
  { rows, moved = [], promptChanges }: AlertSource,
): { measured?: MeasuredChange[] | undefined; promptChanges?: SetChange[] | undefined } {
  const { lead, day } = state;
  const found = findMeasuredChanges(rows, moved, previousDay, day).filter((one) => affects(one, lead.scope));
  const isOfPrompts = found.some(({ of }) => of === 'prompts');
  const known = isOfPrompts ? [] : (measured ?? []).filter(({ of }) => of === 'prompts');
  const all = [...known, ...found];
  const links = promptChanges.filter((one) => one.day >= startDay(state) && one.day <= day);
  return {
    measured: all.length > 0 ? all : undefined,
    promptChanges: links.length > 0 ? links : undefined,
  };
}

/** The parts that are as far from usual as on the alert's first day, though what led it is back. */
export function findStillAway(
  { metric, lead, day, status }: ChangeAlert,
  { foundAs, previousDay }: ScoreAlert,
  from: AlertSource,
): EngineChange[] {
  if (status !== 'recovered') return [];
  const { engines } = findPartChanges(readOf(metric, from), day, previousDay, lead.changedOn);
  return engines.filter(
    ({ engine, change = 0, sureness }) =>
      sureness !== undefined && change * foundAs.delta > 0 && engine !== namePart(lead.scope),
  );
}

function findWhole(read: readonly ReadSeries[]): ReadSeries | undefined {
  return read.find(({ series: { scope, meanOf } }) => isWhole(scope) && !meanOf);
}

/** The day against the day before the change, or against the old level if that day doesn't represent it. */
export function compareOn(points: readonly ReadPoint[], lead: Moved, day: string) {
  const { before, now } = findBothDays(points, lead, day);
  const direct = before && now && standsForLevel(before, now, lead) ? toApiFigure(before.point) : undefined;
  return {
    day,
    previousDay: before ? dateOf(before.point.day) : lead.changedOn,
    score: now ? toApiFigure(now.point) : lead.value,
    previousScore: direct ?? lead.base,
    ...(direct === undefined && { againstLevel: true }),
    ...(before && now && before.point.link !== now.point.link && { carriedOver: true }),
  };
}

/** The last figure before the change and the figure of the alert's day. Undefined if different things were measured. */
function findDaysCompared(alert: ChangeAlert, from: AlertSource) {
  const { before, now } = findBothDays(pointsOf(alert, from), alert.lead, alert.day);
  if (!before || !now || before.point.link !== now.point.link) return undefined;
  return { before: toApiFigure(before.point), after: toApiFigure(now.point) };
}

function findBothDays(points: readonly ReadPoint[], { changedOn }: Moved, day: string) {
  return {
    before: points.findLast(({ point }) => dateOf(point.day) < changedOn),
    now: points.findLast(({ point }) => dateOf(point.day) <= day),
  };
}

/** The last days of an alert's series, for its chart. */
export function listAlertDays(alert: ChangeAlert, from: AlertSource): ScoreAlert['series'] {
  const points = pointsOf(alert, from);
  return chartDaysTo(points.at(-1), points, (one) => findRangeBefore(alert, points, one), alert.usual);
}

/** The last `span` days of its series for its picture. During it, what was usual before it stays usual. */
export function buildAlertBand(
  alert: ChangeAlert,
  from: Omit<AlertSource, 'rows'>,
  span: number,
): ScoreAlert['series'] {
  const { lead, status, day, usual } = alert;
  const points = pointsOf(alert, from);
  const usualOn = (one: ReadPoint) => {
    const date = dateOf(one.point.day);
    const isDuring = date >= lead.changedOn && (status === 'open' || date <= day);
    return isDuring && usual ? findRangeBefore(alert, points, one) : findUsualRange(one);
  };
  return chartDaysTo(points.at(-1), points, usualOn, undefined, span);
}

/** What was usual before the alert, as it reads on another day, when other things may be measured. */
export function findRangeBefore(
  { usual, openedOn, ledFrom = openedOn }: ChangeAlert,
  points: readonly ReadPoint[],
  other: ReadPoint,
): ChangeAlert['usual'] {
  const opening = points.find(({ point }) => dateOf(point.day) === ledFrom) ?? other;
  return usual && carryUsual(usual, opening, other);
}

function readOf(
  metric: Metric,
  { series, minChange, promptChanges }: Omit<AlertSource, 'rows'>,
): ReadSeries[] {
  return readSeries(metric, series, minChange, promptChanges);
}

function pointsOf({ metric, lead }: ChangeAlert, from: Omit<AlertSource, 'rows'>): readonly ReadPoint[] {
  return findPoints(readOf(metric, from), seriesKey(metric, lead.scope));
}

export function findPoints(read: readonly ReadSeries[], key: string): readonly ReadPoint[] {
  return read.find(({ series }) => series.key === key)?.points ?? [];
}

/** The days of a chart up to `last`, with the range that is usual on each where it isn't `usual`. */
export function chartDaysTo(
  last: ReadPoint | undefined,
  points: readonly ReadPoint[],
  usualOn: (one: ReadPoint) => Range | undefined,
  usual: Range | undefined,
  span?: number,
): ChartDay[] {
  if (!last) return [];
  const byDay = new Map(points.map((one) => [dateOf(one.point.day), one]));
  const figures = new Map([...byDay].map(([day, { point }]) => [day, toApiFigure(point)]));
  return listChartDays(figures, dateOf(last.point.day), span).map((day) => {
    const one = byDay.get(day.date);
    const own = one && usualOn(one);
    return one && own !== usual ? { ...day, usual: own } : day;
  });
}

/** Both days must measure the same things, and the day itself must show the change. */
function standsForLevel(before: ReadPoint, now: ReadPoint, { kind, base }: Moved): boolean {
  const moved = toApiFigure(now.point) - toApiFigure(before.point);
  const delta = toApiFigure(now.point) - base;
  return (
    kind === 'jump' &&
    before.point.link === now.point.link &&
    moved * delta > 0 &&
    Math.abs(moved) >= STANDS_FOR_LEVEL * Math.abs(delta)
  );
}

/** The part that moved most first, and the whole. `usualOn`: the day whose usual range judges them, if anybody knows it. */
export function findPartChanges(
  read: readonly ReadSeries[],
  day: string,
  previousDay: string,
  usualOn: string | undefined,
): Pick<ScoreAlert, 'engines' | 'by' | 'whole'> {
  const { by, parts } = chooseParts(read.map(({ series: { scope }, points }) => ({ scope, points })));
  const changeOf = ({ scope, points }: { scope: Scope; points: readonly ReadPoint[] }): EngineChange => {
    const on = (date?: string) => points.find(({ point }) => dateOf(point.day) === date);
    const [now, before, first] = [on(day), on(previousDay), on(usualOn)];
    const engine = namePart(scope);
    if (!now) return { engine, normal: false };
    const score = toApiFigure(now.point);
    if (!before) return { engine, score, normal: false };
    const change = score - toApiFigure(before.point);
    const usual = first && findUsualRange(first);
    const level = usual && judgeByRange(score, usual).level;
    if (level === undefined || level === 'normal')
      return { engine, score, change, normal: level === 'normal' };
    return { engine, score, change, normal: false, sureness: level };
  };
  const size = ({ change }: EngineChange) => (change === undefined ? -1 : Math.abs(change));
  const engines = parts.map(changeOf).toSorted((a, b) => size(b) - size(a));
  const all = findWhole(read);
  const whole = all && changeOf({ scope: {}, points: all.points });
  return { engines, by: by === 'engine' ? undefined : by, ...(whole && { whole }) };
}

/** What was read for a why; `tracked`: the number of all prompts. A missing list couldn't be read. */
export type Evidence = {
  prompts?: readonly PromptFigures[] | undefined;
  tracked?: number | undefined;
  mentions?: readonly Mention[] | undefined;
  citations?: readonly Citation[] | undefined;
};

/** `news` with what moved the score between the two days of its headline; `from`: its source. Other metrics are no sum of prompts. */
export function withWhy(news: ScoreAlert, evidence: Evidence, from: AlertSource): ScoreAlert {
  const { whyDue: _, explanation: _none, worst: _nor, ...told } = news;
  const { alert, day, previousDay, project } = told;
  const compared = findDaysCompared({ ...alert, day }, from);
  if (!compared) return told;
  const { engine } = alert.lead.scope;
  const { prompts, tracked, mentions = [], citations = [] } = evidence;
  const days = { previousDay, day };
  // A leading engine doesn't explain itself: its prompts do, as if there were no other engine.
  const engines = engine ? [] : from.rows;
  const change = { ...days, ...compared, prompts, tracked, engines };
  const { explanation, worst } = explainWithin({ engine }, change);
  const isFall = explanation !== undefined && explanation.change < 0;
  const gained = isFall && !engine && findCompetitorGain(mentions, { ...days, brand: project.name });
  const lost = isFall && findSourceLoss(citations, { ...days, engine });
  return {
    ...told,
    explanation: explanation && { ...explanation, ...(gained && { gained }), ...(lost && { lost }) },
    ...(worst.length > 0 && { worst }),
  };
}

/** Copies the why found for another channel's alert with the same headline: same days, figures and lead. */
export function copyWhy(news: ScoreAlert, others: readonly ScoreAlert[]): ScoreAlert | undefined {
  const headline = ({ key, day, previousDay, score, previousScore, alert }: ScoreAlert) =>
    JSON.stringify([key, day, previousDay, score, previousScore, alert.lead.scope]);
  const other = others.find((one) => !one.whyDue && one.explanation && headline(one) === headline(news));
  if (!other) return undefined;
  const { whyDue: _, ...told } = news;
  const { explanation, worst, unread } = other;
  return { ...told, explanation, ...(worst && { worst }), ...(unread && { unread }) };
}

/** The alert narrowed to one engine, by `isIt`. Undefined if that engine didn't move the alert's way. */
export function narrowToEngine(alert: ScoreAlert, isIt: (name: string) => boolean): ScoreAlert | undefined {
  const { engines, by = 'engine', explanation, score, previousScore } = alert;
  const own = by === 'engine' ? engines.find(({ engine }) => isIt(engine)) : undefined;
  const parts =
    explanation?.parts.filter(({ of }) => of.some(({ kind, name }) => kind === 'engine' && isIt(name))) ?? [];
  const isMoved = own?.change !== undefined && own.change * (score - previousScore) > 0;
  if (!isMoved || (own.normal && parts.length === 0)) return undefined;
  // The gaining rival, the lost source and the prompts are of all engines.
  const ofIt = explanation && { ...explanation, parts, gained: undefined, lost: undefined };
  return { ...alert, engines: [own], explanation: parts.length > 0 ? ofIt : undefined, worst: undefined };
}

type Ask = Prompt & { id: string };

/** At most `most` prompts, evenly from the list. */
export function samplePrompts(prompts: readonly Ask[], most: number): Ask[] {
  const many = Math.min(most, prompts.length);
  const sample = Array.from({ length: many }, (_, i) => prompts[Math.floor((i * prompts.length) / many)]);
  return sample.flatMap((one) => one ?? []);
}
