/** Locates a change: the fewest parts (an engine, a prompt, a topic on one engine …) in which it shows beyond noise. */

/** Prompts with the same wording are told apart by id. A cell may have several topics. */
export type Label = { kind: 'engine' | 'prompt' | 'topic' | 'region'; id: string; name: string };

/** A figure: its labels, its share of the whole (0 to 1), its move in points, and the variance by chance. */
export type Cell = { labels: readonly Label[]; share: number; change: number; variance: number };

/** The cells that carry all of these labels, two at most. Without labels it is every cell. */
export type Part<Of extends Cell> = { labels: readonly Label[]; cells: readonly Of[] };

/** Naming five causes explains nothing. */
const MOST_PARTS = 3;

/** A part is named if chance would produce one this clear, among all candidates, less often than this. */
const BY_CHANCE = 0.004;

/** Once this share of the change is accounted for, the rest isn't worth naming. */
const ENOUGH = 0.8;

/**
 * The clearest part first. Each round picks the part whose common move accounts for most of the remainder, in spreads
 * of chance, minus a penalty for the number of candidates of its kind: one of 80 pairs looks clear by chance sooner
 * than one of 4 engines. Empty if everything moved alike. A cell belongs to the first part that contains it.
 */
export function localise<Of extends Cell>(cells: readonly Of[]): Part<Of>[] {
  const candidates = listCandidates(cells);
  const tried = new Map<string, number>();
  for (const { shape } of candidates) tried.set(shape, (tried.get(shape) ?? 0) + 1);
  const total = cells.reduce((sum, { share, change }) => sum + share * change, 0);
  const left = cells.map(({ change }) => change);
  const parts: Part<Of>[] = [];
  let explained = 0;
  const taken = new Set<number>();
  while (parts.length < MOST_PARTS && explained < ENOUGH * Math.abs(total)) {
    const best = findClearest(candidates, cells, left, tried);
    if (!best || best.labels.length === 0) break;
    const move = findCommonMove(best.members, cells, left).move;
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

/** `members`: indexes of cells; `shape`: the kinds of the labels. */
type Candidate = { labels: readonly Label[]; shape: string; members: readonly number[] };

/** All cells, each label, and each pair of labels of different kinds; the shortest of those with the same cells. */
function listCandidates(cells: readonly Cell[]): Candidate[] {
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

/** Equal for equal labels only. */
export function labelKey(labels: readonly Label[]): string {
  return JSON.stringify(labels.map(({ kind, id }) => [kind, id]));
}

/** A topic doesn't narrow down one of its own prompts. */
function canMeet(one: Label, other: Label): boolean {
  const kinds = [one.kind, other.kind];
  return one.kind !== other.kind && !(kinds.includes('prompt') && kinds.includes('topic'));
}

function findClearest(
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
