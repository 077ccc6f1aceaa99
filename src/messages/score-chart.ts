/** A score over the last days: as Slack's own chart, and as a line of text where that is refused. */

import type { ChartDay, Metric, ScoreAlert } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { type DataVisualizationBlock, LIMITS } from '../slack/blocks.ts';
import { shorten } from '../slack/text.ts';
import { chartDay, dayName } from './days.ts';
import { count, ordinal } from './figures.ts';
import { METRIC_WORDS } from './metric-words.ts';

const BARS = '▁▂▃▄▅▆▇█';
const GAP = '·';

/** What a chart's line is called, and in what it is counted. */
const LINES: Readonly<Record<Metric, string>> = {
  score: 'Score',
  mentionRate: 'Mention rate, %',
  averageRank: 'Average rank',
  sentiment: 'Sentiment',
};

/**
 * Slack wants a point for every category, so days without a figure are left out of the axis (`missingDays` says so).
 * Undefined if no day has one.
 */
export function scoreChart(
  title: string,
  days: readonly ChartDay[],
  { usual, metric = 'score' }: Pick<ScoreAlert, 'usual'> & { metric?: Metric } = {},
): DataVisualizationBlock | undefined {
  const measured = withScore(days).slice(-LIMITS.chartPoints);
  if (measured.length === 0) return undefined;
  const times = METRIC_WORDS[metric].times([...measured.map(({ score }) => score), usual?.low, usual?.high]);
  const categories = measured.map(({ date }) => chartDay(date));
  const line = (name: string, value: (score: number) => number) => ({
    name,
    data: measured.map(({ score }, i) => ({
      label: categories[i] ?? '',
      value: round(times * value(score)),
    })),
  });
  return {
    type: 'data_visualization',
    title: shorten(title, LIMITS.chartTitle),
    chart: {
      type: 'line',
      series: [
        line(LINES[metric], (score) => score),
        ...(usual ? [line('Usual low', () => usual.low), line('Usual high', () => usual.high)] : []),
      ],
      axis_config: { categories },
    },
  };
}

/** "▅▆·▅▁": one sign for each day, a dot where there is no figure. */
export function sparkline(days: readonly ChartDay[]): string {
  const { lowest, highest } = rangeOf(days);
  const spread = highest - lowest;
  const bar = (score: number) => {
    const height = spread === 0 ? 0.5 : (score - lowest) / spread;
    return BARS.charAt(Math.round(height * (BARS.length - 1)));
  };
  return days.map(({ score }) => (score === null ? GAP : bar(score))).join('');
}

/** "20 days to Thu 19 Nov: lowest 53.2, highest 63.1": what the chart shows, in words. */
export function chartInWords(days: readonly ChartDay[], metric: Metric = 'score'): string {
  const last = days.at(-1);
  const measured = withScore(days);
  if (!last || measured.length === 0) return 'No day has a figure.';
  const { lowest, highest } = rangeOf(days);
  const scale = METRIC_WORDS[metric].scale([lowest, highest]);
  const span = (Date.parse(last.date) - Date.parse(days[0]?.date ?? last.date)) / DAY_MS + 1;
  const shown = span > days.length ? `${days.length} of ${count(span, 'day')}` : count(days.length, 'day');
  return `${shown} to ${dayName(last.date)}: lowest ${scale.level(lowest)}, highest ${scale.level(highest)}`;
}

/** "No data on 2 of 20 days.", or undefined if every day has a figure. */
export function missingDays(days: readonly ChartDay[]): string | undefined {
  const missing = days.length - withScore(days).length;
  if (missing === 0) return undefined;
  return `No data on ${missing} of ${count(days.length, 'day')}.`;
}

/** "The chart shows every 2nd day.", or undefined if it shows each. */
export function thinned([first, second]: readonly ChartDay[]): string | undefined {
  const step = first && second ? (Date.parse(second.date) - Date.parse(first.date)) / DAY_MS : 1;
  return step > 1 ? `The chart shows every ${ordinal(step)} day.` : undefined;
}

function withScore(days: readonly ChartDay[]): { date: string; score: number }[] {
  return days.flatMap(({ date, score }) => (score === null ? [] : [{ date, score }]));
}

function rangeOf(days: readonly ChartDay[]): { lowest: number; highest: number } {
  const scores = withScore(days).map(({ score }) => score);
  return { lowest: Math.min(...scores), highest: Math.max(...scores) };
}

/** A chart's tooltip needs no more than three decimals. */
function round(value: number): number {
  return Number(value.toFixed(3));
}
