/**
 * The main job: tick -> due slot -> poll -> decide -> outbox -> (pump: render -> post). Here a tick opens what is due;
 * slot-work.ts takes each slot from poll to outbox.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { toKnownFeed } from '../feeds/feed-standing.ts';
import { rankOf } from '../feeds/feeds.ts';
import { findDueSlots, type Spans, spread } from '../feeds/schedule.ts';
import type { Metrics } from '../metrics.ts';
import { resume } from '../outbox/queue.ts';
import type { Feed } from '../projects/projects.ts';
import { type OwnSettings, ownSubscription, readOwnDigests } from '../store/own-digests.ts';
import type { Tidy } from '../store/retention.ts';
import type { Db } from '../store/schema.ts';
import { LAST_RANK, openSlot } from '../store/slots.ts';
import { inTransaction } from '../store/statements.ts';
import { readSubscriptions } from '../store/subscriptions.ts';
import { parseSchedule } from '../words/schedule-words.ts';
import { attendAlerts, attendLeads } from './attend.ts';
import type { SlotWork, SlotWorkDeps } from './slot-work.ts';
import type { Troubles } from './troubles.ts';

type Shared = 'db' | 'teams' | 'feedsOf' | 'visibilityOf' | 'isMember' | 'wakePump' | 'onFault';

export type WatchDeps = Pick<SlotWorkDeps, Shared> & {
  clock: Clock;
  /** Polls, decides and commits what is due. */
  slots: SlotWork;
  /** Ends posts for which it is too late; leads that never arrived are new again. */
  expireOld: (team: string) => Promise<void>;
  lookAgain: Troubles['lookAgain'];
  /** Sends owners the weekly status line. */
  monday: (team: string, now: number) => Promise<void>;
  /** Tells owners if this machine's clock differs from Slack's. */
  clockSkew: (team: string, now: number) => Promise<void>;
  /** Deletes old rows from the store, once an hour. */
  tidy: Tidy['tidy'];
  metrics: Metrics;
};

export function createWatch(deps: WatchDeps) {
  const { db, clock, slots } = deps;
  const openDue = createDue(db, deps.feedsOf);

  /** Once a minute (or when a simulated clock moved): whatever is due becomes a slot, and workers start on it. */
  async function tick(): Promise<void> {
    const now = await clock.refresh();
    const teams = deps.teams();
    const faults: unknown[] = [];
    // A fault in one workspace doesn't stop the others.
    for (const team of teams) await attend(team, now).catch((error) => faults.push(error));
    for (const fault of faults) deps.onFault(fault);
    if (faults.length === 0 || faults.length < teams.length) deps.metrics.setTickTime(now);
    slots.call();
    void deps.tidy(teams, now);
  }

  async function attend(team: string, now: number): Promise<void> {
    const feeds = deps.feedsOf(team);
    const isMember = (channel: string, person: string) => deps.isMember(team, channel, person);
    if (await attendLeads(db, team, feeds, now, isMember)) deps.wakePump();
    if (await attendAlerts(db, team, now)) deps.wakePump();
    await deps.expireOld(team);
    await openDue(team, now);
    deps.lookAgain(team, feeds, deps.visibilityOf, now);
    await deps.monday(team, now);
    await deps.clockSkew(team, now);
  }

  return { tick, stop: slots.stop };
}

/** After this many channels, or feeds, the event loop gets a turn: the embedded store blocks it. */
const CHANNELS_AT_ONCE = 40;
const FEEDS_AT_ONCE = 500;

type Opening = { id: string; channel: string; rank: number };

/** `feedsOf` returns a workspace's current feeds. */
export function createDue(db: Db, feedsOf: (team: string) => readonly Feed[]) {
  const lastTick = new Map<string, number>();
  const spans: Spans = new Map();

  return async function openDue(team: string, now: number): Promise<void> {
    const feeds = feedsOf(team);
    const last = lastTick.get(team);
    const own = (await readOwnDigests(db, team)).map(toSchedule);
    const all: { feed: Opening; dueAt: number }[] = findDueSlots(own, last, now, spans);
    for (let i = 0; i < feeds.length; i += FEEDS_AT_ONCE) {
      all.push(...(await findDueAmong(team, feeds.slice(i, i + FEEDS_AT_ONCE), last, now)));
      await nextTurn();
    }
    const due = spread(all);
    await nextTurn();
    const channels = [...Map.groupBy(due, ({ feed }) => feed.channel).values()];
    for (let i = 0; i < channels.length; i += CHANNELS_AT_ONCE) {
      // One transaction per channel: another process must not claim its leads before its scores are there.
      await inTransaction(db, async (trx) => {
        for (const { feed, dueAt, runAfter } of channels.slice(i, i + CHANNELS_AT_ONCE).flat()) {
          const { id: subscription, channel, rank } = feed;
          const times = { due_at: dueAt, opened_at: now, run_after: runAfter };
          await openSlot(trx, { team, subscription, channel, rank, ...times });
        }
      });
      await nextTurn();
    }
    lastTick.set(team, now);
  };

  async function findDueAmong(team: string, feeds: readonly Feed[], last: number | undefined, now: number) {
    const known = feeds.map(toKnownFeed);
    const before = await readSubscriptions(db, team, known, now);
    const over = [...before].filter(([, { paused_until }]) => paused_until !== null && paused_until <= now);
    for (const [id] of over) await resume(db, team, id, now);
    const states = over.length > 0 ? await readSubscriptions(db, team, known, now) : before;
    const going = feeds.flatMap((feed) => {
      const state = states.get(feed.id);
      if (state?.paused_at !== null) return [];
      return [{ ...feed, since: state.since, resumedAt: state.resumed_at, rank: rankOf(feed.kind) }];
    });
    // A feed resumed since then makes up for what it missed; opening an existing slot again has no effect.
    const isResumed = ({ resumedAt }: { resumedAt: number | null }) =>
      last !== undefined && resumedAt !== null && resumedAt >= last;
    const [resumed, onTime] = [going.filter(isResumed), going.filter((feed) => !isResumed(feed))];
    const due = [...findDueSlots(onTime, last, now, spans), ...findDueSlots(resumed, undefined, now, spans)];
    // Thousands of these live until the last slot is open, so they keep only what is needed.
    return due.map(({ feed: { id, channel, rank }, dueAt }) => ({ feed: { id, channel, rank }, dueAt }));
  }
}

/** A person's own digest is scheduled like a feed, after all feeds. */
function toSchedule({ person, schedule, timezone, since }: OwnSettings) {
  const cron = parseSchedule(schedule) ?? schedule;
  const when = { cron, timezone, since, quiet: undefined };
  return { ...when, id: ownSubscription(person), channel: person, kind: 'leads' as const, rank: LAST_RANK };
}
