/**
 * Says what moved a score: which prompts, topics and engines account for the change between two days, in points that sum
 * to it. Only the API's own figures of both days are used; what they leave open is named as the rest.
 */
import type { ExplainedPart, Explanation } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';

/** So many parts are named; the rest is one figure. */
const MOST_PARTS = 4;

/** A part below this share of the change is left to the rest. */
const LEAST_SHARE = 0.1;

/** Of parts that explain nearly as much as the largest, the narrowest is named. */
const NEARLY = 0.8;

/** A prompt with its timeseries (of any days, by engine where the API gives that). */
export type PromptFigures = {
  id: string;
  text: string;
  topics?: readonly string[] | undefined;
  rows: readonly DailyScore[];
};

/** Two days (YYYY-MM-DD) and the project's figures of them, in the API's own points. Absent lists are absent figures. */
export type ChangeToExplain = {
  previousDay: string;
  day: string;
  before: number;
  after: number;
  prompts?: readonly PromptFigures[] | undefined;
  /** Daily scores, of which those by engine count. */
  engines?: readonly DailyScore[] | undefined;
};

/** A figure of both days that is no mean of others known here, and how many points of the change are its. */
type Cell = { prompt?: PromptFigures | undefined; engine?: string | undefined; points: number };
type Group = { kind: ExplainedPart['kind']; name: string; cells: readonly Cell[]; points: number };

/** Undefined where no figure of both days is known. Points are rounded to `decimals`. */
export function explainChange(change: ChangeToExplain, decimals: number): Explanation | undefined {
  const all = cellsOf(change);
  if (all.length === 0) return undefined;
  const round = (points: number) => Number(points.toFixed(decimals)) + 0;
  // Of both figures as they are shown: who subtracts what is read gets the sum.
  const total = round(round(change.after) - round(change.before));
  const parts: ExplainedPart[] = [];
  let groups = groupsOf(all);
  while (parts.length < MOST_PARTS) {
    const group = clearest(groups);
    if (!group || Math.abs(group.points) < LEAST_SHARE * Math.abs(total) || round(group.points) === 0) break;
    const { kind, name, cells, points } = group;
    parts.push({ kind, name, points: round(points) });
    // A part is all of what it names: what is left of an engine beside a prompt would be found in no figure of it.
    groups = groups.filter((other) => !other.cells.some((cell) => cells.includes(cell)));
  }
  const named = parts.reduce((sum, { points }) => sum + points, 0);
  return {
    change: total,
    parts: parts.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points)),
    rest: round(total - named),
  };
}

/** The finest figures that there are: a prompt on an engine, else a prompt, else an engine. */
function cellsOf(change: ChangeToExplain): Cell[] {
  const { prompts = [], engines = [] } = change;
  const ofPrompts = prompts.flatMap((prompt) => figuresOf(prompt.rows, prompt));
  const byEngine = ofPrompts.filter(({ engine }) => engine !== undefined);
  const byPrompt = ofPrompts.filter(({ engine }) => engine === undefined);
  const whole = figuresOf(engines, undefined).filter(({ engine }) => engine !== undefined);
  const choices = [byEngine, byPrompt, whole].map((rows) => paired(rows, change));
  return choices.find((cells) => cells.length > 0) ?? [];
}

type Figure = { row: DailyScore; prompt: PromptFigures | undefined; engine: string | undefined };

/** Of all regions: a region's figure is part of another one. */
function figuresOf(rows: readonly DailyScore[], prompt: PromptFigures | undefined): Figure[] {
  return rows
    .filter(({ region, regionId }) => region === undefined && regionId === undefined)
    .map((row) => ({ row, prompt, engine: row.engine ?? row.engineId }));
}

/** Figures that both days have, each with its weight in the mean: by answers where all are counted, else alike. */
function paired(figures: readonly Figure[], { previousDay, day }: ChangeToExplain): Cell[] {
  const ofDay = (date: string) => figures.filter(({ row }) => row.date === date && row.score !== undefined);
  const [before, after] = [ofDay(previousDay), ofDay(day)];
  const [weighBefore, weighAfter] = [weights(before), weights(after)];
  return after.flatMap((now): Cell[] => {
    const then = before.find((one) => one.prompt === now.prompt && one.engine === now.engine);
    if (then?.row.score === undefined || now.row.score === undefined) return [];
    const weight = (weighBefore(then) + weighAfter(now)) / 2;
    return [{ prompt: now.prompt, engine: now.engine, points: weight * (now.row.score - then.row.score) }];
  });
}

function weights(figures: readonly Figure[]): (figure: Figure) => number {
  const answers = figures.map(({ row }) => row.answers ?? 0);
  const total = answers.reduce((sum, count) => sum + count, 0);
  return answers.every((count) => count > 0)
    ? ({ row }) => (row.answers ?? 0) / total
    : () => 1 / figures.length;
}

function groupsOf(cells: readonly Cell[]): Group[] {
  const groups = new Map<string, Group & { cells: Cell[] }>();
  const put = (kind: Group['kind'], id: string, name: string, cell: Cell) => {
    const group = groups.get(`${kind}:${id}`) ?? { kind, name, cells: [], points: 0 };
    groups.set(`${kind}:${id}`, group);
    group.cells.push(cell);
    group.points += cell.points;
  };
  for (const cell of cells) {
    if (cell.prompt) put('prompt', cell.prompt.id, cell.prompt.text, cell);
    for (const topic of cell.prompt?.topics ?? []) put('topic', topic, topic, cell);
    if (cell.engine !== undefined) put('engine', cell.engine, cell.engine, cell);
  }
  return [...groups.values()];
}

function clearest(groups: readonly Group[]): Group | undefined {
  const largest = Math.max(0, ...groups.map(({ points }) => Math.abs(points)));
  const near = groups.filter(({ points }) => Math.abs(points) >= NEARLY * largest);
  return near.toSorted(
    (a, b) => a.cells.length - b.cells.length || Math.abs(b.points) - Math.abs(a.points),
  )[0];
}
