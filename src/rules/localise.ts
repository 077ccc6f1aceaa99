/** Finds where a change sits: the fewest parts, such as an engine, a prompt or a topic on an engine, in which it shows beyond noise. Pure. */

/** What a figure is of: two prompts of one wording, or of none that can be read, are two by their ids. A cell may have several topics. */
export type Label = { kind: 'engine' | 'prompt' | 'topic' | 'region'; id: string; name: string };

/**
 * A figure that is a part of others: what it is of, its share of the whole (0 to 1), how far it moved (in points), and how much
 * that may vary by chance (points squared).
 */
export type Cell = { labels: readonly Label[]; share: number; change: number; variance: number };

/** The cells that all of these labels are of; at most two labels, and none is every cell. */
export type Part<Of extends Cell> = { labels: readonly Label[]; cells: readonly Of[] };

/** Names no more than that: who is told of five causes is told of none. */
const MOST_PARTS = 3;

/** A part is named where chance would bring one so clear among all that were looked at less often than this. */
const BY_CHANCE = 0.004;

/** So much of the change is to be accounted for; what is left of it then is no cause worth a name. */
const ENOUGH = 0.8;

/**
 * The clearest part first. In each round the part wins whose cells' common move accounts for most of what is left, in spreads of
 * chance, less what its kind has tried: of eighty pairs one is sooner clear by chance than of four engines. Nothing where all
 * moved alike. Parts do not overlap: a cell belongs to the first that has it.
 */
export function localise<Of extends Cell>(cells: readonly Of[]): Part<Of>[] {
  const candidates = candidatesOf(cells);
  const tried = new Map<string, number>();
  for (const { shape } of candidates) tried.set(shape, (tried.get(shape) ?? 0) + 1);
  const total = cells.reduce((sum, { share, change }) => sum + share * change, 0);
  const left = cells.map(({ change }) => change);
  const parts: Part<Of>[] = [];
  let explained = 0;
  const taken = new Set<number>();
  while (parts.length < MOST_PARTS && explained < ENOUGH * Math.abs(total)) {
    const best = clearest(candidates, cells, left, tried);
    if (!best || best.labels.length === 0) break;
    const move = commonMove(best.members, cells, left).move;
    for (const i of best.members) left[i] = (left[i] ?? 0) - move;
    if (move * total <= 0) continue;
    const own = best.members.filter((i) => !taken.has(i));
    for (const i of own) taken.add(i);
    const mine = own.flatMap((i) => cells[i] ?? []);
    explained += Math.sign(total) * mine.reduce((sum, { share, change }) => sum + share * change, 0);
    if (mine.length > 0) parts.push({ labels: best.labels, cells: mine });
  }
  return parts;
}

/** `members` are positions among the cells; `shape` is of which kinds the labels are. */
type Candidate = { labels: readonly Label[]; shape: string; members: readonly number[] };

/** All cells, each label, and each pair of labels of two kinds; of those with the same cells the shortest. */
function candidatesOf(cells: readonly Cell[]): Candidate[] {
  const found = new Map<string, { labels: readonly Label[]; members: number[] }>();
  const put = (labels: readonly Label[], i: number) => {
    const key = labelKey(labels);
    const one = found.get(key) ?? { labels, members: [] };
    found.set(key, one);
    one.members.push(i);
  };
  for (const [i, { labels }] of cells.entries()) {
    put([], i);
    for (const label of labels) put([label], i);
    for (const [a, first] of labels.entries())
      for (const second of labels.slice(a + 1)) if (canMeet(first, second)) put([first, second], i);
  }
  const bySet = new Map<string, Candidate>();
  for (const { labels, members } of found.values()) {
    const set = members.join();
    const shape = labels.map(({ kind }) => kind).join('+');
    if (!bySet.has(set)) bySet.set(set, { labels, shape, members });
  }
  return [...bySet.values()];
}

/** The same for the same labels only. */
export function labelKey(labels: readonly Label[]): string {
  return JSON.stringify(labels.map(({ kind, id }) => [kind, id]));
}

/** A prompt’s topics are no further narrowing of it. */
function canMeet(one: Label, other: Label): boolean {
  const kinds = [one.kind, other.kind];
  return one.kind !== other.kind && !(kinds.includes('prompt') && kinds.includes('topic'));
}

function clearest(
  candidates: readonly Candidate[],
  cells: readonly Cell[],
  left: readonly number[],
  tried: ReadonlyMap<string, number>,
): Candidate | undefined {
  let best: Candidate | undefined;
  let most = 2 * Math.log(1 / BY_CHANCE);
  for (const candidate of candidates) {
    const { clarity } = commonMove(candidate.members, cells, left);
    const worth = clarity - 2 * Math.log(tried.get(candidate.shape) ?? 1);
    if (worth > most) [best, most] = [candidate, worth];
  }
  return best;
}

/** The move that cells have in common, each counted by how sure it is, and its square in variances of chance. */
function commonMove(members: readonly number[], cells: readonly Cell[], left: readonly number[]) {
  let [sum, certainty] = [0, 0];
  for (const i of members) {
    const { variance = 1 } = cells[i] ?? {};
    sum += (left[i] ?? 0) / variance;
    certainty += 1 / variance;
  }
  return { move: sum / certainty, clarity: sum ** 2 / certainty };
}
