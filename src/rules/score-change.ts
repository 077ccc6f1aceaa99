/** Decides the score alert of one feed: the last complete day against the complete day before it. */
import type { EngineChange, ProjectRef, ScoreAlert, Silence } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { daysBefore, today } from './calendar.ts';
import { projectRef } from './project-ref.ts';
import { chartDays, type Figures, latestDay, type ScoreHistory, scoreHistory } from './score-history.ts';
import { silence } from './silence.ts';
import { surenessOf, type Usual, usualOf } from './usual.ts';

/** What is usual is learnt from so many days. */
const USUAL_DAYS = 28;

/** A complete day older than this many days is no news. */
const STALE_DAYS = 2;

/** Differences of decimal figures carry dust: 66.4 − 61.4 is 5.000000000000007. */
const DUST = 1e-9;

/** `minChange` in points of the API's own scale. */
export type ScoreFeed = { project: ProjectRef; minChange: number; timezone: string };

/**
 * Silent for one of: no_scores, only_engine_scores, no_complete_day, no_previous_day, stale, below_min_change,
 * measured_set_changed (engines came or went, and those of both days do not bear the change out).
 */
export function decideScoreChange(
  scores: readonly DailyScore[],
  feed: ScoreFeed,
  now: number,
): ScoreAlert | Silence {
  if (!scores.some(({ score }) => score !== undefined)) return silence('no_scores');
  const history = scoreHistory(scores, feed.timezone, now);
  const day = latestDay(history.whole);
  if (day === undefined) return silence(hasWholeScore(scores) ? 'no_complete_day' : 'only_engine_scores');
  if (day < daysBefore(today(now, feed.timezone), STALE_DAYS)) return silence('stale');
  const previousDay = latestDay(history.whole, day);
  const [score, previousScore] = [history.whole.get(day), history.whole.get(previousDay ?? '')];
  if (previousDay === undefined || score === undefined || previousScore === undefined) {
    return silence('no_previous_day');
  }
  const change = score - previousScore;
  if (Math.abs(change) + DUST < feed.minChange) return silence('below_min_change');
  if (!borneOut(change, feed.minChange, history, day, previousDay)) return silence('measured_set_changed');

  const usual = usualBefore(history.whole, day, feed);
  return {
    kind: 'score_alert',
    v: 1,
    project: projectRef(feed.project),
    key: `score:${feed.project.id}:${day}`,
    day,
    previousDay,
    score,
    previousScore,
    usual: usual && { low: usual.low, high: usual.high },
    sureness: usual && surenessOf(score, usual),
    engines: engineChanges(history, day, previousDay, feed),
    series: chartDays(history.whole, day),
  };
}

function hasWholeScore(scores: readonly DailyScore[]): boolean {
  return scores.some(
    (row) => row.score !== undefined && row.engine === undefined && row.engineId === undefined,
  );
}

/** A change of the measured set is no change of the score: if it differs, the engines of both days must say the same. */
function borneOut(
  change: number,
  minChange: number,
  { engines }: ScoreHistory,
  day: string,
  previousDay: string,
): boolean {
  const measured = (date: string) => engines.filter(({ figures }) => figures.has(date));
  const [now, before] = [measured(day), measured(previousDay)];
  const both = now.filter((engine) => before.includes(engine));
  if (both.length === now.length && both.length === before.length) return true;
  const mean = (date: string) =>
    both.reduce((sum, { figures }) => sum + (figures.get(date) ?? 0), 0) / both.length;
  const common = both.length === 0 ? 0 : mean(day) - mean(previousDay);
  return Math.sign(common) === Math.sign(change) && Math.abs(common) + DUST >= minChange;
}

/** What was usual in the weeks before a day. A fifth of the feed's threshold is the finest spread worth a word. */
function usualBefore(figures: Figures, day: string, { minChange }: ScoreFeed): Usual | undefined {
  const from = daysBefore(day, USUAL_DAYS);
  const earlier = [...figures].filter(([date]) => date >= from && date < day).map(([, figure]) => figure);
  return usualOf(earlier, minChange / 5);
}

/** The engines that moved most first, those without a change last. */
function engineChanges(
  { engines }: ScoreHistory,
  day: string,
  previousDay: string,
  feed: ScoreFeed,
): EngineChange[] {
  const changes = engines.map(({ engine, figures }): EngineChange => {
    const [score, before] = [figures.get(day), figures.get(previousDay)];
    if (score === undefined || before === undefined) return { engine, score, normal: false };
    const usual = usualBefore(figures, day, feed);
    const normal = usual !== undefined && surenessOf(score, usual) === undefined;
    return { engine, score, change: score - before, normal };
  });
  const size = ({ change }: EngineChange) => (change === undefined ? -1 : Math.abs(change));
  return changes.toSorted((a, b) => size(b) - size(a));
}
