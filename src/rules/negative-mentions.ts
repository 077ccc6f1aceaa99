/** Finds when negative mentions of the brand rise: more of a day's mentions than chance and the days before allow. */
import type { ToneFigures } from '../decision.ts';
import { daysBefore } from './calendar.ts';
import { STAYS_DAYS } from './rival-passes.ts';
import { MAD_TO_SPREAD, medianOf } from './score-window.ts';

/** Days from which the usual share is learned, at most and at least. */
const USUAL_DAYS = 28;
const FEWEST_DAYS = 7;

/** Fewer negative mentions aren't news, whatever their share. */
const FEWEST = 5;

/** The chance of a day this bad: less than one in a hundred quarters of a project. */
const CHANCE = 1e-4;

/** Days vary by more than chance, so the share must also be this many of their own spreads away. */
const SPREADS = 5;

/** A rise is over after CALM_DAYS in a row that chance makes as bad in one of 20 days. */
const USUAL_CHANCE = 0.05;
const CALM_DAYS = 3;

/** `usual`: the negative share (0 to 1) before `since`, the day of the rise. */
export type ToneTurn = { kind: 'rose' | 'as_usual' | 'stays'; day: string; since: string; usual: number };

/** Every turn, oldest first. `breaks`: days from which something else is measured and the share learned anew. */
export function findToneTurns(
  days: readonly ToneFigures[],
  { breaks }: { breaks: readonly string[] },
): ToneTurn[] {
  const turns: ToneTurn[] = [];
  let before: ToneFigures[] = [];
  let rise: { turn: ToneTurn; calm: number } | undefined;
  let last = '';
  for (const figures of days) {
    const { day, negative, of } = figures;
    if (breaks.some((from) => from > last && from <= day)) before = [];
    last = day;
    if (of === 0) continue;
    if (!rise) {
      const turn = findRise(figures, before.slice(-USUAL_DAYS));
      if (turn) turns.push(turn);
      else before.push(figures);
      rise = turn && { turn, calm: 0 };
      continue;
    }
    const { turn } = rise;
    const isCalm = computeUpperTail(negative, of, turn.usual) >= USUAL_CHANCE;
    rise.calm = isCalm ? rise.calm + 1 : 0;
    if (isCalm) before.push(figures);
    if (rise.calm >= CALM_DAYS) {
      turns.push({ ...turn, kind: 'as_usual', day });
      rise = undefined;
    } else if (daysBefore(day, STAYS_DAYS) >= turn.since) {
      turns.push({ ...turn, kind: 'stays', day });
      [rise, before] = [undefined, []];
    }
  }
  return turns;
}

function findRise(figures: ToneFigures, usual: readonly ToneFigures[]): ToneTurn | undefined {
  if (usual.length < FEWEST_DAYS || !isBeyond(figures, usual)) return undefined;
  const { day } = figures;
  return { kind: 'rose', day, since: day, usual: shareOf(usual) };
}

function isBeyond({ negative, of }: ToneFigures, usual: readonly ToneFigures[]): boolean {
  if (negative < FEWEST || computeUpperTail(negative, of, shareOf(usual)) > CHANCE) return false;
  const shares = usual.map((day) => day.negative / day.of);
  const middle = medianOf(shares);
  const spread = MAD_TO_SPREAD * medianOf(shares.map((share) => Math.abs(share - middle)));
  return negative / of > middle + SPREADS * spread;
}

/** The negative share of all their mentions together; never 0, since a first negative mention is always possible. */
function shareOf(days: readonly ToneFigures[]): number {
  const [negative, of] = days.reduce(([n, all], day) => [n + day.negative, all + day.of], [0, 0]);
  return (negative + 0.5) / (of + 1);
}

/** The probability that `negative` or more of `of` are negative (binomial). */
export function computeUpperTail(negative: number, of: number, chance: number): number {
  let [tail, logOfTerm] = [0, of * Math.log1p(-chance)];
  for (let k = 0; k <= of; k += 1) {
    if (k >= negative) tail += Math.exp(logOfTerm);
    logOfTerm += Math.log(of - k) - Math.log(k + 1) + Math.log(chance) - Math.log1p(-chance);
  }
  return Math.min(1, tail);
}

/** `depth` grows with how negative or positive a mention is; depths of words and of numbers aren't comparable. */
export type Tone = { negative: boolean; positive: boolean; depth: number };

const NUMBER = /^[-−+]?\d+(\.\d+)?$/;
const NEGATIVE = /^(neg|negative|negativ|unfavou?rable|bad|poor|critical|hostile)$/;
const POSITIVE = /^(pos|positive|positiv|favou?rable|good|great|excellent)$/;
const OTHER = /^(neu|neutral|mixed|balanced|none)$/;
const STRONG = /^(very|strong|strongly|extremely|highly)$/;

/**
 * Reads the sentiments of one list, whose values aren't documented: words in several spellings, or numbers. Numbers are
 * read only if some are below 0, since on other scales nobody knows where negative begins. Undefined for an unreadable
 * value.
 */
export function createToneReader(
  all: readonly (string | null)[],
): (sentiment: string | null) => Tone | undefined {
  const isAroundZero = all.some((one) => (parseNumber(one) ?? 0) < 0);
  return (sentiment) => {
    const figure = parseNumber(sentiment);
    if (figure !== undefined) {
      const depth = Math.abs(figure);
      return isAroundZero ? { negative: figure < 0, positive: figure > 0, depth } : undefined;
    }
    const words = (sentiment ?? '').toLowerCase().split(/[^\p{L}]+/u);
    const depth = words.some((word) => STRONG.test(word)) ? 2 : 1;
    const says = (tone: RegExp) => words.some((word) => tone.test(word));
    if (says(NEGATIVE)) return { negative: true, positive: false, depth };
    if (says(POSITIVE)) return { negative: false, positive: true, depth };
    return says(OTHER) ? { negative: false, positive: false, depth: 0 } : undefined;
  };
}

function parseNumber(sentiment: string | null): number | undefined {
  const text = sentiment?.trim() ?? '';
  return NUMBER.test(text) ? Number(text.replace('−', '-')) : undefined;
}
