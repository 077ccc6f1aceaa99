/** A native bar chart of a few named figures, best first. */
import { type DataVisualizationBlock, LIMITS } from '../slack/blocks.ts';
import { shorten } from '../slack/text.ts';
import { distinctLabels } from './topic-tools.ts';

/** So many bars can be told apart at a glance. */
const BARS = 10;

/** Undefined where there are fewer than two figures to compare. */
export function barChart(
  title: string,
  series: string,
  bars: readonly { label: string; value: number }[],
): DataVisualizationBlock | undefined {
  if (bars.length < 2) return undefined;
  const shown = bars.slice(0, BARS);
  const categories = distinctLabels(shown.map(({ label }) => label));
  const data = shown.map(({ value }, i) => ({
    label: categories[i] ?? '',
    value: Number(value.toFixed(3)),
  }));
  return {
    type: 'data_visualization',
    title: shorten(title, LIMITS.chartTitle),
    chart: { type: 'bar', series: [{ name: series, data }], axis_config: { categories } },
  };
}
