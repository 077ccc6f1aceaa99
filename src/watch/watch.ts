/**
 * The main job, on one screen: tick -> due slot -> poll -> decide -> outbox -> (pump: render -> post).
 * A tick opens the slots that are due; workers take them one by one; what a slot decided is written in one transaction.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { commitVerdict, LeaseLost } from '../outbox/commit.ts';
import { createCrew } from '../outbox/crew.ts';
import { dueSlots, type Spans } from '../outbox/schedule.ts';
import type { Timing } from '../outbox/timing.ts';
import type { Feed } from '../projects.ts';
import type { Db } from '../store/schema.ts';
import { claimSlot, closeSlot, openSlot, retrySlot } from '../store/slots.ts';
import { subscriptionState, subscriptionStates } from '../store/subscriptions.ts';
import { inTransaction } from '../store/transaction.ts';
import { decide } from './decide.ts';
import { poll, type VisibilityOf } from './poll.ts';
import type { ClaimedSlot, Troubles } from './troubles.ts';

export type WatchDeps = {
  db: Db;
  clock: Clock;
  /** The workspaces that Slack has confirmed, and their feeds as projects.yml says them now. */
  teams: () => readonly string[];
  feedsOf: (team: string) => readonly Feed[];
  /** Ids of those who are told when a feed has to be held. */
  owners: () => readonly string[];
  visibilityOf: VisibilityOf;
  troubles: Troubles;
  wakePump: () => void;
  timing: Timing;
  /** Work that could not be done for a reason of our own, such as a store that is gone. */
  onFault: (error: unknown) => void;
  metrics: Metrics;
  log: Log;
};

/** Posts due in one channel at one time go in this order. */
const RANK: Record<Feed['kind'], number> = { scores: 0, leads: 1, suggestions: 2 };

/** Slots polled at the same time by one process. */
const PARALLEL_SLOTS = 4;

export type Watch = ReturnType<typeof createWatch>;

export function createWatch(deps: WatchDeps) {
  const { db, clock, timing, troubles, log } = deps;
  const lastTick = new Map<string, number>();
  const spans: Spans = new Map();
  const crew = createCrew({
    size: PARALLEL_SLOTS,
    take: nextSlot,
    perform: work,
    onFailure: deps.onFault,
  });

  /** Once a minute (or when a simulated clock moved): what is due becomes a slot, and workers start on it. */
  async function tick(): Promise<void> {
    const now = await clock.refresh();
    for (const team of deps.teams()) await openDue(team, now);
    deps.metrics.ticked(now);
    crew.call();
  }

  async function openDue(team: string, now: number): Promise<void> {
    const feeds = deps.feedsOf(team);
    const known = feeds.map(({ id, cron, timezone }) => ({ id, timetable: `${cron} ${timezone}` }));
    const states = await subscriptionStates(db, team, known, now);
    const going = feeds.flatMap((feed) => {
      const state = states.get(feed.id);
      return state && state.pausedAt === undefined ? [{ ...feed, ...state }] : [];
    });
    const last = lastTick.get(team);
    // A feed that was resumed since makes up for what it missed; what it did not miss is opened again to no effect.
    const isResumed = ({ resumedAt = -Infinity }) => last !== undefined && resumedAt >= last;
    const due = [
      ...dueSlots(
        going.filter((feed) => !isResumed(feed)),
        last,
        now,
        spans,
      ),
      ...dueSlots(going.filter(isResumed), undefined, now, spans),
    ];
    // In one transaction: another process must not claim the leads of a channel before its scores are there.
    await inTransaction(db, async (trx) => {
      for (const { feed, dueAt, runAfter } of due) {
        const { id: subscription, channel, kind } = feed;
        const times = { due_at: dueAt, opened_at: now, run_after: runAfter };
        await openSlot(trx, { team, subscription, channel, rank: RANK[kind], ...times });
      }
    });
    lastTick.set(team, now);
  }

  async function nextSlot(): Promise<ClaimedSlot | undefined> {
    for (const team of deps.teams()) {
      const owner = randomUUID();
      const slot = await claimSlot(db, team, owner, clock.now(), timing.leaseMs);
      if (slot) return { ...slot, owner };
    }
    return undefined;
  }

  async function work(slot: ClaimedSlot): Promise<void> {
    const { owner } = slot;
    const now = clock.now();
    const feed = deps.feedsOf(slot.team).find(({ id }) => id === slot.subscription);
    const state = await subscriptionState(db, slot.team, slot.subscription);
    if (!feed || state?.pausedAt !== undefined) return void (await closeSlot(db, slot, owner, 'expired'));
    const heldUntil = await troubles.heldUntil(slot.team, feed, now);
    if (heldUntil !== undefined) return retrySlot(db, slot, owner, heldUntil);
    try {
      const snapshot = await poll(feed, deps.visibilityOf);
      deps.metrics.polled(feed.project.name, now);
      await troubles.over(slot.team, feed, now);
      const owners = deps.owners();
      const question = { slot, feed, snapshot, relearn: state?.relearn === true, owners, now };
      const { silence, ...verdict } = await decide(db, question);
      const queued = await commitVerdict(db, { slot, feed, verdict, owner, owners, now });
      log.info({ feed: feed.id, slot: slot.due_at, queued, silence }, 'Slot done');
    } catch (error) {
      if (error instanceof LeaseLost) return;
      const reason = await troubles.failed(slot, feed, error, now);
      log.warn(
        { err: error, reason, feed: feed.id, slot: slot.due_at, attempts: slot.attempts },
        'Slot failed',
      );
    }
    deps.wakePump();
  }

  return { tick, stop: crew.dismiss };
}
