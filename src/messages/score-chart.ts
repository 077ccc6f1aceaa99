/** A score over the last days: as Slack's own chart, and as a line of text where that is refused. */
import type { ChartDay, Metric, ScoreAlert } from '../decision.ts';
import { type DataVisualizationBlock, LIMITS } from '../slack/blocks.ts';
import { shorten } from '../slack/text.ts';
import { chartDay, dayName } from './days.ts';
import { count, decimalsFor, rounded } from './figures.ts';
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

/** `beside`: figures of the same kind that the text names, which have the decimals of the chart. */
type ChartedBeside = Pick<ScoreAlert, 'usual'> & { metric?: Metric; beside?: readonly number[] };

/**
 * Slack wants a point for every category, so days without a figure are left out of the axis (`missingDays` says so). Of more
 * days than it holds some are drawn (`thinned` says so). Undefined if no day has a figure.
 */
export function scoreChart(
  title: string,
  days: readonly ChartDay[],
  { usual, metric = 'score', beside = [] }: ChartedBeside = {},
): DataVisualizationBlock | undefined {
  const measured = drawn(days);
  if (measured.length === 0) return undefined;
  const figures = [
    ...measured.map(({ score }) => score),
    ...(usual ? [usual.low, usual.high] : []),
    ...beside,
  ];
  const times = METRIC_WORDS[metric].times(figures);
  const decimals = decimalsFor(figures.map((figure) => times * figure));
  const categories = measured.map(({ date }) => chartDay(date));
  const line = (name: string, value: (score: number) => number) => ({
    name,
    data: measured.map(({ score }, i) => ({
      label: categories[i] ?? '',
      value: rounded(times * value(score), decimals),
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

/** "▅▆·▅▁": one sign for each day, a dot where there is no figure; of many days those that a chart shows. */
export function sparkline(days: readonly ChartDay[]): string {
  const { lowest, highest } = rangeOf(days);
  const spread = highest - lowest;
  const bar = (score: number) => {
    const height = spread === 0 ? 0.5 : (score - lowest) / spread;
    return BARS.charAt(Math.round(height * (BARS.length - 1)));
  };
  const shown = days.length > LIMITS.chartPoints ? drawn(days) : days;
  return shown.map(({ score }) => (score === null ? GAP : bar(score))).join('');
}

/** "20 days to Thu 19 Nov: lowest 53.2, highest 63.1": the chart in words, of all days. */
export function chartInWords(
  days: readonly ChartDay[],
  metric: Metric = 'score',
  beside: readonly number[] = [],
): string {
  const last = days.at(-1);
  const measured = withScore(days);
  if (!last || measured.length === 0) return 'No day has a figure.';
  const { lowest, highest } = rangeOf(days);
  const scale = METRIC_WORDS[metric].scale([lowest, highest, ...beside]);
  return `${count(days.length, 'day')} to ${dayName(last.date)}: lowest ${scale.level(lowest)}, highest ${scale.level(highest)}`;
}

/** "No data on 2 of 20 days.", or undefined if every day has a figure. */
export function missingDays(days: readonly ChartDay[]): string | undefined {
  const missing = days.length - withScore(days).length;
  if (missing === 0) return undefined;
  return `No data on ${missing} of ${count(days.length, 'day')}.`;
}

/** "The chart shows 20 of 60 days, the lowest and the highest among them.", or undefined if it shows each. */
export function thinned(days: readonly ChartDay[]): string | undefined {
  const measured = withScore(days).length;
  const shown = drawn(days).length;
  if (shown === measured) return undefined;
  return `The chart shows ${shown} of ${count(measured, 'day')}, the lowest and the highest among them.`;
}

/** The days that a chart has room for: the last two, the lowest and the highest, and others as evenly as may be. */
function drawn(days: readonly ChartDay[]): { date: string; score: number }[] {
  const measured = withScore(days);
  const end = measured.length - 1;
  if (end < LIMITS.chartPoints) return measured;
  const { lowest, highest } = rangeOf(days);
  const at = (level: number) => measured.findLastIndex(({ score }) => score === level);
  const told = [at(lowest), at(highest), end - 1, end];
  for (let even = LIMITS.chartPoints; ; even -= 1) {
    const steps = Array.from({ length: even }, (_, i) => Math.round((i * end) / (even - 1)));
    const shown = new Set([...steps, ...told]);
    if (shown.size <= LIMITS.chartPoints) return measured.filter((_, i) => shown.has(i));
  }
}

function withScore(days: readonly ChartDay[]): { date: string; score: number }[] {
  return days.flatMap(({ date, score }) => (score === null ? [] : [{ date, score }]));
}

function rangeOf(days: readonly ChartDay[]): { lowest: number; highest: number } {
  const scores = withScore(days).map(({ score }) => score);
  return { lowest: Math.min(...scores), highest: Math.max(...scores) };
}
