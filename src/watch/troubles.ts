/** What follows from a poll that failed or succeeded: who is told, when it is tried again, which messages end. */
import type { ProjectRef, TroubleReason } from '../decision.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { operationsOf } from '../feeds/feeds.ts';
import { queueDecision, tellOwners } from '../outbox/queue.ts';
import { troubleSubject } from '../outbox/subjects.ts';
import { endTroubles } from '../outbox/trouble-ends.ts';
import { type Feed, feedsOf, type Project, type Projects, recipientsOf } from '../projects/projects.ts';
import {
  causesAnswered,
  causesOf,
  isLasting,
  mayHurry,
  needsOwners,
  type PollTarget,
  troubleOf,
} from '../rules/trouble.ts';
import { wantEdit } from '../store/deliveries.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import { closeSlot, hastenSlots, retrySlot } from '../store/slots.ts';
import { isAnyOpen, noteTrouble, troubleRow } from '../store/troubles.ts';
import { VisibilityError } from '../visibility/errors.ts';

/** A poll that failed is tried again at the first tick after 30 s, 1 min, 2 min … at most 15 min. */
const backoffMs = (attempts: number) => Math.min(15_000 * 2 ** attempts, 15 * MINUTE_MS);

/** With a key that the API refuses nothing is polled, but for a look every ten minutes. */
const REFUSED_KEY_MS = 10 * MINUTE_MS;

/** So long after it was opened a slot is tried; then one honest line takes the place of what it would have said. */
const EXPIRES_MS = 4 * HOUR_MS;

/** A slot with its claim. Each claim has an owner of its own: work that outlived its lease must not write. */
export type ClaimedSlot = SlotRow & { owner: string };

export type TroublesDeps = {
  db: Db;
  /** What a workspace has. */
  projects: (team: string) => Projects;
  /** The variable that holds a project's key. */
  keyNameOf: (project: Project) => string;
};

export type Troubles = ReturnType<typeof createTroubles>;

export function createTroubles({ db, projects, keyNameOf }: TroublesDeps) {
  const targetOf = (feed: Feed): PollTarget => ({
    subscription: feed.id,
    projectId: feed.project.id,
    keyName: keyNameOf(feed.project),
  });

  /** Until when this feed is not to be polled, epoch ms: its key is refused, and was tried a moment ago. */
  async function heldUntil(team: string, feed: Feed, now: number): Promise<number | undefined> {
    const row = await troubleRow(db, team, `key_refused:${keyNameOf(feed.project)}`);
    const until = (row?.lastAt ?? 0) + REFUSED_KEY_MS;
    return row && row.closedAt === undefined && until > now ? until : undefined;
  }

  /** The slot is tried again, or, too late for that, ends with its line (`isMissed`). The reason is for the log. */
  async function failed(
    slot: ClaimedSlot,
    feed: Feed,
    error: unknown,
    now: number,
  ): Promise<{ reason: TroubleReason; isMissed: boolean }> {
    const { cause, reason } = troubleOf(error instanceof VisibilityError ? error : undefined, targetOf(feed));
    const { id, name } = feed.project;
    const isMissed = await db.transaction().execute(async (trx) => {
      const { since } = await noteTrouble(trx, slot.team, { cause, reason }, now);
      const trouble = { v: 1, project: { id, name }, cause, reason, since } as const;
      const line = troubleSubject(cause, since);
      const expires = isLasting(reason) || now >= slot.opened_at + EXPIRES_MS;
      if (needsOwners(reason) || expires) {
        const told = { ...trouble, kind: 'api_trouble', keyName: keyNameOf(feed.project) } as const;
        await tellOwners(trx, slot.team, recipientsOf(projects(slot.team)), told, since, now);
      }
      if (!expires) {
        await retrySlot(trx, slot, slot.owner, now + pauseMs(error, reason, slot.attempts));
        return false;
      }
      const isClosed = await closeSlot(trx, slot, slot.owner, 'expired', line);
      if (isClosed) await sayMissed(trx, slot, feed, trouble, now);
      return isClosed;
    });
    return { reason, isMissed };
  }

  /** One line for one trouble in one channel: a feed that misses its post after another joins the line that stands. */
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
    const isNew = await queueDecision(trx, missed, { team, channel, subscription, slotAt: due_at }, now);
    if (!isNew) await wantEdit(trx, team, troubleSubject(trouble.cause, trouble.since));
  }

  /** A failure that is nobody's post: it is written down, and nobody is told. */
  async function noted(team: string, feed: Feed, error: VisibilityError, now: number): Promise<void> {
    await noteTrouble(db, team, troubleOf(error, targetOf(feed)), now);
  }

  /** The causes that an answer to any `operations` of this feed's project proves to be over. */
  const answeredBy = (feed: Feed, ...operations: string[]) => causesAnswered(targetOf(feed), operations);

  /** A good poll ends what it proves to be over; a fault of our own is over only when the slot is done. */
  function answered(team: string, feed: Feed, now: number): Promise<void> {
    return ended(team, answeredBy(feed, ...operationsOf(feed.kind)), now);
  }

  /** Whatever was said of these troubles is edited, and what waits for its next try because of them waits no longer. */
  async function ended(team: string, causes: readonly string[], now: number): Promise<void> {
    if (!(await isAnyOpen(db, team, causes))) return;
    await db.transaction().execute(async (trx) => {
      const over = await endTroubles(trx, team, causes, now);
      if (over.length > 0) await hastenSlots(trx, team, keptBy(team, over), now);
    });
  }

  /** The feeds that these troubles kept from their posts, and that may ask the API again at once. */
  function keptBy(team: string, over: readonly string[]): string[] {
    const feeds = feedsOf(projects(team));
    return feeds
      .filter((feed) => mayHurry(causesOf(targetOf(feed), operationsOf(feed.kind)), over))
      .map(({ id }) => id);
  }

  return { heldUntil, failed, noted, answered, answeredBy, ended, keyNameOf };
}

function pauseMs(error: unknown, reason: TroubleReason, attempts: number): number {
  if (reason === 'key_refused') return REFUSED_KEY_MS;
  const asked = error instanceof VisibilityError && error.retry !== 'never' ? error.retry.afterMs : undefined;
  return Math.max(asked ?? 0, backoffMs(attempts));
}
