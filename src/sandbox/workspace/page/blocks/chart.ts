/** The data_visualization block as a figure with a title, an SVG and a legend. The stylesheet has the colours. */
import type { ChartPoint, DataVisualizationBlock } from '../../../../slack/blocks.ts';
import { type Html, html } from '../markup.ts';
import { createValueFormat, drawAxisChart, drawBarChart } from './axis-chart.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block */
export function drawChart({ title, chart: data }: DataVisualizationBlock): Html {
  const { drawing, names } =
    data.type === 'pie'
      ? { drawing: drawPie(data.segments), names: shareLabels(data.segments) }
      : {
          drawing: data.type === 'bar' ? drawBarChart(data) : drawAxisChart(data),
          names: data.series.map(({ name }) => name),
        };
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

type Point = Pick<ChartPoint, 'label' | 'value'>;

/** A longer series is summarised. */
const MAX_LISTED = 8;

/** The chart in words, for screen readers: what it is, then a sentence for each series. */
export function describeChart({
  title,
  chart: data,
}: Pick<DataVisualizationBlock, 'title' | 'chart'>): string[] {
  if (data.type === 'pie') {
    const slices = data.segments.map(({ label, value }) => `${label} ${value}`);
    return [`Pie chart, ${title}: ${slices.join(', ')}.`];
  }
  const kind = `${data.type.charAt(0).toUpperCase()}${data.type.slice(1)} chart`;
  const say = createValueFormat(data.series.flatMap(({ data: list }) => list.map(({ value }) => value)));
  return [
    `${kind}, ${title}.`,
    ...data.series.map(({ name, data: list }) => `${name}: ${describeSeries(list, say)}.`),
  ];
}

function describeSeries(list: readonly Point[], say: (value: number) => string): string {
  const byValue = list.toSorted((a, b) => a.value - b.value);
  const [first, last, lowest, highest] = [list[0], list.at(-1), byValue[0], byValue.at(-1)];
  const at = ({ label, value }: Point) => `${say(value)} (${label})`;
  if (list.length <= MAX_LISTED || !first || !last || !lowest || !highest) return list.map(at).join(', ');
  if (lowest.value === highest.value) return `${say(first.value)} from ${first.label} to ${last.label}`;
  return `from ${at(first)} to ${at(last)}, lowest ${at(lowest)}, highest ${at(highest)}`;
}

function shareLabels(segments: readonly Point[]): string[] {
  const total = segments.reduce((sum, { value }) => sum + value, 0) || 1;
  return segments.map(({ label, value }) => `${label} · ${value} (${Math.round((100 * value) / total)}%)`);
}

/** A line with its dashes, or a filled square. */
function drawSwatch(type: DataVisualizationBlock['chart']['type'], index: number): Html {
  return type === 'line'
    ? html`<svg class="swatch" viewBox="0 0 22 10" aria-hidden="true"><path class="line s${index}" d="M1 5H21"/></svg>`
    : html`<svg class="swatch square" viewBox="0 0 10 10" aria-hidden="true"><rect class="fill s${index}" width="10" height="10" rx="2"/></svg>`;
}

const CENTRE = 60;
const RADIUS = 56;

/** Clockwise from the top. */
function drawPie(segments: readonly Point[]): Html {
  const total = segments.reduce((sum, { value }) => sum + value, 0) || 1;
  let before = 0;
  const slices = segments.map(({ label, value }, i) => {
    const from = before / total;
    before += value;
    return html`<path class="fill slice s${i}" d="${slicePath(from, before / total)}"><title>${label}: ${value}</title></path>`;
  });
  return html`<svg width="120" height="120" viewBox="0 0 120 120" aria-hidden="true">${slices}</svg>`;
}

/** From one share of the circle to another, clockwise from the top. */
function slicePath(from: number, to: number): string {
  // SVG doesn't draw an arc that ends where it starts, so a full circle is two halves.
  if (to - from > 0.9999)
    return `M${at(0)}A${RADIUS} ${RADIUS} 0 1 1 ${at(0.5)}A${RADIUS} ${RADIUS} 0 1 1 ${at(0)}Z`;
  return `M${CENTRE} ${CENTRE}L${at(from)}A${RADIUS} ${RADIUS} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}Z`;
}

function at(share: number): string {
  const angle = share * 2 * Math.PI;
  const [x, y] = [CENTRE + RADIUS * Math.sin(angle), CENTRE - RADIUS * Math.cos(angle)];
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}
