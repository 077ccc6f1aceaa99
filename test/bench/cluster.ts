/**
 * The bench of many processes on one PostgreSQL: they are killed in turn while people ask and posts are due, PostgreSQL
 * dies for a while, then each is asked to end; everything is counted.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { realNow } from '../../src/clock.ts';
import { MINUTE_MS } from '../../src/durations.ts';
import { TIMING } from '../../src/outbox/pump.ts';
import { randomOf } from '../../src/sandbox/world/random.ts';
import { until } from '../support/until.ts';
import { startBot } from './bot-process.ts';
import { createAsking } from './cluster-asking.ts';
import { allReady, type Seat, startSeat } from './cluster-seats.ts';
import { install, readStore } from './cluster-store.ts';
import { answersOf, type Life, type Outage, slotsOf, writesOf } from './cluster-tally.ts';
import { type PostgresEngine, startPostgres } from './engine.ts';
import { areMet, atMost, type Goal, goalTable } from './goals.ts';
import { table } from './table.ts';
import { tallyOf } from './tally.ts';

const SIZES = { projects: 500, channels: 250, workspaces: 50 };
const PROCESSES = 3;
const KILLS = 24;
const KILL_EVERY_MS = 5_000;
/** PostgreSQL dies for so long, so long after the start at the earliest, around the next full minute. */
const OUTAGE_MS = 20_000;
const OUTAGE_AFTER_MS = 25_000;
const ASK_EVERY_MS = 200;
/** Commands that a process is asked as it is told to end. */
const BURST = 6;
const BUSY_MS = 60;

/** What a killed process leaves is taken over while the bench runs; still longer than anything takes that lives. */
const QUICKER = { ...TIMING, leaseMs: 15_000, settleMs: 10_000 };

const KNOWN_WITHIN_MS = 60_000;
const DRAINED_WITHIN_MS = 180_000;
const MOST_FAULTS = 30;

const KEY = Buffer.alloc(32, 7);
const OAUTH = {
  SLACK_BOT_TOKEN: '',
  SLACK_CLIENT_ID: '11.22',
  SLACK_CLIENT_SECRET: 'client-secret-of-the-bench',
  SLACK_STATE_SECRET: 'state-secret-of-the-bench',
  ENCRYPTION_KEY: KEY.toString('base64'),
};

const Begun = z.object({ environment: z.record(z.string(), z.string()), answersUrl: z.string() });
const Calm = z.object({ silentAt: z.number() });
const Evidence = z.object({
  accepted: z.array(
    z.object({
      deliveryId: z.string(),
      channel: z.string(),
      ts: z.string(),
      at: z.number(),
      slot: z.number(),
    }),
  ),
  news: z.array(z.string()),
  written: z.array(z.object({ id: z.string(), prompt: z.string() })),
  answered: z.array(z.string()),
});

/** `json` has all figures, `text` shows them; `faults` names what is behind those that should be 0. */
export async function cluster(
  { seed, folder }: { seed: number; folder: string },
  progress: (line: string) => void,
): Promise<{ good: boolean; json: object; text: string }> {
  const random = randomOf(seed, 'victims');
  const engine = await startPostgres(folder);
  const store = readStore(engine.url);
  await install(engine.url, SIZES.workspaces, KEY);
  const world = await startWorldOf(folder, seed);
  const lives: Life[] = [];
  const environment = { ...world.environment, ...OAUTH, ...engine.environment };
  const logFile = path.join(folder, 'bots.log');
  const start = (port: number) => startBot({ ...environment, PORT: String(port) }, QUICKER, logFile);
  const seats = await Promise.all(Array.from({ length: PROCESSES }, () => startSeat(start, lives)));
  const over = new AbortController();
  try {
    await allReady(seats);
    await until(
      'every feed to be known',
      async () => (await store.feeds()).length === SIZES.projects,
      KNOWN_WITHIN_MS,
    );
    progress(`${PROCESSES} processes, ${SIZES.workspaces} workspaces, ${SIZES.projects} projects`);
    const asking = createAsking(seats, world.answersUrl, SIZES, seed);
    const kept = asking.keepAsking(ASK_EVERY_MS, over.signal);
    const outage = failOnce(engine, progress);
    for (let killed = 1; killed <= KILLS; killed += 1) {
      await delay(KILL_EVERY_MS);
      await random.pick(seats).kill();
      if (killed % 6 === 0) progress(`${killed} kills, ${asking.asked().length} commands`);
    }
    const about = { lives, outage: await outage };

    progress('every process is asked to end, one after the other');
    await allReady(seats);
    const stops: number[] = [];
    for (const seat of seats) {
      stops.push(await stopBusy(seat, asking.ask));
      await allReady(seats);
    }
    over.abort();
    await kept;
    const { silentAt } = Calm.parse(await world.ask('calm'));
    progress('calm weather, until the outbox is empty');
    const isDrained = await store.drained(silentAt, DRAINED_WITHIN_MS).then(
      () => true,
      () => false,
    );
    stops.push(...(await Promise.all(seats.map((seat) => stopBusy(seat, asking.ask, true)))));
    await asking.settled();

    const { accepted, news, written, answered } = Evidence.parse(await world.ask('evidence'));
    const posts = tallyOf({ ...(await engine.contents()), accepted, news });
    const slots = slotsOf(await store.feeds(), await store.slots(), silentAt, about);
    const answers = answersOf(asking.asked(), new Set(answered), about);
    const writes = writesOf(asking.asked(), written, await store.audit(), about);
    const waits = asking
      .asked()
      .flatMap(({ sentAt, acknowledgedAt: at }) => (at === undefined ? [] : at - sentAt));
    const late = accepted.map(({ at, slot }) => (at - slot) / 1_000);
    const starts = {
      kills: lives.filter(({ end }) => end === 'killed').length,
      endedByItself: lives.filter(({ end }) => end === 'by itself').length,
      unheard: asking.unheard(),
      ackP99Ms: share(waits, 0.99),
      ackMostMs: Math.max(...waits),
      stopMostS: Math.round(Math.max(...stops) / 100) / 10,
      postP50S: Math.round(share(late, 0.5)),
      postMostS: Math.round(Math.max(...late)),
    };
    const faults = [posts, slots, answers, writes].flatMap((part) => part.faults);
    if (!isDrained) faults.unshift('This machine did not keep up: what still waits counts as lost.');
    const parts = {
      starts,
      posts: bare(posts),
      slots: bare(slots),
      answers: bare(answers),
      writes: bare(writes),
    };
    const goals: Goal[] = [
      atMost(
        'posts lost, doubled, out of order or recorded under another',
        0,
        sum(posts.lost, posts.doubled, posts.outOfOrder, posts.mistaken),
      ),
      atMost('leads lost or brought twice', 0, posts.leadsLost + posts.leadsDoubled),
      atMost('due slots that came to nothing', 0, slots.missed),
      atMost('unanswered after SIGTERM', 0, answers.unansweredStopped),
      atMost('unanswered without a reason', 0, answers.unansweredOtherwise),
      atMost(
        'writes doubled, not audited, or audited untruly',
        0,
        sum(writes.doubledWrites, writes.unaudited, writes.untrue, writes.forgotten),
      ),
      atMost('seconds to end after SIGTERM', 20, starts.stopMostS),
      atMost('ms until a command is acknowledged (99 of 100)', 3_000, starts.ackP99Ms),
    ];
    return {
      good: areMet(goals),
      json: { seed, ...parts, goals, faults },
      text: [...Object.values(parts).map((part) => table([part])), goalTable(goals), shortened(faults)].join(
        '\n\n',
      ),
    };
  } finally {
    over.abort();
    await Promise.allSettled(seats.map((seat) => seat.stop(true)));
    await world.close();
    await engine.stop();
  }
}

/** Asks a process some more, and tells it to end while it is at that. Resolves with how long it took, ms. */
async function stopBusy(seat: Seat, ask: (to: Seat[]) => void, isOver = false): Promise<number> {
  for (let i = 0; i < BURST; i += 1) ask([seat]);
  await delay(BUSY_MS);
  return seat.stop(isOver);
}

/** PostgreSQL dies around a full minute, when posts come due. */
async function failOnce(engine: PostgresEngine, progress: (line: string) => void): Promise<Outage> {
  const middle = Math.ceil((realNow() + OUTAGE_AFTER_MS + OUTAGE_MS / 2) / MINUTE_MS) * MINUTE_MS;
  await delay(middle - OUTAGE_MS / 2 - realNow());
  const from = realNow();
  progress('PostgreSQL is killed');
  await engine.failFor(OUTAGE_MS);
  progress('PostgreSQL is back');
  return { from, until: realNow() };
}

async function startWorldOf(folder: string, seed: number) {
  const child = fork(path.join(import.meta.dirname, 'cluster-world.ts'), [
    JSON.stringify({ folder, seed, ...SIZES }),
  ]);
  const [begun] = await once(child, 'message');
  return {
    ...Begun.parse(begun),
    async ask(wish: 'calm' | 'evidence'): Promise<unknown> {
      const answer = once(child, 'message');
      child.send(wish);
      return (await answer)[0];
    },
    async close(): Promise<void> {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** What says most; the rest is in the JSON. */
function shortened(faults: readonly string[]): string {
  const more = faults.length - MOST_FAULTS;
  return [...faults.slice(0, MOST_FAULTS), ...(more > 0 ? [`… and ${more} more`] : [])].join('\n');
}

/** The figures alone. */
function bare<Part extends { faults: unknown }>({ faults: _, ...figures }: Part): Omit<Part, 'faults'> {
  return figures;
}

const sum = (...figures: number[]) => figures.reduce((all, figure) => all + figure, 0);

/** The figure that such a share of all does not exceed. */
function share(figures: readonly number[], part: number): number {
  return figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) * part)] ?? 0;
}
