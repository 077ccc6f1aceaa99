/** Daily figures in words and as a chart: names of metrics, how they moved, and changes of what is measured. */
import type {
  ChartDay,
  LatestFigure,
  MeasuredChange,
  Metric,
  PartsBy,
  Scope,
  ScoreAlert,
  SharedFigures,
} from '../../decision.ts';
import type { Scale } from '../figures.ts';
import { andList, count, figure, firstOf, percentFactor, scaleOf, shareScale } from '../figures.ts';
import { brief } from '../lengths.ts';
import { type Chart, MOST_POINTS } from '../page.ts';
import { bold, capitalize, lines, say, type Text } from '../text.ts';
import { chartDay, dayName } from '../times.ts';

/** That some of the figures are our own means; undefined if the API gives each of them. */
export function meanLine(figures: readonly { meanOf?: PartsBy | undefined }[]): string | undefined {
  const [by] = figures.flatMap(({ meanOf }) => meanOf ?? []);
  return by && `Figures that the API doesn’t give are our own means of its figures by ${by}.`;
}

export function describeMean(by: PartsBy): string {
  return `our own mean of the API’s figures by ${by}`;
}

type Figures = readonly (number | undefined | null)[];

type MetricWords = {
  name: string;
  best: 'highest' | 'lowest';
  unit: 'points' | 'places' | 'percentage points' | '';
  /** For figures read side by side: "61.0", "78.3%". */
  scale: (values: readonly number[]) => Scale;
  times: (values: Figures) => number;
};

const plain = { unit: 'points', scale: scaleOf, times: () => 1 } as const;

export const METRIC_WORDS: Readonly<Record<Metric, MetricWords>> = {
  score: { ...plain, name: 'visibility score', best: 'highest' },
  mentionRate: {
    name: 'mention rate',
    best: 'highest',
    unit: 'percentage points',
    scale: shareScale,
    times: percentFactor,
  },
  averageRank: { ...plain, name: 'average rank', best: 'lowest', unit: 'places' },
  // From −1 to 1: a third decimal says nothing.
  sentiment: {
    ...plain,
    name: 'sentiment',
    best: 'highest',
    unit: '',
    scale: (values) => scaleOf(values, 2),
  },
};

/** " on Gemini in Germany for “k8s cost alerts”" */
export function whereOf({ engine, region }: Scope, prompt?: string): string {
  const on = engine ? ` on ${brief(engine.name, 'place')}` : '';
  const within = region ? ` in ${placeWords(region.name)}` : '';
  return `${on}${within}${prompt === undefined ? '' : ` for “${brief(prompt, 'prompt')}”`}`;
}

/** Countries whose names take an article within a sentence: "the United States" */
const WITH_THE =
  /^(?:united|uk|us|usa|uae|eu|netherlands|philippines|bahamas|maldives|gambia)\b|\brepublic$/i;

/** A region's name within a sentence. */
export function placeWords(region: string): string {
  const name = brief(region, 'place');
  return WITH_THE.test(name) ? `the ${name}` : name;
}

/** "8.2 points", "1.30 places", "6.6 percentage points"; of sentiment "0.22" */
function formatSize(metric: Metric, scale: Scale, change: number): string {
  return `${scale.size(change)} ${METRIC_WORDS[metric].unit}`.trim();
}

/** Whether a change is for the worse, which a larger rank is. */
export function isWorse(metric: Metric, change: number): boolean {
  return METRIC_WORDS[metric].best === 'lowest' ? change > 0 : change < 0;
}

/** Opens the headline of a change. */
export function signpostOf(metric: Metric, change: number): string {
  return isWorse(metric, change) ? '🔻 ' : '🔺 ';
}

/** "fell 8.2 points", "got worse by 1.30 places": the difference of both levels as shown. */
export function describeMove(metric: Metric, scale: Scale, from: number, to: number): string {
  const size = formatSize(metric, scale, scale.change(from, to));
  if (METRIC_WORDS[metric].best === 'highest') return `${to < from ? 'fell' : 'rose'} ${size}`;
  return `got ${to > from ? 'worse' : 'better'} by ${size}`;
}

/** "down 8.2 points", "1.30 places worse". */
export function describeOffset(metric: Metric, scale: Scale, from: number, to: number): string {
  const size = formatSize(metric, scale, scale.change(from, to));
  if (METRIC_WORDS[metric].best === 'highest') return `${to < from ? 'down' : 'up'} ${size}`;
  return `${size} ${to > from ? 'worse' : 'better'}`;
}

/** The latest changes named in one sentence, and the engines or regions of one change; others are only counted. */
const CHANGES_SHOWN = 3;
const NAMED = 3;

const KINDS = ['prompts', 'engines', 'regions'] as const;

/** Follows a figure: ", down 8.2 points since Wed 18 Nov", or ", not comparable with 61.4 on …: 3 prompts added". */
export function describeSince(
  metric: Metric,
  scale: Scale,
  before: { date: string; value: number } | undefined,
  now: number,
  measured: readonly MeasuredChange[] = [],
): string {
  if (!before) return ', the first day';
  const when = dayName(before.date);
  if (measured.length > 0)
    return `, not comparable with ${scale.level(before.value)} on ${when}: ${describeMeasured(measured)}`;
  if (scale.change(before.value, now) === 0) return `, the same as on ${when}`;
  return `, ${describeOffset(metric, scale, before.value, now)} since ${when}`;
}

/** "52.2 on Sat 21 Nov, down 8.1 points since Fri 20 Nov" */
export function describeLatest({ metric, now, before, measured }: LatestFigure): Text {
  const scale = METRIC_WORDS[metric].scale([now.value, before?.value ?? now.value]);
  const level = before ? scale.level : figure;
  return say`${bold(level(now.value))} on ${dayName(now.date)}${describeSince(metric, scale, before, now.value, measured)}`;
}

/** "3 prompts added on Sun 22 Nov: figures before and after are for different prompts."; undefined without changes. */
export function measuredLine(changes: readonly MeasuredChange[] = []): string | undefined {
  if (changes.length === 0) return undefined;
  const latest = [...Map.groupBy(changes, ({ day }) => day)].slice(-CHANGES_SHOWN);
  const all = latest.map(([day, ofDay]) => `${describeMeasured(ofDay)} on ${dayName(day)}`).join(', ');
  const said = all.replace(/^(prompts|engines|regions) changed/, capitalize);
  return `${said}: figures before and after are for different ${kindsOf(changes)}.`;
}

/** ", with different prompts than before", to follow a figure and its day. */
export function withOthers(changes: readonly MeasuredChange[] = []): string {
  return changes.length === 0 ? '' : `, with different ${kindsOf(changes)} than before`;
}

/** "on the 19 prompts measured both times: 54.1 → 52.2" */
export function sharedWords({ of, parts, before, after }: SharedFigures): string {
  const { level } = scaleOf([before, after]);
  return `on the ${count(parts, of.slice(0, -1))} measured both times: ${level(before)} → ${level(after)}`;
}

/** "prompts and engines" */
export function kindsOf(changes: readonly MeasuredChange[] = []): string {
  const kinds = KINDS.filter((kind) => changes.some(({ of }) => of === kind));
  return andList(kinds);
}

/** "3 prompts and Copilot added, 1 prompt removed", or "regions changed" if no more is known. */
export function describeMeasured(changes: readonly MeasuredChange[]): string {
  const whichOf = (of: MeasuredChange['of'], names: readonly string[]) =>
    of === 'prompts' || names.length > NAMED
      ? [count(names.length, of.slice(0, -1))].filter(() => names.length > 0)
      : names.map((name) => brief(name, 'place'));
  const moved = {
    added: changes.flatMap(({ of, came }) => whichOf(of, came)),
    removed: changes.flatMap(({ of, went }) => whichOf(of, went)),
    reworded: changes.flatMap(({ reworded = [] }) =>
      reworded.length > 0 ? count(reworded.length, 'prompt') : [],
    ),
    changed: changes.flatMap(({ of, came, went, reworded = [] }) =>
      came.length + went.length + reworded.length === 0 ? of : [],
    ),
  };
  return Object.entries(moved)
    .flatMap(([verb, which]) => (which.length > 0 ? `${andList(which)} ${verb}` : []))
    .join(', ');
}

const BARS = '▁▂▃▄▅▆▇█';
const GAP = '·';

const LINES: Readonly<Record<Metric, string>> = {
  score: 'Score',
  mentionRate: 'Mention rate, %',
  averageRank: 'Average rank',
  sentiment: 'Sentiment',
};

/** Days averaged in each point of a chart: the first of these with which all points fit. */
const AVERAGED = [
  { days: 1, as: '' },
  { days: 2, as: 'two-day average' },
  { days: 7, as: 'weekly average' },
  { days: 28, as: 'four-week average' },
  { days: 91, as: '13-week average' },
] as const;

function findAveraged({ length }: readonly ChartDay[]): (typeof AVERAGED)[number] {
  return AVERAGED.find(({ days }) => length < days * (MOST_POINTS + 1)) ?? AVERAGED[4];
}

/** Too many days become averages with their extremes. `beside`: figures in the text. Undefined unless two days have a figure. */
export function scoreChart(
  title: string,
  all: readonly ChartDay[],
  {
    usual,
    metric = 'score',
    beside = [],
  }: Pick<ScoreAlert, 'usual'> & { metric?: Metric; beside?: readonly number[] } = {},
): Chart | undefined {
  const averaged = findAveraged(all);
  const days = averageDays(all, averaged.days);
  const measured = days.filter(isMeasured);
  const last = days.at(-1);
  if (!last || measured.length < 2) return undefined;
  const scores = measured.map(({ score }) => score);
  const hasRange = averaged.as !== '' || usual !== undefined;
  const ranges = hasRange ? measured.flatMap(({ usual: own = usual }) => own ?? []) : [];
  const figures = [...scores, ...ranges.flatMap(({ low, high }) => [low, high]), ...beside];
  const { scale } = METRIC_WORDS[metric];
  const { drawn } = scale(figures);
  const line = (name: string, values: readonly number[]) => ({ name, values: values.map(drawn) });
  const [low, high] = averaged.as ? ['Lowest day', 'Highest day'] : ['Usual low', 'Usual high'];
  const name = LINES[metric].replace(/^[^,]+/, (own) => capitalize(averaged.as) || own);
  const ends = (end: 'low' | 'high') => ranges.map((one) => one[end]);
  const band = [line(low, ends('low')), line(high, ends('high'))];
  return {
    kind: 'chart',
    // What Slack cuts off of a long one, the line’s own name says as well.
    title: averaged.as ? `${title}, ${averaged.as}s` : title,
    type: 'line',
    categories: measured.map(({ date }) => chartDay(date)),
    series: [line(name, scores), ...(hasRange ? band : [])],
    words: say`${count(all.length, 'day')} to ${dayName(last.date)}: ${describeEnds(all, metric, beside)}${averaged.as && `, drawn as ${averaged.as}s`}`,
    sparkline: sparkline(days),
  };
}

/** Averages of so many days with their range, dated with the last of them; first days that are fewer are left out. */
function averageDays(days: readonly ChartDay[], each: number): readonly ChartDay[] {
  if (each === 1) return days;
  const first = days.length % each;
  return Array.from({ length: Math.floor(days.length / each) }, (_, i) => {
    const within = days.slice(first + i * each, first + (i + 1) * each);
    const scores = scoresOf(within);
    const date = within.at(-1)?.date ?? '';
    if (scores.length === 0) return { date, score: null };
    const usual = { low: Math.min(...scores), high: Math.max(...scores) };
    return { date, score: scores.reduce((sum, one) => sum + one, 0) / scores.length, usual };
  });
}

/** A smaller spread than this share of the figures isn't drawn as high as a sparkline is: it would look like a fall. */
const LEAST_SPREAD = 0.15;

/** The spread that a sparkline of these days needs. */
function spreadOf(days: readonly ChartDay[]): number {
  const scores = scoresOf(days);
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
  return scores.length === 0 ? 0 : Math.max(highest - lowest, LEAST_SPREAD * Math.abs(highest));
}

/** "▅▆·▅▁": a bar for each day, a dot if it has no figure. `spread`: of its whole height. */
export function sparkline(days: readonly ChartDay[], spread = spreadOf(days)): string {
  const scores = scoresOf(days);
  const middle = (Math.min(...scores) + Math.max(...scores)) / 2;
  const bar = (score: number) => {
    const height = spread === 0 ? 0.5 : 0.5 + (score - middle) / spread;
    return BARS.charAt(Math.round(height * (BARS.length - 1)));
  };
  return days.map(({ score }) => (score === null ? GAP : bar(score))).join('');
}

/** Whether the API has a figure for that day. */
export function isMeasured(day: ChartDay): day is ChartDay & { score: number } {
  return day.score !== null;
}

const scoresOf = (days: readonly ChartDay[]) => days.filter(isMeasured).map(({ score }) => score);

/** "lowest 41.3, highest 61.8", of single days. */
export function describeEnds(
  days: readonly ChartDay[],
  metric: Metric,
  beside: readonly number[] = [],
): string {
  const scores = scoresOf(days);
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
  const { level } = METRIC_WORDS[metric].scale([lowest, highest, ...beside]);
  return `lowest ${level(lowest)}, highest ${level(highest)}`;
}

/** What a chart of these days averages, and days without data: "No data on 3 of 20 days, which the chart skips: …". */
export function chartNote(days: readonly ChartDay[]): Text {
  const { as } = findAveraged(days);
  const missing = days.filter(({ score }) => score === null).length;
  const which = joinDays(days, ({ score }) => score === null);
  return lines(
    as && `Each point is a ${as}, named by its last day, so the line doesn’t end at the latest day’s figure.`,
    missing > 0 &&
      `No data on ${missing} of ${count(days.length, 'day')}${as ? '' : ', which the chart skips'}: ${which}.`,
  );
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

const LISTED = 8;

/** `what`: the singular for those only counted. */
export function joinNames(all: readonly string[], what: string): string {
  return firstOf(all, LISTED, (one) => one, what).join('; ');
}
