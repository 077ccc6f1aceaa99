/** The three places of the cluster bench at which a bot runs: whatever ends one, another is started there. */
import { setTimeout as delay } from 'node:timers/promises';
import { realNow } from '../../src/clock.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import type { BotProcess } from './bot-process.ts';
import type { Life } from './cluster-tally.ts';

export type Seat = {
  /** Where it takes requests. */
  eventsUrl: string;
  /** The process there, once it is ready and before its end. */
  ready(): Life | undefined;
  /** Ends the process there without a word, and starts the next. Nothing where it has just ended by itself. */
  kill(): Promise<void>;
  /** Asks it to end; resolves with how long that took, ms. The next is started unless the bench is over. */
  stop(isOver?: boolean): Promise<number>;
};

/** A process that could not start is started again after so long, as a service manager does. */
const AGAIN_MS = 2_000;
const LOOK_MS = 100;
const READY_WITHIN_MS = 60_000;

/** `lives` gets every process, in the order of their starts: a life's id is its place there. */
export async function startSeat(start: (port: number) => BotProcess, lives: Life[]): Promise<Seat> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let isReady = false;
  let over = false;
  let { bot, life } = begin();

  function begin() {
    const life: Life = { id: lives.length, endedAt: Infinity };
    lives.push(life);
    isReady = false;
    const bot = start(port);
    void bot.gone.then(async () => {
      if (life.end) return;
      end(life, 'by itself');
      await delay(AGAIN_MS);
      if (!over) next();
    });
    void becomesReady(life);
    return { bot, life };
  }

  function next(): void {
    ({ bot, life } = begin());
  }

  function end(life: Life, how: Life['end']): void {
    isReady = false;
    life.end = how;
    life.endedAt = realNow();
  }

  async function becomesReady(life: Life): Promise<void> {
    while (!life.end) {
      const isThere = await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isThere && !life.end) {
        isReady = true;
        return;
      }
      await delay(LOOK_MS);
    }
  }

  return {
    eventsUrl: `${url}/slack/events`,
    ready: () => (isReady ? life : undefined),
    async kill() {
      if (life.end) return;
      end(life, 'killed');
      await bot.kill();
      next();
    },
    async stop(isOver = false) {
      over = isOver;
      if (life.end) return 0;
      end(life, 'stopped');
      const asked = performance.now();
      await bot.stop();
      if (!over) next();
      return performance.now() - asked;
    },
  };
}

export async function allReady(seats: readonly Seat[]): Promise<void> {
  await until('every process to be ready', () => seats.every((seat) => seat.ready()), READY_WITHIN_MS);
}
