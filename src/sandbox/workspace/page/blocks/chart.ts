/** The data_visualization block as a figure: a title, a drawing made here, and a legend. Colours come from the stylesheet. */
import type { DataVisualizationBlock } from '../../../../slack/blocks.ts';
import { type Html, html } from '../markup.ts';
import { axisChart } from './axis-chart.ts';
import { pie } from './pie.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block */
export function chart({ title, chart: data }: DataVisualizationBlock): Html {
  const { drawing, names } =
    data.type === 'pie'
      ? { drawing: pie(data.segments), names: shares(data.segments) }
      : { drawing: axisChart(data), names: data.series.map(({ name }) => name) };
  return html`<figure class="chart ${data.type}">
    <figcaption>${title}</figcaption>
    <div class="plot" role="img" aria-label="${described({ title, chart: data })}">${drawing}</div>
    ${names.length > 1 && html`<ul class="legend">${names.map((name, i) => html`<li>${swatch(data.type, i)}${name}</li>`)}</ul>`}
  </figure>`;
}

/** Whether it is a chart; the local Slack takes none that is not whole. */
export function isChart(block: object): block is DataVisualizationBlock {
  return 'type' in block && block.type === 'data_visualization';
}

/** The chart's data as a sentence, for those who hear it. */
export function described({ title, chart: data }: Pick<DataVisualizationBlock, 'title' | 'chart'>): string {
  const points = (list: readonly { label: string; value: number }[]) =>
    list.map(({ label, value }) => `${label} ${value}`).join(', ');
  if (data.type === 'pie') return `Pie chart, ${title}: ${points(data.segments)}.`;
  const series = data.series.map(({ name, data: list }) => `${name}: ${points(list)}.`);
  const kind = `${data.type.charAt(0).toUpperCase()}${data.type.slice(1)} chart`;
  return `${kind}, ${title}. ${series.join(' ')}`;
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
