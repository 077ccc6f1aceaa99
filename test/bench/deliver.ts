/** The bench of the outbox's pace: a thousand posts wait, every channel takes one a second, and no second may be wasted. */
import path from 'node:path';
import { realNow } from '../../src/clock.ts';
import type { LeadDigest } from '../../src/decision.ts';
import { TIMING } from '../../src/outbox/pump.ts';
import { queueDecision } from '../../src/outbox/queue.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { until } from '../support/until.ts';
import { startBot } from './bot-process.ts';
import { TEAM } from './hostile-slack.ts';
import { FAIR } from './weather.ts';
import { channelOf, projectOf, startWorld } from './world.ts';

const CHANNELS = 100;
const POSTS_EACH = 10;
const INTERVAL_MS = 1_000;
/** The time it takes, against the least time that the interval allows; a Slack that takes its time to answer is waited for. */
const GOALS = { prompt: 1.1, slow: 1.3 } as const;
const GIVE_UP_MS = 120_000;

type DeliverFigures = {
  posts: number;
  channels: number;
  /** How long Slack takes to answer, ms. */
  latency: number;
  /** From Slack's confirming the bot until the last post is accepted. */
  seconds: number;
  least: number;
  ratio: number;
  goal: number;
  /** Posts that Slack refused with 429, because the channel had had one within the second. */
  limited: number;
  good: boolean;
};

/** The whole bot with its usual timing on the embedded store, in a process of its own. */
export async function deliver(
  { folder, latencyMs }: { folder: string; latencyMs: number },
  progress: (line: string) => void,
): Promise<DeliverFigures> {
  const posts = CHANNELS * POSTS_EACH;
  const world = await startWorld({
    folder,
    weather: () => FAIR,
    intervalMs: INTERVAL_MS,
    latencyMs,
    projects: CHANNELS,
    channels: CHANNELS,
    // Not while this bench runs, unless it is New Year.
    schedule: () => '0 0 1 1 *',
  });
  const dataDir = path.join(folder, 'data');
  await fillOutbox(dataDir, { channels: CHANNELS, each: POSTS_EACH });
  progress(`${posts} posts wait in the outbox`);
  const environment = { ...world.environment, DATA_DIR: dataDir };
  const bot = startBot(environment, TIMING, path.join(folder, 'bots.log'));
  try {
    const accepted = () => world.slack.accepted();
    await until('every post to be accepted', () => accepted().length >= posts, GIVE_UP_MS);
    const took = (accepted().at(-1)?.at ?? 0) - (world.slack.confirmedAt() ?? 0);
    const least = (POSTS_EACH - 1) * INTERVAL_MS;
    const goal = latencyMs === 0 ? GOALS.prompt : GOALS.slow;
    const ratio = Math.round((took / least) * 1_000) / 1_000;
    return {
      posts: accepted().length,
      channels: CHANNELS,
      latency: latencyMs,
      seconds: took / 1_000,
      least: least / 1_000,
      ratio,
      goal,
      limited: world.slack.tooFast(),
      good: ratio <= goal && accepted().length === posts,
    };
  } finally {
    await bot.stop();
    await world.close();
  }
}

/** Round by round, as a busy minute would queue them: every channel's first, then every channel's second … */
export async function fillOutbox(
  dataDir: string,
  { channels, each }: { channels: number; each: number },
): Promise<void> {
  const db = await openSqlite(dataDir, realNow);
  const now = realNow();
  await db.transaction().execute(async (trx) => {
    for (let round = 0; round < each; round += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        const subscription = `leads:${projectOf(channel).id}:${channelOf(channel)}`;
        const to = { team: TEAM, channel: channelOf(channel), subscription, slotAt: now + round };
        await queueDecision(
          trx,
          digest(channel, now + round),
          { ...to, key: `${subscription}@${round}` },
          now,
        );
      }
    }
  });
  await db.destroy();
}

/** Ten leads, as a digest usually has. */
function digest(project: number, at: number): LeadDigest {
  return {
    kind: 'lead_digest',
    v: 1,
    project: projectOf(project),
    at,
    timezone: 'UTC',
    schedule: 'every day at 9:00',
    first: false,
    leads: Array.from({ length: 10 }, (_, i) => ({
      key: `id:${project}-${at}-${i}`,
      title: `Thread ${i}: which one do you use, and would you again?`,
      url: `https://forum.example/t/${project}/${at}/${i}`,
      place: 'r/bench',
      score: 90 - i,
      reason: 'Asks for a recommendation in the category.',
    })),
    unshown: 0,
    leftOut: [],
  };
}
