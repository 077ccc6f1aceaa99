/** What follows from a failed or successful poll: who is told, when it is retried, which messages are edited. */
import { isSkewed, type ProjectRef, projectRef, type TroubleReason } from '../decision.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { VisibilityOf } from '../feeds/feed-kind.ts';
import { livesFrom, operationsOf } from '../feeds/feeds.ts';
import { findQuietEnd } from '../feeds/schedule.ts';
import type { Core } from '../outbox/ledger.ts';
import { endTroubles, queueDecision, tellOwners } from '../outbox/queue.ts';
import { troubleSubject } from '../outbox/thing-standing.ts';
import { type Feed, feedsOf, type Project, recipientsOf } from '../projects/projects.ts';
import {
  causesToTell,
  findExtra,
  isLasting,
  listCauses,
  listCausesAnswered,
  listOver,
  mayHurry,
  needsOwners,
  type PollTarget,
  type Trouble,
  toTrouble,
} from '../rules/trouble.ts';
import { isToldOf, wantEdit } from '../store/deliveries.ts';
import { closeSlot, hastenSlots, retrySlot } from '../store/slots.ts';
import { inTransaction } from '../store/statements.ts';
import type { Db, SlotRow } from '../store/tables.ts';
import { findTrouble, isAnyOpen, noteTrouble, readOpenTroubles } from '../store/troubles.ts';
import { VisibilityError } from '../visibility/errors.ts';
import { LONGEST_RETRY_AFTER_MS } from '../visibility/failure.ts';

/** A failed poll is retried at the first tick after 30 s, 1 min, 2 min … at most 15 min. */
const backoffMs = (attempts: number) => Math.min(15_000 * 2 ** attempts, 15 * MINUTE_MS);

/** A refused key is tried only this often, and so is a project that is closed to its key. */
const REFUSED_KEY_MS = 10 * MINUTE_MS;

/** A slot is retried for this long after it was opened; then one honest line takes the place of its post. */
const EXPIRES_MS = 4 * HOUR_MS;

/** A trouble that no poll has touched for this long is checked; after a rate limit, only when any wait is over. */
const leftAloneMs = (reason: TroubleReason) =>
  reason === 'rate_limited' ? LONGEST_RETRY_AFTER_MS : 15 * MINUTE_MS;

/** A slot with its claim. Each claim has its own owner, so that work that outlived its lease can't write. */
export type ClaimedSlot = SlotRow & { owner: string };

/** `keyNameOf`: the variable that holds a project's key. */
type TroublesDeps = Pick<Core, 'db' | 'projects' | 'onFault'> & { keyNameOf: (project: Project) => string };

export type Troubles = ReturnType<typeof createTroubles>;

export function createTroubles({ db, projects, keyNameOf, onFault }: TroublesDeps) {
  const underway = new Map<string, Promise<void>>();
  const targetOf = (feed: Feed): PollTarget => ({
    subscription: feed.id,
    projectId: feed.project.id,
    keyName: keyNameOf(feed.project),
  });

  /** Until when this slot must wait, epoch ms, because its key was just refused; never past its end. */
  async function readHeldUntil(slot: SlotRow, feed: Feed, now: number): Promise<number | undefined> {
    if (now >= slot.opened_at + EXPIRES_MS) return undefined;
    const row = await findTrouble(db, slot.team, `key_refused:${keyNameOf(feed.project)}`);
    const until = (row?.last_at ?? 0) + REFUSED_KEY_MS;
    return row && row.closed_at === null && until > now ? until : undefined;
  }

  /** Retries the slot or, if it is too late for that, ends it with its line (`isMissed`). The reason is for the log. */
  async function recordFailure(slot: ClaimedSlot, feed: Feed, error: unknown, now: number) {
    const failed = toTrouble(error instanceof VisibilityError ? error : undefined, targetOf(feed));
    const { reason } = failed;
    const { id, name } = feed.project;
    const endsAt = slot.opened_at + EXPIRES_MS;
    const asked = askedMs(error);
    // The API won't be asked before its time: then the post is missed already.
    const isTooLong = reason === 'rate_limited' && now + asked >= endsAt;
    const isMissed = await inTransaction(db, async (trx) => {
      await note(trx, slot.team, failed, now);
      const expires = isLasting(reason) || isTooLong || now >= endsAt;
      if (!expires) {
        const pause = pauseMs(reason, asked, slot.attempts);
        await retrySlot(trx, slot, slot.owner, Math.min(now + pause, endsAt));
        if (!needsOwners(reason)) return false;
      }
      const begun = await readBegun(trx, slot.team);
      const cause = await chooseCause(trx, slot.team, causesToTell(failed, begun), begun);
      const since = begun.get(cause) ?? now;
      const trouble = { v: 1, project: { id, name }, cause, reason, since } as const;
      const told = { ...trouble, kind: 'api_trouble', keyName: keyNameOf(feed.project) } as const;
      await tellOwners(trx, slot.team, recipientsOf(projects(slot.team)), told, since, now);
      if (!expires) return false;
      const line = troubleSubject(cause, since);
      const isClosed = await closeSlot(trx, slot, slot.owner, 'expired', line);
      if (isClosed) await sayMissed(trx, slot, feed, trouble, now);
      return isClosed;
    });
    return { reason, isMissed };
  }

  /** One line per trouble and channel. The next feed that misses its post joins it, and the owners' message. */
  async function sayMissed(
    trx: Db,
    slot: SlotRow,
    feed: Feed,
    trouble: { v: 1; project: ProjectRef; cause: string; reason: TroubleReason; since: number },
    now: number,
  ): Promise<void> {
    const missed = {
      ...trouble,
      kind: 'feed_missed',
      feed: feed.kind,
      at: slot.due_at,
      told: projects(slot.team).owners,
    } as const;
    const { team, channel, subscription, due_at } = slot;
    const notBefore = findQuietEnd(feed.quiet, feed.timezone, now);
    const to = { team, channel, subscription, slotAt: due_at, notBefore };
    const readers = [channel, ...recipientsOf(projects(team))];
    await wantEdit(trx, team, troubleSubject(trouble.cause, trouble.since), readers);
    await queueDecision(trx, missed, to, now);
  }

  /** Whether the API can't be read for this feed, as far as is known. */
  function isUnread(team: string, feed: Feed): Promise<boolean> {
    return isAnyOpen(db, team, listCausesAnswered(targetOf(feed), operationsOf(feed.kind)));
  }

  /** Ends what a successful poll proves to be over. A fault of our own is over only when the slot is done. */
  function recordSuccess(team: string, feed: Feed, now: number): Promise<void> {
    return end(team, listCausesAnswered(targetOf(feed), operationsOf(feed.kind)), now);
  }

  /** Ends these troubles: their messages are edited, and slots that wait for a retry because of them run at once. */
  async function end(team: string, answered: readonly string[], now: number): Promise<void> {
    if (!(await isAnyOpen(db, team, listOver(answered, new Map())))) return;
    await inTransaction(db, async (trx) => {
      const begun = await readBegun(trx, team);
      const over = await endTroubles(trx, team, listOver(answered, begun), now);
      if (over.length > 0) await hastenSlots(trx, team, findHeldUp(team, over, begun), now);
    });
  }

  /** The feeds that these troubles held up and that may poll at once. */
  function findHeldUp(team: string, over: readonly string[], begun: ReadonlyMap<string, number>): string[] {
    const feeds = feedsOf(projects(team));
    return feeds
      .filter((feed) => mayHurry(listCauses(targetOf(feed), operationsOf(feed.kind)), over, begun))
      .map(({ id }) => id);
  }

  /** Makes one read for this feed's project and records how it went, without notifying anybody. */
  async function look(team: string, feed: Feed, visibilityOf: VisibilityOf, now: number): Promise<void> {
    const read = livesFrom(feed.kind);
    if (!read) return;
    try {
      await visibilityOf(feed.project)[read](feed.project.id);
      await recordSuccess(team, feed, now);
    } catch (error) {
      if (!(error instanceof VisibilityError)) throw error;
      await note(db, team, toTrouble(error, targetOf(feed)), now);
    }
  }

  /** For somebody who asks for the status: for each API key of these feeds, one look at each operation. */
  async function lookNow(team: string, feeds: readonly Feed[], visibilityOf: VisibilityOf, now: number) {
    const reading = feeds.filter(({ kind }) => livesFrom(kind));
    const each = new Map(reading.map((feed) => [`${keyNameOf(feed.project)} ${feed.kind}`, feed]));
    await Promise.all([...each.values()].map((feed) => look(team, feed, visibilityOf, now)));
  }

  /** At each tick, which doesn't wait for it: one look for each trouble that no poll has touched lately. */
  function lookAgain(team: string, feeds: readonly Feed[], visibilityOf: VisibilityOf, now: number): void {
    if (underway.has(team)) return;
    const looking = findFeedsToAsk(team, feeds, now)
      .then((hit) => Promise.all(hit.map((feed) => look(team, feed, visibilityOf, now))))
      .then(() => undefined)
      .catch(onFault)
      .finally(() => underway.delete(team));
    underway.set(team, looking);
  }

  /** A feed for each such trouble, at most one per project. One pass, since there may be thousands of both. */
  async function findFeedsToAsk(team: string, feeds: readonly Feed[], now: number): Promise<Feed[]> {
    const open = await readOpenTroubles(db, team);
    const isLeft = ({ reason, last_at }: (typeof open)[number]) => last_at + leftAloneMs(reason) <= now;
    const stopping = open.filter((trouble) => isLeft(trouble) && !findExtra(trouble.cause));
    const unasked = new Set(stopping.map(({ cause }) => cause));
    const hit = new Map<string, Feed>();
    for (const feed of unasked.size > 0 ? feeds : []) {
      const causes = listCausesAnswered(targetOf(feed), operationsOf(feed.kind));
      for (const cause of causes) if (unasked.delete(cause)) hit.set(feed.project.id, feed);
    }
    return [...hit.values()];
  }

  return {
    readHeldUntil,
    recordFailure,
    recordSuccess,
    isUnread,
    end,
    lookNow,
    lookAgain,
    stop: () => Promise.all(underway.values()),
  };
}

/** Records a failure, of the part first: so all lock the rows in one order. */
async function note(db: Db, team: string, { cause, part, reason }: Trouble, now: number): Promise<void> {
  for (const each of new Set([part, cause])) await noteTrouble(db, team, { cause: each, reason }, now);
}

/** The one of these causes that people were told of already, so that one outage has one message. */
async function chooseCause(
  db: Db,
  team: string,
  causes: [string, ...string[]],
  begun: ReadonlyMap<string, number>,
): Promise<string> {
  for (const cause of causes) {
    if (await isToldOf(db, team, troubleSubject(cause, begun.get(cause) ?? 0))) return cause;
  }
  return causes[0];
}

async function readBegun(db: Db, team: string): Promise<ReadonlyMap<string, number>> {
  return new Map((await readOpenTroubles(db, team)).map(({ cause, since }) => [cause, since]));
}

function pauseMs(reason: TroubleReason, askedMs: number, attempts: number): number {
  const isRefused = reason === 'key_refused' || reason === 'forbidden';
  return isRefused ? REFUSED_KEY_MS : Math.max(askedMs, backoffMs(attempts));
}

/** How long the API asks us to wait; 0 if it doesn't say. */
function askedMs(error: unknown): number {
  return error instanceof VisibilityError && error.retry !== 'never' ? (error.retry.afterMs ?? 0) : 0;
}

/** `aheadMs`: how far this machine's clock is ahead of Slack's; undefined while unknown. */
type ClockSkewDeps = Pick<Core, 'db' | 'projects' | 'metrics' | 'log'> & {
  aheadMs: () => number | undefined;
};

const CAUSE = 'slack_clock';

/** Called on every tick, for each workspace. */
export function createClockSkew({ db, aheadMs, projects, metrics, log }: ClockSkewDeps) {
  /** Processes on one store have their own clocks: each ends only a skew it saw begin, or found at its start. */
  const wasSkewed = new Map<string, boolean>();
  let isLogged = false;

  return async function clockSkew(team: string, now: number): Promise<void> {
    const ahead = aheadMs();
    if (ahead === undefined) return;
    metrics.setSkew(ahead);
    const skewed = isSkewed(ahead);
    if (skewed !== isLogged) {
      isLogged = skewed;
      if (skewed) log.warn({ aheadMs: ahead }, 'This machine’s clock differs from Slack’s; sync it');
      else log.info({ aheadMs: ahead }, 'This machine’s clock agrees with Slack’s again');
    }
    if (!skewed && wasSkewed.get(team) === false) return;
    const view = projects(team);
    const [project] = view.projects;
    await inTransaction(db, async (trx) => {
      if (!skewed) return endTroubles(trx, team, [CAUSE], now);
      const trouble = { cause: CAUSE, reason: 'clock_skew' } as const;
      const since = await noteTrouble(trx, team, trouble, now);
      if (!project) return;
      const told = { ...trouble, kind: 'api_trouble', v: 1, project: projectRef(project), since } as const;
      await tellOwners(trx, team, recipientsOf(view), { ...told, keyName: '', aheadMs: ahead }, since, now);
    });
    wasSkewed.set(team, skewed);
  };
}
