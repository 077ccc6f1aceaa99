/**
 * Daily scores, computed from the runs. An answer weighs 1 if it names the brand first, 0.2 less for each rank below
 * (at least 0.2), and 0 if it doesn't name it. A score is 100 times the mean weight.
 */
import { ENGINES } from './cast.ts';
import type { Day } from './day.ts';
import type { Engine, Mention, PromptRun, Region, Sentiment } from './rows.ts';

/** A tool's figures over some answers. Score 0 to 100, mention rate 0 to 1, sentiment -1 to 1, rank from 1. */
export type Figures = {
  answers: number;
  mentions: number;
  topPicks: number;
  score: number;
  mentionRate: number;
  averageRank: number | null;
  averageSentiment: number | null;
};

/** `engine` and `region` are null for all of them together; `complete` is true once the day is over. */
export type DailyScore = Figures & {
  day: Day;
  engine: Engine | null;
  region: Region | null;
  complete: boolean;
};

const SENTIMENT: Record<Sentiment, number> = { positive: 1, neutral: 0, negative: -1 };

function weightOf(rank: number): number {
  return Math.max(0.2, 1.2 - 0.2 * rank);
}

/** Figures of the tool whose mentions `isIt` picks out. Without runs, scores and rates are 0. */
export function computeFigures(runs: readonly PromptRun[], isIt: (mention: Mention) => boolean): Figures {
  const mentions = runs.flatMap(({ response }) => response.mentions.filter(isIt));
  const mean = (value: (mention: Mention) => number, over: number) =>
    over === 0 ? 0 : mentions.reduce((sum, mention) => sum + value(mention), 0) / over;
  const named = mentions.length > 0;

  return {
    answers: runs.length,
    mentions: mentions.length,
    topPicks: mentions.filter(({ rank }) => rank === 1).length,
    score: 100 * mean(({ rank }) => weightOf(rank), runs.length),
    mentionRate: mean(() => 1, runs.length),
    averageRank: named ? mean(({ rank }) => rank, mentions.length) : null,
    averageSentiment: named ? mean(({ sentiment }) => SENTIMENT[sentiment], mentions.length) : null,
  };
}

/** The runs of each engine that has any, in the order of cast.ts. */
export function groupByEngine(runs: readonly PromptRun[]): { engine: Engine; runs: readonly PromptRun[] }[] {
  return ENGINES.map((engine) => ({
    engine,
    runs: runs.filter(({ engineId }) => engineId === engine.id),
  })).filter((part) => part.runs.length > 0);
}

/** A day's rows: all engines together, then each one that answered. A day without answers has none. */
export function scoreDay(
  runs: readonly PromptRun[],
  day: Day,
  complete: boolean,
  region: Region | null = null,
): DailyScore[] {
  if (runs.length === 0) return [];
  const isOwn = ({ own }: Mention) => own;
  return [{ engine: null, runs }, ...groupByEngine(runs)].map((part) => ({
    day,
    engine: part.engine,
    region,
    complete,
    ...computeFigures(part.runs, isOwn),
  }));
}
