/** What the figures of a daily score are called, and in what their changes are told. */
import type { Metric } from '../decision.ts';
import type { Scale } from './figures.ts';

type MetricWords = {
  name: string;
  /** Which end of the scale is good: the first place is 1. */
  best: 'highest' | 'lowest';
  /** How far it moved: "8.2 points", "1.3 places". */
  size: (scale: Scale, change: number) => string;
};

const points = (scale: Scale, change: number) => `${scale.size(change)} points`;

export const METRIC_WORDS: Readonly<Record<Metric, MetricWords>> = {
  score: { name: 'visibility score', best: 'highest', size: points },
  mentionRate: { name: 'mention rate', best: 'highest', size: points },
  averageRank: {
    name: 'average rank',
    best: 'lowest',
    size: (scale, change) => `${scale.size(change)} places`,
  },
  sentiment: { name: 'sentiment', best: 'highest', size: points },
};

/** "fell" or "rose"; of ranks, where a larger figure is a worse place, "got worse" or "got better". */
export function moveOf(metric: Metric, change: number): string {
  if (METRIC_WORDS[metric].best === 'lowest') return change > 0 ? 'got worse' : 'got better';
  return change < 0 ? 'fell' : 'rose';
}
