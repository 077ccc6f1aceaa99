/**
 * Says what moved a score: the fewest engines, prompts, topics and regions that account for the change between two days, in
 * points that sum to it. Only the API's own figures are used; what they leave open is named as the rest.
 */
import type { ExplainedPart, Explanation, MovedPrompt } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { type Cell, type Label, labelKey, localise, type Part } from './localise.ts';
import { medianOf } from './score-window.ts';

/** A prompt with its timeseries (of any days, by engine and region where the API gives that). */
export type PromptFigures = {
  id: string;
  text: string;
  topics?: readonly string[] | undefined;
  rows: readonly DailyScore[];
};

/** Two days (YYYY-MM-DD) and the project's figures up to them, in the API's own points. Absent lists are absent figures. */
export type ChangeToExplain = {
  previousDay: string;
  day: string;
  before: number;
  after: number;
  prompts?: readonly PromptFigures[] | undefined;
  /** How many prompts there are in all, where `prompts` are not all of them. */
  tracked?: number | undefined;
  /** Daily scores, of which those by engine or region count. */
  engines?: readonly DailyScore[] | undefined;
};

/** What is compared: up to so many days before the change with the days since, so that one odd day is no cause. */
const DAYS_COMPARED = 7;

/** What usually varies is learnt from so many days before the change. */
const DAYS_LEARNT = 28;

/** A figure's own noise counts as much as that of all figures once it is known from so many days. */
const OWN_NOISE = 10;

/** The median of a squared normal deviation, and its first quartile, in variances. */
const MEDIAN_SQUARE = 0.4549;
const QUARTILE_SQUARE = 0.1015;

/** From this share of the change on it is accounted for. */
const ENOUGH = 0.8;

/** As messages write figures of the size of the larger one. */
export function decimalsOf(before: number, after: number): number {
  const largest = Math.max(Math.abs(before), Math.abs(after));
  if (largest > 10) return 1;
  return largest > 1 ? 2 : 3;
}

/** Undefined where no figure of both days is known. Points are rounded to `decimals`. */
export function explainChange(change: ChangeToExplain, decimals: number): Explanation | undefined {
  const views = viewsOf(change).flatMap(({ figures, covers }) => {
    const cells = cellsOf(figures, change, covers);
    return cells.length > 0 ? [{ cells, covers }] : [];
  });
  if (views.length === 0) return undefined;
  const round = (points: number) => Number(points.toFixed(decimals)) + 0;
  // Of both figures as they are shown: who subtracts what is read gets the sum.
  const total = round(round(change.after) - round(change.before));
  const parts = clearest(views, change.after - change.before)
    .map((part) => explained(wholly(part, views), round))
    .filter(({ points }) => points * total > 0)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const named = parts.reduce((sum, { points }) => sum + points, 0);
  const unread = (change.tracked ?? 0) - (change.prompts?.length ?? 0);
  return { change: total, parts, rest: round(total - named), ...(unread > 0 && { unread }) };
}

function explained({ labels, cells }: LocatedPart, round: (points: number) => number): ExplainedPart {
  const prompts = new Set(
    cells.flatMap(({ labels }) => labels.flatMap(({ kind, id }) => (kind === 'prompt' ? id : []))),
  );
  const isOfTopic = labels.some(({ kind }) => kind === 'topic');
  return {
    of: labels.map(({ kind, name }) => ({ kind, name })),
    points: round(cells.reduce((sum, { points }) => sum + points, 0)),
    ...(isOfTopic && prompts.size > 0 && { prompts: prompts.size }),
  };
}

/** A cell with its points of the change between the two days that are told. */
type ScoreCell = Cell & { points: number };
type LocatedPart = Part<ScoreCell>;

/** The cells of one way to divide the whole; `covers`: how much of the whole they are, 1 where nothing is missing. */
type View = { cells: readonly ScoreCell[]; covers: number };

/** A sample of prompts that moved so much less than the whole did shows nothing of it. */
const LIKE_THE_WHOLE = 0.5;

/** Of the finest figures that show where it sits; of others, where a change sits in regions and figures of prompts have none. */
function clearest(views: readonly View[], change: number): LocatedPart[] {
  let best: LocatedPart[] = [];
  let most = 0;
  for (const { cells, covers } of views) {
    const points = cells.reduce((total, cell) => total + cell.points, 0);
    if (covers < 1 && points * Math.sign(change) < LIKE_THE_WHOLE * covers * Math.abs(change)) continue;
    const parts = localise(cells);
    const sum = (some: readonly Cell[]) =>
      some.reduce((total, { share, change }) => total + share * change, 0);
    const accounted = parts.reduce((total, part) => total + sum(part.cells), 0) / sum(cells);
    if (accounted >= ENOUGH) return parts;
    if (accounted > most) [best, most] = [parts, accounted];
  }
  return best;
}

/** What a sample shows of an engine or a region is a part of it: where the project has its figures, these count. */
function wholly(part: LocatedPart, views: readonly View[]): LocatedPart {
  const isOfPlaces = part.labels.every(({ kind }) => kind === 'engine' || kind === 'region');
  const isOfSample = views.some(
    ({ cells, covers }) => covers < 1 && part.cells.some((one) => cells.includes(one)),
  );
  if (!isOfPlaces || !isOfSample) return part;
  const keys = new Set(part.labels.map((label) => labelKey([label])));
  for (const { cells, covers } of views) {
    const own = cells.filter(({ labels }) =>
      [...keys].every((key) => labels.some((one) => labelKey([one]) === key)),
    );
    if (covers === 1 && own.length > 0) return { ...part, cells: own };
  }
  return part;
}

type Figure = { row: DailyScore; labels: readonly Label[] };

/** The ways in which the whole is divided, the finest first: no figure of one is a mean of others of it. */
function viewsOf({ prompts = [], tracked = prompts.length, engines: rows = [] }: ChangeToExplain) {
  const ofPrompts = prompts.flatMap(({ id, text, topics = [], rows }) =>
    rows.map((row): Figure => {
      const labels = [
        { kind: 'prompt' as const, id, name: text },
        ...topics.map((name) => ({ kind: 'topic' as const, id: name, name })),
      ];
      return { row, labels: [...labels, ...placeOf(row)] };
    }),
  );
  const ofProject = rows.map((row): Figure => ({ row, labels: placeOf(row) }));
  const having = (figures: readonly Figure[], engine: boolean, region: boolean) =>
    figures.filter(
      ({ row }) => (engineOf(row) !== undefined) === engine && (regionOf(row) !== undefined) === region,
    );
  const finest = [
    having(ofPrompts, true, true),
    having(ofPrompts, true, false),
    having(ofPrompts, false, true),
    having(ofPrompts, false, false),
  ];
  const others = [
    having(ofProject, true, true),
    having(ofProject, true, false),
    having(ofProject, false, true),
  ];
  return [
    ...finest.map((figures) => ({ figures, covers: prompts.length / tracked })),
    ...others.map((figures) => ({ figures, covers: 1 })),
  ];
}

function placeOf(row: DailyScore): Label[] {
  const [engine, region] = [engineOf(row), regionOf(row)];
  return [
    ...(engine === undefined ? [] : [{ kind: 'engine' as const, id: engine, name: engine }]),
    ...(region === undefined ? [] : [{ kind: 'region' as const, id: region, name: region }]),
  ];
}

const engineOf = ({ engine, engineId }: DailyScore) => engine ?? engineId;
const regionOf = ({ region, regionId }: DailyScore) => region ?? regionId;

/**
 * Figures that both days have, each with its weight in the mean: by answers where all are counted, else alike. Of a sample they
 * weigh as much as it is of the whole.
 */
function cellsOf(
  figures: readonly Figure[],
  { previousDay, day, engines = [] }: ChangeToExplain,
  covers: number,
): ScoreCell[] {
  const scored = figures.filter(({ row }) => row.score !== undefined && (row.date ?? '') <= day);
  const weighOn = (date: string) => {
    const ofDay = scored.filter(({ row }) => row.date === date);
    const whole = engines.find((row) => row.date === date && !engineOf(row) && !regionOf(row))?.answers;
    const weigh = weights(ofDay);
    const read = ofDay.map(({ row }) => row.answers ?? 0);
    const isCounted = covers < 1 && whole !== undefined && read.every((answers) => answers > 0);
    const part = isCounted ? read.reduce((sum, answers) => sum + answers, 0) / whole : covers;
    return (figure: Figure) => Math.min(part, 1) * weigh(figure);
  };
  const [weighBefore, weighAfter] = [weighOn(previousDay), weighOn(day)];
  const byPart = Map.groupBy(scored, ({ labels }) => labelKey(labels));
  const found = [...byPart.values()].flatMap((history) => {
    const then = history.find(({ row }) => row.date === previousDay);
    const now = history.find(({ row }) => row.date === day);
    if (then?.row.score === undefined || now?.row.score === undefined) return [];
    const share = (weighBefore(then) + weighAfter(now)) / 2;
    const points = share * (now.row.score - then.row.score);
    return [{ labels: now.labels, share, points, ...moved(history, previousDay) }];
  });
  return withVariance(found);
}

/** How far the days since moved from those before, and how much this figure usually varies from day to day. */
function moved(history: readonly Figure[], previousDay: string) {
  const days = history
    .map(({ row: { date = '', score = 0 } }) => ({ date, score }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const upTo = days.filter(({ date }) => date <= previousDay).map(({ score }) => score);
  const before = upTo.slice(-DAYS_COMPARED);
  const after = days
    .filter(({ date }) => date > previousDay)
    .map(({ score }) => score)
    .slice(-DAYS_COMPARED);
  const learnt = upTo.slice(-DAYS_LEARNT);
  const steps = learnt.slice(1).map((score, i) => (score - (learnt[i] ?? 0)) ** 2 / 2);
  return {
    change: meanOf(after) - meanOf(before),
    days: 1 / before.length + 1 / after.length,
    steps,
  };
}

/** The prompts that moved most the way the whole did, on one engine or on all. */
export function promptsThatMoved(
  change: ChangeToExplain,
  engine?: { id: string; name: string },
): MovedPrompt[] {
  const { previousDay, day, prompts = [] } = change;
  const isIts = (row: DailyScore) =>
    engine === undefined || row.engineId === engine.id || row.engine === engine.name;
  const moves = prompts.flatMap(({ id, text, rows }) => {
    const own = rows.filter(isIts);
    const [before, after] = [previousDay, day].map((date) => scoreOn(own, date, engine !== undefined));
    return before === undefined || after === undefined ? [] : { id, text, before, after };
  });
  const way = Math.sign(change.after - change.before);
  const moved = ({ before, after }: MovedPrompt) => (after - before) * way;
  return moves.filter((one) => moved(one) > 0).toSorted((a, b) => moved(b) - moved(a));
}

/** Of all regions, and of all engines unless the rows are one’s: as the API gives it, else the mean of its parts. */
function scoreOn(rows: readonly DailyScore[], day: string, isOfEngine: boolean): number | undefined {
  const ofDay = rows.filter(({ date, score }) => date === day && score !== undefined);
  const whole = ofDay.filter(
    (row) => regionOf(row) === undefined && (isOfEngine || engineOf(row) === undefined),
  );
  const parts = whole.length > 0 ? whole : ofDay;
  const weigh = weights(parts.map((row) => ({ row, labels: [] })));
  return parts.length === 0
    ? undefined
    : parts.reduce((sum, row) => sum + weigh({ row, labels: [] }) * (row.score ?? 0), 0);
}

type Moved = Omit<ScoreCell, 'variance'> & ReturnType<typeof moved>;

/** What little is known of a figure's own noise is helped by that of all; where none is known, the calm ones tell it. */
function withVariance(cells: readonly Moved[]): ScoreCell[] {
  const noises = cells.flatMap(({ steps }) => (steps.length < 3 ? [] : medianOf(steps) / MEDIAN_SQUARE));
  const squares = cells.map(({ change }) => change ** 2).toSorted((a, b) => a - b);
  const spread = (squares[Math.floor(squares.length / 4)] ?? 0) / QUARTILE_SQUARE;
  const largest = Math.max(0, ...cells.map(({ change }) => Math.abs(change)));
  // Figures that stood still for weeks are not certain to the last digit.
  const least = Math.max((largest / 50) ** 2, Number.EPSILON);
  return cells.map(({ steps, days, ...cell }) => {
    const all = noises.length > 0 ? medianOf(noises) * days : spread;
    const own = steps.length > 0 ? (medianOf(steps) / MEDIAN_SQUARE) * days : all;
    const variance = (steps.length * own + OWN_NOISE * all) / (steps.length + OWN_NOISE);
    return { ...cell, variance: Math.max(variance, least) };
  });
}

/** The mean of a prompt's scores of a day; undefined where it has none. */
export function meanOn(date: string, { rows }: PromptFigures): number | undefined {
  const scores = rows.flatMap((row) => (row.date === date && row.score !== undefined ? row.score : []));
  return scores.length === 0 ? undefined : meanOf(scores);
}

function meanOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

function weights(figures: readonly Figure[]): (figure: Figure) => number {
  const answers = figures.map(({ row }) => row.answers ?? 0);
  const total = answers.reduce((sum, count) => sum + count, 0);
  return answers.every((count) => count > 0)
    ? ({ row }) => (row.answers ?? 0) / total
    : () => 1 / figures.length;
}
