/**
 * The data_visualization block as a figure with a title, a line or bar chart as inline SVG, and a legend. The stylesheet
 * has the colours. x is in percent and y in pixels, so the drawing fits any width while its text keeps its size. Paths
 * are in an inner SVG that stretches.
 */
import { scaleLinear } from 'd3-scale';
import type { ChartPoint, DataVisualizationBlock } from '../../../../slack/blocks.ts';
import { type Html, html } from '../markup.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block */
export function drawChart({ title, chart: data }: DataVisualizationBlock): Html {
  const drawing = data.type === 'bar' ? drawBarChart(data) : drawAxisChart(data);
  const names = data.series.map(({ name }) => name);
  return html`<figure class="chart ${data.type}">
    <figcaption>${title}</figcaption>
    <div class="plot" role="img" aria-label="${describeChart({ title, chart: data }).join(' ')}">${drawing}</div>
    ${names.length > 1 && html`<ul class="legend">${names.map((name, i) => html`<li>${drawSwatch(data.type, i)}${name}</li>`)}</ul>`}
  </figure>`;
}

/** The local Slack has already refused incomplete charts. */
export function isChart(block: object): block is DataVisualizationBlock {
  return 'type' in block && block.type === 'data_visualization';
}

/** A longer series is summarised. */
const MAX_LISTED = 8;

/** The chart in words, for screen readers: what it is, then a sentence for each series. */
export function describeChart({
  title,
  chart: data,
}: Pick<DataVisualizationBlock, 'title' | 'chart'>): string[] {
  const kind = `${data.type.charAt(0).toUpperCase()}${data.type.slice(1)} chart`;
  const say = createValueFormat(data.series.flatMap(({ data: list }) => list.map(({ value }) => value)));
  return [
    `${kind}, ${title}.`,
    ...data.series.map(({ name, data: list }) => `${name}: ${describeSeries(list, say)}.`),
  ];
}

function describeSeries(list: readonly ChartPoint[], say: (value: number) => string): string {
  const byValue = list.toSorted((a, b) => a.value - b.value);
  const [first, last, lowest, highest] = [list[0], list.at(-1), byValue[0], byValue.at(-1)];
  const at = ({ label, value }: ChartPoint) => `${say(value)} (${label})`;
  if (list.length <= MAX_LISTED || !first || !last || !lowest || !highest) return list.map(at).join(', ');
  if (lowest.value === highest.value) return `${say(first.value)} from ${first.label} to ${last.label}`;
  return `from ${at(first)} to ${at(last)}, lowest ${at(lowest)}, highest ${at(highest)}`;
}

/** A line with its dashes, or a filled square. */
function drawSwatch(type: DataVisualizationBlock['chart']['type'], index: number): Html {
  return type === 'line'
    ? html`<svg class="swatch" viewBox="0 0 22 10" aria-hidden="true"><path class="line s${index}" d="M1 5H21"/></svg>`
    : html`<svg class="swatch square" viewBox="0 0 10 10" aria-hidden="true"><rect class="fill s${index}" width="10" height="10" rx="2"/></svg>`;
}

type AxisChart = DataVisualizationBlock['chart'];

/** `y` gives a value's pixels, `x` the percentage of a category's middle. `say` formats a value. */
type Scale = {
  ticks: number[];
  band: number;
  y(value: number): number;
  x(category: number): number;
  say(value: number): string;
};

const BOTTOM = 178;
const HEIGHT = 206;
/** How many characters of labels fit side by side, in a channel and on a phone. */
const WIDE = 70;
const NARROW = 46;
const LEFT = 8;
const RIGHT = 98.5;

/** As wide as its container. Hidden from screen readers, which read the figure's label instead. */
function drawAxisChart(chart: AxisChart): Html {
  const { categories, x_label, y_label } = chart.axis_config;
  const scale = scaleOf(chart);
  const marks = chart.type === 'line' ? drawLines(chart, scale) : drawBars(chart, scale);
  return html`<svg height="${x_label ? HEIGHT + 16 : HEIGHT}" width="100%" aria-hidden="true">
    ${scale.ticks.map(
      (
        tick,
      ) => html`<line class="grid${tick === 0 ? ' zero' : ''}" x1="${LEFT}%" x2="${RIGHT}%" y1="${scale.y(tick)}" y2="${scale.y(tick)}"/>
      <text class="y" x="${LEFT - 1}%" y="${scale.y(tick) + 4}" text-anchor="end">${tickLabel(tick)}</text>`,
    )}
    ${categories.map((category, i) => drawLabel(category, i, chart, scale))}
    ${y_label && html`<text class="name" x="0" y="10">${y_label}</text>`}
    ${x_label && html`<text class="name" x="${RIGHT}%" y="${HEIGHT + 10}" text-anchor="end">${x_label}</text>`}
    ${marks}
  </svg>`;
}

function scaleOf({ type, series, axis_config: { categories, y_label } }: AxisChart): Scale {
  const values = series.flatMap(({ data }) => data.map(({ value }) => value));
  // Only lines may start above zero: bars are compared by size.
  const base = type === 'line' ? [] : [0];
  const ticks = niceTicks(Math.min(...values, ...base), Math.max(...values, ...base));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const top = y_label ? 26 : 12;
  const band = (RIGHT - LEFT) / Math.max(categories.length, 1);
  return {
    ticks,
    band,
    y: (value) => round(BOTTOM - ((value - low) / (high - low)) * (BOTTOM - top)),
    x: (category) => round(LEFT + band * (category + 0.5)),
    say: createValueFormat(values),
  };
}

/** As many labels as fit, always with the last. Upright bars all have one: drawBarChart checked that they fit. */
function drawLabel(category: string, index: number, chart: AxisChart, scale: Scale): Html | false {
  const { categories } = chart.axis_config;
  const drawAt = (x: number, anchor: string, minor = '') =>
    html`<text class="x${minor}" x="${x}%" y="${BOTTOM + 17}" text-anchor="${anchor}">${category}</text>`;
  if (chart.type === 'bar') return drawAt(scale.x(index), 'middle');
  const characters = categories.reduce((sum, { length }) => sum + length + 1.5, 0);
  const every = Math.ceil(characters / WIDE);
  const place = (categories.length - 1 - index) / every;
  if (!Number.isInteger(place)) return false;
  const minor = characters / every > NARROW && place % 2 === 1 ? ' minor' : '';
  const atEdge = index === categories.length - 1 && categories.length > 8;
  return atEdge ? drawAt(RIGHT, 'end', minor) : drawAt(scale.x(index), 'middle', minor);
}

function drawLines(chart: AxisChart, scale: Scale): Html {
  // The first series matters most, so it's drawn last, on top.
  const paths = chart.series.map((_, s) => drawStroke(pointsOf(chart, s, scale), s)).reverse();
  return html`${drawStretched(paths)}${chart.series.map((_, s) => drawDots(chart, s, scale))}`;
}

function drawBars(chart: AxisChart, scale: Scale): Html {
  const room = scale.band * 0.72;
  const width = round(Math.min(room / chart.series.length, 9));
  const start = (width * chart.series.length) / 2;
  return html`${chart.series.map((series, s) =>
    pointsOf(chart, s, scale).map((point) => {
      if (!point) return '';
      const [y, height] = [Math.min(point.y, scale.y(0)), Math.abs(point.y - scale.y(0))];
      return html`<rect class="fill s${s}" x="${round(point.x - start + s * width)}%" y="${y}" width="${round(width * 0.92)}%" height="${height}" rx="2">${drawTip(series.name, point, scale.say)}</rect>`;
    }),
  )}`;
}

type Point = { x: number; y: number; label: string; value: number };

/** One entry per category. A missing value is undefined and leaves a gap; it isn't zero. */
function pointsOf(chart: AxisChart, series: number, scale: Scale): (Point | undefined)[] {
  const data = chart.series[series]?.data ?? [];
  return chart.axis_config.categories.map((category, i) => {
    const found = data.find(({ label }) => label === category);
    return found && { ...found, x: scale.x(i), y: scale.y(found.value) };
  });
}

function splitAtGaps(list: readonly (Point | undefined)[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const point of list) {
    if (point) runs.at(-1)?.push(point);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

function drawStroke(list: readonly (Point | undefined)[], series: number): Html {
  const d = splitAtGaps(list).map((run) => `M${run.map(({ x, y }) => `${x} ${y}`).join('L')}`);
  return html`<path class="line s${series}" d="${d.join('')}" vector-effect="non-scaling-stroke"/>`;
}

function drawStretched(paths: readonly (Html | string)[]): Html {
  return html`<svg x="0" y="0" width="100%" height="${HEIGHT}" viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none">${paths}</svg>`;
}

/** A dot per value, visible under the pointer. The first series' newest dot always shows, with its value. */
function drawDots(chart: AxisChart, series: number, scale: Scale): Html {
  const list = pointsOf(chart, series, scale);
  const name = chart.series[series]?.name ?? '';
  const newest = series === 0 ? list.at(-1) : undefined;
  return html`${list.map(
    (point) =>
      point &&
      html`<circle class="dot s${series}${point === newest ? ' last' : ''}" cx="${point.x}%" cy="${point.y}" r="4">${drawTip(name, point, scale.say)}</circle>`,
  )}${newest && drawValue(newest, list.slice(-4, -1), scale)}`;
}

/** How far above its dot a value can be and still be read as that dot's. */
const NEAR = 30;

/** Pixels that a line falls for each percent of the width before it's clear of a value to its left. */
const STEEP = 6;

/**
 * Puts the newest value where the line doesn't cross it: above or below its dot. Without room below, it goes above the
 * last days, which it's as wide as, to the left of a steep fall, or where days are wide apart to the right.
 */
function drawValue(
  { x, y, value }: Point,
  lastDays: readonly (Point | undefined)[],
  { say, band }: Scale,
): Html {
  const before = lastDays.at(-1);
  const falling = before !== undefined && before.y < y;
  const above = Math.min(y, ...lastDays.flatMap((day) => day?.y ?? [])) - y - 10;
  const isSteep = before !== undefined && y - before.y > STEEP * band;
  const beside = isSteep ? [-10, 5] : [10, 5, 'start'];
  const atBottom = above >= -NEAR - 10 ? [0, above] : beside;
  const [dx, dy, anchor = 'end'] = !falling ? [0, -10] : y + 26 < BOTTOM ? [0, 20] : atBottom;
  return html`<text class="value${anchor === 'start' ? ' right' : ''}" x="${x}%" y="${y}" dx="${dx}" dy="${dy}" text-anchor="${anchor}">${say(value)}</text>`;
}

/** What shows under the pointer. */
function drawTip(
  name: string,
  { label, value }: Pick<Point, 'label' | 'value'>,
  say: (value: number) => string,
): Html {
  return html`<title>${label}, ${name}: ${say(value)}</title>`;
}

/** Nobody can see less than a hundredth. */
function round(number: number): number {
  return Math.round(number * 100) / 100;
}

const TICKS = 3;

/** A calm line must look calm: the axis spans at least this part of the largest value. */
const LEAST_SPAN = 0.1;

/** A few ascending round values that enclose `min` and `max`, like those of the pictures that the bot uploads. */
export function niceTicks(min: number, max: number): number[] {
  const least = LEAST_SPAN * Math.max(Math.abs(min), Math.abs(max)) || 1;
  const air = Math.max(0, (least - (max - min)) / 2);
  const low = Math.max(min - air, Math.min(0, min));
  return scaleLinear([low, Math.max(max + air, low + least)], [0, 1])
    .nice(TICKS)
    .ticks(TICKS);
}

// Creating a format costs far more than using it.
const LABEL = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** "1,200" or "0.25", with a real minus sign. */
export function tickLabel(value: number): string {
  return LABEL.format(value).replace('-', '−');
}

/** Formats all values with the same number of decimals, up to three: "59.0" beside "57.1". */
function createValueFormat(values: readonly number[]): (value: number) => string {
  const needed = values.map((value) => String(Number(value.toFixed(3))).split('.')[1]?.length ?? 0);
  const decimals = Math.max(0, ...needed);
  const format = new Intl.NumberFormat('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return (value) => format.format(value).replace('-', '−');
}

/** How many pixels of names fit in a 440 px chart, where the stylesheet switches layouts, and on a phone. */
const ROOM = 398;
const ROOM_ON_PHONE = 217;
const CHARACTER = 6;
const GAP = 6;

/** A row of horizontal bars, in pixels: its name, each bar, and the space below. */
const NAME = 16;
const BAR = 9;
const SPACE = 8;

/** Upright bars if all their names fit, otherwise horizontal ones. */
function drawBarChart(chart: AxisChart): Html {
  const { categories } = chart.axis_config;
  const longest = Math.max(...categories.map(({ length }) => length));
  const needed = (longest * CHARACTER + GAP) * categories.length;
  if (needed <= ROOM_ON_PHONE) return drawAxisChart(chart);
  if (needed > ROOM) return drawHorizontalBars(chart);
  return html`<div class="wide">${drawAxisChart(chart)}</div><div class="narrow">${drawHorizontalBars(chart)}</div>`;
}

/** From zero to the right, or to the left if negative. The values are beside the names. */
function drawHorizontalBars({ series, axis_config: { categories, x_label, y_label } }: AxisChart): Html {
  const values = series.flatMap(({ data }) => data.map(({ value }) => value));
  const say = createValueFormat(values);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const percent = (value: number) => round((100 * value) / (high - low || 1));
  const zero = percent(-low);
  const head = x_label || y_label ? NAME + SPACE : 0;
  const row = NAME + BAR * series.length + SPACE;
  return html`<svg height="${head + row * categories.length}" width="100%" aria-hidden="true">
    ${x_label && html`<text class="name" x="0" y="11">${x_label}</text>`}
    ${y_label && html`<text class="name" x="100%" y="11" text-anchor="end">${y_label}</text>`}
    ${categories.map((category, i) => {
      const top = head + row * i;
      const points = series.map(({ data }) => data.find(({ label }) => label === category));
      const values = points.map((point) => (point ? say(point.value) : '–')).join(' · ');
      return html`<text class="x" x="0" y="${top + 11}">${category}</text>
      <text class="y" x="100%" y="${top + 11}" text-anchor="end">${values}</text>
      ${points.map(
        (point, s) =>
          point &&
          html`<rect class="fill s${s}" x="${zero + percent(Math.min(point.value, 0))}%" y="${top + NAME + BAR * s}" width="${percent(Math.abs(point.value))}%" height="${BAR - 1}" rx="2">${drawTip(series[s]?.name ?? '', point, say)}</rect>`,
      )}
      <line class="grid zero" x1="${zero}%" x2="${zero}%" y1="${top + NAME - 1}" y2="${top + row - SPACE}"/>`;
    })}
  </svg>`;
}
