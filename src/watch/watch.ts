/**
 * The main job, on one screen: tick -> due slot -> poll -> decide -> outbox -> (pump: render -> post).
 * A tick opens the slots that are due; workers take them one by one; what a slot decided is written in one transaction.
 */
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { commitVerdict, LeaseLost } from '../outbox/commit.ts';
import { createCrew } from '../outbox/crew.ts';
import type { Pump } from '../outbox/pump.ts';
import { dueSlots } from '../outbox/schedule.ts';
import type { Feed } from '../projects.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import { claimSlot, closeSlot, openSlot, retrySlot, subscribedSince } from '../store/slots.ts';
import { decide } from './decide.ts';
import { poll, type VisibilityOf } from './poll.ts';

export type WatchDeps = {
  db: Db;
  owner: string;
  clock: Clock;
  /** The feeds of a workspace, as projects.yml says them now. */
  feedsOf: (team: string) => readonly Feed[];
  /** The workspaces that Slack has confirmed. */
  teams: () => readonly string[];
  visibilityOf: VisibilityOf;
  pump: Pump;
  metrics: Metrics;
  log: Log;
};

/** Posts due in one channel at one time go in this order. */
const RANK: Record<Feed['kind'], number> = { scores: 0, leads: 1, suggestions: 2 };

/** Slots polled at the same time by one process. */
const PARALLEL_SLOTS = 4;

/** A poll that failed is tried again after 30 s, 1 min, 2 min … at most 15 min, until the slot expires. */
const backoffMs = (attempts: number) => Math.min(15_000 * 2 ** attempts, 900_000);
const EXPIRES_MS = 4 * 3_600_000;

export type Watch = ReturnType<typeof createWatch>;

export function createWatch(deps: WatchDeps) {
  const { db, owner, clock, log } = deps;
  const crew = createCrew({
    size: PARALLEL_SLOTS,
    take: nextSlot,
    perform: work,
    onFailure: (error) =>
      log.error({ err: error }, 'Slots could not be worked on; the next tick tries again'),
  });

  /** Once a minute (or when a simulated clock moved): what is due becomes a slot, and workers start on it. */
  async function tick(): Promise<void> {
    const now = await clock.refresh();
    for (const team of deps.teams()) {
      const feeds = await Promise.all(
        deps
          .feedsOf(team)
          .map(async (feed) => ({ ...feed, since: await subscribedSince(db, team, feed.id, now) })),
      );
      for (const { feed, dueAt } of dueSlots(feeds, now)) {
        await openSlot(db, {
          team,
          subscription: feed.id,
          due_at: dueAt,
          channel: feed.channel,
          rank: RANK[feed.kind],
        });
      }
    }
    deps.metrics.ticked(now);
    crew.call();
  }

  async function nextSlot(): Promise<SlotRow | undefined> {
    for (const team of deps.teams()) {
      const slot = await claimSlot(db, team, owner, clock.now());
      if (slot) return slot;
    }
    return undefined;
  }

  async function work(slot: SlotRow): Promise<void> {
    const now = clock.now();
    const feed = deps.feedsOf(slot.team).find(({ id }) => id === slot.subscription);
    if (!feed) return void (await closeSlot(db, slot, owner, 'expired'));
    try {
      const snapshot = await poll(feed, deps.visibilityOf);
      deps.metrics.polled(feed.project.name, now);
      const { silence, ...verdict } = await decide(db, slot, feed, snapshot, now);
      const queued = await commitVerdict(db, slot, feed, verdict, owner, now);
      log.info({ feed: feed.id, slot: slot.due_at, queued, silence }, 'Slot done');
      if (queued > 0) deps.pump.wake();
    } catch (error) {
      if (error instanceof LeaseLost) return;
      log.warn({ err: error, feed: feed.id, slot: slot.due_at, attempts: slot.attempts }, 'Slot failed');
      if (now >= slot.due_at + EXPIRES_MS) await closeSlot(db, slot, owner, 'expired');
      else await retrySlot(db, slot, owner, now + backoffMs(slot.attempts));
    }
  }

  return { tick, stop: crew.dismiss };
}
