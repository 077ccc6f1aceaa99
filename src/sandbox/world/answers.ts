/**
 * Generates a day of the simulated world: every prompt put to every engine in every region, with the answers, their texts,
 * what the engines searched the web for, and what the answers cite: pages that suit the prompt, and forum threads from the
 * moment they're posted, some of them the project's leads.
 *
 * Whether an answer names the brand is drawn by systematic sampling. With coin flips, 30 answers per engine and day
 * would move a score by ten points between two uneventful days.
 *
 * How visible the brand should be for a prompt follows from the engine's level, a fixed bias per prompt, slow drift, noise
 * and events. Scripted events happen around the start; random ones follow from the sixth day on, so a sandbox left running
 * stays interesting.
 */

import { DAY_MS } from '../../durations.ts';
import { oncePer, oncePerText } from '../../once-per.ts';
import { type Random, randomOf } from './random.ts';
import {
  type Citation,
  type Day,
  DEFAULT_ENGINES,
  ENGINES,
  type Engine,
  type Lead,
  type Mention,
  type PromptRun,
  type Region,
  type Response,
  type Sentiment,
  startOf,
  type TrackedPrompt,
} from './rows.ts';
import type { EngineName, EventScript, PageScript, ProjectScript } from './script.ts';

const REMARKS: Record<Sentiment, readonly string[]> = {
  positive: [
    'easy to start with and well documented',
    'a strong choice for small teams',
    'praised by its users',
  ],
  neutral: ['covers the basics', 'often compared with the others', 'worth a look if you use it already'],
  negative: ['users complain about its support', 'expensive as you grow', 'takes long to set up'],
};

/** Multiples of the golden ratio spread evenly over [0, 1), however many you take. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The prompts, engines and regions of one day. */
type Asking = {
  prompts: readonly TrackedPrompt[];
  engines: readonly (Engine & { displayName: EngineName })[];
  regions: readonly Region[];
};

/** All runs of a day; same arguments, same runs. `start` is the world's first day. */
export function generateRuns(
  script: ProjectScript,
  seed: number,
  start: Day,
  day: Day,
  { prompts, engines, regions }: Asking,
): PromptRun[] {
  const fromStart = day - start;
  const offset = randomOf(seed, 'beginning', script.id, fromStart).next();
  return engines.flatMap((engine) => {
    const random = randomOf(seed, 'runs', script.id, fromStart, engine.displayName);
    const fames = rateFame(script, seed, engine.displayName);
    const standingOf = createStandings(script, seed, fromStart, engine.displayName);
    const asked = prompts.flatMap((prompt) => {
      const standing = standingOf(prompt.text);
      return regions.map((region) => ({ prompt, region, standing }));
    });
    // Engines start a quarter apart, so one rounds up what another rounds down.
    const drawOwnRank = createRankDraw((offset + ENGINES.indexOf(engine) / DEFAULT_ENGINES.length) % 1);

    return random.shuffled(asked).map(({ prompt, region, standing }): PromptRun => {
      const scheduledFor = startOf(day) + random.int(0, DAY_MS - 60_000);
      return {
        id: random.uuid(),
        prompt,
        engineId: engine.id,
        regionId: region.id,
        scheduledFor,
        completedAt: scheduledFor + random.int(2_000, 40_000),
        response: generateResponse(
          script,
          random,
          prompt,
          orderCompetitors(fames, random, standing),
          drawOwnRank(standing),
        ),
      };
    });
  });
}

/**
 * Draws the brand's rank for one answer after another; 0 means it isn't named. Expected mentions add up, and each whole
 * number passed is a mention, so a day's count is never off by more than one.
 */
function createRankDraw(offset: number): ({ expected }: Standing) => number {
  let mentionsDue = offset;
  let spread = offset;
  return ({ expected }) => {
    // Visibility is half being named, half the rank: sqrt(e) * sqrt(e) = e.
    const share = Math.sqrt(expected);
    mentionsDue += share;
    if (mentionsDue < 1) return 0;
    mentionsDue -= 1;
    spread = (spread + GOLDEN) % 1;
    const typicalRank = 1 + (1 - share) / 0.2;
    return Math.min(6, Math.max(1, Math.round(typicalRank + 3 * (spread - 0.5))));
  };
}

function generateResponse(
  script: ProjectScript,
  random: Random,
  prompt: TrackedPrompt,
  competitors: readonly string[],
  ownRank: number,
): Response {
  const count = Math.max(ownRank, random.int(3, 5));
  const entities = ownRank === 0 ? competitors.slice(0, count) : competitors.slice(0, count - 1);
  if (ownRank > 0) entities.splice(ownRank - 1, 0, script.name);

  const mentions = entities.map((entity, index): Mention => {
    const sentiment = drawSentiment(random);
    return {
      entity,
      own: entity === script.name,
      rank: index + 1,
      sentiment,
      description: random.pick(REMARKS[sentiment]),
      confidence: random.int(70, 99) / 100,
    };
  });
  const topics = script.topics
    .filter(({ label }) => prompt.topics.includes(label) && random.next() < 0.6)
    .map(({ label, evidence }) => ({
      label,
      evidence: random.pick(evidence).replaceAll('{brand}', mentions[0]?.entity ?? script.name),
    }));
  return { mentions, topics };
}

type Fame = { name: string; obscurity: number };

/** What is the same on every day: it would cost most of a day's hashes. */
const fixedBias = oncePerText((...name: (string | number)[]) => randomOf(...name).normal(), 10_000);

/** How well an engine knows each competitor: mostly the script's order, with a bias per engine. */
function rateFame({ id, competitors }: ProjectScript, seed: number, engine: string): Fame[] {
  return competitors.map((name, index) => {
    const bias = fixedBias(seed, 'fame', id, engine, name) / 2;
    return { name, obscurity: (index + 2) * 2 ** bias };
  });
}

/** Better known competitors tend to come first; `instead` always does. */
function orderCompetitors(fames: readonly Fame[], random: Random, { instead }: Standing): string[] {
  return fames
    .map(({ name, obscurity }) => ({ name, order: name === instead ? -1 : random.next() * obscurity }))
    .sort((a, b) => a.order - b.order)
    .map(({ name }) => name);
}

function drawSentiment(random: Random): Sentiment {
  const draw = random.next();
  if (draw < 0.52) return 'positive';
  return draw < 0.92 ? 'neutral' : 'negative';
}

/** `expected`: mean rank weight of the answers (scores.ts), 0 to 1; `instead`: who is named first meanwhile. */
type Standing = { expected: number; instead: string | undefined };

/** Standard deviation of an engine's daily noise, in points; averaged over four engines, it's half a point. */
const NOISE = 1;
const PROMPT_SPREAD = 6;
const DRIFT = 0.7;
const DRIFT_DAYS = 27;

/** Returns a function from prompt text to standing, for one engine and day (counted from the start). */
function createStandings(script: ProjectScript, seed: number, fromStart: number, engine: EngineName) {
  const movements = findMovements(script, seed, fromStart).filter((movement) => movement.engine === engine);
  // A scripted change comes without new noise, so it has exactly the script's size.
  const hasScriptedEvent = script.events.some(({ from }) => from === fromStart);
  const noisyDay = hasScriptedEvent ? fromStart - 1 : fromStart;
  const noise = randomOf(seed, 'noise', script.id, engine, noisyDay).normal() * NOISE;
  const phase = randomOf(seed, 'phase', script.id).next();
  const drift = Math.sin(2 * Math.PI * (fromStart / DRIFT_DAYS + phase)) * DRIFT;

  return (prompt: string): Standing => {
    const bias = fixedBias(seed, 'leaning', script.id, engine, prompt) * PROMPT_SPREAD;
    const felt = movements.filter(({ prompts }) => prompts === undefined || prompts.includes(prompt));
    const moved = felt.reduce((sum, { points }) => sum + points, 0);
    const points = script.levels[engine] + bias + drift + noise + moved;
    return {
      expected: Math.min(0.97, Math.max(0.03, points / 100)),
      instead: felt.find(({ instead }) => instead !== undefined)?.instead,
    };
  };
}

/** An event's effect on one day. */
type Movement = Pick<EventScript, 'engine' | 'points' | 'prompts' | 'instead'>;

const FIRST_RANDOM_DAY = 6;
const EVENT_CHANCE = 1 / 12;
const FULL_DAYS = 4;
const PEAK = 1.15;
const REMAINDER = 0.4;
const FORGOTTEN_AFTER = 20;

function findMovements(script: ProjectScript, seed: number, fromStart: number): Movement[] {
  const scripted = script.events.filter(({ from }) => from <= fromStart);
  return [...scripted, ...drawEvents(script, seed, fromStart)]
    .map((event) => ({ ...event, points: event.points * eventStrength(fromStart - event.from) }))
    .filter(({ points }) => points !== 0);
}

/** Full for four days with a peak on the second, then partly recovered, then slowly forgotten. */
function eventStrength(age: number): number {
  if (age === 1) return PEAK;
  if (age < FULL_DAYS) return 1;
  return REMAINDER * Math.max(0, 1 - (age - FULL_DAYS) / (FORGOTTEN_AFTER - FULL_DAYS));
}

function drawEvents(script: ProjectScript, seed: number, fromStart: number): EventScript[] {
  const events: EventScript[] = [];
  const first = Math.max(FIRST_RANDOM_DAY, fromStart - FORGOTTEN_AFTER);
  for (let from = first; from <= fromStart; from += 1) {
    const random = randomOf(seed, 'event', script.id, from);
    if (random.next() >= EVENT_CHANCE) continue;
    const engine = random.pick(DEFAULT_ENGINES).displayName;
    const points = random.int(22, 34);
    events.push(
      random.next() < 0.5
        ? { from, engine, points }
        : { from, engine, points: -points, instead: random.pick(script.competitors) },
    );
  }
  return events;
}

const OPENINGS = [
  'For “{prompt}”, these are worth a look:',
  'There are several good options for “{prompt}”.',
  'It depends on your size and budget. Most often named for “{prompt}”:',
  'Here is what people use for “{prompt}” today.',
];

const openingOf = oncePer((run: PromptRun) => randomOf('opening', run.id).pick(OPENINGS));

/** Plain text that names everything in the response; `sources` are the run's citations. */
export function writeAnswer(run: PromptRun, sources: readonly Citation[]): string {
  const opening = openingOf(run).replace('{prompt}', run.prompt.text);
  const { mentions, topics } = run.response;
  const parts = [
    opening,
    mentions.map(({ rank, entity, description }) => `${rank}. ${entity}: ${description}.`).join('\n'),
    topics.map(({ evidence }) => evidence).join(' '),
    sources.map(({ position, title, url }) => `[${position}] ${title}: ${url}`).join('\n'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** {rival} is the first competitor that the answer names. */
const SEARCHES = [
  '{prompt}',
  '{prompt} reviews',
  '{prompt} pricing',
  '{prompt} reddit',
  '{prompt} open source',
  '{rival} vs {brand}',
  '{rival} reviews',
];

type FanOut = { query: string; promptId: string; prompt: string; engineId: string; count: number };

const searchesIn = oncePer((run: PromptRun) => {
  const random = randomOf('searches', run.id);
  return random.shuffled(SEARCHES).slice(0, random.int(1, 3));
});

/** One to three different queries. */
export function pickSearches(brand: string, run: PromptRun): string[] {
  const rival = run.response.mentions.find(({ own }) => !own)?.entity ?? brand;
  return searchesIn(run).map((search) =>
    search.replace('{prompt}', run.prompt.text).replace('{rival}', rival).replace('{brand}', brand),
  );
}

/** How often each engine searched for each query, per prompt; most frequent first. */
export function countSearches(brand: string, runs: readonly PromptRun[]): FanOut[] {
  const rows = new Map<string, FanOut>();
  for (const run of runs) {
    const { id: promptId, text: prompt } = run.prompt;
    for (const query of pickSearches(brand, run)) {
      const key = JSON.stringify([query, promptId, run.engineId]);
      const row = rows.get(key) ?? { query, promptId, prompt, engineId: run.engineId, count: 0 };
      rows.set(key, { ...row, count: row.count + 1 });
    }
  }
  return [...rows.values()].sort((a, b) => b.count - a.count || a.query.localeCompare(b.query));
}

/** Older threads are no longer cited. */
const FRESH_DAYS = 14;

type Page = Pick<Citation, 'url' | 'title'>;

/** A search engine cites 2 to 4 pages; a chat engine 0 to 3. */
const pickPages = oncePer((run: PromptRun, pages: readonly PageScript[], surface: string): Page[] => {
  const random = randomOf('sources', run.id);
  const suitable = pages.filter(({ topics, brand }) => {
    const onTopic = topics?.some((label) => run.prompt.topics.includes(label)) ?? true;
    return onTopic && (brand === undefined || run.response.mentions.some(({ entity }) => entity === brand));
  });
  const count = surface === 'search' ? random.int(2, 4) : random.int(0, 3);
  // Pages that the script lists first tend to come first.
  return suitable
    .map((page, index) => ({ page, order: random.next() * (index + 4) }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ page }) => page);
});

/** The citations of a day's runs, engine by engine. `threads` are those that some engine cites. */
export function generateCitations(
  pages: readonly PageScript[],
  runs: readonly PromptRun[],
  threads: readonly Lead[],
): Citation[] {
  const closest = matchPrompts(runs, threads);
  return ENGINES.flatMap((engine) => {
    const answers = runs.filter(({ engineId }) => engineId === engine.id).toSorted(byTime);
    const known = threads.filter(({ citedBy }) => citedBy.includes(engine.displayName));
    const first = new Map(known.map((thread) => [thread, answers.find((run) => isFresh(thread, run))]));
    const fromThreads = (run: PromptRun) =>
      known.filter(
        (thread) =>
          isFresh(thread, run) && (first.get(thread) === run || closest.get(thread) === run.prompt.text),
      );
    return answers.flatMap((run) => {
      const sources = [...pickPages(run, pages, engine.surface), ...fromThreads(run)];
      return sources.map(({ url, title }, index) => ({ run, position: index + 1, url, title }));
    });
  });
}

function byTime(a: PromptRun, b: PromptRun): number {
  return a.completedAt - b.completedAt;
}

function isFresh({ postedAt }: Lead, { completedAt }: PromptRun): boolean {
  return completedAt >= postedAt && completedAt < postedAt + FRESH_DAYS * DAY_MS;
}

/** The prompt each thread is cited for: the script's, or the one with the most words in common. */
function matchPrompts(runs: readonly PromptRun[], threads: readonly Lead[]): Map<Lead, string> {
  const prompts = [...new Set(runs.map(({ prompt }) => prompt.text))].sort();
  return new Map(
    threads.flatMap((thread) => {
      const words = wordsOf(thread.title);
      const shared = (prompt: string) => wordsOf(prompt).filter((word) => words.includes(word)).length;
      const [best] = prompts.toSorted((a, b) => shared(b) - shared(a));
      const prompt = thread.citedFor ?? best;
      return prompt === undefined ? [] : [[thread, prompt] as const];
    }),
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [];
}
