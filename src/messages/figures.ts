/** Numbers as messages write them. The API's scales are unknown: 91, 61.4 and 0.91 must read well, and 0.34 may be 34 %. */
import type { Rest } from '../visibility/assumed.ts';

const MINUS = '−';

// Making a format costs more than a message does.
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

/** "score 91", or "no score" where the API gave none. */
export function labelFigure(words: string, value: number | null | undefined, say = figure): string {
  return value === undefined || value === null ? `no ${words}` : `${words} ${say(value)}`;
}

/**
 * A column of figures of one kind: "60.0" beside "57.7", and "61" beside "44". So many decimals as one of them has, but no
 * more than suit the largest.
 */
export function alignFigures(values: readonly (number | null | undefined)[]): (value: number) => string {
  const shown = values.flatMap((value) => value ?? []);
  if (shown.length < 2) return figure;
  const decimals = ([1, 2, 3] as const).find((some) => some === decimalsBeside(shown));
  return decimals === undefined ? figure : (value) => withSign(DECIMALS[decimals].format(value));
}

/** The same as numbers, for a chart: 78.1 where the text beside it says so, not 78.08. */
export function alignRounding(values: readonly (number | null | undefined)[]): (value: number) => number {
  const decimals = decimalsBeside(values.flatMap((value) => value ?? []));
  return (value) => round(value, decimals);
}

/** As a figure of so many decimals is written: toFixed makes 78.0 of 78.05, where a person reads 78.1. */
export function round(value: number, decimals: number): number {
  return Number(value.toLocaleString('en', { maximumFractionDigits: decimals, useGrouping: false }));
}

/** Without the dust of arithmetic: 0.07, not 0.07000000000000028. */
export function dropFloatNoise(value: number): number {
  return Number(value.toFixed(6));
}

function decimalsBeside(shown: readonly number[]): number {
  const needed = Math.max(0, ...shown.map((value) => figure(value).split('.')[1]?.length ?? 0));
  return shown.length < 2 ? needed : Math.min(needed, decimalsFor(shown));
}

/** Figures that are read side by side have the same number of decimals: that of the largest of them. */
export type Scale = {
  level(value: number): string;
  /** The change between two levels as they are shown: who subtracts what is read gets what is said. */
  change(from: number, to: number): number;
  signed(change: number): string;
  size(change: number): string;
};

/** The scale on which `values` are compared: "61.0", "−14.0", "8.2"; of shares "0.614", "−0.082". */
export function scaleOf(values: readonly number[]): Scale {
  const decimals = decimalsFor(values);
  const level = (value: number) => withSign(DECIMALS[decimals].format(value));
  const size = (change: number) => level(Math.abs(change));
  const isNothing = (change: number) => Number(Math.abs(change).toFixed(decimals)) === 0;
  const sign = (change: number) => (isNothing(change) ? '' : change < 0 ? MINUS : '+');
  const shown = (value: number) => round(value, decimals);
  const change = (from: number, to: number) => shown(to) - shown(from);
  return { level, change, size, signed: (change) => `${sign(change)}${size(change)}` };
}

/** How many decimals suit the largest of figures that are read side by side. */
export function decimalsFor(values: readonly number[]): 1 | 2 | 3 {
  const largest = Math.max(0, ...values.map(Math.abs));
  return largest > 10 ? 1 : largest > 1 ? 2 : 3;
}

function withSign(written: string): string {
  return written.replace('-', MINUS);
}

/** "1 lead", "4 leads"; `many` where an s is not enough. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${figure(number)} ${number === 1 ? one : many}`;
}

const LIST = new Intl.ListFormat('en-GB');

/** "Gemini", "Gemini and Claude", "Gemini, Claude and Perplexity". */
export function andList(parts: readonly string[]): string {
  return LIST.format(parts);
}

/** The first of them as they are said, then how many there are more: "r/devops", "r/sre", "3 more", or "3 more places". */
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

/**
 * "34 %" of 0.34, where none of the values beside it is above 1, and of 34; "34.0 %" beside "27.5 %". `times`: how many per
 * cent a figure of 1 is, where more is known of it than these values say.
 */
export function alignShares(
  values: readonly (number | undefined | null)[],
  times = percentFactor(values),
): (value: number) => string {
  const rounded = (value: number) => Math.round(value * times * 10) / 10;
  const say = alignFigures(values.flatMap((value) => (value == null ? [] : rounded(value))));
  return (value) => `${say(rounded(value))} %`;
}

/** Shares that are read side by side, as scaleOf has other figures: "78.3 %"; a change is in percentage points, "−6.6". */
export function shareScale(values: readonly number[], times = percentFactor(values)): Scale {
  const scale = scaleOf(values.map((value) => value * times));
  return {
    level: (value) => `${scale.level(value * times)} %`,
    change: (from, to) => scale.change(from * times, to * times) / times,
    signed: (change) => scale.signed(change * times),
    size: (change) => scale.size(change * times),
  };
}

/** How many per cent such a figure of 1 is. */
export function percentFactor(values: readonly (number | undefined | null)[]): number {
  return values.every((value) => value === undefined || value === null || Math.abs(value) <= 1) ? 100 : 1;
}

/** "first 200 of 1,204 prompts", "first 200 prompts" where the API does not say of how many; "20 prompts" of a whole list. */
export function countListed(came: number, one: string, rest: Rest | undefined): string {
  if (!rest) return count(came, one);
  const { total } = rest;
  return total === undefined || total <= came
    ? `first ${count(came, one)}`
    : `first ${figure(came)} of ${count(total, one)}`;
}

/** "the latest 25 answers" of a list that begins with the newest, where it may be cut; "25 answers" where it is whole. */
export function countLatest(came: number, one: string, asked?: number): string {
  return mayBeCut(came, asked) ? `the latest ${count(came, one)}` : count(came, one);
}

/** A list that was asked for without a limit has the API's own, which is not documented. One row alone is no cut list. */
export function mayBeCut(came: number, asked = came): boolean {
  return came > 1 && came >= asked;
}
