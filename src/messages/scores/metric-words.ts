/** What the figures of a daily score are called, how they are written, and in what their changes are told. */
import type { Metric } from '../../decision.ts';
import { perCent, type Scale, scaleOf, shareOf, shareScale, sideBySide } from '../figures.ts';

type Figures = readonly (number | undefined | null)[];

type MetricWords = {
  name: string;
  /** Which end of the scale is good: the first place is 1. */
  best: 'highest' | 'lowest';
  /** What its changes are counted in. */
  unit: 'points' | 'places' | 'percentage points';
  /** Figures that are read side by side: "61.0", "78.3 %". */
  scale: (values: readonly number[]) => Scale;
  /** One figure of a series: "61.4", "78.3 %". */
  figure: (values: Figures) => (value: number) => string;
  /** A figure of 1 is so much of what a chart of such figures counts. */
  times: (values: Figures) => number;
};

const plain = { unit: 'points', scale: scaleOf, figure: sideBySide, times: () => 1 } as const;

export const METRIC_WORDS: Readonly<Record<Metric, MetricWords>> = {
  score: { ...plain, name: 'visibility score', best: 'highest' },
  mentionRate: {
    name: 'mention rate',
    best: 'highest',
    unit: 'percentage points',
    scale: shareScale,
    figure: shareOf,
    times: perCent,
  },
  averageRank: { ...plain, name: 'average rank', best: 'lowest', unit: 'places' },
  sentiment: { ...plain, name: 'sentiment', best: 'highest' },
};

/** How far it moved: "8.2 points", "1.30 places", "6.6 percentage points". */
export function sizeOf(metric: Metric, scale: Scale, change: number): string {
  return `${scale.size(change)} ${METRIC_WORDS[metric].unit}`;
}

/** Whether a change is for the worse: of ranks, a larger figure is a worse place. */
export function isWorse(metric: Metric, change: number): boolean {
  return METRIC_WORDS[metric].best === 'lowest' ? change > 0 : change < 0;
}

/** "fell 8.2 points", "got worse by 1.30 places": between two levels as they are shown. */
export function moveOf(metric: Metric, scale: Scale, from: number, to: number): string {
  const size = sizeOf(metric, scale, scale.change(from, to));
  if (METRIC_WORDS[metric].best === 'highest') return `${to < from ? 'fell' : 'rose'} ${size}`;
  return `got ${to > from ? 'worse' : 'better'} by ${size}`;
}

/** "down 8.2 points", "1.30 places worse". */
export function awayOf(metric: Metric, scale: Scale, from: number, to: number): string {
  const size = sizeOf(metric, scale, scale.change(from, to));
  if (METRIC_WORDS[metric].best === 'highest') return `${to < from ? 'down' : 'up'} ${size}`;
  return `${size} ${to > from ? 'worse' : 'better'}`;
}
