/** The bench of "no decision is lost": the bot is killed again and again under a hostile Slack, then everything is counted. */
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TIMING } from '../../src/outbox/pump.ts';
import { type Random, randomOf } from '../../src/sandbox/world/random.ts';
import { freePort } from '../support/free-port.ts';
import { figuresIn } from '../support/idle.ts';
import { until } from '../support/until.ts';
import { type Patience, startBot } from './bot-process.ts';
import { type EngineName, startEngine } from './engine.ts';
import { type Tally, tallyOf } from './tally.ts';
import { FAIR, stormOf } from './weather.ts';
import { everyFiveMinutes, startWorld, type World } from './world.ts';

type CrashOptions = {
  engine: EngineName;
  kills: number;
  /** How often a bot stands still for longer than its lease, spread over the kills. */
  freezes: number;
  /** From so many feeds on slots have a thread of their own; missing, as usual. */
  manyFeeds?: number | undefined;
  seed: number;
  /** By how much Slack's clock is ahead of the bot's, ms; missing, it shows the same. */
  skewMs?: number | undefined;
  folder: string;
};

export type CrashRun = Tally & {
  engine: EngineName;
  seed: number;
  kills: number;
  freezes: number;
  /** Real time of all of it. */
  seconds: number;
  good: boolean;
};

/** A lease and a late post are shorter than the bot's usual life, so that it finds what the one before it left behind. */
const QUICK = { ...TIMING, leaseMs: 1_500, settleMs: 1_500, idleMs: 200 };
const LATEST_MS = 1_000;

/** Longer than another bot needs to take its lanes over, and what it was sending. */
const FROZEN_MS = [1_600, 5_000] as const;

/** A bot is killed after so long, real ms: at any moment, or at the next post. */
const LIFE_MS = [150, 1_700] as const;
const MOMENTS = ['any', 'arrived', 'accepted'] as const;
const NEXT_POST_WITHIN_MS = 1_000;
const AFTER_POST_MS = 25;

const BEGUN_WITHIN_MS = 60_000;
const DRAINED_WITHIN_MS = 90_000;
const SIX_MINUTES_MS = 6 * 60_000;

/** One engine's run. PostgreSQL has two bots at once, of which chance picks the victim. `progress` gets a line now and then. */
export async function crash(options: CrashOptions, progress: (line: string) => void): Promise<CrashRun> {
  const { engine: name, kills, freezes, manyFeeds, seed, skewMs, folder } = options;
  const patience = { ...QUICK, manyFeeds };
  const began = performance.now();
  const random = randomOf(seed, 'kills');
  const storm = stormOf(seed, LATEST_MS);
  const posts = new EventEmitter();
  let stormy = true;
  const engine = await startEngine(name, folder);
  const world = await startWorld({
    folder,
    weather: () => (stormy ? storm() : FAIR),
    intervalMs: 500,
    onPost: (moment) => posts.emit(moment),
    slackAheadMs: skewMs,
    minuteMs: 1_500,
    projects: 24,
    channels: 20,
    schedule: everyFiveMinutes,
  });
  const environment = { ...world.environment, ...engine.environment };
  const logFile = path.join(folder, 'bots.log');
  const start = () => startBot(environment, patience, logFile);
  const bots = Array.from({ length: name === 'sqlite' ? 1 : 2 }, start);
  try {
    // What is news before any bot has seen its feeds is known to all of them.
    await until('a bot to begin', async () => world.slack.confirmedAt() !== undefined, BEGUN_WITHIN_MS);
    for (let killed = 1; killed <= kills; killed += 1) {
      const victim = random.int(0, bots.length - 1);
      if (Math.floor((killed * freezes) / kills) > Math.floor(((killed - 1) * freezes) / kills)) {
        await momentOf(random, posts);
        await bots[victim]?.freeze(random.int(...FROZEN_MS));
      }
      await momentOf(random, posts);
      await bots[victim]?.kill();
      bots[victim] = start();
      if (killed % 10 === 0) progress(`${name}: ${killed} kills, ${world.slack.accepted().length} posts`);
    }
    await Promise.all(bots.map((bot) => bot.kill()));

    stormy = false;
    world.api.fallSilent();
    progress(`${name}: calm weather, until the outbox is empty`);
    await drain(world, environment, patience, logFile).catch((error: unknown) =>
      progress(`${name}: the outbox did not empty: ${error}`),
    );
    const tally = tallyOf({
      ...(await engine.contents()),
      accepted: world.slack.accepted(),
      news: world.news(),
    });
    const seconds = Math.round((performance.now() - began) / 1000);
    return { engine: name, seed, kills, freezes, seconds, ...tally, good: tally.faults.length === 0 };
  } finally {
    await Promise.allSettled(bots.map((bot) => bot.kill()));
    await world.close();
    await engine.stop();
  }
}

/** The next moment at which something may happen to a bot. */
async function momentOf(random: Random, posts: EventEmitter): Promise<void> {
  await delay(random.int(...LIFE_MS));
  const moment = random.pick(MOMENTS);
  const afterMs = random.int(0, 1) * random.int(1, AFTER_POST_MS);
  if (moment === 'any') return;
  await once(posts, moment, { signal: AbortSignal.timeout(NEXT_POST_WITHIN_MS) }).catch(() => undefined);
  if (afterMs > 0) await delay(afterMs);
}

/** Lets one bot do in peace all that is left, and ends it. */
async function drain(
  world: World,
  environment: Readonly<Record<string, string>>,
  patience: Patience,
  logFile: string,
): Promise<void> {
  const port = await freePort();
  const since = world.now() + SIX_MINUTES_MS;
  const bot = startBot({ ...environment, METRICS_PORT: String(port) }, patience, logFile);
  try {
    await until(
      'the outbox to be empty',
      async () => {
        const figure = figuresIn(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
        const ticked = figure('sightline_clock_seconds') * 1000 >= since;
        return ticked && figure('sightline_slots_due') === 0 && figure('sightline_outbox_pending') === 0;
      },
      DRAINED_WITHIN_MS,
    );
  } finally {
    await bot.stop();
  }
}
