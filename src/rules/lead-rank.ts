/**
 * Orders a team's open leads by how likely the team is to answer them, once its decisions say enough; until then the
 * API's order stands. What it likes is learned from the leads it answered and dismissed: a ridge logistic regression
 * over score, place, age, citations and words. Nothing is stored.
 */
import type { DigestLead, WhyRanked } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { stemsOf } from '../words/nearest.ts';
import { placeKey } from './lead-place.ts';
import { meanOf } from './score-window.ts';

/** `decided`: the number of leads from the same place that the team decided on; missing if the lead has no place. */
export type RankedLead<L> = { lead: L; why: WhyRanked; decided?: number | undefined };

/** Below this the API's order stands. */
export const ENOUGH_DECISIONS = 50;

/** Older decisions would weigh a quarter at most, so they aren't read. */
export const MOST_DECISIONS = 500;

/** A team that only answers or only dismisses tells nothing about its taste. */
const ENOUGH_OF_A_KIND = 5;

/** The latest decisions (at most half) test the prediction, in steps, each predicted from the ones before. */
const MOST_PREDICTED = 200;
const STEP = 25;

/** Candidate half-lives, in decisions: days' or months' worth. The one that predicts better weighs more. */
const HALF_AFTER = [60, 240];

/** `leads` in the API's order, which stands (undefined) while decisions say too little. `left`: shown and left alone. */
export function rankLeads<L extends Rankable & { wasLeft?: boolean | undefined }>(
  leads: readonly L[],
  decisions: readonly LeadDecision[],
  left: readonly LeftLead[],
  now: number,
): RankedLead<L>[] | undefined {
  const answered = decisions.filter((one) => one.answered).length;
  const fewer = Math.min(answered, decisions.length - answered);
  if (decisions.length < ENOUGH_DECISIONS || fewer < ENOUGH_OF_A_KIND) return undefined;
  const newest = latestFirst(decisions).map(withWords);
  const leftAlone = latestFirst(left).map(withWords);
  const predicted = predict(newest, leftAlone);
  const memories = weighMemories(predicted);
  const chanceOf = ({ chances }: Predicted) =>
    memories.reduce((sum, { share }, i) => sum + share * (chances[i] ?? 0), 0);
  const keeps = oddsKept(
    predicted.map((one) => ({ chance: toShare(chanceOf(one)), isLeft: one.outcome === 'left' })),
  );
  // The fewer odds a lead keeps once left alone, the more it counts as dismissed.
  const dismissed = keeps < 1 ? leftAlone.map((one) => ({ ...one, answered: false, counts: 1 - keeps })) : [];
  const taste = learnTaste([...newest, ...dismissed], memories);
  const counts = Map.groupBy(newest, ({ place = '' }) => placeKey(place));
  return leads
    .map((lead) => {
      const { chance, why } = taste(withWords(lead), now);
      return { lead, why, chance: lead.wasLeft ? chance + Math.log(keeps) : chance };
    })
    .toSorted((a, b) => b.chance - a.chance)
    .map(({ lead, why }) => {
      const key = placeKey(lead.place ?? '');
      return { lead, why, ...(key !== '' && { decided: counts.get(key)?.length ?? 0 }) };
    });
}

function latestFirst<One extends { at: number }>(list: readonly One[]): One[] {
  return list.toSorted((a, b) => b.at - a.at).slice(0, MOST_DECISIONS);
}

/** What became of a lead, and the log odds of an answer that each memory would have predicted. */
type Predicted = { outcome: 'answered' | 'dismissed' | 'left'; chances: readonly number[] };

/** Predicts the latest decisions (`newest` first), and the leads left alone between them, from the decisions before. */
function predict(newest: readonly Worded<LeadDecision>[], left: readonly Worded<LeftLead>[]) {
  const many = Math.min(MOST_PREDICTED, Math.floor(newest.length / 2));
  const starts = Array.from({ length: Math.ceil(many / STEP) }, (_, i) => i * STEP);
  return starts.flatMap((start) => {
    const end = Math.min(start + STEP, many);
    const before = newest.slice(end);
    const from = newest[end - 1]?.at ?? 0;
    const until = newest[start - 1]?.at ?? Number.POSITIVE_INFINITY;
    const tastes = HALF_AFTER.map((halfAfter) => learnTaste(before, [{ halfAfter, share: 1 }]));
    const withChances = (one: Worded<LeftLead>, outcome: Predicted['outcome']) => ({
      outcome,
      chances: tastes.map((taste) => taste(one, one.at).chance),
    });
    return [
      ...newest.slice(start, end).map((one) => withChances(one, one.answered ? 'answered' : 'dismissed')),
      ...left.filter(({ at }) => at >= from && at < until).map((one) => withChances(one, 'left')),
    ];
  });
}

function weighMemories(predicted: readonly Predicted[]): Memory[] {
  const likely = HALF_AFTER.map((_, i) =>
    predicted.reduce((sum, { outcome, chances }) => {
      if (outcome === 'left') return sum;
      const share = toShare(outcome === 'answered' ? (chances[i] ?? 0) : -(chances[i] ?? 0));
      return sum + Math.log(Math.max(share, Number.MIN_VALUE));
    }, 0),
  );
  const best = Math.max(...likely);
  const all = likely.reduce((sum, one) => sum + Math.exp(one - best), 0);
  return HALF_AFTER.map((halfAfter, i) => ({
    halfAfter,
    share: Math.exp((likely[i] ?? 0) - best) / all,
  }));
}

function toShare(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** A lead shown to the team at `at` (epoch ms), and not answered or dismissed for at least a day. */
export type LeftLead = Rankable & { at: number };

/** People act on the day they see a lead; one shown since then isn't left alone yet. */
export const LEFT_AFTER_DAYS = 1;

/** People overlook leads they would like, so a lead keeps at least this share of its odds. */
const LEAST_KEPT = 0.3;

/** Weight of an imagined past without any difference, in squares of chances. */
const DOUBT = 2;

/** The share of its odds that a lead keeps once left alone: a line through predicted chances against being left. */
export function oddsKept(shown: readonly { chance: number; isLeft: boolean }[]): number {
  const chance = meanOf(shown.map((one) => one.chance));
  const share = meanOf(shown.map(({ isLeft }) => Number(isLeft)));
  let together = 0;
  let spread = DOUBT;
  for (const one of shown) {
    together += (one.chance - chance) * (Number(one.isLeft) - share);
    spread += (one.chance - chance) ** 2;
  }
  const slope = together / spread;
  const ofOthers = share - slope * chance;
  return slope < 0 ? Math.max(LEAST_KEPT, (ofOthers + slope) / ofOthers) : 1;
}

/** The features: score on the API's own scale, place, age of the thread, citations, and words of title and reason. */
export type Rankable = Pick<DigestLead, 'title' | 'reason' | 'place' | 'score' | 'postedAt' | 'citedBy'>;

/** A lead that the team answered or dismissed, `at` epoch ms; `counts`: its weight, 1 by default. */
export type LeadDecision = Rankable & { answered: boolean; at: number; counts?: number };

/** A decision counts half after `halfAfter` newer ones. `share`: this memory's weight. */
export type Memory = { halfAfter: number; share: number };

/** A lead with its words, which cost more than all the rest, so they are split only once. */
export type Worded<L> = L & { words: readonly string[] };

function withWords<L extends Rankable>(lead: L): Worded<L> {
  const { title = '', reason = '' } = lead;
  return { ...lead, words: [...new Set(stemsOf(`${title} ${reason}`).map(({ stem }) => stem))] };
}

/** Rates a lead at a time (epoch ms): `chance` is the log odds of an answer, `why` the strongest reason. */
export type Taste = (lead: Worded<Rankable>, at: number) => { chance: number; why: WhyRanked };

const ENOUGH_OF_A_PLACE = 2;
const ENOUGH_OF_A_WORD = 3;

/** Most words are chance: how uneven one must be (standard deviations), and how many get a weight. */
const TELLING = 1.6;
const MOST_WORDS = 40;

/** How strongly weights are pulled to their start: SCORE_BEGINS for the score, 0 for all others. */
const RIDGE = 3;
const RIDGE_OF_THE_SCORE = 1;
/** Places differ most: a team answers nearly all from one, and nothing from another. */
const RIDGE_OF_A_PLACE = 0.4;
/** Words were picked for looking telling, so they look more telling than they are. */
const RIDGE_OF_A_WORD = 2;
const SCORE_BEGINS = 1;
const SWEEPS = 10;

type Features = ReadonlyMap<string, number>;

/** Needs at least one decision. Each weight is the average over the memories, whose shares sum to 1. */
function learnTaste(decisions: readonly Worded<LeadDecision>[], memories: readonly Memory[]): Taste {
  const newest = decisions.toSorted((a, b) => b.at - a.at);
  const featuresOf = createFeatures(newest);
  const rows = newest.map((one) => ({
    features: featuresOf(one, one.at),
    answered: one.answered,
    counts: one.counts ?? 1,
  }));
  const weights = new Map<string, number>();
  for (const { halfAfter, share } of memories) {
    const fading = rows.map((row, index) => ({ ...row, counts: row.counts * 0.5 ** (index / halfAfter) }));
    for (const [name, weight] of weightsOf(fading))
      weights.set(name, (weights.get(name) ?? 0) + share * weight);
  }
  const mean = averageFeatures(rows);
  return (lead, now) => {
    const features = featuresOf(lead, now);
    let chance = 0;
    for (const [name, figure] of features) chance += (weights.get(name) ?? 0) * figure;
    const speaks = (name: string) =>
      (weights.get(name) ?? 0) * ((features.get(name) ?? 0) - (mean.get(name) ?? 0));
    return { chance, why: whyOf(lead, features, speaks) };
  };
}

/** The scale of scores is unknown, so they are ranked from -1 to 1. A missing feature is 0, neutral. */
function createFeatures(decisions: readonly Worded<LeadDecision>[]) {
  const scores = decisions.flatMap(({ score }) => score ?? []);
  const byPlace = Map.groupBy(decisions, ({ place = '' }) => placeKey(place));
  const places = new Set([...byPlace].flatMap(([key, of]) => (of.length >= ENOUGH_OF_A_PLACE ? key : [])));
  const figuresOf = createWordFigures(decisions);
  return (lead: Worded<Rankable>, at: number): Features => {
    const { score, place = '', postedAt, citedBy, words } = lead;
    const named = placeKey(place);
    return new Map([
      ['always', 1],
      ['score', score === undefined || scores.length === 0 ? 0 : 2 * shareBelow(scores, score) - 1],
      ['fresh', postedAt === undefined ? 0 : 1 - Math.log2(1 + Math.max(0, at - postedAt) / DAY_MS) / 2],
      ['cited', citedBy === undefined ? 0 : 1],
      ...(named !== '' && places.has(named) ? [[`place ${named}`, 1] as const] : []),
      ...figuresOf(words).map(([word, figure]) => [`word ${word}`, figure] as const),
    ]);
  };
}

/** A telling word that comes with another in fewer leads than this share isn't read into a text without it. */
const IMPLIED = 0.4;
/** Imagined leads that have a word and nothing else: a word seen once or twice implies little. */
const ALONE = 2;

/** The telling words of a text: 1 for one that is there, for others how often they come with one that is. */
function createWordFigures(decisions: readonly Worded<LeadDecision>[]) {
  const telling = tellingWords(decisions);
  const seen = new Map<string, { many: number; beside: Map<string, number> }>();
  for (const { words } of decisions) {
    const tellingHere = words.filter((word) => telling.has(word));
    for (const word of words) {
      const one = seen.get(word) ?? { many: 0, beside: new Map<string, number>() };
      seen.set(word, one);
      one.many += 1;
      for (const other of tellingHere) one.beside.set(other, (one.beside.get(other) ?? 0) + 1);
    }
  }
  const implies = new Map(
    [...seen].map(([word, { many, beside }]) => {
      const shares = [...beside].map(([other, both]) => [other, both / (many + ALONE)] as const);
      return [word, shares.filter(([, share]) => share >= IMPLIED)];
    }),
  );
  return (words: readonly string[]): [word: string, figure: number][] => {
    const figures = new Map<string, number>();
    for (const [other, share] of words.flatMap((word) => implies.get(word) ?? []))
      figures.set(other, Math.max(share, figures.get(other) ?? 0));
    for (const word of words) if (telling.has(word)) figures.set(word, 1);
    return [...figures];
  };
}

/** Words spread so unevenly over answered and dismissed leads that it is hardly chance, the most uneven first. */
function tellingWords(decisions: readonly Worded<LeadDecision>[]): Set<string> {
  const sum = (of: readonly LeadDecision[]) => of.reduce((total, { counts = 1 }) => total + counts, 0);
  const share = sum(decisions.filter(({ answered }) => answered)) / sum(decisions);
  const counts = new Map<string, { many: number; answered: number }>();
  for (const one of decisions)
    for (const word of one.words) {
      const { many, answered } = counts.get(word) ?? { many: 0, answered: 0 };
      const weight = one.counts ?? 1;
      counts.set(word, { many: many + weight, answered: answered + (one.answered ? weight : 0) });
    }
  const telling = [...counts]
    .filter(([, { many }]) => many >= ENOUGH_OF_A_WORD)
    .map(([word, { many, answered }]) => ({
      word,
      spreads: Math.abs(answered - many * share) / Math.sqrt(many * share * (1 - share)),
    }))
    .filter(({ spreads }) => spreads >= TELLING)
    .sort((a, b) => b.spreads - a.spreads || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(({ word }) => word);
  return new Set(telling);
}

/** The share of all figures below `figure`; equal ones count half. */
function shareBelow(all: readonly number[], figure: number): number {
  const below = all.filter((one) => one < figure).length;
  const upTo = all.filter((one) => one <= figure).length;
  return (below + upTo) / 2 / all.length;
}

type Row = { features: Features; answered: boolean; counts: number };

/** The likeliest weights, each in steps that can't overshoot. Stopping early is regularisation, too. */
function weightsOf(rows: readonly Row[]): Map<string, number> {
  const columns = columnsOf(rows);
  const weights = new Map([...columns.keys()].map((name) => [name, initialOf(name)]));
  const sums = Float64Array.from(rows, ({ features }) => SCORE_BEGINS * (features.get('score') ?? 0));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const [name, column] of columns) {
      const before = weights.get(name) ?? 0;
      const ridge = ridgeOf(name);
      let slope = ridge * (before - initialOf(name));
      let bend = ridge;
      for (const { row, figure, answered, counts } of column) {
        const count = counts * figure;
        slope += count * (1 / (1 + Math.exp(-(sums[row] ?? 0))) - answered);
        bend += (count * figure) / 4;
      }
      const step = -slope / bend;
      weights.set(name, before + step);
      for (const { row, figure } of column) sums[row] = (sums[row] ?? 0) + step * figure;
    }
  }
  return weights;
}

/** A feature's figure in a row, if it isn't 0, with what became of that row's lead (1 if answered). */
type Cell = { row: number; figure: number; answered: number; counts: number };

function columnsOf(rows: readonly Row[]): Map<string, Cell[]> {
  const columns = new Map<string, Cell[]>();
  for (const [row, { features, answered, counts }] of rows.entries())
    for (const [name, figure] of features) {
      const column = columns.get(name) ?? [];
      columns.set(name, column);
      if (figure !== 0) column.push({ row, figure, answered: Number(answered), counts });
    }
  return columns;
}

function initialOf(name: string): number {
  return name === 'score' ? SCORE_BEGINS : 0;
}

function ridgeOf(name: string): number {
  // The overall share of answers needs hardly any pull.
  if (name === 'always') return 0.01;
  if (name === 'score') return RIDGE_OF_THE_SCORE;
  if (name.startsWith('place ')) return RIDGE_OF_A_PLACE;
  return name.startsWith('word ') ? RIDGE_OF_A_WORD : RIDGE;
}

function averageFeatures(rows: readonly Row[]): Features {
  const sums = new Map<string, number>();
  for (const { features } of rows)
    for (const [name, figure] of features) sums.set(name, (sums.get(name) ?? 0) + figure / rows.length);
  return sums;
}

/** The feature that speaks most for this lead, compared with the average lead. */
function whyOf(lead: Rankable, features: Features, speaks: (name: string) => number): WhyRanked {
  const isNamed = (name: string) => !name.startsWith('word ') || features.get(name) === 1;
  const [best] = [...features.keys()]
    .filter(
      (name) => name !== 'always' && isNamed(name) && (features.get(name) ?? 0) > 0 && speaks(name) > 0.1,
    )
    .sort((a, b) => speaks(b) - speaks(a));
  if (best === undefined) return { kind: 'rest' };
  if (best === 'score' || best === 'fresh' || best === 'cited') return { kind: best };
  if (best.startsWith('place ')) return { kind: 'place', place: lead.place ?? '' };
  const stem = best.slice('word '.length);
  const texts = [lead.title ?? '', lead.reason ?? ''];
  const [written] = texts.flatMap((text) => stemsOf(text).filter((one) => one.stem === stem));
  return { kind: 'word', word: written?.word ?? stem };
}
