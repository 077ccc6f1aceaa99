/** The work of a slot: poll -> decide -> commit in one transaction. With many feeds it runs in its own thread. */
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../durations.ts';
import { AppError } from '../errors.ts';
import { noteExtras } from '../feeds/extra-reads.ts';
import type { VisibilityOf } from '../feeds/feed-kind.ts';
import { decide, findWhy, poll } from '../feeds/feeds.ts';
import { findHeldUntil } from '../feeds/schedule.ts';
import type { Metrics } from '../metrics.ts';
import { commitVerdict, LeaseLost } from '../outbox/commit.ts';
import type { Core } from '../outbox/ledger.ts';
import type { Timing } from '../outbox/pump.ts';
import { createWorkers } from '../outbox/workers.ts';
import { type Feed, feedOf, feedsOf, recipientsOf } from '../projects/projects.ts';
import { claimSlot, closeSlot, isWhySlot, renewSlot, retrySlot, subscriptionOf } from '../store/slots.ts';
import { isOwnSubscription, readSubscription } from '../store/subscriptions.ts';
import { runTraced } from '../trace.ts';
import { retryOrExpire, sendOwnDigest } from './own-digest.ts';
import type { ClaimedSlot, Troubles } from './troubles.ts';

export type SlotWorkDeps = Pick<Core, 'db' | 'clock' | 'projects' | 'onFault' | 'spans' | 'log'> & {
  /** The workspaces that Slack has confirmed. */
  teams: () => readonly string[];
  /** Looks again for a feed that `projects` doesn't have; undefined if it's gone. */
  findFeed?: (team: string, id: string) => Promise<Feed | undefined>;
  visibilityOf: VisibilityOf;
  /** Whether a person is in a channel of a workspace; undefined if Slack doesn't answer. */
  isMember: (team: string, channel: string, person: string) => Promise<boolean | undefined>;
  troubles: Troubles;
  wakePump: () => void;
  timing: Pick<Timing, 'leaseMs'>;
  metrics: Pick<Metrics, 'setPollTime' | 'countSlot'>;
};

/** Works on slots: `call` it when some may be due. `stop` resolves when those in progress have ended. */
export type SlotWork = { call(): void; stop(): Promise<void> };

/** Slots that one thread works on at the same time. */
const PARALLEL_SLOTS = 4;

/** Work that takes longer counts as failed, so that somebody hears of it. The API’s largest list takes a few minutes. */
const LONGEST_MS = HOUR_MS;

class WorkEndless extends AppError {
  readonly code = 'work_endless';
}

export function createSlotWork(deps: SlotWorkDeps): SlotWork {
  const { db, clock, projects, timing, troubles, log } = deps;
  const findFeed = async (team: string, id: string) =>
    feedOf(projects(team), id) ?? (await deps.findFeed?.(team, id));
  let turn = 0;
  const workers = createWorkers({
    size: PARALLEL_SLOTS,
    take: nextSlot,
    perform: (slot) => runTraced('slot', { spans: deps.spans }, () => work(slot)),
    onFailure: deps.onFault,
  });

  /** Workspaces take turns, so that one with many feeds doesn't keep others waiting. */
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
    const { owner, team, subscription } = slot;
    const now = clock.now();
    if (isOwnSubscription(subscription)) return workOwn(slot, now);
    if (isWhySlot(slot)) return workWhy(slot, now);
    const feed = await findFeed(team, subscription);
    const state = await readSubscription(db, team, subscription);
    if (!feed || state?.paused_at != null) return void (await closeSlot(db, slot, owner, 'expired'));
    const heldUntil = findHeldUntil(feed, now) ?? (await troubles.readHeldUntil(slot, feed, now));
    if (heldUntil !== undefined) return retrySlot(db, slot, owner, heldUntil);
    const relearn = state?.relearn === 1;
    const pollIt = () => pollAndCommit(slot, feed, relearn, now);
    await attempt(slot, { feed: feed.id }, now, pollIt, async (error) => {
      const { reason, isMissed } = await troubles.recordFailure(slot, feed, error, now);
      deps.metrics.countSlot(feed.kind, isMissed ? 'missed' : 'failed');
      return { reason };
    });
  }

  async function pollAndCommit(slot: ClaimedSlot, feed: Feed, relearn: boolean, now: number) {
    const { team, owner } = slot;
    const snapshot = await poll(feed, { db, team, visibilityOf: deps.visibilityOf, now, log });
    deps.metrics.setPollTime(feed.project.name, now);
    await troubles.recordSuccess(team, feed, now);
    await noteExtras(db, team, feed, snapshot.extras, now);
    const question = { slot, feed, snapshot, relearn, owners: projects(team).owners, now };
    const { silence, ...verdict } = await decide(db, question);
    const recipients = recipientsOf(projects(team));
    const queued = await commitVerdict(db, { slot, feed, verdict, owner, recipients, now });
    deps.metrics.countSlot(feed.kind, 'done');
    return { queued, silence };
  }

  /** The alert stands, whatever becomes of this. */
  async function workWhy(slot: ClaimedSlot, now: number): Promise<void> {
    const { owner, team } = slot;
    const feed = await findFeed(team, subscriptionOf(slot));
    if (!feed) return void (await closeSlot(db, slot, owner, 'expired'));
    const inChannel = { ...slot, channel: feed.channel };
    const findReasons = async () => {
      const found = await findWhy(feed, { db, visibilityOf: deps.visibilityOf, slot: inChannel, now, log });
      const recipients = recipientsOf(projects(team));
      const commit = { slot: inChannel, feed, verdict: found, owner, recipients, now };
      return { queued: await commitVerdict(db, commit), edited: found.changed?.length ?? 0 };
    };
    await attempt(slot, { why: feed.id }, now, findReasons);
  }

  async function workOwn(slot: ClaimedSlot, now: number): Promise<void> {
    const isMember = (channel: string, person: string) => deps.isMember(slot.team, channel, person);
    const isUnread = (feed: Feed) => deps.troubles.isUnread(slot.team, feed);
    const reading = { db, feeds: feedsOf(projects(slot.team)), isMember, isUnread };
    await attempt(slot, { own: slot.subscription }, now, () => sendOwnDigest(reading, slot, now));
  }

  /** `about` and what the functions return are for the log. Without `recordFailure`, the slot is retried for a while. */
  async function attempt(
    slot: ClaimedSlot,
    about: object,
    now: number,
    work: () => Promise<object>,
    recordFailure?: (error: unknown) => Promise<object>,
  ): Promise<void> {
    const { due_at, attempts } = slot;
    try {
      log.info({ ...about, slot: due_at, ...(await holding(slot, work)) }, 'Slot done');
    } catch (error) {
      if (error instanceof LeaseLost) return;
      const more = recordFailure ? await recordFailure(error) : await retryOrExpire(db, slot, now);
      log.warn({ err: error, ...about, slot: due_at, attempts, ...more }, 'Slot failed');
    }
    deps.wakePump();
  }

  /** Renews the claim meanwhile: another worker would only begin anew. @throws WorkEndless */
  async function holding<Done>(slot: ClaimedSlot, work: () => Promise<Done>): Promise<Done> {
    const { leaseMs } = timing;
    const { promise: endless, reject } = Promise.withResolvers<never>();
    const renewing = setInterval(() => {
      renewSlot(db, slot, slot.owner, leaseMs).catch(deps.onFault);
    }, leaseMs / 3);
    const ending = setTimeout(() => reject(new WorkEndless('The work on a slot doesn’t end')), LONGEST_MS);
    try {
      return await Promise.race([work(), endless]);
    } finally {
      clearInterval(renewing);
      clearTimeout(ending);
    }
  }

  return { call: workers.wake, stop: workers.stop };
}
