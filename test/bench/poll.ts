/** The bench of many projects: all of them are due at once; how long until each has its post, and how long the loop stood. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { realNow } from '../../src/clock.ts';
import { DAY_MS } from '../../src/durations.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { atMost, type Goal } from './goals.ts';
import type { Figures } from './table.ts';

/** How many projects are measured where none are asked for; what few cost is what many are compared with. */
export const MANY = [10, 100, 1_000, 10_000];

/** Of 10,000 projects: within the two minutes over which their slots are spread, and hardly dearer than few. */
const GOALS = { seconds: 120, cost: 1.2, memory: 1.5, longestMs: 50 };

const PHASES = { first: 'first tick', posts: 'a first post each', usual: 'a day later' };

const Environment = z.object({ environment: z.record(z.string(), z.string()) });
const Measured = z.object({ figures: z.record(z.string(), z.number()) });

/**
 * Three starts of the whole bot with its usual timing on the embedded store, each project with a feed of leads, of scores and
 * of suggestions. At the first it sees all feeds for the first time; at the second, as after an outage, the leads of each are
 * due and new; at the third, a day later, a few of them are. The second may end after so many `posts`, and there is no third then.
 */
export async function pollMany(
  { folder, projects, posts = projects }: { folder: string; projects: number; posts?: number | undefined },
  progress: (line: string) => void,
): Promise<Figures[]> {
  const world = fork(path.join(import.meta.dirname, 'poll-world.ts'), [
    JSON.stringify({ folder, projects, posts }),
  ]);
  const { environment } = Environment.parse(await nextFrom(world));
  const dataDir = environment.DATA_DIR ?? '';
  const run = async (phase: string, done: () => Promise<unknown>) => {
    const figures = await measured(environment, done);
    progress(`${projects} projects, ${phase}: ${JSON.stringify(figures)}`);
    return { projects, phase, posts: phase === PHASES.first ? 0 : posts, ...figures };
  };
  try {
    const first = await run(PHASES.first, async () => undefined);
    await missADay(dataDir);
    const posted = await run(PHASES.posts, () => nextFrom(world));
    // What was not waited for would still be due the next day.
    if (posts < projects) return [first, posted];
    world.send('a day passes');
    await nextFrom(world);
    await missADay(dataDir);
    const usual = await run(PHASES.usual, () => nextFrom(world));
    return [first, posted, usual];
  } finally {
    world.disconnect();
    await once(world, 'exit');
  }
}

/** Each where what it compares was measured; how long the loop stood, always. */
export function pollGoals(rows: readonly Figures[]): Goal[] {
  const row = (projects: number, phase: string) =>
    rows.find((one) => one.projects === projects && one.phase === phase);
  const figure = (projects: number, phase: string, name: string) => Number(row(projects, phase)?.[name]);
  /** Seconds of work for a post, without those of a start. */
  const each = (projects: number, phase: string) => {
    const seconds = figure(projects, phase, 'cpuSeconds') - figure(projects, PHASES.first, 'cpuSeconds');
    return seconds / figure(projects, phase, 'posts');
  };
  const peak = (projects: number) => {
    const measured = rows.filter((one) => one.projects === projects);
    return measured.length === 0 ? Number.NaN : Math.max(...measured.map(({ peakMb }) => Number(peakMb)));
  };
  const goals = [PHASES.posts, PHASES.usual].flatMap((phase) => [
    ...(figure(10_000, phase, 'posts') === 10_000
      ? [atMost(`seconds until 10,000 have ${phase}`, GOALS.seconds, figure(10_000, phase, 'seconds'))]
      : []),
    atMost(
      `work for one of 10,000 to one of 100, ${phase}`,
      GOALS.cost,
      each(10_000, phase) / each(100, phase),
    ),
  ]);
  return [
    ...goals,
    atMost('peak memory of 10,000 to that of 10', GOALS.memory, peak(10_000) / peak(10)),
    atMost(
      'ms that the loop worked without a turn',
      GOALS.longestMs,
      Math.max(...rows.map(({ longestWorkMs }) => Number(longestWorkMs))),
    ),
  ].filter(({ measured }) => Number.isFinite(measured));
}

async function nextFrom(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message');
  return message;
}

/** As `npm start` and the image have it. */
const AS_STARTED = ['--max-semi-space-size=16', '--heap-growing-percent=60'];

async function measured(environment: Readonly<Record<string, string>>, done: () => Promise<unknown>) {
  // A folder without a .env, which the bot would read.
  const words = process.execArgv.map((word) => (word.startsWith('./') ? path.resolve(word) : word));
  const options = { env: environment, cwd: import.meta.dirname, execArgv: [...AS_STARTED, ...words] };
  const bot = fork(path.join(import.meta.dirname, 'poll-bot.ts'), options);
  const isDone = done();
  await nextFrom(bot);
  await isDone;
  bot.send('done');
  const { figures } = Measured.parse(await nextFrom(bot));
  await once(bot, 'exit');
  return figures;
}

/** As if the bot had been away: its feeds are known since long before their last time, and of that time it knows nothing. */
async function missADay(dataDir: string): Promise<void> {
  const db = await openSqlite(dataDir, realNow);
  await db
    .updateTable('subscription')
    .set(({ eb }) => ({ since: eb('since', '-', DAY_MS + DAY_MS / 24) }))
    .execute();
  await db
    .updateTable('slot')
    .set(({ eb }) => ({ due_at: eb('due_at', '-', DAY_MS) }))
    .execute();
  await db.destroy();
}
