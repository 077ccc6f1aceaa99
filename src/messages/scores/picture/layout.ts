/** Lays out a picture before it's drawn: colours, lettering, days, axes, marks and legend. Text is cut to fit. */
import { scaleLinear } from 'd3-scale';
import type { ChartDay, Metric, Range } from '../../../decision.ts';
import { round } from '../../figures.ts';
import { shorten } from '../../lengths.ts';
import { chartDay } from '../../times.ts';
import { isMeasured, METRIC_WORDS } from '../score-words.ts';

type AlertDay = { date: string; label: string };

/** One metric over time, on its own scale. Dates are YYYY-MM-DD. */
export type ScoreCourse = {
  project: string;
  metric: Metric;
  /** The engine or region; missing for the whole project. */
  of?: string | undefined;
  /** Every day, oldest first. */
  days: readonly ChartDay[];
  alerts?: readonly AlertDay[] | undefined;
};

/** In the picture's own units. On a phone, 360 points wide, text of 18 units is 12 points high. */
export const SIZE = { width: 540, height: 400 } as const;

/** Pixels per unit: more than two for every point of a phone's width. */
export const DENSITY = 1.5;

/** Room around everything, and below the heading. */
export const EDGE = 22;
const HEADING_BOTTOM = 84;

/** A row of alert marks above the plot, or of the legend below it. */
const ROW_HEIGHT = 22;

export const TEXT = { title: 23, body: 18, small: 17 } as const;

/** A dark card suits both of Slack's themes. Text has a contrast of at least 7:1, lines of 4.5:1. */
export const COLOURS = {
  card: '#2b313a',
  text: '#f4f6f8',
  muted: '#c8ced7',
  grid: '#454d59',
  line: '#8cc8ff',
  band: '#34506d',
  alert: '#ffaba3',
  gap: '#737d8b',
} as const;

const EMOJI =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u{E0020}-\u{E007F}]|\u200D|\u20E3|\uFE0F)+/gu;

/** Characters that DejaVu Sans lacks, which would be drawn as empty boxes. */
const UNDRAWABLE =
  /(?:[^\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Georgian}\p{sc=Common}\p{sc=Inherited}]|[\u3000-\u30FF\uE000-\u{10FFFF}])+/gu;

/** "Acme 🚀" -> "Acme", "アクメ Cloud" -> "… Cloud"; empty if nothing can be drawn. */
export function stripUndrawable(text: string): string {
  const drawn = text.replace(EMOJI, ' ').replace(UNDRAWABLE, '…').trim();
  return /[\p{L}\p{N}]/u.test(drawn) ? drawn : '';
}

/** Widths of characters in DejaVu Sans Condensed, relative to the font size, rounded up. */
const WIDTHS: readonly { of: RegExp; width: number }[] = [
  { of: /[\p{M}\u200B]/u, width: 0 },
  { of: /[ijl.,:;'|!·’]/u, width: 0.31 },
  { of: /[\sfrtI()[\]/-]/u, width: 0.4 },
  { of: /[mwMW@%—…]/u, width: 0.96 },
  { of: /[\p{Lu}&]/u, width: 0.7 },
];
const OTHER_WIDTH = 0.59;
const BOLD = 1.12;

/** Roughly how wide a text is drawn, never less. */
export function measureText(text: string, size: number, weight: 'normal' | 'bold' = 'normal'): number {
  const ems = [...text].reduce(
    (sum, character) => sum + (WIDTHS.find(({ of }) => of.test(character))?.width ?? OTHER_WIDTH),
    0,
  );
  return ems * size * (weight === 'bold' ? BOLD : 1);
}

/** Shortens a text until it's no wider than `width`. */
export function fitText(text: string, width: number, size: number, weight?: 'normal' | 'bold'): string {
  let short = shorten(text, 120);
  while (short.length > 1 && measureText(short, size, weight) > width)
    short = shorten(short, short.length - 1);
  return short;
}

/** `x` and `y`: positions of a day's index and of a value; ranks have the first place at the top. `say` formats a figure. */
export type Layout = NonNullable<ReturnType<typeof computeLayout>>;

const DAY_NAMES = 34;

/** Undefined if no day has a figure. */
export function computeLayout({ metric, days, alerts = [] }: ScoreCourse) {
  const latest = days.findLast(isMeasured);
  if (!latest) return undefined;
  const { best, scale, times } = METRIC_WORDS[metric];
  const figures = days.flatMap(({ score, usual }) => [score, usual?.low, usual?.high]);
  const known = figures.flatMap((value) => value ?? []);
  const say = scale(known).level;
  const range = valueRange(best, known, times(figures));
  const values = valueTicks(range, times(figures));
  const named = dayTicks(days);

  const left = EDGE + Math.max(...values.map(({ label }) => measureText(label, TEXT.body))) + 10;
  const beside = measureText(say(latest.score), TEXT.body, 'bold') + 11;
  const overhang = measureText(named.at(-1)?.label ?? '', TEXT.body) / 2;
  const right = SIZE.width - EDGE - Math.max(beside, overhang);
  const x = scaleLinear([0, days.length - 1], [left, right]);

  const marks = alertMarks(alerts, days, x);
  const legend = placeLegend(days, marks.length > 0);
  const top = HEADING_BOTTOM + (marks.length > 0 ? ROW_HEIGHT : 0) + 10;
  const bottom = SIZE.height - EDGE - (legend.length > 0 ? ROW_HEIGHT : 0) - DAY_NAMES;
  const y = scaleLinear([range.low, range.high], best === 'lowest' ? [top, bottom] : [bottom, top]);
  return {
    days,
    latest,
    say,
    plot: { left, right, top, bottom },
    x: (index: number) => x(index),
    y: (value: number) => y(value),
    valueTicks: values,
    dayTicks: named,
    marks,
    labels: labelMarks(marks),
    legend,
  };
}

type Tick = { value: number; label: string };

const VALUE_TICKS = 3;

const MOST_DECIMALS = 6;
const DAY_TICKS = 5;

/** A calm score must look calm: the axis spans at least this part of the largest value, or a whole place for ranks. */
const LEAST_SPAN = 0.1;

/** From one round value to another around everything drawn; not below zero, or above the first rank, unless figures are. */
function valueRange(best: 'highest' | 'lowest', drawn: readonly number[], times: number): Range {
  const [lowest, highest] = [Math.min(...drawn), Math.max(...drawn)];
  const largest = Math.max(Math.abs(lowest), Math.abs(highest));
  const span = highest - lowest;
  const least = best === 'lowest' ? 1 : LEAST_SPAN * largest || 1;
  const air = Math.max(0, (least - span) / 2);
  const floor = Math.min(best === 'lowest' ? 1 : 0, lowest);
  const from = Math.max(lowest - air, floor);
  const to = Math.max(highest + air, from + least);
  const [low = from, high = to] = scaleLinear(
    [from, to].map((value) => round(times * value, MOST_DECIMALS)),
    [0, 1],
  )
    .nice(VALUE_TICKS)
    .domain()
    .map((value) => value / times);
  return { low: Math.max(low, floor), high };
}

/** Round values in the range, labelled as `times` the value. */
function valueTicks({ low, high }: Range, times: number): Tick[] {
  const scale = scaleLinear([low * times, high * times], [0, 1]);
  const format = scale.tickFormat(VALUE_TICKS);
  return scale
    .ticks(VALUE_TICKS)
    .map((value) => ({ value: value / times, label: value === 0 ? '0' : format(value) }));
}

/** The last day and others at even steps before it, of whole weeks if possible. */
function dayTicks(days: readonly ChartDay[]): Tick[] {
  const apart = Math.ceil(days.length / DAY_TICKS);
  const step = apart > 3 ? Math.ceil(apart / 7) * 7 : apart;
  return days.flatMap(({ date }, index) =>
    (days.length - 1 - index) % step === 0 ? [{ value: index, label: chartDay(date) }] : [],
  );
}

const MOST_WIDTH = 90;
const BETWEEN_LABELS = 5;

/** Alerts on drawn days, sorted by day. `x` gives the position of a day. */
function alertMarks(alerts: readonly AlertDay[], days: readonly ChartDay[], x: (index: number) => number) {
  return alerts
    .map(({ date, label }) => ({ index: days.findIndex((day) => day.date === date), label }))
    .filter(({ index }) => index >= 0)
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, label }) => {
      const words = fitText(stripUndrawable(label), MOST_WIDTH, TEXT.small, 'bold');
      return { index, x: x(index), label: words };
    });
}

/** Of two labels without room beside each other, the later one. `x` is the middle of each. */
function labelMarks(marks: ReturnType<typeof alertMarks>) {
  let free = SIZE.width;
  return marks.toReversed().flatMap(({ x, label: words }) => {
    const half = measureText(words, TEXT.small, 'bold') / 2;
    const middle = Math.min(Math.max(x, EDGE + half), SIZE.width - EDGE - half);
    if (middle + half > free) return [];
    free = middle - half - BETWEEN_LABELS;
    return { x: middle, words };
  });
}

/** A legend sign and the gap after it. */
export const SIGN = { width: 26, gap: 7 } as const;
const BETWEEN = 20;

/** Explains only what is drawn. `x` is where the sign starts. */
function placeLegend(days: readonly ChartDay[], hasMarks: boolean) {
  const entries = [
    ...(days.some(({ usual }) => usual) ? [{ sign: 'usual', words: 'usual range' } as const] : []),
    ...(hasMarks ? [{ sign: 'alert', words: 'alert' } as const] : []),
    ...(days.some(({ score }) => score === null) ? [{ sign: 'gap', words: 'no data' } as const] : []),
  ];
  let x: number = EDGE;
  return entries.map((entry) => {
    const placed = { ...entry, x };
    x += SIGN.width + SIGN.gap + measureText(entry.words, TEXT.small) + BETWEEN;
    return placed;
  });
}
