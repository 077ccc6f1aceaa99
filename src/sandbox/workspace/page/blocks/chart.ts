/** The data_visualization block as a figure: a title, a drawing made here, and a legend. Colours come from the stylesheet. */
import type { ChartPoint, DataVisualizationBlock } from '../../../../slack/blocks.ts';
import { type Html, html } from '../markup.ts';
import { axisChart, barChart, valueLabels } from './axis-chart.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block */
export function chart({ title, chart: data }: DataVisualizationBlock): Html {
  const { drawing, names } =
    data.type === 'pie'
      ? { drawing: pie(data.segments), names: shares(data.segments) }
      : {
          drawing: data.type === 'bar' ? barChart(data) : axisChart(data),
          names: data.series.map(({ name }) => name),
        };
  return html`<figure class="chart ${data.type}">
    <figcaption>${title}</figcaption>
    <div class="plot" role="img" aria-label="${described({ title, chart: data }).join(' ')}">${drawing}</div>
    ${names.length > 1 && html`<ul class="legend">${names.map((name, i) => html`<li>${swatch(data.type, i)}${name}</li>`)}</ul>`}
  </figure>`;
}

/** Whether it is a chart; the local Slack takes none that is not whole. */
export function isChart(block: object): block is DataVisualizationBlock {
  return 'type' in block && block.type === 'data_visualization';
}

type Point = { label: string; value: number };

/** Up to so many points are told one by one; of more one hears the course. */
const TOLD_SINGLY = 8;

/** The chart in words, for those who hear it: what it is, then a sentence for each series. */
export function described({ title, chart: data }: Pick<DataVisualizationBlock, 'title' | 'chart'>): string[] {
  if (data.type === 'pie') {
    const slices = data.segments.map(({ label, value }) => `${label} ${value}`);
    return [`Pie chart, ${title}: ${slices.join(', ')}.`];
  }
  const kind = `${data.type.charAt(0).toUpperCase()}${data.type.slice(1)} chart`;
  const say = valueLabels(data.series.flatMap(({ data: list }) => list.map(({ value }) => value)));
  return [
    `${kind}, ${title}.`,
    ...data.series.map(({ name, data: list }) => `${name}: ${course(list, say)}.`),
  ];
}

function course(list: readonly Point[], say: (value: number) => string): string {
  const [[first, last], [lowest, highest]] = [ends(list), ends(list.toSorted((a, b) => a.value - b.value))];
  const at = ({ label, value }: Point) => `${say(value)} (${label})`;
  if (list.length <= TOLD_SINGLY || !first || !last || !lowest || !highest) return list.map(at).join(', ');
  if (lowest.value === highest.value) return `${say(first.value)} from ${first.label} to ${last.label}`;
  return `from ${at(first)} to ${at(last)}, lowest ${at(lowest)}, highest ${at(highest)}`;
}

function ends<T>(list: readonly T[]): [T | undefined, T | undefined] {
  return [list[0], list.at(-1)];
}

function shares(segments: readonly { label: string; value: number }[]): string[] {
  const total = segments.reduce((sum, { value }) => sum + value, 0) || 1;
  return segments.map(({ label, value }) => `${label} · ${value} (${Math.round((100 * value) / total)} %)`);
}

/** The legend shows a series as the drawing does: a line with its dashes, or a filled square. */
function swatch(type: DataVisualizationBlock['chart']['type'], index: number): Html {
  return type === 'line'
    ? html`<svg class="swatch" viewBox="0 0 22 10" aria-hidden="true"><path class="line s${index}" d="M1 5H21"/></svg>`
    : html`<svg class="swatch square" viewBox="0 0 10 10" aria-hidden="true"><rect class="fill s${index}" width="10" height="10" rx="2"/></svg>`;
}

const CENTRE = 60;
const RADIUS = 56;

/** Clockwise from the top, in the order given. */
export function pie(segments: readonly ChartPoint[]): Html {
  const total = segments.reduce((sum, { value }) => sum + value, 0) || 1;
  let before = 0;
  const slices = segments.map(({ label, value }, i) => {
    const from = before / total;
    before += value;
    return html`<path class="fill slice s${i}" d="${outline(from, before / total)}"><title>${label}: ${value}</title></path>`;
  });
  return html`<svg width="120" height="120" viewBox="0 0 120 120" aria-hidden="true">${slices}</svg>`;
}

/** The path of a slice between two shares of the circle, clockwise from the top. */
function outline(from: number, to: number): string {
  // An arc that ends where it begins is not drawn: a whole circle is two halves.
  if (to - from > 0.9999)
    return `M${at(0)}A${RADIUS} ${RADIUS} 0 1 1 ${at(0.5)}A${RADIUS} ${RADIUS} 0 1 1 ${at(0)}Z`;
  return `M${CENTRE} ${CENTRE}L${at(from)}A${RADIUS} ${RADIUS} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}Z`;
}

function at(share: number): string {
  const angle = share * 2 * Math.PI;
  const [x, y] = [CENTRE + RADIUS * Math.sin(angle), CENTRE - RADIUS * Math.cos(angle)];
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}
