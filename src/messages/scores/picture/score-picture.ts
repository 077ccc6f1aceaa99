/** Draws a score as a picture, with bands, marks and gaps that Slack's chart can't show, and describes it in words. */
import { area, line } from 'd3-shape';
import { html, type raw } from 'hono/html';
import type { ChartDay } from '../../../decision.ts';
import { count } from '../../figures.ts';
import { brief, shorten } from '../../lengths.ts';
import { dayName } from '../../times.ts';
import { findRuns, isMeasured, joinDays, joinNames, METRIC_WORDS } from '../score-words.ts';
import type { Layout, ScoreCourse } from './layout.ts';
import {
  COLOURS,
  computeLayout,
  DENSITY,
  EDGE,
  fitText,
  measureText,
  SIGN,
  SIZE,
  stripUndrawable,
  TEXT,
} from './layout.ts';
import { rasterise } from './rasterise.ts';

/** `altText`: at most 1,000 characters, the limit for a file. */
type ScorePicture = { png: Buffer; title: string; altText: string; filename: string };

/** 810 by 600 pixels. Undefined if no day has a figure. */
export async function scorePicture(series: ScoreCourse): Promise<ScorePicture | undefined> {
  const layout = computeLayout(series);
  if (!layout) return undefined;
  return {
    png: await rasterise(scoreSvg(series, layout)),
    title: titleOf(series),
    altText: writeAltText(series, layout),
    filename: `score-${layout.days.at(-1)?.date ?? layout.latest.date}.png`,
  };
}

/** https://docs.slack.dev/reference/methods/files.getUploadURLExternal#errors */
const ALT_TEXT_CHARS = 1_000;

export function writeAltText(series: ScoreCourse, layout: Layout): string {
  const { days } = layout;
  return shorten(
    [summary(series, layout), usual(layout), alerts(series, days), missing(days)].join(' '),
    ALT_TEXT_CHARS,
  );
}

/** "Acme visibility score, Gemini" */
function titleOf({ project, metric, of }: ScoreCourse): string {
  const whose = `${brief(project, 'project')} ${METRIC_WORDS[metric].name}`;
  return of === undefined ? whose : `${whose}, ${brief(of, 'place')}`;
}

function summary(series: ScoreCourse, { days, latest, say }: Layout): string {
  const measured = days.filter(isMeasured).toSorted((a, b) => a.score - b.score);
  const most = measured.at(-1)?.score;
  const lowest = measured.at(0) ?? latest;
  const highest = measured.find(({ score }) => score === most) ?? latest;
  const figureOn = ({ score, date }: Layout['latest']) => `${say(score)} on ${dayName(date)}`;
  const span = `${count(days.length, 'day')} to ${dayName(days.at(-1)?.date ?? latest.date)}`;
  const range = `lowest ${figureOn(lowest)}, highest ${figureOn(highest)}`;
  const scale = METRIC_WORDS[series.metric].best === 'lowest' ? ' 1 is best.' : '';
  return `${titleOf(series)}: ${figureOn(latest)}; ${span}, ${range}.${scale}`;
}

function usual({ days, say }: Layout): string {
  const last = days.findLast((day) => day.usual);
  if (!last?.usual) return '';
  const { date, usual: known } = last;
  const outside = days.filter(
    ({ score, usual: range }) => score !== null && range && (score < range.low || score > range.high),
  ).length;
  const where = outside === 0 ? 'never outside it' : `outside it on ${count(outside, 'day')}`;
  return `Usual range ${say(known.low)} to ${say(known.high)} on ${dayName(date)}; ${where}.`;
}

function alerts({ alerts: all = [] }: ScoreCourse, days: readonly ChartDay[]): string {
  const drawn = new Set(days.map(({ date }) => date));
  const shown = all.filter(({ date }) => drawn.has(date)).toSorted((a, b) => a.date.localeCompare(b.date));
  if (shown.length === 0) return '';
  const names = shown.map(({ label, date }) => `${brief(label, 'place')} on ${dayName(date)}`);
  return `Alerts: ${joinNames(names, 'alert')}.`;
}

function missing(days: readonly ChartDay[]): string {
  const many = days.length - days.filter(isMeasured).length;
  return many === 0 ? '' : `No data on ${count(many, 'day')}: ${joinDays(days, (day) => !isMeasured(day))}.`;
}

/** svg`<text x="${x}">${outside}</text>`: escapes strings, rounds to two decimals, drops undefined and false. */
function svg(parts: TemplateStringsArray, ...values: unknown[]): Svg {
  const rounded = values.map((value) => (typeof value === 'number' ? Number(value.toFixed(2)) : value));
  return html(parts, ...rounded) as Svg;
}

type Svg = ReturnType<typeof raw>;

const LINE_WIDTH = 3;

/** The same figures give the same picture. What is drawn later is in front. */
export function scoreSvg(series: ScoreCourse, layout: Layout): string {
  const { width, height } = SIZE;
  return svg`<svg xmlns="http://www.w3.org/2000/svg" width="${width * DENSITY}" height="${height * DENSITY}" viewBox="0 0 ${width} ${height}" font-family="DejaVu Sans" font-stretch="condensed" font-size="${TEXT.body}" fill="${COLOURS.text}">
<defs><pattern id="gap" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="7" fill="${COLOURS.card}"/><rect width="2" height="7" fill="${COLOURS.gap}"/></pattern></defs>
<rect width="${width}" height="${height}" rx="14" fill="${COLOURS.card}"/>
${heading(series, layout)}
${usualBand(layout)}
${valueAxis(layout)}
${gaps(layout)}
${dayAxis(layout)}
${layout.marks.map((mark) => alertLine(mark, layout))}
${seriesLine(layout)}
${layout.marks.map((mark) => alertRing(mark, layout))}
${layout.labels.map((label) => alertLabel(label, layout))}
${latestValue(layout)}
${layout.legend.map(legendEntry)}
</svg>`.toString();
}

/** Names are cut to make room for the metric and the latest figure. */
function heading({ project, metric, of }: ScoreCourse, { latest, say }: Layout): Svg {
  const { name, best } = METRIC_WORDS[metric];
  const facts = `${say(latest.score)} on ${dayName(latest.date)}${best === 'lowest' ? ' · 1 is best' : ''}`;
  return svg`<text x="${EDGE}" y="42" font-size="${TEXT.title}" font-weight="bold">${beside(stripUndrawable(project), stripUndrawable(name), TEXT.title, 'bold')}</text>
<text x="${EDGE}" y="71" fill="${COLOURS.muted}">${beside(stripUndrawable(of ?? ''), facts, TEXT.body, 'normal')}</text>`;
}

function beside(name: string, words: string, size: number, weight: 'normal' | 'bold'): string {
  const room = SIZE.width - 2 * EDGE;
  const fact = fitText(words, room, size, weight);
  if (!name) return fact;
  return `${fitText(name, Math.max(room / 3, room - measureText(` · ${fact}`, size, weight)), size, weight)} · ${fact}`;
}

/** Only where days have a range. A single day's range is as wide as the plot. */
function usualBand({ days, x, y, plot }: Layout): Svg {
  const edges = days.length === 1 ? [...days, ...days] : days;
  const at = (index: number) => (days.length === 1 ? ([plot.left, plot.right][index] ?? 0) : x(index));
  const band = area<ChartDay>()
    .defined(({ usual }) => usual !== undefined)
    .x((_, index) => at(index))
    .y0(({ usual }) => y(usual?.low ?? 0))
    .y1(({ usual }) => y(usual?.high ?? 0));
  return svg`<path d="${band(edges) ?? ''}" fill="${COLOURS.band}"/>`;
}

function valueAxis({ valueTicks, y, plot }: Layout): Svg[] {
  return valueTicks.map(
    ({ value, label }) => svg`<path d="M${plot.left},${y(value)}H${plot.right}" stroke="${COLOURS.grid}"/>
<text x="${plot.left - 10}" y="${y(value) + 6.5}" text-anchor="end" fill="${COLOURS.muted}">${label}</text>`,
  );
}

/** A column for each stretch without figures, from half a day before it to half a day after. */
function gaps({ days, x, plot }: Layout): Svg[] {
  return findRuns(days, (day) => !isMeasured(day)).map(({ first, last }) => {
    const from = Math.max(plot.left, x(first - 0.5));
    const to = Math.min(plot.right, x(last + 0.5));
    return svg`<rect x="${from}" y="${plot.top}" width="${to - from}" height="${plot.bottom - plot.top}" fill="url(#gap)"/>`;
  });
}

function dayAxis({ dayTicks, x, plot }: Layout): Svg {
  const named = dayTicks.map(
    ({ value, label }) => svg`<path d="M${x(value)},${plot.bottom}v6" stroke="${COLOURS.muted}"/>
<text x="${x(value)}" y="${plot.bottom + 25}" text-anchor="middle" fill="${COLOURS.muted}">${label}</text>`,
  );
  return svg`<path d="M${plot.left},${plot.bottom}H${plot.right}" stroke="${COLOURS.muted}"/>${named}`;
}

/** A single day between two gaps becomes a dot, as it has no line. */
function seriesLine({ days, x, y }: Layout): Svg {
  const path = line<ChartDay>()
    .defined(isMeasured)
    .x((_, index) => x(index))
    .y(({ score }) => y(score ?? 0));
  const dots = findRuns(days, isMeasured)
    .filter(({ first, last }) => first === last)
    .map(({ first }) => circle(x(first), y(days[first]?.score ?? 0), 4, svg`fill="${COLOURS.line}"`));
  return svg`<path d="${path(days) ?? ''}" fill="none" stroke="${COLOURS.line}" stroke-width="${LINE_WIDTH}" stroke-linejoin="round" stroke-linecap="round"/>${dots}`;
}

/** Beside the plot if the last day has a figure; otherwise only the heading gives the latest. */
function latestValue({ days, latest, say, x, y }: Layout): Svg | undefined {
  if (latest !== days.at(-1)) return undefined;
  const [at, height] = [x(days.length - 1), y(latest.score)];
  const dot = circle(at, height, 5.5, svg`fill="${COLOURS.line}" stroke="${COLOURS.card}" stroke-width="2"`);
  return svg`${dot}<text x="${at + 11}" y="${height + 6.5}" font-weight="bold">${say(latest.score)}</text>`;
}

function alertLine({ index }: Layout['marks'][number], { x, plot }: Layout): Svg {
  return svg`<path d="M${x(index)},${plot.top}V${plot.bottom}" stroke="${COLOURS.alert}" stroke-width="1.5" stroke-dasharray="2 4"/>`;
}

/** A ring around the day's figure. */
function alertRing({ index }: Layout['marks'][number], { days, x, y }: Layout): Svg | undefined {
  const value = days[index]?.score ?? null;
  return value === null ? undefined : ring(x(index), y(value));
}

function alertLabel({ x, words }: Layout['labels'][number], { plot }: Layout): Svg {
  return svg`<text x="${x}" y="${plot.top - 10}" text-anchor="middle" font-size="${TEXT.small}" font-weight="bold" fill="${COLOURS.alert}">${words}</text>`;
}

type LegendEntry = Layout['legend'][number];

function legendEntry({ sign, words, x }: LegendEntry): Svg {
  const y = SIZE.height - EDGE;
  return svg`${SIGNS[sign](x, y - 6)}<text x="${x + SIGN.width + SIGN.gap}" y="${y}" font-size="${TEXT.small}" fill="${COLOURS.muted}">${words}</text>`;
}

/** `y` is the middle of the row. */
const SIGNS: Readonly<Record<LegendEntry['sign'], (x: number, y: number) => Svg>> = {
  usual: (x, y) => swatch(x, y, COLOURS.band),
  gap: (x, y) => swatch(x, y, 'url(#gap)'),
  alert: (x, y) => ring(x + SIGN.width / 2, y),
};

function swatch(x: number, y: number, fill: string): Svg {
  return svg`<rect x="${x}" y="${y - 7}" width="${SIGN.width}" height="14" fill="${fill}"/>`;
}

function ring(x: number, y: number): Svg {
  return circle(x, y, 6.5, svg`fill="${COLOURS.card}" stroke="${COLOURS.alert}" stroke-width="3"`);
}

function circle(x: number, y: number, radius: number, paint: Svg): Svg {
  return svg`<circle cx="${x}" cy="${y}" r="${radius}" ${paint}/>`;
}
