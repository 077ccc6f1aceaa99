/** Renders a score’s last days as a chart, in words and as a sparkline, and says which days have no figure. */
import type { ChartDay, MeasuredChange, Metric, ScoreAlert } from '../../decision.ts';
import { count, firstOf } from '../figures.ts';
import type { Chart } from '../page.ts';
import { say } from '../text.ts';
import { chartDay, dayName } from '../times.ts';
import { METRIC_WORDS, measuredLine } from './score-words.ts';

const BARS = '▁▂▃▄▅▆▇█';
const GAP = '·';

/** Follows the day in a chart; `chartedLine` says what changed. */
const CHANGE_MARK = '†';

/** Names of chart lines, with units. */
const LINES: Readonly<Record<Metric, string>> = {
  score: 'Score',
  mentionRate: 'Mention rate, %',
  averageRank: 'Average rank',
  sentiment: 'Sentiment',
};

/**
 * Slack needs a point for every category, so days without a figure are left off the axis (see `missingDays`). `beside`:
 * other figures in the text, which should have the same decimals. The first day on which other things are `measured` has
 * a mark. `each`: what a point averages. Undefined if no day has a figure.
 */
export function scoreChart(
  title: string,
  days: readonly ChartDay[],
  {
    usual,
    metric = 'score',
    beside = [],
    measured: changes = [],
    each = 'day',
  }: Pick<ScoreAlert, 'usual'> & {
    metric?: Metric;
    beside?: readonly number[];
    measured?: readonly MeasuredChange[] | undefined;
    each?: 'day' | 'week';
  } = {},
): Chart | undefined {
  const measured = withScore(days);
  const last = days.at(-1);
  if (!last || measured.length === 0) return undefined;
  const scores = measured.map(({ score }) => score);
  const figures = [...scores, ...(usual ? [usual.low, usual.high] : []), ...beside];
  const { scale } = METRIC_WORDS[metric];
  const { drawn } = scale(figures);
  const line = (name: string, read: (day: (typeof measured)[number]) => number) => ({
    name,
    values: measured.map((day) => drawn(read(day))),
  });
  const band = usual ? [line('Usual low', () => usual.low), line('Usual high', () => usual.high)] : [];
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
  const { level } = scale([lowest, highest, ...beside]);
  return {
    kind: 'chart',
    title,
    type: 'line',
    categories: measured.map(({ date }) => chartDay(date)),
    marks: measured.map(({ date }, i) => {
      const before = measured[i - 1]?.date;
      return before && changes.some(({ day }) => day > before && day <= date) ? CHANGE_MARK : '';
    }),
    series: [line(LINES[metric], ({ score }) => score), ...band],
    words: say`${count(days.length, each)} to ${dayName(last.date)}: lowest ${level(lowest)}, highest ${level(highest)}`,
    sparkline: sparkline(days),
  };
}

/** measuredLine, with the mark of these days in the chart if it has one. */
export function chartedLine(
  chart: Chart | undefined,
  changes: readonly MeasuredChange[] | undefined,
): string | undefined {
  const line = measuredLine(changes);
  return line && chart?.marks?.includes(CHANGE_MARK) ? `${CHANGE_MARK} ${line}` : line;
}

/** A smaller spread than this share of the figures isn't drawn as high as a sparkline is: it would look like a fall. */
const LEAST_SPREAD = 0.15;

/** The spread that a sparkline of these days needs. */
export function spreadOf(days: readonly ChartDay[]): number {
  const scores = withScore(days).map(({ score }) => score);
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
  return scores.length === 0 ? 0 : Math.max(highest - lowest, LEAST_SPREAD * Math.abs(highest));
}

/** "▅▆·▅▁": a bar for each day, a dot if it has no figure. Sparklines of one `spread` can be compared. */
export function sparkline(days: readonly ChartDay[], spread = spreadOf(days)): string {
  const scores = withScore(days).map(({ score }) => score);
  const middle = (Math.min(...scores) + Math.max(...scores)) / 2;
  const bar = (score: number) => {
    const height = spread === 0 ? 0.5 : 0.5 + (score - middle) / spread;
    return BARS.charAt(Math.round(height * (BARS.length - 1)));
  };
  return days.map(({ score }) => (score === null ? GAP : bar(score))).join('');
}

function withScore(days: readonly ChartDay[]): { date: string; score: number }[] {
  return days.flatMap(({ date, score }) => (score === null ? [] : [{ date, score }]));
}

/**
 * "No data on 3 of 20 days, which the chart skips: Sun 1 Nov to Mon 2 Nov; Sat 7 Nov."; undefined if every day has a
 * figure. Needed because Slack spaces a chart’s points evenly, whatever days lie between them.
 */
export function missingDays(days: readonly ChartDay[]): string | undefined {
  const missing = days.filter(({ score }) => score === null).length;
  if (missing === 0) return undefined;
  const which = joinDays(days, ({ score }) => score === null);
  return `No data on ${missing} of ${count(days.length, 'day')}, which the chart skips: ${which}.`;
}

/** "Thu 1 Oct to Fri 2 Oct; Sun 11 Oct": the days for which `holds` is true. */
export function joinDays<Day extends { date: string }>(
  days: readonly Day[],
  holds: (day: Day) => boolean,
): string {
  const name = (index: number) => dayName(days[index]?.date ?? '');
  return joinNames(
    findRuns(days, holds).map(({ first, last }) =>
      first === last ? name(first) : `${name(first)} to ${name(last)}`,
    ),
    'gap',
  );
}

/** The first and last index of each stretch of days for which `holds` is true. */
export function findRuns<Day>(
  days: readonly Day[],
  holds: (day: Day) => boolean,
): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const [i, day] of days.entries()) {
    if (!holds(day)) continue;
    const run = runs.at(-1);
    if (run?.last === i - 1) run.last = i;
    else runs.push({ first: i, last: i });
  }
  return runs;
}

/** Items to name in a list; the rest are counted. */
const NAMED = 8;

/** `what`: the singular for those only counted. */
export function joinNames(all: readonly string[], what: string): string {
  return firstOf(all, NAMED, (one) => one, what).join('; ');
}
