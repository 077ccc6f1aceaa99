/**
 * Generates a day of the simulated world: every prompt put to every engine in every region, with the answers.
 *
 * Whether an answer names the brand is drawn by systematic sampling. With coin flips, 30 answers per engine and day
 * would move a score by ten points between two uneventful days.
 */
import { DEFAULT_ENGINES, ENGINES } from './cast.ts';
import { DAY_MS, type Day, startOf } from './day.ts';
import { type Random, randomOf } from './random.ts';
import type { Engine, Mention, PromptRun, Region, Response, Sentiment, TrackedPrompt } from './rows.ts';
import type { EngineName, ProjectScript } from './script.ts';
import { createStandings, type Standing } from './standing.ts';

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

/** How well an engine knows each competitor: mostly the script's order, with a bias per engine. */
function rateFame({ id, competitors }: ProjectScript, seed: number, engine: string): Fame[] {
  return competitors.map((name, index) => {
    const bias = randomOf(seed, 'fame', id, engine, name).normal() / 2;
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
