/**
 * The sandbox's simulated world as a whole: projects, engines and regions. The same seed, start day and changes always
 * give the same world.
 */
import { oncePer, oncePerText } from '../../once-per.ts';
import { generateCitations, generateRuns } from './answers.ts';
import { createChanges, createPrompts, createTrackedSets } from './changes.ts';
import { copyThread, createLeads, type ThreadCopy } from './leads.ts';
import { randomOf } from './random.ts';
import { type Citation, type Day, dayOf, ENGINES, type PromptRun, REGIONS, type Region } from './rows.ts';
import { computeTopic, type DailyScore, scoreDay, type TopicPicture } from './scores.ts';
import { type ProjectScript, readScript } from './script.ts';
import { createAdvice, createSuggestions, planSuggestions } from './suggestions.ts';

export type World = ReturnType<typeof createWorld>;

const SCRIPTS = [
  readScript(new URL('./acme.yml', import.meta.url)),
  readScript(new URL('./tidewater.yml', import.meta.url)),
];

/** A seed that brings out the scripted story: clear drops and rises with quiet days between. */
export const DEFAULT_SEED = 60;

export type WorldOptions = {
  seed: number;
  /** Any time (epoch ms) on the world's first day, UTC; 60 days of history come before it. */
  start: number;
  /** Replaces the generator in answers.ts, e.g. with a cache. */
  runsOf?: typeof generateRuns;
};

export function createWorld({ seed, start, runsOf = generateRuns }: WorldOptions) {
  const days = planSuggestions(SCRIPTS, seed);
  const projects = SCRIPTS.map((script) =>
    createProject({
      script,
      seed,
      start: dayOf(start),
      suggestionDays: days.get(script.id) ?? [],
      runsOf,
    }),
  );
  return {
    engines: ENGINES,
    regions: REGIONS,
    projects,
    project: (id: string) => projects.find((project) => project.id === id),
    /** The forum thread at this address. */
    thread: (url: string, now: number) =>
      projects.map((project) => project.thread(url, now)).find((thread) => thread !== undefined),
  };
}

/** How many complete days of runs and scores can be read. */
export const HISTORY_DAYS = 60;
/** How many complete days every other figure covers. */
const FIGURE_DAYS = 7;

/** How many days stay in memory, at most: they take a while to generate and never change. */
const KEPT_DAYS = 2 * HISTORY_DAYS;

export type Project = ReturnType<typeof createProject>;

type ProjectOptions = {
  script: ProjectScript;
  seed: number;
  /** The world's first day. */
  start: Day;
  /** See suggestions.ts. */
  suggestionDays: readonly Day[];
  runsOf: typeof generateRuns;
};

type Recent = { day: Day; finished: number; runs: readonly PromptRun[]; citations: readonly Citation[] };

type Runs = readonly PromptRun[];
const NO_RUNS: Runs = [];

const byPrompt = oncePer((runs: Runs): Map<string, Runs> => Map.groupBy(runs, ({ prompt }) => prompt.id));
const byRegion = oncePer((runs: Runs): Map<string, Runs> => Map.groupBy(runs, ({ regionId }) => regionId));

/** The scores of a day that is over. */
const scoresOf = oncePer((runs: Runs, day: Day, region: Region | null) => scoreDay(runs, day, true, region));

/** Times are epoch ms. */
function createProject({ script, seed, start, suggestionDays, runsOf }: ProjectOptions) {
  const changes = createChanges();
  const sets = createTrackedSets(changes);
  const leads = createLeads(script, seed, start);
  const suggestions = createSuggestions(script, seed, start, suggestionDays, changes);
  const prompts = createPrompts(script, seed, start, changes, suggestions.segmentOf);

  const runs = oncePerText(
    (day: Day) =>
      runsOf(script, seed, start, day, {
        prompts: prompts.on(day),
        engines: sets.engines.on(day),
        regions: sets.regions.on(day),
      }),
    KEPT_DAYS,
  );
  const citations = oncePerText(
    (day: Day) => generateCitations(script.pages, runs(day), leads.findCited(day)),
    KEPT_DAYS,
  );

  /** Every run of the day once it has begun, finished or not. */
  function scheduledOn(day: Day, now: number): readonly PromptRun[] {
    const today = dayOf(now);
    return day > today || day < today - HISTORY_DAYS ? [] : runs(day);
  }

  /** The day's runs finished by `now`. */
  function runsOn(day: Day, now: number): readonly PromptRun[] {
    return scheduledOn(day, now).filter(({ completedAt }) => completedAt <= now);
  }

  /** The last complete days, oldest first. */
  const completeDays = (now: number, count: number) =>
    Array.from({ length: count }, (_, index) => dayOf(now) - count + index);
  const countedBefore = oncePerText(
    (today: Day) =>
      Array.from({ length: FIGURE_DAYS }, (_, i) => i).flatMap((i) => runs(today - FIGURE_DAYS + i)),
    1,
  );
  const countedRuns = (now: number): Runs => countedBefore(dayOf(now));
  const topicsOver = oncePer((counted: Runs) =>
    script.topics.map((topic) => computeTopic(script, topic, counted)),
  );

  let known: Recent | undefined;

  /** Recent runs and citations, newest first; the same lists until another run is finished. */
  function readRecent(now: number): Recent {
    const finished = runsOn(dayOf(now), now).length;
    if (known?.day !== dayOf(now) || known.finished !== finished)
      known = {
        day: dayOf(now),
        finished,
        runs: [...countedRuns(now), ...runsOn(dayOf(now), now)].sort((a, b) => b.completedAt - a.completedAt),
        citations: [...completeDays(now, FIGURE_DAYS), dayOf(now)]
          .flatMap((day) => citations(day))
          .filter(({ run }) => run.completedAt <= now)
          .sort((a, b) => b.run.completedAt - a.run.completedAt),
      };
    return known;
  }

  /** Daily scores over a part of each day's runs, oldest first. Today's rows have `complete: false`. */
  function scoreRuns(partOf: (runs: Runs) => Runs, now: number, region: Region | null): DailyScore[] {
    const today = dayOf(now);
    const past = completeDays(now, HISTORY_DAYS).flatMap((day) => scoresOf(partOf(runs(day)), day, region));
    return [...past, ...scoreDay(partOf(runsOn(today, now)), today, false, region)];
  }

  return {
    id: script.id,
    name: script.name,
    script,
    engines: sets.engines,
    regions: sets.regions,
    prompts,
    leads,
    /** A copy of the thread at this address, if it's one of the leads. */
    thread(url: string, now: number): ThreadCopy | undefined {
      const lead = leads.find(url, now);
      return lead && copyThread(script.threads, seed, lead, now);
    },
    suggestions,
    advice: createAdvice(script, seed, start),

    /** The id of the group that the day's runs belong to. */
    runGroupId: (day: Day) => randomOf(seed, 'run group', script.id, day - start).uuid(),
    scheduledOn,
    runsOn,
    /** The runs of the last complete days, oldest first; figures are computed from them. */
    countedRuns,
    /** The same and today's so far, newest first. */
    recentRuns: (now: number) => readRecent(now).runs,
    /** What the recent runs cite, newest first. */
    recentCitations: (now: number) => readRecent(now).citations,
    /** What this run cites, in the answer's order. */
    citationsOf: (run: PromptRun): Citation[] =>
      citations(dayOf(run.scheduledFor)).filter((citation) => citation.run.id === run.id),

    /** The last complete days and today so far, oldest first. Today's rows have `complete: false`. */
    dailyScores: (now: number) => scoreRuns((runs) => runs, now, null),
    /** The same for one region. */
    regionScores: (region: Region, now: number) =>
      scoreRuns((runs) => byRegion(runs).get(region.id) ?? NO_RUNS, now, region),
    /** The same for one prompt; days without runs have no rows. */
    promptScores: (promptId: string, now: number) =>
      scoreRuns((runs) => byPrompt(runs).get(promptId) ?? NO_RUNS, now, null),
    topics: (now: number): readonly TopicPicture[] => topicsOver(countedRuns(now)),
  };
}
