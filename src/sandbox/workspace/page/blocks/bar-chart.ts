/** Bars: upright where every name fits below its bar, else lying, each below its name. A narrow place may need other bars. */
import { type Html, html } from '../markup.ts';
import { type AxisChart, axisChart, round, tip } from './axis-chart.ts';
import { tickLabel } from './ticks.ts';

/** Pixels of names that fit side by side in a drawing of 440 px, where the stylesheet changes over, and on a phone. */
const WIDE = 398;
const NARROW = 217;
const CHARACTER = 6;
const GAP = 6;

/** A row of lying bars, in pixels: its name, its bars, and the space below them. */
const NAME = 16;
const BAR = 9;
const SPACE = 8;

/** Like axisChart, whose upright bars it draws. */
export function barChart(chart: AxisChart): Html {
  const { categories } = chart.axis_config;
  const longest = Math.max(...categories.map(({ length }) => length));
  const needed = (longest * CHARACTER + GAP) * categories.length;
  if (needed <= NARROW) return axisChart(chart);
  if (needed > WIDE) return lying(chart);
  return html`<div class="wide">${axisChart(chart)}</div><div class="narrow">${lying(chart)}</div>`;
}

/** From zero to the right, or to the left where a value is negative; the values stand beside the names. */
function lying({ series, axis_config: { categories, x_label, y_label } }: AxisChart): Html {
  const values = series.flatMap(({ data }) => data.map(({ value }) => value));
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
      const told = points.map((point) => (point ? tickLabel(point.value) : '–')).join(' · ');
      return html`<text class="x" x="0" y="${top + 11}">${category}</text>
      <text class="y" x="100%" y="${top + 11}" text-anchor="end">${told}</text>
      ${points.map(
        (point, s) =>
          point &&
          html`<rect class="fill s${s}" x="${zero + percent(Math.min(point.value, 0))}%" y="${top + NAME + BAR * s}" width="${percent(Math.abs(point.value))}%" height="${BAR - 1}" rx="2">${tip(series[s]?.name ?? '', point, tickLabel)}</rect>`,
      )}
      <line class="grid zero" x1="${zero}%" x2="${zero}%" y1="${top + NAME - 1}" y2="${top + row - SPACE}"/>`;
    })}
  </svg>`;
}
