/** Words for daily figures: names of metrics, how they moved, and changes of what is measured. */
import type {
  MeasuredChange,
  Metric,
  Noise,
  PartsBy,
  Scope,
  ScoreOverview,
  SharedFigures,
} from '../../decision.ts';
import {
  alignFigures,
  alignShares,
  andList,
  count,
  percentFactor,
  type Scale,
  scaleOf,
  shareScale,
} from '../figures.ts';
import { brief } from '../lengths.ts';
import { capitalize } from '../text.ts';
import { dayName } from '../times.ts';

/** "Overall is our own mean of the API’s figures by engine."; undefined if the API gives an overall figure. */
export function meanLine(by: PartsBy | undefined): string | undefined {
  return by && `Overall is ${describeMean(by)}.`;
}

export function describeMean(by: PartsBy): string {
  return `our own mean of the API’s figures by ${by}`;
}

type Figures = readonly (number | undefined | null)[];

type MetricWords = {
  name: string;
  /** A lower rank is better. */
  best: 'highest' | 'lowest';
  /** Unit of a change; sentiment has none. */
  unit: 'points' | 'places' | 'percentage points' | '';
  /** For figures read side by side: "61.0", "78.3%". */
  scale: (values: readonly number[]) => Scale;
  /** For one figure of a series: "61.4", "78.3%". */
  figure: (values: Figures) => (value: number) => string;
  /** What a chart multiplies a figure by. */
  times: (values: Figures) => number;
};

const plain = { unit: 'points', scale: scaleOf, figure: alignFigures, times: () => 1 } as const;

export const METRIC_WORDS: Readonly<Record<Metric, MetricWords>> = {
  score: { ...plain, name: 'visibility score', best: 'highest' },
  mentionRate: {
    name: 'mention rate',
    best: 'highest',
    unit: 'percentage points',
    scale: shareScale,
    figure: alignShares,
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
  const within = region ? ` in ${brief(region.name, 'place')}` : '';
  return `${on}${within}${prompt === undefined ? '' : ` for “${brief(prompt, 'prompt')}”`}`;
}

/** "8.2 points", "1.30 places", "6.6 percentage points"; of sentiment "0.22" */
export function formatSize(metric: Metric, scale: Scale, change: number): string {
  return `${scale.size(change)} ${METRIC_WORDS[metric].unit}`.trim();
}

/** Whether a change is for the worse, which a larger rank is. */
export function isWorse(metric: Metric, change: number): boolean {
  return METRIC_WORDS[metric].best === 'lowest' ? change > 0 : change < 0;
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

type Day = { date: string; score: number };

/** Follows the day: ", up 2.4 since Sat", or why there’s no change: ", not comparable with Sat: 3 prompts added". */
export function describeChangeSince(
  before: Day,
  now: Day,
  { sincePrevious = [] }: Pick<ScoreOverview, 'sincePrevious'>,
): string {
  const when = dayName(before.date);
  if (sincePrevious.length > 0)
    return `, not comparable with ${when}: ${sincePrevious.map(describeMeasured).join(', ')}`;
  const scale = scaleOf([now.score, before.score]);
  const change = scale.change(before.score, now.score);
  if (change === 0) return `, the same as on ${when}`;
  return `, ${change < 0 ? 'down' : 'up'} ${scale.size(change)} since ${when}`;
}

/** "3 prompts added on Sun 22 Nov: figures before and after are for different prompts."; undefined without changes. */
export function measuredLine(changes: readonly MeasuredChange[] = []): string | undefined {
  if (changes.length === 0) return undefined;
  const byDay = Map.groupBy(changes.slice(-CHANGES_SHOWN), ({ day }) => day);
  const shown = [...byDay].map(
    ([day, ofDay]) => `${ofDay.map(describeMeasured).join(', ')} on ${dayName(day)}`,
  );
  const others = changes.length - CHANGES_SHOWN;
  const earlier = others > 0 ? [`${count(others, 'earlier change')}`] : [];
  const all = [...earlier, ...shown].join(', ').replace(/^(prompts|engines|regions) changed/, capitalize);
  return `${all}: figures before and after are for different ${kindsOf(changes)}.`;
}

/** "a normal change", since the level it leads to may be far from normal. */
export function describeNoise(noise: Noise): string {
  return noise === 'normal' ? 'a normal change' : `a change ${noise}`;
}

/** ", with other prompts", to follow a figure and its day. */
export function withOthers(changes: readonly MeasuredChange[] = []): string {
  return changes.length === 0 ? '' : `, with other ${kindsOf(changes)}`;
}

/** "on the 19 prompts measured both times: 54.1 → 52.2" */
export function sharedWords({ of, parts, before, after }: SharedFigures): string {
  const { level } = scaleOf([before, after]);
  return `on the ${count(parts, of.slice(0, -1))} measured both times: ${level(before)} → ${level(after)}`;
}

function kindsOf(changes: readonly MeasuredChange[]): string {
  const kinds = KINDS.filter((kind) => changes.some(({ of }) => of === kind));
  return andList(kinds);
}

/** "3 prompts added, 1 prompt removed", "Copilot added", or "regions changed" if no more is known. */
export function describeMeasured({ of, came, went, reworded = 0 }: MeasuredChange): string {
  if (came.length + went.length + reworded === 0) return `${of} changed`;
  const one = of.slice(0, -1);
  const describeMoved = (names: readonly string[], verb: string) => {
    if (names.length === 0) return [];
    const isCounted = of === 'prompts' || names.length > NAMED;
    const which = isCounted ? count(names.length, one) : andList(names.map((name) => brief(name, 'place')));
    return [`${which} ${verb}`];
  };
  const anew = reworded > 0 ? [`${count(reworded, 'prompt')} reworded`] : [];
  return [...describeMoved(came, 'added'), ...describeMoved(went, 'removed'), ...anew].join(', ');
}
