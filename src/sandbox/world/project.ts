/**
 * One project of the simulated world: its rows at a time. What can be counted from them is counted elsewhere; only the
 * daily scores are kept, because they look back furthest.
 */

import type { runsOfDay } from './answers.ts';
import { type Change, createChanges } from './changes.ts';
import { citationsOfDay } from './citations.ts';
import { type Day, dayOf } from './day.ts';
import { runGroupId } from './identities.ts';
import { createLeads, type ThreadCopy, threadCopy } from './leads.ts';
import { createPrompts } from './prompts.ts';
import type { Citation, PromptRun, Region } from './rows.ts';
import { type DailyScore, scoresOfDay } from './scores.ts';
import type { ProjectScript } from './script.ts';
import { createAdvice, createSuggestions } from './suggestions.ts';
import { type TopicPicture, topicPicture } from './topics.ts';
import { createTrackedSets } from './tracked-sets.ts';

/** Complete days whose runs and scores can be read. */
export const HISTORY_DAYS = 60;
/** Complete days that every other figure is computed from. */
const FIGURE_DAYS = 7;

/** Days whose rows stay in memory: making them takes a while, and they never change. */
const KEPT_DAYS = HISTORY_DAYS + 2;

export type Project = ReturnType<typeof createProject>;

type ProjectOptions = {
  script: ProjectScript;
  seed: number;
  /** The world's first day. */
  start: Day;
  /** As suggestions.ts wants them. */
  suggestionDays: readonly Day[];
  changes: readonly Change[];
  onChange: () => void;
  runsOf: typeof runsOfDay;
};

type Newest = { day: Day; finished: number; runs: readonly PromptRun[]; citations: readonly Citation[] };

/** Times are epoch ms. */
export function createProject({ script, seed, start, suggestionDays, runsOf, ...made }: ProjectOptions) {
  const changes = createChanges(made.changes, made.onChange);
  const sets = createTrackedSets(changes);
  const leads = createLeads(script, seed, start);
  const suggestions = createSuggestions(script, seed, start, suggestionDays, changes);
  const prompts = createPrompts(script, seed, start, changes, suggestions.acceptedFor);

  const runs = remembered(KEPT_DAYS, (day) =>
    runsOf(script, seed, start, day, {
      prompts: prompts.runOn(day),
      engines: sets.engines.on(day),
      regions: sets.regions.on(day),
    }),
  );
  const scores = remembered(KEPT_DAYS, (day) => scoresOfDay(runs(day), day, true));
  const citations = remembered(KEPT_DAYS, (day) => citationsOfDay(script.pages, runs(day), leads.cited(day)));

  /** Every run of a day that has begun, whether it is finished or not. */
  function scheduledOn(day: Day, now: number): readonly PromptRun[] {
    const today = dayOf(now);
    return day > today || day < today - HISTORY_DAYS ? [] : runs(day);
  }

  /** The day's runs that are finished by `now`. */
  function runsOn(day: Day, now: number): readonly PromptRun[] {
    return scheduledOn(day, now).filter(({ completedAt }) => completedAt <= now);
  }

  /** The last complete days, oldest first. */
  const completeDays = (now: number, count: number) =>
    Array.from({ length: count }, (_, index) => dayOf(now) - count + index);
  const countedRuns = (now: number) => completeDays(now, FIGURE_DAYS).flatMap(runs);

  /** Runs and citations of the last days and of what today has so far, newest first; the same lists until another run is finished. */
  function newest(now: number): Newest {
    const finished = runsOn(dayOf(now), now).length;
    if (known?.day !== dayOf(now) || known.finished !== finished)
      known = {
        day: dayOf(now),
        finished,
        runs: [...countedRuns(now), ...runsOn(dayOf(now), now)].sort((a, b) => b.completedAt - a.completedAt),
        citations: [...completeDays(now, FIGURE_DAYS), dayOf(now)]
          .flatMap(citations)
          .filter(({ run }) => run.completedAt <= now)
          .sort((a, b) => b.run.completedAt - a.run.completedAt),
      };
    return known;
  }
  let known: Newest | undefined;

  /** Scores of these days' runs and of what today has so far, oldest first. Today's rows say `complete: false`. */
  function scoresOf(chosen: (run: PromptRun) => boolean, now: number, region: Region | null): DailyScore[] {
    const today = dayOf(now);
    return [...completeDays(now, HISTORY_DAYS), today].flatMap((day) =>
      scoresOfDay(runsOn(day, now).filter(chosen), day, day < today, region),
    );
  }

  return {
    id: script.id,
    name: script.name,
    script,
    changes: changes.all,
    engines: sets.engines,
    regions: sets.regions,
    prompts,
    leads,
    /** The thread of this address; undefined where it is none of the leads. */
    thread(url: string, now: number): ThreadCopy | undefined {
      const lead = leads.of(url, now);
      return lead && threadCopy(script, seed, lead, now);
    },
    suggestions,
    advice: createAdvice(script, seed, start),

    /** The id that a day's runs share. */
    runGroupOf: (day: Day) => runGroupId(seed, script.id, day - start),
    scheduledOn,
    runsOn,
    /** The runs that figures are computed from: those of the last complete days, oldest first. */
    countedRuns,
    /** Those and what today has so far, newest first. */
    recentRuns: (now: number) => newest(now).runs,
    /** What the recent runs cite, newest first. */
    recentCitations: (now: number) => newest(now).citations,
    /** What this run cites, in the order of its answer. */
    citationsOf: (run: PromptRun): Citation[] =>
      citations(dayOf(run.scheduledFor)).filter((citation) => citation.run.id === run.id),

    /** The last complete days and what today has so far, oldest first. Today's rows say `complete: false`. */
    dailyScores(now: number): DailyScore[] {
      const today = dayOf(now);
      const past = completeDays(now, HISTORY_DAYS).flatMap(scores);
      return [...past, ...scoresOfDay(runsOn(today, now), today, false)];
    },
    /** The same for one region. */
    regionScores: (region: Region, now: number) =>
      scoresOf(({ regionId }) => regionId === region.id, now, region),
    /** The same for one prompt; days on which it was not run have no rows. */
    promptScores: (promptId: string, now: number) =>
      scoresOf(({ prompt }) => prompt.id === promptId, now, null),
    /** Every topic's picture. */
    topics: (now: number): TopicPicture[] =>
      script.topics.map((topic) => topicPicture(script, topic, countedRuns(now))),
  };
}

/** Keeps the answers for the last `limit` days asked for. */
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
