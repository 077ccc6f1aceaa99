/** A native bar chart of a few named figures, best first. */
import { type DataVisualizationBlock, LIMITS } from '../slack/blocks.ts';
import { shorten } from '../slack/text.ts';
import { roundedBeside } from './figures.ts';
import { distinctLabels } from './topic-tools.ts';

/** So many bars can be told apart at a glance. */
const BARS = 10;

/** `beside`: figures of the same kind that the text names too. Undefined where there are fewer than two figures to compare. */
export function barChart(
  title: string,
  series: string,
  bars: readonly { label: string; value: number }[],
  beside: readonly (number | undefined)[] = [],
): DataVisualizationBlock | undefined {
  if (bars.length < 2) return undefined;
  const shown = bars.slice(0, BARS);
  const categories = distinctLabels(shown.map(({ label }) => label));
  const rounded = roundedBeside([...shown.map(({ value }) => value), ...beside]);
  const data = shown.map(({ value }, i) => ({
    label: categories[i] ?? '',
    value: rounded(value),
  }));
  return {
    type: 'data_visualization',
    title: shorten(title, LIMITS.chartTitle),
    chart: { type: 'bar', series: [{ name: series, data }], axis_config: { categories } },
  };
}
