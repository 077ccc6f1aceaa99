/** The bench of many projects: all of them are due at once; how long until each has its post, and how long the loop stood. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { z } from 'zod';
import { type App, startApp } from '../../src/app.ts';
import { realNow } from '../../src/clock.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { DAY_MS } from '../../src/durations.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { atMost, type Goal } from './goals.ts';
import type { Figures } from './table.ts';

/** What keeps Slack waiting for `longestMs` fails a command; half of it is for the work itself. The others are for 1,000 projects. */
const GOALS = { longestMs: 1_500, projects: 1_000, seconds: 47, p99Ms: 38 };

const Said = z.object({
  environment: z.record(z.string(), z.string()).optional(),
  posted: z.number().optional(),
});

/**
 * Two starts of the whole bot with its usual timing on the embedded store. At the first it sees all feeds for the first
 * time; at the second, as after an outage, each has a post to make up for.
 */
export async function pollMany(
  { folder, projects }: { folder: string; projects: number },
  progress: (line: string) => void,
): Promise<Figures[]> {
  const asked = JSON.stringify({ folder, projects, schedule: '0 0 * * *' });
  const world = fork(path.join(import.meta.dirname, 'poll-world.ts'), [asked]);
  const [first] = await once(world, 'message');
  const { environment = {} } = Said.parse(first);
  const dataDir = path.join(folder, `data-${projects}`);
  const config = readConfig({ ...environment, DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  try {
    const seen = await measured(config, (app) => app.confirmed);
    progress(`${projects} projects are known`);
    await missADay(dataDir);
    const posted = once(world, 'message');
    const polled = await measured(config, () => posted);
    return [
      { projects, phase: 'first tick', slotsPerSecond: '', ...seen },
      {
        projects,
        phase: POSTS,
        slotsPerSecond: (projects / polled.seconds).toFixed(1),
        ...polled,
      },
    ];
  } finally {
    world.disconnect();
    await once(world, 'exit');
  }
}

/** That the loop never stood so long that Slack would hear too late; and of 1,000 projects how quickly each has its post. */
export function pollGoals(rows: readonly Figures[]): Goal[] {
  const posts = rows.find(({ projects, phase }) => projects === GOALS.projects && phase === POSTS);
  return [
    atMost(
      'ms that the loop stood at most',
      GOALS.longestMs,
      Math.max(...rows.map(({ longestMs }) => Number(longestMs))),
    ),
    ...(posts
      ? [
          atMost('seconds until 1,000 projects have their post', GOALS.seconds, Number(posts.seconds)),
          atMost('ms that the loop stood (99 of 100), meanwhile', GOALS.p99Ms, Number(posts.p99Ms)),
        ]
      : []),
  ];
}

const POSTS = 'a post each';

/** A bot from its start until `done`; and how late its loop came to what was due, from when it listened. */
async function measured(config: Config, done: (app: App) => Promise<unknown>) {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const [began, before] = [performance.now(), process.cpuUsage()];
  const app = await startApp(config);
  loop.enable();
  await done(app);
  loop.disable();
  const seconds = Math.round(performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const cpuSeconds = Math.round((user + system) / 1e4) / 100;
  await app.stop();
  const ms = (nanoseconds: number) => Math.round(nanoseconds / 1e5) / 10;
  return {
    seconds,
    cpuSeconds,
    p50Ms: ms(loop.percentile(50)),
    p99Ms: ms(loop.percentile(99)),
    longestMs: ms(loop.max),
  };
}

/** As if the bot had been away: its feeds are known since long before their last time. */
async function missADay(dataDir: string): Promise<void> {
  const db = await openSqlite(dataDir, realNow);
  await db
    .updateTable('subscription')
    .set(({ eb }) => ({ since: eb('since', '-', 2 * DAY_MS) }))
    .execute();
  await db.destroy();
}
