/**
 * The main job, on one screen: tick -> due slot -> poll -> decide -> outbox -> (pump: render -> post).
 * A tick opens the slots that are due; workers take them one by one; what a slot decided is written in one transaction.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { noteExtras } from '../feeds/extra-reads.ts';
import type { VisibilityOf } from '../feeds/feed-kind.ts';
import { decide, findWhy, poll } from '../feeds/feeds.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { commitVerdict, LeaseLost } from '../outbox/commit.ts';
import { createCrew } from '../outbox/crew.ts';
import type { Timing } from '../outbox/timing.ts';
import type { Feed } from '../projects/projects.ts';
import { isOwnSubscription } from '../store/own-digests.ts';
import type { Db } from '../store/schema.ts';
import { claimSlot, closeSlot, isWhySlot, retrySlot, subscriptionOf } from '../store/slots.ts';
import { subscriptionState } from '../store/subscriptions.ts';
import { type Spans, traced } from '../trace.ts';
import { attendAlerts, attendLeads } from './attend.ts';
import { createDue } from './due.ts';
import type { LookAgain } from './look-again.ts';
import { againOrNever, sendOwnDigest } from './own-digest.ts';
import type { Tidy } from './tidy.ts';
import type { ClaimedSlot, Troubles } from './troubles.ts';

export type WatchDeps = {
  db: Db;
  clock: Clock;
  /** The workspaces that Slack has confirmed, and their feeds as projects.yml says them now. */
  teams: () => readonly string[];
  feedsOf: (team: string) => readonly Feed[];
  feedOf: (team: string, id: string) => Feed | undefined;
  /** Ids of the people who look after a workspace, and of all who are told for them: its channel for that, too. */
  owners: (team: string) => readonly string[];
  recipients: (team: string) => readonly string[];
  visibilityOf: VisibilityOf;
  /** Whether a person is in a channel of a workspace; false also where Slack does not tell. */
  isMember: (team: string, channel: string, person: string) => Promise<boolean>;
  troubles: Troubles;
  lookAgain: LookAgain['lookAgain'];
  /** Tells the owners of a workspace once a week how all fares. */
  monday: (team: string, now: number) => Promise<void>;
  /** Tells the owners of a workspace where this machine's clock is not Slack's. */
  clockSkew: (team: string, now: number) => Promise<void>;
  /** Takes what is old out of the store, once an hour. */
  tidy: Tidy['tidy'];
  wakePump: () => void;
  timing: Timing;
  /** Work that could not be done for a reason of our own, such as a store that is gone. */
  onFault: (error: unknown) => void;
  metrics: Metrics;
  /** Missing where no collector is named. */
  spans?: Spans | undefined;
  log: Log;
};

/** Slots polled at the same time by one process. */
const PARALLEL_SLOTS = 4;

export function createWatch(deps: WatchDeps) {
  const { db, clock, timing, troubles, log } = deps;
  const openDue = createDue(db, deps.feedsOf);
  let turn = 0;
  const crew = createCrew({
    size: PARALLEL_SLOTS,
    take: nextSlot,
    perform: (slot) => traced('slot', { spans: deps.spans }, () => work(slot)),
    onFailure: deps.onFault,
  });

  /** Once a minute (or when a simulated clock moved): what is due becomes a slot, and workers start on it. */
  async function tick(): Promise<void> {
    const now = await clock.refresh();
    const teams = deps.teams();
    const faults: unknown[] = [];
    // What goes wrong in one workspace is none of the others' business.
    for (const team of teams) await attend(team, now).catch((error) => faults.push(error));
    for (const fault of faults) deps.onFault(fault);
    if (faults.length === 0 || faults.length < teams.length) deps.metrics.ticked(now);
    crew.call();
    void deps.tidy(teams, now);
  }

  async function attend(team: string, now: number): Promise<void> {
    const feeds = deps.feedsOf(team);
    const isMember = (channel: string, person: string) => deps.isMember(team, channel, person);
    if (await attendLeads(db, team, feeds, now, isMember)) deps.wakePump();
    if (await attendAlerts(db, team, now)) deps.wakePump();
    await openDue(team, now);
    deps.lookAgain(team, feeds, deps.visibilityOf, now);
    await deps.monday(team, now);
    await deps.clockSkew(team, now);
  }

  /** Workspaces take turns: one with many feeds keeps no other waiting. */
  async function nextSlot(): Promise<ClaimedSlot | undefined> {
    const teams = deps.teams();
    for (const team of [...teams.slice(turn), ...teams.slice(0, turn)]) {
      const owner = randomUUID();
      const slot = await claimSlot(db, team, owner, clock.now(), timing.leaseMs);
      if (!slot) continue;
      turn = (teams.indexOf(team) + 1) % teams.length;
      return { ...slot, owner };
    }
    return undefined;
  }

  async function work(slot: ClaimedSlot): Promise<void> {
    const { owner } = slot;
    const now = clock.now();
    if (isOwnSubscription(slot.subscription)) return workOwn(slot, now);
    if (isWhySlot(slot)) return workWhy(slot, now);
    const feed = deps.feedOf(slot.team, slot.subscription);
    const state = await subscriptionState(db, slot.team, slot.subscription);
    if (!feed || state?.pausedAt !== undefined) return void (await closeSlot(db, slot, owner, 'expired'));
    const heldUntil = await troubles.heldUntil(slot.team, feed, now);
    if (heldUntil !== undefined) return retrySlot(db, slot, owner, heldUntil);
    try {
      const snapshot = await poll(feed, { db, team: slot.team, visibilityOf: deps.visibilityOf, now, log });
      deps.metrics.polled(feed.project.name, now);
      await troubles.answered(slot.team, feed, now);
      await noteExtras(db, slot.team, feed, snapshot.extras, now);
      const owners = deps.owners(slot.team);
      const question = { slot, feed, snapshot, relearn: state?.relearn === true, owners, now };
      const { silence, odd = [], oddScores, ...verdict } = await decide(db, question);
      if (odd.length > 0) log.info({ feed: feed.id, odd }, 'Leads with something missing or said twice');
      if (oddScores) log.warn({ feed: feed.id, ...oddScores }, 'Daily scores without a use, or said twice');
      const recipients = deps.recipients(slot.team);
      const queued = await commitVerdict(db, { slot, feed, verdict, owner, recipients, now });
      deps.metrics.slot(feed.kind, 'done');
      log.info({ feed: feed.id, slot: slot.due_at, queued, silence }, 'Slot done');
    } catch (error) {
      if (error instanceof LeaseLost) return;
      const { reason, isMissed } = await troubles.failed(slot, feed, error, now);
      deps.metrics.slot(feed.kind, isMissed ? 'missed' : 'failed');
      log.warn(
        { err: error, reason, feed: feed.id, slot: slot.due_at, attempts: slot.attempts },
        'Slot failed',
      );
    }
    deps.wakePump();
  }

  /** Of what a feed has posted: it stands, whatever becomes of this. */
  async function workWhy(slot: ClaimedSlot, now: number): Promise<void> {
    const { owner, team } = slot;
    const feed = deps.feedOf(team, subscriptionOf(slot));
    if (!feed) return void (await closeSlot(db, slot, owner, 'expired'));
    const about = { why: feed.id, slot: slot.due_at };
    const inChannel = { ...slot, channel: feed.channel };
    try {
      const found = await findWhy(feed, { db, visibilityOf: deps.visibilityOf, slot: inChannel, now, log });
      const commit = { slot: inChannel, feed, verdict: found, owner, recipients: deps.recipients(team), now };
      const queued = await commitVerdict(db, commit);
      log.info({ ...about, queued, edited: found.changed?.length ?? 0 }, 'Slot done');
    } catch (error) {
      if (error instanceof LeaseLost) return;
      await againOrNever(db, slot, now);
      log.warn({ err: error, ...about, attempts: slot.attempts }, 'Slot failed');
    }
    deps.wakePump();
  }

  async function workOwn(slot: ClaimedSlot, now: number): Promise<void> {
    const isMember = (channel: string, person: string) => deps.isMember(slot.team, channel, person);
    const reading = { db, feeds: deps.feedsOf(slot.team), isMember };
    const about = { own: slot.subscription, slot: slot.due_at };
    try {
      log.info({ ...about, ...(await sendOwnDigest(reading, slot, now)) }, 'Slot done');
    } catch (error) {
      if (error instanceof LeaseLost) return;
      await againOrNever(db, slot, now);
      log.warn({ err: error, ...about, attempts: slot.attempts }, 'Slot failed');
    }
    deps.wakePump();
  }

  return { tick, stop: crew.dismiss };
}
