/** Explains a change of the score: the fewest parts that account for it, in points of the API's own figures that sum to it. */
import type { Explanation, MeasuredChange, MovedPrompt, PartsBy, Scope } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { isWhole, kindOfParts, narrowRows, scopeOf } from './score-series.ts';
import { meanOf, medianOf } from './score-window.ts';

/** A prompt and its timeseries, by engine and region if the API gives that. */
export type PromptFigures = {
  id: string;
  text: string;
  topics?: readonly string[] | undefined;
  rows: readonly DailyScore[];
};

/** The prompts asked in the same words all along; none if one that was reworded isn't among them by its new words. */
export function withoutReworded(
  prompts: readonly PromptFigures[],
  changes: readonly MeasuredChange[],
): readonly PromptFigures[] {
  const words = new Set(changes.flatMap(({ reworded = [] }) => reworded.map((one) => one.toLowerCase())));
  const same = prompts.filter(({ text }) => !words.has(text.toLowerCase()));
  return prompts.length - same.length < words.size ? [] : same;
}

/** Two days (YYYY-MM-DD) and the project's figures up to them, in the API's points. A missing list: no figures. */
export type ChangeToExplain = {
  previousDay: string;
  day: string;
  before: number;
  after: number;
  prompts?: readonly PromptFigures[] | undefined;
  /** The number of all tracked prompts, if `prompts` are only some of them. */
  tracked?: number | undefined;
  /** Daily scores; only those by engine or region count. */
  engines?: readonly DailyScore[] | undefined;
};

/** Days compared on each side of the change, so that one odd day isn't taken for a cause. */
const DAYS_COMPARED = 7;

/** Days before the change from which the usual variation is learned. */
const DAYS_LEARNED = 28;

/** The median and the first quartile of a squared normal deviation, in variances. */
const MEDIAN_SQUARE = 0.4549;
const QUARTILE_SQUARE = 0.1015;

/** Once this share of the change is accounted for, the rest isn't worth naming. */
const ENOUGH = 0.8;

/** The decimals with which messages write figures of this size. */
function countDecimals(before: number, after: number): number {
  const largest = Math.max(Math.abs(before), Math.abs(after));
  if (largest > 10) return 1;
  return largest > 1 ? 2 : 3;
}

/** Points are rounded as messages write the figures. Undefined if no figure is known for both days. */
export function explainChange(change: ChangeToExplain): Explanation | undefined {
  const views = listViews(change).flatMap(({ figures, covers }) => {
    const cells = listCells(figures, change, covers);
    return cells.length > 0 ? [{ cells, covers }] : [];
  });
  if (views.length === 0) return undefined;
  const decimals = countDecimals(change.before, change.after);
  const round = (points: number) => Number(points.toFixed(decimals)) + 0;
  // From the rounded figures, so that readers who subtract them get the sum.
  const total = round(round(change.after) - round(change.before));
  const parts = findClearest(views)
    .map((part) => explainPart(preferProjectFigures(part, views), change.after - change.before, round))
    .filter(({ points }) => points * total > 0)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const unread = (change.tracked ?? 0) - (change.prompts?.length ?? 0);
  return { change: total, parts, ...(unread > 0 && { unread }) };
}

function explainPart({ labels, cells }: Part, whole: number, round: (points: number) => number) {
  const prompts = new Set(
    cells.flatMap(({ labels }) => labels.flatMap(({ kind, id }) => (kind === 'prompt' ? id : []))),
  );
  const isOfTopic = labels.some(({ kind }) => kind === 'topic');
  const points = cells.reduce((sum, one) => sum + one.points, 0);
  return {
    of: labels.map(({ kind, name }) => ({ kind, name })),
    points: round(points),
    share: points / whole,
    ...(isOfTopic && prompts.size > 0 && { prompts: prompts.size }),
  };
}

/** The cells of one way to divide the whole; `covers`: the share of the whole they cover. */
type View = { cells: readonly Cell[]; covers: number };

/** The parts found in the finest view that explains enough of the change, else in the one that explains most. */
function findClearest(views: readonly View[]): Part[] {
  let best: Part[] = [];
  let most = 0;
  for (const { cells } of views) {
    const parts = localise(cells);
    const accounted = parts.reduce((total, part) => total + sumOf(part.cells), 0) / sumOf(cells);
    if (accounted >= ENOUGH) return parts;
    if (accounted > most) [best, most] = [parts, accounted];
  }
  return best;
}

/** A sample shows only a share of an engine or region: uses the project's own figures for it if there are any. */
function preferProjectFigures(part: Part, views: readonly View[]): Part {
  const isOfPlaces = part.labels.every(({ kind }) => kind === 'engine' || kind === 'region');
  const isOfSample = views.some(
    ({ cells, covers }) => covers < 1 && part.cells.some((one) => cells.includes(one)),
  );
  if (!isOfPlaces || !isOfSample) return part;
  const keys = part.labels.map((label) => labelKey([label]));
  const holdsAll = ({ labels }: Cell) => keys.every((key) => labels.some((one) => labelKey([one]) === key));
  const whole = views.flatMap(({ cells, covers }) => (covers === 1 ? [cells.filter(holdsAll)] : []));
  const cells = whole.find(({ length }) => length > 0);
  return cells ? { ...part, cells } : part;
}

type Figure = { row: DailyScore; labels: readonly Label[] };

/** The ways to divide the whole, the finest first. No figure in one view is a mean of others in it. */
function listViews({ prompts = [], tracked = prompts.length, engines: rows = [] }: ChangeToExplain) {
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
  const view = (all: readonly Figure[], covers: number) => (by: PartsBy | undefined) => ({
    figures: all.filter(({ row }) => kindOfParts(scopeOf(row)) === by),
    covers,
  });
  const kinds = ['engine and region', 'engine', 'region'] as const;
  return [
    ...[...kinds, undefined].map(view(ofPrompts, prompts.length / tracked)),
    ...kinds.map(view(ofProject, 1)),
  ];
}

function placeOf(row: DailyScore): Label[] {
  const scope = scopeOf(row);
  return (['engine', 'region'] as const).flatMap((kind): Label[] => {
    const name = scope[kind]?.name;
    return name === undefined ? [] : [{ kind, id: name, name }];
  });
}

/** The figures known for both days, with their weight in the mean: by answers if all are counted, else equal. */
function listCells(
  figures: readonly Figure[],
  { previousDay, day }: ChangeToExplain,
  covers: number,
): Cell[] {
  const scored = figures.filter(({ row }) => row.score !== undefined && (row.date ?? '') <= day);
  const weighOn = (date: string) => {
    const ofDay = scored.filter(({ row }) => row.date === date);
    const weigh = weights(ofDay.map(({ row }) => row));
    return ({ row }: Figure) => covers * weigh(row);
  };
  const [weighBefore, weighAfter] = [weighOn(previousDay), weighOn(day)];
  const byPart = Map.groupBy(scored, ({ labels }) => labelKey(labels));
  const found = [...byPart.values()].flatMap((history) => {
    const then = history.find(({ row }) => row.date === previousDay);
    const now = history.find(({ row }) => row.date === day);
    if (then?.row.score === undefined || now?.row.score === undefined) return [];
    const share = (weighBefore(then) + weighAfter(now)) / 2;
    const points = share * (now.row.score - then.row.score);
    return [{ labels: now.labels, share, points, ...measureMove(history, previousDay) }];
  });
  return withVariance(found);
}

/** How far the days since moved from the days before, and how much the figure usually varies from day to day. */
function measureMove(history: readonly Figure[], previousDay: string) {
  const days = history
    .map(({ row: { date = '', score = 0 } }) => ({ date, score }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const upTo = days.filter(({ date }) => date <= previousDay).map(({ score }) => score);
  const before = upTo.slice(-DAYS_COMPARED);
  const after = days
    .filter(({ date }) => date > previousDay)
    .map(({ score }) => score)
    .slice(-DAYS_COMPARED);
  const learned = upTo.slice(-DAYS_LEARNED);
  const steps = learned.slice(1).map((score, i) => (score - (learned[i] ?? 0)) ** 2 / 2);
  return { change: meanOf(after) - meanOf(before), days: 1 / before.length + 1 / after.length, steps };
}

/** The prompts' own figures of an engine or region, as seen from there. */
export function narrowPrompts(prompts: readonly PromptFigures[], scope: Scope): PromptFigures[] {
  return prompts.map((prompt) => ({ ...prompt, rows: narrowRows(prompt.rows, scope) }));
}

const WORST = 3;

/** Explains a change of the figures of `scope`, and names the prompts that moved most with it. */
export function explainWithin(scope: Scope, change: ChangeToExplain) {
  const own = { ...change, prompts: narrowPrompts(change.prompts ?? [], scope) };
  return { explanation: explainChange(own), worst: findPromptsThatMoved(own).slice(0, WORST) };
}

/** The prompts that moved in the same direction as the whole, the largest move first, on one engine or on all. */
export function findPromptsThatMoved(change: ChangeToExplain, engine?: Scope['engine']) {
  const { previousDay, day, prompts = [] } = change;
  const moves = prompts.flatMap(({ id, text, rows }) => {
    const own = narrowRows(rows, { engine });
    const [before, after] = [previousDay, day].map((date) => computeMeanOn(date, own));
    return before === undefined || after === undefined ? [] : { id, text, before, after };
  });
  const way = Math.sign(change.after - change.before);
  const moved = ({ before, after }: MovedPrompt) => (after - before) * way;
  return moves.filter((one) => moved(one) > 0).toSorted((a, b) => moved(b) - moved(a));
}

type Moved = Omit<Cell, 'variance'> & ReturnType<typeof measureMove>;

/** Blends each figure's noise with the noise of all; if none is known, the calmest quarter of the moves stands in. */
function withVariance(cells: readonly Moved[]): Cell[] {
  const noises = cells.flatMap(({ steps }) => (steps.length < 3 ? [] : medianOf(steps) / MEDIAN_SQUARE));
  const squares = cells.map(({ change }) => change ** 2).toSorted((a, b) => a - b);
  const spread = (squares[Math.floor(squares.length / 4)] ?? 0) / QUARTILE_SQUARE;
  return cells.map(({ steps, days, ...cell }) => {
    const all = noises.length > 0 ? medianOf(noises) * days : spread;
    const own = steps.length > 0 ? (medianOf(steps) / MEDIAN_SQUARE) * days : all;
    return { ...cell, variance: Math.max((own + all) / 2, Number.EPSILON) };
  });
}

/** A day's figure over all places: the API's, else the mean of its parts; undefined if it has none. */
export function computeMeanOn(
  date: string,
  rows: readonly DailyScore[],
  metric: 'score' | 'mentionRate' = 'score',
): number | undefined {
  const ofDay = rows.filter((row) => row.date === date && row[metric] !== undefined);
  const whole = ofDay.filter((row) => isWhole(scopeOf(row)));
  const parts = whole.length > 0 ? whole : ofDay;
  const weigh = weights(parts);
  return parts.length === 0
    ? undefined
    : parts.reduce((sum, row) => sum + weigh(row) * (row[metric] ?? 0), 0);
}

function weights(rows: readonly DailyScore[]): (row: DailyScore) => number {
  const total = rows.reduce((sum, { answers = 0 }) => sum + answers, 0);
  return rows.every(({ answers = 0 }) => answers > 0)
    ? ({ answers = 0 }) => answers / total
    : () => 1 / rows.length;
}

/** Prompts with the same wording are told apart by id. A cell may have several topics. */
type Label = { kind: 'engine' | 'prompt' | 'topic' | 'region'; id: string; name: string };

/** A figure: its labels, its share of the whole (0 to 1) and in its change, its move, and the variance by chance. */
type Cell = { labels: readonly Label[]; share: number; points: number; change: number; variance: number };

/** The cells that carry all of these labels, two at most. Without labels it is every cell. */
type Part = { labels: readonly Label[]; cells: readonly Cell[] };

const MOST_PARTS = 3;

/** A part is named if chance would produce one this clear, among all candidates, less often than this. */
const BY_CHANCE = 0.004;

/**
 * The clearest part first. Each round picks the part whose common move accounts for most of the remainder, in spreads
 * of chance, minus a penalty for the number of candidates of its kind: one of 80 pairs looks clear by chance sooner
 * than one of 4 engines. Empty if everything moved alike. A cell belongs to the first part that contains it.
 */
function localise(cells: readonly Cell[]): Part[] {
  const candidates = listCandidates(cells);
  const tried = new Map<string, number>();
  for (const { shape } of candidates) tried.set(shape, (tried.get(shape) ?? 0) + 1);
  const total = sumOf(cells);
  const left = cells.map(({ change }) => change);
  const parts: Part[] = [];
  let explained = 0;
  const taken = new Set<number>();
  while (parts.length < MOST_PARTS && explained < ENOUGH * Math.abs(total)) {
    const best = findClearestPart(candidates, cells, left, tried);
    if (!best?.labels.length) break;
    const move = findCommonMove(best.members, cells, left).move;
    for (const i of best.members) left[i] = (left[i] ?? 0) - move;
    if (move * total <= 0) continue;
    const mine = best.members.flatMap((i) => (taken.has(i) ? [] : (cells[i] ?? [])));
    for (const i of best.members) taken.add(i);
    explained += Math.sign(total) * sumOf(mine);
    if (mine.length > 0) parts.push({ labels: best.labels, cells: mine });
  }
  return parts;
}

function sumOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { share, change }) => sum + share * change, 0);
}

/** `members`: indexes of cells; `shape`: the kinds of the labels. */
type Candidate = { labels: readonly Label[]; shape: string; members: readonly number[] };

/** All cells, each label, and each pair of labels of different kinds; the shortest of those with the same cells. */
function listCandidates(cells: readonly Cell[]): Candidate[] {
  const listed = cells.flatMap((cell, i) => listLabels(cell).map((labels) => ({ labels, i })));
  const found = [...Map.groupBy(listed, ({ labels }) => labelKey(labels)).values()].map((same) => ({
    labels: same[0]?.labels ?? [],
    members: same.map(({ i }) => i),
  }));
  const bySet = Map.groupBy(found, ({ members }) => members.join());
  return [...bySet.values()].flatMap(([one]) =>
    one ? { ...one, shape: one.labels.map(({ kind }) => kind).join('+') } : [],
  );
}

function listLabels({ labels }: Cell): Label[][] {
  const pairs = labels.flatMap((first, at) =>
    labels.slice(at + 1).flatMap((second) => (canMeet(first, second) ? [[first, second]] : [])),
  );
  return [[], ...labels.map((label) => [label]), ...pairs];
}

function labelKey(labels: readonly Label[]): string {
  return JSON.stringify(labels.map(({ kind, id }) => [kind, id]));
}

/** A topic doesn't narrow down one of its own prompts. */
function canMeet(one: Label, other: Label): boolean {
  const kinds = [one.kind, other.kind];
  return one.kind !== other.kind && !(kinds.includes('prompt') && kinds.includes('topic'));
}

function findClearestPart(
  candidates: readonly Candidate[],
  cells: readonly Cell[],
  left: readonly number[],
  tried: ReadonlyMap<string, number>,
): Candidate | undefined {
  let best: Candidate | undefined;
  let most = 2 * Math.log(1 / BY_CHANCE);
  for (const candidate of candidates) {
    const { clarity } = findCommonMove(candidate.members, cells, left);
    const worth = clarity - 2 * Math.log(tried.get(candidate.shape) ?? 1);
    if (worth > most) [best, most] = [candidate, worth];
  }
  return best;
}

/** The cells' mean move, weighted by certainty, and its square in variances of chance. */
function findCommonMove(members: readonly number[], cells: readonly Cell[], left: readonly number[]) {
  let [sum, certainty] = [0, 0];
  for (const i of members) {
    const { variance = 1 } = cells[i] ?? {};
    sum += (left[i] ?? 0) / variance;
    certainty += 1 / variance;
  }
  return { move: sum / certainty, clarity: sum ** 2 / certainty };
}
