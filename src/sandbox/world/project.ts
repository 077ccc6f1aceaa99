/** One project of the simulated world: its rows at a time, and the figures computed from them. */

import { runsOfDay } from './answers.ts';
import { type Day, dayOf } from './day.ts';
import { createLeads } from './leads.ts';
import { createPrompts } from './prompts.ts';
import type { PromptRun } from './rows.ts';
import { type DailyScore, scoresOfDay } from './scores.ts';
import type { ProjectScript } from './script.ts';
import { createSuggestions } from './suggestions.ts';
import { type TopicPicture, topicPicture } from './topics.ts';

/** Complete days whose scores are listed. */
export const HISTORY_DAYS = 60;
/** Complete days that a topic's figures are computed from. */
export const TOPIC_DAYS = 7;

/** Days whose rows stay in memory; others follow from the seed and are made again when asked for. */
const RUN_DAYS = TOPIC_DAYS + 2;

export type Project = ReturnType<typeof createProject>;

/** `start` is the world's first day; `suggestionDays` as suggestions.ts wants them. Times are epoch ms. */
export function createProject(
  script: ProjectScript,
  seed: number,
  start: Day,
  suggestionDays: readonly Day[],
) {
  const prompts = createPrompts(script, seed, start);
  const leads = createLeads(script, seed, start);
  const suggestions = createSuggestions(script, seed, start, suggestionDays);
  const runs = remembered(RUN_DAYS, (day) => runsOfDay(script, seed, start, day, prompts.runOn(day)));
  const completeScores = remembered(HISTORY_DAYS, (day) => scoresOfDay(runs(day), day, true));

  /** The day's runs that are finished by `now`. */
  function runsOn(day: Day, now: number): readonly PromptRun[] {
    return day > dayOf(now) ? [] : runs(day).filter(({ completedAt }) => completedAt <= now);
  }

  /** The last complete days and what today has so far, oldest first. Today's rows say `complete: false`. */
  function dailyScores(now: number): DailyScore[] {
    const today = dayOf(now);
    const past = Array.from({ length: HISTORY_DAYS }, (_, index) => today - HISTORY_DAYS + index);
    return [...past.flatMap(completeScores), ...scoresOfDay(runsOn(today, now), today, false)];
  }

  /** Every topic's picture over the last complete days. */
  function topics(now: number): TopicPicture[] {
    const today = dayOf(now);
    const answered = Array.from({ length: TOPIC_DAYS }, (_, ago) => runs(today - 1 - ago)).flat();
    return script.topics.map((topic) => topicPicture(script, topic, answered));
  }

  return {
    id: script.id,
    name: script.name,
    prompts,
    leads,
    suggestions,
    runsOn,
    dailyScores,
    topics,
  };
}

/** Keeps the answers for the last `limit` days asked for: a day's rows never change, making them takes a while. */
function remembered<T>(limit: number, make: (day: Day) => T): (day: Day) => T {
  const kept = new Map<Day, T>();
  return (day) => {
    const known = kept.get(day);
    if (known !== undefined) return known;
    const made = make(day);
    kept.set(day, made);
    const [oldest] = kept.keys();
    if (kept.size > limit && oldest !== undefined) kept.delete(oldest);
    return made;
  };
}
