/** A score over the last days: as a chart, in words, and as a line of signs where charts are refused. */
import type { ChartDay, Metric, ScoreAlert } from '../../decision.ts';
import { count, decimalsFor, rounded } from '../figures.ts';
import type { Chart } from '../page.ts';
import { say } from '../text.ts';
import { chartDay, dayName } from '../times.ts';
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
 * `beside`: figures of the same kind that the text names, which have the decimals of the chart. Undefined if no day has a figure.
 */
export function scoreChart(
  title: string,
  days: readonly ChartDay[],
  {
    usual,
    metric = 'score',
    beside = [],
  }: Pick<ScoreAlert, 'usual'> & { metric?: Metric; beside?: readonly number[] } = {},
): Chart | undefined {
  const measured = withScore(days);
  const last = days.at(-1);
  if (!last || measured.length === 0) return undefined;
  const scores = measured.map(({ score }) => score);
  const figures = [...scores, ...(usual ? [usual.low, usual.high] : []), ...beside];
  const { times, scale } = METRIC_WORDS[metric];
  const perUnit = times(figures);
  const decimals = decimalsFor(figures.map((figure) => perUnit * figure));
  const line = (name: string, read: (score: number) => number) => ({
    name,
    values: scores.map((score) => rounded(perUnit * read(score), decimals)),
  });
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
  const { level } = scale([lowest, highest, ...beside]);
  return {
    kind: 'chart',
    title,
    type: 'line',
    categories: measured.map(({ date }) => chartDay(date)),
    series: [
      line(LINES[metric], (score) => score),
      ...(usual ? [line('Usual low', () => usual.low), line('Usual high', () => usual.high)] : []),
    ],
    words: say`${count(days.length, 'day')} to ${dayName(last.date)}: lowest ${level(lowest)}, highest ${level(highest)}`,
    sparkline: sparkline(days),
  };
}

/** "▅▆·▅▁": one sign for each day, a dot where there is no figure. */
export function sparkline(days: readonly ChartDay[]): string {
  const scores = withScore(days).map(({ score }) => score);
  const lowest = Math.min(...scores);
  const spread = Math.max(...scores) - lowest;
  const bar = (score: number) => {
    const height = spread === 0 ? 0.5 : (score - lowest) / spread;
    return BARS.charAt(Math.round(height * (BARS.length - 1)));
  };
  return days.map(({ score }) => (score === null ? GAP : bar(score))).join('');
}

function withScore(days: readonly ChartDay[]): { date: string; score: number }[] {
  return days.flatMap(({ date, score }) => (score === null ? [] : [{ date, score }]));
}
