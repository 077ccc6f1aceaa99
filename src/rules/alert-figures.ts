/**
 * Gathers what the message of an alert shows, once it is known that there is one: a day against a day, the engines' part
 * in it, what moved it, and its last days.
 */
import type {
  ChangeAlert,
  CompetitorGain,
  EngineChange,
  Explanation,
  MeasuredChange,
  Moved,
  ScoreAlert,
} from '../decision.ts';
import { ownAmong } from '../own-brand.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import type { Mention } from '../visibility/contract.ts';
import { explainChange, type PromptFigures } from './alert-explanation.ts';
import { type ReadPoint, type ReadSeries, readSeries, shown } from './alert-history.ts';
import { RANGE_SPREADS } from './alert-life.ts';
import { measuredBetween } from './measured-changes.ts';
import { type FirstsOfDay, firstsByDay } from './named-first.ts';
import type { PromptChange } from './score-comparable.ts';
import { chartDays } from './score-history.ts';
import { partName, partsShown } from './score-rows.ts';
import { dateOf, type ScoreSeries, seriesKey } from './score-series.ts';

/** A day stands for the level before a change if it is so much of the change away from the new one. */
const STANDS_FOR_LEVEL = 0.5;

/**
 * `rows` as the API listed them, `series` as they were read of it; `prompts` with their figures, and the latest
 * `mentions`, where they are known; `brand` is how these name the project itself. `moved`: what is known to have
 * come and gone (measuredBetween).
 */
export type ToldFrom = {
  rows: readonly DailyScore[];
  series: readonly ScoreSeries[];
  minChange: number;
  prompts?: readonly PromptFigures[] | undefined;
  mentions?: readonly Mention[] | undefined;
  brand?: string | undefined;
  promptChanges: readonly PromptChange[];
  moved?: readonly MeasuredChange[] | undefined;
};

/** What a headline says. */
type Compared = Pick<
  ScoreAlert,
  'day' | 'previousDay' | 'score' | 'previousScore' | 'againstLevel' | 'carriedOver'
>;

export type AlertFigures = Compared &
  Pick<ScoreAlert, 'engines' | 'by' | 'noWhole' | 'series' | 'explanation'>;

/** As of the alert's day. */
export function alertFigures(alert: ChangeAlert, from: ToldFrom): AlertFigures {
  const { metric, lead, day } = alert;
  const read = readSeries(metric, from.series, from.minChange, from.promptChanges);
  const points = pointsOf(read, seriesKey(metric, lead.scope));
  const { before, now } = bothDays(points, lead, day);
  const compared = comparedOn(points, lead, day);
  const { previousDay, score } = compared;
  const measured = measuredBetween(from.rows, from.moved ?? [], previousDay, day);
  const isOfOthers = measured.some(({ of }) => of !== 'engines');
  return {
    ...compared,
    ...partChanges(read, day, previousDay, isOfOthers),
    noWhole: hasWhole(read, day) ? undefined : true,
    series: lastDays(points),
    // Parts of what is measured otherwise on the two days share nothing out.
    explanation:
      before && now && !compared.carriedOver
        ? explanationOf(alert, shown(before.point), score, previousDay, from)
        : undefined,
  };
}

/** What the headline of an alert says that `lead` leads, on that day. */
export function headlineFigures(
  metric: ChangeAlert['metric'],
  lead: Moved,
  day: string,
  read: readonly ReadSeries[],
): Compared {
  return comparedOn(pointsOf(read, seriesKey(metric, lead.scope)), lead, day);
}

/** The day against the day before the change, or against the level where no day stands for it. */
function comparedOn(points: readonly ReadPoint[], lead: Moved, day: string): Compared {
  const { before, now } = bothDays(points, lead, day);
  const direct = before && now && standsForLevel(before, now, lead) ? shown(before.point) : undefined;
  return {
    day,
    previousDay: before ? dateOf(before.point.day) : lead.changedOn,
    score: now ? shown(now.point) : lead.value,
    previousScore: direct ?? lead.base,
    ...(direct === undefined && { againstLevel: true }),
    ...(before && now && before.point.link !== now.point.link && { carriedOver: true }),
  };
}

function bothDays(points: readonly ReadPoint[], { changedOn }: Moved, day: string) {
  return {
    before: points.findLast(({ point }) => dateOf(point.day) < changedOn),
    now: points.findLast(({ point }) => dateOf(point.day) <= day),
  };
}

/** The last days of an alert's series, as a chart shows them. */
export function alertDays({ metric, lead }: ChangeAlert, from: ToldFrom): ScoreAlert['series'] {
  const read = readSeries(metric, from.series, from.minChange, from.promptChanges);
  return lastDays(pointsOf(read, seriesKey(metric, lead.scope)));
}

function pointsOf(read: readonly ReadSeries[], key: string): readonly ReadPoint[] {
  return read.find(({ series }) => series.key === key)?.points ?? [];
}

function lastDays(points: readonly ReadPoint[]): ScoreAlert['series'] {
  const last = points.at(-1);
  if (!last) return [];
  const figures = new Map(points.map(({ point }) => [dateOf(point.day), shown(point)]));
  return chartDays(figures, dateOf(last.point.day));
}

/** What is measured must be the same, and the day itself must show what the alert says. */
function standsForLevel(before: ReadPoint, now: ReadPoint, { kind, delta }: Moved): boolean {
  const moved = shown(now.point) - shown(before.point);
  return (
    kind === 'jump' &&
    before.point.link === now.point.link &&
    moved * delta > 0 &&
    Math.abs(moved) >= STANDS_FOR_LEVEL * Math.abs(delta)
  );
}

/**
 * The engines (or what there is instead) that moved most first, those without a change last. `isOfOthers`: other prompts or regions were measured
 * since, of which nobody knows what is normal.
 */
export function partChanges(
  read: readonly ReadSeries[],
  day: string,
  previousDay: string,
  isOfOthers: boolean,
): Pick<ScoreAlert, 'engines' | 'by'> {
  const { by, parts } = partsShown(read.map(({ series: { scope }, points }) => ({ scope, points })));
  const changes = parts.map(({ scope, points }): EngineChange => {
    const on = (date: string) => points.find(({ point }) => dateOf(point.day) === date);
    const [now, before] = [on(day), on(previousDay)];
    const engine = partName(scope);
    if (!now) return { engine, normal: false };
    const score = shown(now.point);
    if (!before) return { engine, score, normal: false };
    return { engine, score, change: score - shown(before.point), normal: !isOfOthers && isNormal(now) };
  });
  const size = ({ change }: EngineChange) => (change === undefined ? -1 : Math.abs(change));
  const engines = changes.toSorted((a, b) => size(b) - size(a));
  return { engines, by: by === 'engine' ? undefined : by };
}

function hasWhole(read: readonly ReadSeries[], day: string): boolean {
  return read.some(
    ({ series: { scope }, points }) =>
      !scope.engine && !scope.region && points.some(({ point }) => dateOf(point.day) === day),
  );
}

function isNormal({ point, reading: { expected, spread } }: ReadPoint): boolean {
  return (
    expected !== undefined &&
    spread !== undefined &&
    Math.abs(point.value - expected) <= RANGE_SPREADS * spread
  );
}

/** Of the score alone: prompts have no other figures that add up to it. */
function explanationOf(
  { metric, day, lead: { scope } }: ChangeAlert,
  before: number,
  after: number,
  previousDay: string,
  { rows, prompts = [], mentions = [], brand = '' }: ToldFrom,
): Explanation | undefined {
  if (metric !== 'score' || scope.region) return undefined;
  const { engine } = scope;
  // An engine that leads does not explain itself: its prompts do, as if there were no other engine.
  const ofEngine = (row: DailyScore) =>
    (row.engineId ?? row.engine) === engine?.id ? [{ ...row, engine: undefined, engineId: undefined }] : [];
  const figures = engine
    ? prompts.map((prompt) => ({ ...prompt, rows: prompt.rows.flatMap(ofEngine) }))
    : prompts;
  const decimals = decimalsOf(Math.max(Math.abs(before), Math.abs(after)));
  // The sum is that of the figures as they are read above it.
  const [from, to] = [Number(before.toFixed(decimals)), Number(after.toFixed(decimals))];
  const engines = engine ? [] : rows;
  const days = { previousDay, day };
  const explained = explainChange({ ...days, before: from, after: to, prompts: figures, engines }, decimals);
  if (!explained || engine || to >= from) return explained;
  return { ...explained, gained: competitorGain(mentions, { ...days, brand }) };
}

/** As messages write figures of this size. */
function decimalsOf(largest: number): number {
  if (largest > 10) return 1;
  return largest > 1 ? 2 : 3;
}

/** A gain is named if fewer than one in twenty of its size come by chance (normal distribution, one-sided) … */
const BEYOND_CHANCE = 1.645;

/** … and if it is so much of the answers at least. */
const LEAST_GAIN = 0.05;

/**
 * Of two days (YYYY-MM-DD). Undefined where nobody gained, and where the list, newest first, does not reach back beyond
 * both days: half a day would be taken for a whole one.
 */
export function competitorGain(
  mentions: readonly Mention[],
  { previousDay, day, brand }: { previousDay: string; day: string; brand: string },
): CompetitorGain | undefined {
  const days = firstsByDay(mentions);
  const [oldest = day] = days.keys();
  const [before, after] = [days.get(previousDay), days.get(day)];
  if (oldest >= previousDay || !before || !after) return undefined;
  const ours = mentions.filter(ownAmong(mentions, brand));
  const own = new Set(ours.map(({ entity_name }) => entity_name));
  const [largest] = [...after.byName.keys()]
    .filter((name) => !own.has(name))
    .map((name) => {
      const times = ({ byName }: FirstsOfDay) => byName.get(name)?.size ?? 0;
      const gain = { name, before: times(before), after: times(after) };
      return { gain, share: gain.after / after.answers.size - gain.before / before.answers.size };
    })
    .toSorted((a, b) => b.share - a.share);
  if (!largest || largest.share < Math.max(LEAST_GAIN, byChance(largest.gain, before, after)))
    return undefined;
  return largest.gain;
}

/** What the share of one that stayed as it is may gain between samples of these sizes. */
function byChance({ before, after }: CompetitorGain, one: FirstsOfDay, other: FirstsOfDay): number {
  const [few, many] = [one.answers.size, other.answers.size];
  const share = (before + after) / (few + many);
  return BEYOND_CHANCE * Math.sqrt(share * (1 - share) * (1 / few + 1 / many));
}
