/** What follows from a failed or successful poll: who is told, when it is retried, which messages are edited. */
import type { ProjectRef, TroubleReason } from '../decision.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { operationsOf } from '../feeds/feeds.ts';
import { endTroubles, queueDecision, tellOwners } from '../outbox/queue.ts';
import { troubleSubject } from '../outbox/thing-standing.ts';
import { type Feed, feedsOf, type Project, type Projects, recipientsOf } from '../projects/projects.ts';
import {
  isLasting,
  listCauses,
  listCausesAnswered,
  mayHurry,
  needsOwners,
  type PollTarget,
  toTrouble,
} from '../rules/trouble.ts';
import { wantEdit } from '../store/deliveries.ts';
import type { Db, SlotRow } from '../store/schema.ts';
import { closeSlot, hastenSlots, retrySlot } from '../store/slots.ts';
import { inTransaction } from '../store/statements.ts';
import { findTrouble, isAnyOpen, noteTrouble } from '../store/troubles.ts';
import { VisibilityError } from '../visibility/errors.ts';

/** A failed poll is retried at the first tick after 30 s, 1 min, 2 min … at most 15 min. */
const backoffMs = (attempts: number) => Math.min(15_000 * 2 ** attempts, 15 * MINUTE_MS);

/** A refused key is tried only this often. */
const REFUSED_KEY_MS = 10 * MINUTE_MS;

/** A slot is retried for this long after it was opened; then one honest line takes the place of its post. */
const EXPIRES_MS = 4 * HOUR_MS;

/** A slot with its claim. Each claim has its own owner, so that work that outlived its lease can't write. */
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

  /** Until when this feed must not be polled, epoch ms, because its key was refused a moment ago. */
  async function readHeldUntil(team: string, feed: Feed, now: number): Promise<number | undefined> {
    const row = await findTrouble(db, team, `key_refused:${keyNameOf(feed.project)}`);
    const until = (row?.last_at ?? 0) + REFUSED_KEY_MS;
    return row && row.closed_at === null && until > now ? until : undefined;
  }

  /** Retries the slot or, if it is too late for that, ends it with its line (`isMissed`). The reason is for the log. */
  async function recordFailure(
    slot: ClaimedSlot,
    feed: Feed,
    error: unknown,
    now: number,
  ): Promise<{ reason: TroubleReason; isMissed: boolean }> {
    const { cause, reason } = toTrouble(error instanceof VisibilityError ? error : undefined, targetOf(feed));
    const { id, name } = feed.project;
    const isMissed = await inTransaction(db, async (trx) => {
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

  /** One line per trouble and channel: the next feed that misses its post joins the existing line. */
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

  /** Records a failure that cost nobody a post, without notifying anybody. */
  async function note(team: string, feed: Feed, error: VisibilityError, now: number): Promise<void> {
    await noteTrouble(db, team, toTrouble(error, targetOf(feed)), now);
  }

  /** The causes that an answer to any of these operations proves to be over. */
  const listAnsweredCauses = (feed: Feed, ...operations: string[]) =>
    listCausesAnswered(targetOf(feed), operations);

  /** Ends what a successful poll proves to be over. A fault of our own is over only when the slot is done. */
  function recordSuccess(team: string, feed: Feed, now: number): Promise<void> {
    return end(team, listAnsweredCauses(feed, ...operationsOf(feed.kind)), now);
  }

  /** Ends these troubles: their messages are edited, and slots that wait for a retry because of them run at once. */
  async function end(team: string, causes: readonly string[], now: number): Promise<void> {
    if (!(await isAnyOpen(db, team, causes))) return;
    await inTransaction(db, async (trx) => {
      const over = await endTroubles(trx, team, causes, now);
      if (over.length > 0) await hastenSlots(trx, team, findHeldUp(team, over), now);
    });
  }

  /** The feeds that these troubles held up and that may poll at once. */
  function findHeldUp(team: string, over: readonly string[]): string[] {
    const feeds = feedsOf(projects(team));
    return feeds
      .filter((feed) => mayHurry(listCauses(targetOf(feed), operationsOf(feed.kind)), over))
      .map(({ id }) => id);
  }

  return {
    readHeldUntil,
    recordFailure,
    recordSuccess,
    note,
    end,
    listAnsweredCauses,
    keyNameOf,
  };
}

function pauseMs(error: unknown, reason: TroubleReason, attempts: number): number {
  if (reason === 'key_refused') return REFUSED_KEY_MS;
  const asked = error instanceof VisibilityError && error.retry !== 'never' ? error.retry.afterMs : undefined;
  return Math.max(asked ?? 0, backoffMs(attempts));
}
