/** Once an hour, alongside the tick: deletes what is old and finished from the store. */
import { setImmediate as turn } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { KEPT } from '../outbox/post-kinds.ts';
import type { Projects } from '../projects/projects.ts';
import { removeOld } from '../store/retention.ts';
import type { Db } from '../store/schema.ts';

export type TidyDeps = {
  db: Db;
  /** How long each kind is kept, ms. */
  keep: () => Projects['keep'];
  onFault: (error: unknown) => void;
};

/** Nobody follows up on an older question. */
const ASKED_MS = 7 * DAY_MS;

export type Tidy = ReturnType<typeof createTidy>;

export function createTidy({ db, keep, onFault }: TidyDeps) {
  let last: number | undefined;
  let underway: Promise<void> | undefined;
  let stopped = false;

  async function work(teams: readonly string[], now: number): Promise<void> {
    const ages = keep();
    const before = {
      slots: now - ages.slots,
      deliveries: now - ages.deliveries,
      audit: now - ages.audit,
      announced: now - ages.announced,
      asked: now - ASKED_MS,
      tokens: now - ages.audit,
    };
    // The embedded store blocks the event loop, so others get a turn between two pieces.
    const rest = async () => {
      await turn();
      return !stopped;
    };
    for (const team of teams) {
      if (stopped) return;
      await removeOld(db, team, before, KEPT, rest);
    }
  }

  /** Called at each tick, which doesn't wait for it. `now` epoch ms on the bot's clock. Never rejects. */
  async function tidy(teams: readonly string[], now: number): Promise<void> {
    if (stopped || underway || (last !== undefined && now >= last && now - last < HOUR_MS)) return;
    last = now;
    underway = work(teams, now)
      .catch(onFault)
      .finally(() => {
        underway = undefined;
      });
    await underway;
  }

  /** Resolves when the current piece is done. */
  async function stop(): Promise<void> {
    stopped = true;
    await underway;
  }

  return { tidy, stop };
}
