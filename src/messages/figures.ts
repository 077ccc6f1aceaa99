/** Formats numbers. The API's scales are unknown: 91, 61.4 and 0.91 must all read well, and 0.34 may mean 34%. */
import { oncePerText } from '../once-per.ts';
import type { Rest } from '../visibility/assumed.ts';

const MINUS = '−';

// Creating a format is slower than rendering a message.
const LARGE = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const SMALL = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const DECIMALS = { 1: withDecimals(1), 2: withDecimals(2), 3: withDecimals(3) };

function withDecimals(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  });
}

/** 91, 61.4, 0.91, 1,204. */
export function figure(value: number): string {
  return (Math.abs(value) >= 10 ? LARGE : SMALL).format(value).replace('-', MINUS);
}

/** A lead’s score: "91", or "0.90" on a scale of 0 to 1, so that 0.9 stands beside 0.95. */
export function leadScore(score: number): string {
  return score >= 0.01 && score < 1 ? DECIMALS[2].format(score) : figure(score);
}

/** "score 91", or "no score" if the API gives none. */
export function labelFigure(words: string, value: number | null | undefined, say = figure): string {
  return value === undefined || value === null ? `no ${words}` : `${words} ${say(value)}`;
}

/** Formats figures of one kind with the same number of decimals: "60.0" next to "57.7", "61" next to "44". */
export function alignFigures(values: readonly (number | null | undefined)[]): (value: number) => string {
  const shown = values.flatMap((value) => value ?? []);
  if (shown.length < 2) return figure;
  const decimals = ([1, 2, 3] as const).find((some) => some === decimalsBeside(shown));
  return decimals === undefined ? figure : (value) => withSign(DECIMALS[decimals].format(value));
}

/** Rounds the same way for charts, so that a bar of 78.08 matches a text of 78.1. */
export function alignRounding(values: readonly (number | null | undefined)[]): (value: number) => number {
  const decimals = decimalsBeside(values.flatMap((value) => value ?? []));
  return (value) => round(value, decimals);
}

/** Rounds in decimal, as a reader would: toFixed turns 78.05 into 78.0. */
export function round(value: number, decimals: number): number {
  return Number(roundingTo(decimals).format(value));
}

const roundingTo = oncePerText(
  (decimals: number) => new Intl.NumberFormat('en', { maximumFractionDigits: decimals, useGrouping: false }),
);

/** 0.07, not 0.07000000000000028. */
export function dropFloatNoise(value: number): number {
  return Number(value.toFixed(6));
}

function decimalsBeside(shown: readonly number[]): number {
  const needed = Math.max(0, ...shown.map((value) => figure(value).split('.')[1]?.length ?? 0));
  return shown.length < 2 ? needed : Math.min(needed, decimalsFor(shown));
}

export type Scale = {
  level(value: number): string;
  /** The difference of the two levels as displayed, so that the arithmetic on screen adds up. */
  change(from: number, to: number): number;
  signed(change: number): string;
  size(change: number): string;
  /** What a chart draws for a level: the same number of decimals. */
  drawn(value: number): number;
};

/** "61.0", "−14.0", "8.2"; for parts of 1 "0.614", "−0.082", unless `most` decimals are fewer. */
export function scaleOf(values: readonly number[], most = 3): Scale {
  const decimals = Math.min(decimalsFor(values), most) as Decimals;
  const level = (value: number) => withSign(DECIMALS[decimals].format(value));
  const size = (change: number) => level(Math.abs(change));
  const isNothing = (change: number) => Number(Math.abs(change).toFixed(decimals)) === 0;
  const sign = (change: number) => (isNothing(change) ? '' : change < 0 ? MINUS : '+');
  const shown = (value: number) => round(value, decimals);
  const change = (from: number, to: number) => shown(to) - shown(from);
  return { level, change, size, signed: (change) => `${sign(change)}${size(change)}`, drawn: shown };
}

type Decimals = 1 | 2 | 3;

function decimalsFor(values: readonly number[]): Decimals {
  const largest = Math.max(0, ...values.map(Math.abs));
  return largest > 10 ? 1 : largest > 1 ? 2 : 3;
}

function withSign(written: string): string {
  return written.replace('-', MINUS);
}

/** "1 lead", "4 leads"; pass `many` for an irregular plural. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${figure(number)} ${number === 1 ? one : many}`;
}

const LIST = new Intl.ListFormat('en-GB');

/** "Gemini", "Gemini and Claude", "Gemini, Claude and Perplexity". */
export function andList(parts: readonly string[]): string {
  return LIST.format(parts);
}

/** The first `most`, then how many are left: "r/devops", "r/sre", "3 more" (or "3 more places"). */
export function firstOf<Thing, Said>(
  all: readonly Thing[],
  most: number,
  said: (thing: Thing) => Said,
  what?: string,
): (Said | string)[] {
  const left = all.length - most;
  const more = what === undefined ? `${figure(left)} more` : count(left, `more ${what}`);
  return [...all.slice(0, most).map(said), ...(left > 0 ? [more] : [])];
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "1st", "2nd", "11th". */
export function ordinal(rank: number): string {
  return `${figure(rank)}${ENDINGS[ORDINALS.select(rank)] ?? 'th'}`;
}

/** "34%" for 0.34 (unless a value is above 1) or for 34; "34.0%" next to "27.5%". `times` makes it per cent. */
export function alignShares(
  values: readonly (number | undefined | null)[],
  times = percentFactor(values),
): (value: number) => string {
  const rounded = (value: number) => Math.round(value * times * 10) / 10;
  const say = alignFigures(values.flatMap((value) => (value == null ? [] : rounded(value))));
  return (value) => `${say(rounded(value))}%`;
}

/** `scaleOf` for shares: levels are "78.3%", changes are in percentage points, "−6.6". */
export function shareScale(values: readonly number[], times = percentFactor(values)): Scale {
  const scale = scaleOf(values.map((value) => value * times));
  return {
    level: (value) => `${scale.level(value * times)}%`,
    change: (from, to) => scale.change(from * times, to * times) / times,
    signed: (change) => scale.signed(change * times),
    size: (change) => scale.size(change * times),
    drawn: (value) => scale.drawn(value * times),
  };
}

/** 100 if all values look like parts of 1, else 1: they are per cent already. */
export function percentFactor(values: readonly (number | undefined | null)[]): number {
  return values.every((value) => value === undefined || value === null || Math.abs(value) <= 1) ? 100 : 1;
}

/** "first 200 of 1,204 prompts", "first 200 prompts" if the total is unknown, "20 prompts" if the list is complete. */
export function countListed(came: number, one: string, rest: Rest | undefined): string {
  if (!rest) return count(came, one);
  const { total } = rest;
  return total === undefined || total <= came
    ? `first ${count(came, one)}`
    : `first ${figure(came)} of ${count(total, one)}`;
}

/** For lists with the newest first: "the latest 25 answers" if the API may have more, else "25 answers". */
export function countLatest(came: number, one: string): string {
  return mayBeCut(came) ? `the latest ${count(came, one)}` : count(came, one);
}

/** "the latest 100 mentions" if the API may have more; "the API’s first 100 mentions" if it begins with the oldest. */
export function countMentions(all: readonly { created_at: string }[]): string {
  const [first, last] = [all[0], all.at(-1)].map((one) => Date.parse(one?.created_at ?? ''));
  const isOldestFirst = first !== undefined && last !== undefined && first < last;
  if (!isOldestFirst || !mayBeCut(all.length)) return countLatest(all.length, 'mention');
  return `the API’s first ${count(all.length, 'mention')}`;
}

/** Without `asked`, the API applied its own undocumented limit, so any list of several rows may be cut. */
export function mayBeCut(came: number, asked = came): boolean {
  return came > 1 && came >= asked;
}

/** For figures without dates: otherwise they would seem to contradict those of one day, such as an alert's. */
export const SPAN_UNKNOWN = 'The API doesn’t say which days these figures cover.';

type Range = { low: number; high: number };

export function formatRange({ low, high }: Range, scale: Scale): string {
  return `${scale.level(low)} to ${scale.level(high)}`;
}

/** "below its usual 56.9 to 64.5" */
export function besideUsual(value: number, usual: Range, scale: Scale): string {
  const side = value < usual.low ? 'below' : value > usual.high ? 'above' : 'within';
  return `${isAtEdge(value, usual, scale) ? 'at the edge of' : side} its usual ${formatRange(usual, scale)}`;
}

/** Whether a figure reads the same as an end of the range beside it, so that readers take it for within. */
export function isAtEdge(value: number, usual: Range | undefined, { level }: Scale): boolean {
  return usual !== undefined && [usual.low, usual.high].some((end) => level(end) === level(value));
}
